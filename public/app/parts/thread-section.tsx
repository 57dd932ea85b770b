import { useEffect, useRef } from 'preact/hooks'
import { announce } from '../announcements'
import type { Listing } from '../listing'
import { me } from '../me'
import { loginPath } from '../navigation'
import { knownPost } from '../posts'
import { postText } from '../texts/post'
import { type CommentNode, writeComment } from '../thread'
import { CommentForm } from './comment-form'
import { CommentLevel } from './comment-level'

/** What has been said beneath a post, and the place to say something. */
export function ThreadSection({ postId, comments }: { postId: string; comments: Listing<CommentNode> }) {
  const section = useRef<HTMLElement>(null)
  const { thread } = postText
  useEffect(() => {
    if (!comments.begun.value) comments.more()
    if (location.hash === '#comments') section.current?.scrollIntoView()
  }, [comments])
  const count = knownPost(postId)?.value?.commentsCount ?? 0
  return (
    <section ref={section} id="comments" aria-labelledby="comments-title" class="flex scroll-mt-20 flex-col gap-4">
      <h2 id="comments-title" class="text-xl font-semibold">
        {thread.title} <span class="text-base-content/80 font-normal tabular-nums">{count}</span>
      </h2>
      {me.value ? (
        <CommentForm
          about={postId}
          label={thread.write}
          send={thread.send}
          onSend={(content) => writeComment(postId, comments, undefined, content)}
          onDone={() => announce(thread.sent)}
        />
      ) : (
        <a href={loginPath()} class="btn btn-outline self-start">
          {thread.signIn}
        </a>
      )}
      {comments.ended.value && comments.items.value.every(({ comment }) => comment.value === null) && (
        <p class="text-base-content/80 py-4">{thread.none}</p>
      )}
      <CommentLevel level={comments} top={comments} depth={0} />
    </section>
  )
}
