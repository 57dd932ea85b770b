import { Choice } from '../../../app/components/choice'
import { choiceLabel } from '../../../app/lib/choice-label'
import { instance } from '../../../app/lib/instance'
import { readSort, SORTS } from '../../../app/lib/posts/posts'
import { text } from '../../../app/texts/core'
import { CollegeChoice } from '../../campus/colleges/college-choice'
import { pageNumber, useFilters, useResource } from '../../lib/page'
import { ContentRow } from '../../order/moderation/content'
import { listPosts, POST_STATES, readStateFilter, type StateFilter } from '../../order/moderation/moderation'
import { moderationText } from '../../texts/moderation'
import { Filters } from '../../ui/filters'
import { Loaded, Pager, Panel, Rows } from '../../ui/panel'

export function PostsPage() {
  const { query } = useFilters()
  const posts = useResource('console posts', () => listPosts(query, pageNumber(query)))
  const { list } = moderationText
  return (
    <Panel title={list.title}>
      <div class="flex flex-col gap-2">
        <PostFilters />
        <p class="text-base-content/80 text-sm">{list.lead}</p>
      </div>
      <Loaded resource={posts}>
        {({ posts, meta }) => (
          <>
            <Rows none={list.empty}>
              {posts.map((post) => (
                <ContentRow key={post.id} post={post} />
              ))}
            </Rows>
            <Pager pagination={meta} />
          </>
        )}
      </Loaded>
    </Panel>
  )
}

function PostFilters() {
  const { query, narrow } = useFilters()
  const { list, states } = moderationText
  // Old posts keep a topic that was removed.
  const topics = [...new Set([...(instance.value?.topics ?? []), ...(query.topic ? [query.topic] : [])])]
  return (
    <Filters>
      <Choice<StateFilter>
        label={list.state}
        value={readStateFilter(query)}
        options={[['all', list.every], ...POST_STATES.map((state) => [state, states[state]] as const)]}
        onChoose={(state) => narrow({ state: state === 'all' ? undefined : state })}
      />
      <Choice
        label={list.topic}
        value={query.topic ?? ''}
        options={[['', text.feed.allTopics], ...topics.map((topic) => [topic, choiceLabel(topic)] as const)]}
        onChoose={(topic) => narrow({ topic })}
      />
      <CollegeChoice label={list.college} every={list.everyCollege} />
      <Choice
        label={list.sort}
        value={readSort({ sort: query.sort ?? 'newest' })}
        options={SORTS.map((sort) => [sort, text.feed.sorts[sort]] as const)}
        onChoose={(sort) => narrow({ sort: sort === 'newest' ? undefined : sort })}
      />
    </Filters>
  )
}
