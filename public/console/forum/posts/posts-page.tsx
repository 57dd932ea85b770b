import { readSort, SORTS } from '../../../app/forum/posts/posts'
import { instance } from '../../../app/lib/instance'
import { text } from '../../../app/texts/core'
import { Choice } from '../../../app/ui/choice'
import { CollegeChoice } from '../../campus/colleges/college-choice'
import { useFilters, useListPage } from '../../lib/page'
import { ContentRow } from '../../order/moderation/content'
import { listPosts, POST_STATES } from '../../order/moderation/moderation'
import { consoleText } from '../../texts/console'
import { moderationText } from '../../texts/moderation'
import { ChoiceFilter, FilterRow, ListFilter } from '../../ui/filters'
import { LoadedRows, Panel } from '../../ui/panel'

export function PostsPage() {
  const { query } = useFilters()
  const posts = useListPage('console posts', (page) => listPosts(query, page))
  const { list } = moderationText
  return (
    <Panel>
      <div class="flex flex-col gap-2">
        <PostFilters />
        <p class="text-base-content/80 text-sm">{list.lead}</p>
      </div>
      <LoadedRows resource={posts} items={({ posts }) => posts} none={list.empty}>
        {(post) => <ContentRow post={post} />}
      </LoadedRows>
    </Panel>
  )
}

function PostFilters() {
  const { query, narrow } = useFilters()
  const { list, states } = moderationText
  return (
    <FilterRow>
      <ListFilter
        name="state"
        label={consoleText.words.state}
        values={['all', ...POST_STATES]}
        words={{ all: consoleText.words.everyState, ...states }}
      />
      <ChoiceFilter name="topic" label={list.topic} every={text.feed.allTopics} choices={instance.value?.topics} />
      <CollegeChoice />
      <Choice
        label={list.sort}
        value={readSort({ sort: query.sort ?? 'newest' })}
        options={SORTS.map((sort) => [sort, text.feed.sorts[sort]] as const)}
        onChoose={(sort) => narrow({ sort: sort === 'newest' ? undefined : sort })}
      />
    </FilterRow>
  )
}
