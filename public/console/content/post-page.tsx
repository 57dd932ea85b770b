import { useEffect } from 'preact/hooks'
import { useRoute } from 'preact-iso'
import { Markdown } from '../../app/forum/markdown-view'
import { PostLabels } from '../../app/forum/post-labels'
import type { Post } from '../../app/forum/posts'
import { LineSkeletons } from '../../app/parts/skeleton'
import { Time } from '../../app/parts/time'
import { usePlace } from '../../app/services/places'
import { text } from '../../app/texts/core'
import { Loaded } from '../parts/loaded'
import { Panel } from '../parts/panel'
import { readHistory } from '../people/history'
import { HistoryList } from '../people/history-list'
import { PersonLink } from '../people/person-link'
import { useResource } from '../resource'
import { deskContent } from '../texts/desk-content'
import { CommentsOf, readPost } from './content'
import { ContentComments } from './content-comments'
import { ContentState } from './content-state'

/** A post, whole, with what was decided about it and its comments, and can be. */
export function PostPage() {
  const id = encodeURIComponent(useRoute().params.id ?? '')
  const post = useResource('console post', () => readPost(id))
  const history = useResource('console history', () => readHistory(id))
  const comments = usePlace('console comments', () => new CommentsOf(id))
  // Once a visit.
  useEffect(() => {
    if (!comments.list.peek().begun.peek()) comments.list.peek().more()
  }, [comments])
  const { post: words } = deskContent
  const known = post.data.value
  return (
    <Panel
      title={known?.title ?? words.title}
      actions={
        known && (
          <span class="flex flex-wrap gap-x-4 gap-y-1 text-sm">
            <a href={`/post/${id}`} class="link">
              {words.open}
            </a>
            <a href={`/console/log?entityId=${id}`} class="link">
              {words.log}
            </a>
          </span>
        )
      }
    >
      <Loaded resource={post}>
        {(known) => (
          <>
            <Text post={known} />
            <ContentState
              post={known}
              onChange={async (moderationState) => {
                // Not read again: each reading of what is private leaves a trace in the log.
                post.data.value = { ...known, moderationState }
                await history.load()
              }}
            />
          </>
        )}
      </Loaded>
      {known && !history.begun && <LineSkeletons />}
      {known && history.begun && (
        <>
          <section class="flex flex-col gap-3">
            <h2 class="text-lg font-semibold">{words.history}</h2>
            <HistoryList resource={history} />
          </section>
          <ContentComments comments={comments} />
        </>
      )}
    </Panel>
  )
}

function Text({ post }: { post: Post }) {
  const { postedBy, createdAt, updatedAt, views, content, upvoteCount, downvoteCount } = post
  const facts = [
    postedBy?.college.name,
    postedBy?.branch,
    text.post.views(views),
    text.post.votes(upvoteCount, downvoteCount),
  ]
  return (
    <article class="border-base-300 rounded-box flex flex-col gap-4 border p-4">
      <p class="text-sm">
        <PersonLink person={postedBy} />
        <span class="text-base-content/80">
          {' · '}
          <Time of={createdAt} />
          {updatedAt !== createdAt && ` · ${text.post.edited}`} · {facts.filter(Boolean).join(' · ')}
        </span>
      </p>
      <PostLabels post={post} />
      <Markdown text={content} />
    </article>
  )
}
