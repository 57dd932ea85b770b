import { useLocation } from 'preact-iso'
import { feedPath, SORTS, sortOf } from '../feed-address'
import { instance } from '../instance'
import { me } from '../me'
import { go } from '../navigation'
import { text } from '../texts/core'
import { Choice } from './choice'

/** Topic (where there is no room for the list of them), whose posts, and their order. */
export function FeedChoices() {
  const { query } = useLocation()
  const topics = instance.value?.topics ?? []
  const choose = (changes: Parameters<typeof feedPath>[1]) => go(feedPath(query, changes))
  return (
    <div class="flex flex-wrap items-center gap-2">
      <Choice
        class="lg:hidden"
        label={text.feed.topic}
        value={query.topic ?? ''}
        options={[['', text.feed.allTopics], ...topics.map((topic) => [topic, topic] as const)]}
        onChoose={(topic) => choose({ topic })}
      />
      <Choice
        label={text.feed.sort}
        value={sortOf(query)}
        options={SORTS.map((sort) => [sort, text.feed.sorts[sort]] as const)}
        onChoose={(sort) => choose({ sort })}
      />
      {me.value && (
        <Choice
          label={text.feed.colleges}
          value={query.from === 'mine' ? 'mine' : 'everyone'}
          options={[
            ['everyone', text.feed.everyone],
            ['mine', text.feed.mine],
          ]}
          onChoose={(from) => choose({ from })}
        />
      )}
    </div>
  )
}
