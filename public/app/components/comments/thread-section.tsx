import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { me } from '../../lib/accounts/me'
import { announce } from '../../lib/announcements'
import { type NewComments, reveal } from '../../lib/comments/new-comments'
import { type CommentNode, commentId, writeComment } from '../../lib/comments/thread'
import { failureMessage } from '../../lib/failures'
import type { Listing } from '../../lib/listing'
import { joinPath } from '../../lib/navigation'
import { cachedPost } from '../../lib/posts/posts'
import { text } from '../../texts/core'
import { notificationsText } from '../../texts/notifications'
import { postsText } from '../../texts/posts'
import { CommentForm } from './comment-form'
import { CommentLevel } from './comment-level'

type Props = { postId: string; comments: Listing<CommentNode>; newComments: NewComments }

/** The comment that the fragment of the URL names. */
const named = () => /^#comment-([\da-f-]{36})$/.exec(location.hash)?.[1]

export function ThreadSection({ postId, comments, newComments }: Props) {
  const section = useRef<HTMLElement>(null)
  const { thread } = postsText
  /** Focuses the comment once it is rendered, or the heading if there is none. */
  const focusOn = (node: CommentNode | undefined) =>
    requestAnimationFrame(() => {
      const item = node && document.getElementById(`comment-${commentId(node)}`)
      item?.scrollIntoView({ block: 'center' })
      const target = item ?? section.current?.querySelector('h2')
      target?.focus({ preventScroll: true })
      if (item) highlight(item)
    })
  const open = async () => {
    await comments.more()
    const id = named()
    const node = id && (await reveal(comments, id))
    if (node) focusOn(node)
  }
  useEffect(() => {
    if (!comments.begun.value) open()
    if (location.hash === '#comments') section.current?.scrollIntoView()
  }, [comments])
  const count = cachedPost(postId)?.value?.commentsCount ?? 0
  const isSilent = comments.ended.value && comments.items.value.every(({ comment }) => comment.value === null)
  return (
    <section ref={section} id="comments" aria-labelledby="comments-title" class="flex scroll-mt-20 flex-col gap-4">
      <h2 id="comments-title" tabIndex={-1} class="text-xl font-semibold">
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
        <a href={joinPath()} class="btn btn-outline self-start">
          {thread.signIn}
        </a>
      )}
      <NewCommentsHint
        newComments={newComments}
        onShown={(node) => {
          if (!node) announce(notificationsText.newComments.elsewhere)
          focusOn(node)
        }}
      />
      {isSilent && newComments.ids.value.length === 0 && <p class="text-base-content/80 py-4">{thread.none}</p>}
      <CommentLevel level={comments} top={comments} depth={0} />
    </section>
  )
}

const POINT_MS = 2000

/** Highlights the comment for a moment. */
function highlight(item: HTMLElement): void {
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
  const colors = ['color-mix(in oklab, var(--color-primary) 15%, transparent)', 'transparent']
  const edges = colors.map((color) => `0 0 0 0.5rem ${color}`)
  const [own = item] = item.getElementsByTagName('article')
  own.animate(
    { backgroundColor: colors, boxShadow: edges },
    { duration: POINT_MS, easing: isCalm ? 'step-end' : 'ease-in' },
  )
}

type NewCommentsHintProps = { newComments: NewComments; onShown: (node: CommentNode | undefined) => void }

/** Says that there are new comments without moving what is being read; pressing it shows them. */
function NewCommentsHint({ newComments, onShown }: NewCommentsHintProps) {
  const isBusy = useSignal(false)
  const count = newComments.ids.value.length
  const { waiting, show } = notificationsText.newComments
  const press = async () => {
    if (isBusy.value) return
    isBusy.value = true
    const node = await newComments.show()
    isBusy.value = false
    if (node && 'code' in node) announce(failureMessage(node))
    else onShown(node)
  }
  return (
    <div role="status" class="empty:-mt-4">
      {count > 0 && (
        <button type="button" class="btn btn-outline btn-primary w-full" aria-disabled={isBusy.value} onClick={press}>
          {isBusy.value ? text.common.loading : `${waiting(count)} · ${show}`}
        </button>
      )}
    </div>
  )
}
