import { useEffect } from 'preact/hooks'
import { useRoute } from 'preact-iso'
import { Markdown } from '../../../app/components/markdown-view'
import { PostLabels } from '../../../app/components/posts/post-labels'
import { LineSkeletons } from '../../../app/components/skeleton'
import { Time } from '../../../app/components/time'
import type { Post } from '../../../app/lib/posts/posts'
import { useHistoryEntry } from '../../../app/lib/scroll-restoration'
import { text } from '../../../app/texts/core'
import { PersonLink } from '../../components/accounts/person-link'
import { Loaded } from '../../components/loaded'
import { HistoryList } from '../../components/moderation/history-list'
import { Panel } from '../../components/panel'
import { CommentList, readPost } from '../../lib/moderation/content'
import { readHistory } from '../../lib/moderation/moderation'
import { useResource } from '../../lib/resource'
import { moderationText } from '../../texts/moderation'
import { ContentComments } from './post-comments'
import { ContentState } from './post-state'

export function PostPage() {
  const id = encodeURIComponent(useRoute().params.id ?? '')
  const post = useResource('console post', () => readPost(id))
  const history = useResource('console history', () => readHistory(id))
  const comments = useHistoryEntry('console comments', () => new CommentList(id))
  useEffect(() => {
    if (!comments.list.peek().begun.peek()) comments.list.peek().more()
  }, [comments])
  const { post: words } = moderationText
  const currentPost = post.data.value
  return (
    <Panel
      title={currentPost?.title ?? words.title}
      actions={
        currentPost && (
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
        {(currentPost) => (
          <>
            <Text post={currentPost} />
            <ContentState
              post={currentPost}
              onChange={async (moderationState) => {
                // Not loaded again, because each reading of a private post writes an audit entry.
                post.data.value = { ...currentPost, moderationState }
                await history.load()
              }}
            />
          </>
        )}
      </Loaded>
      {currentPost && !history.begun && <LineSkeletons />}
      {currentPost && history.begun && (
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
