import { useEffect, useRef } from 'preact/hooks'
import { announce } from '../../lib/announcements'
import { joined, mayWrite, me } from '../../lib/me'
import { joinPath } from '../../lib/navigation'
import { careFor } from '../../parts/care/care-note'
import { postsText } from '../../texts/posts'
import { keepForLater } from '../outbox/outbox'
import { cachedPost } from '../posts/posts'
import { allReaders, collegeReaders } from '../posts/readers'
import { CommentForm } from './comment-form'
import type { Voice } from './requests'
import { showSent } from './show-comment'
import { type Thread, writeComment } from './thread'
import type { CommentNode } from './tree'

/** Where one writes a comment on the post, at the bottom of the screen; for those who may not, what they can do. */
export function Composer({ thread }: { thread: Thread }) {
  const { thread: words } = postsText
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => (mayWrite.value ? aboveKeyboard(place.current!) : undefined), [mayWrite.value])
  useEffect(() => (mayWrite.value ? coverNoFocus(place.current!) : undefined), [mayWrite.value])
  if (!me.value)
    return (
      <a href={joinPath()} class="btn btn-outline self-start">
        {words.signIn}
      </a>
    )
  if (me.value.blocked) return <p class="text-base-content/80">{words.suspended}</p>
  if (!joined.value)
    return (
      <a href="/join" class="btn btn-outline self-start">
        {words.finish}
      </a>
    )
  if (!mayWrite.value)
    return (
      <a href="/settings#membership" class="btn btn-outline self-start">
        {words.renew}
      </a>
    )
  return (
    <div ref={place} class="composer-place">
      <CommentForm
        isLine
        about={thread.postId}
        label={words.write}
        send={words.send}
        hint={<Readers postId={thread.postId} />}
        thread={thread}
        onSend={(content, voice) => writeAndShow(thread, undefined, content, voice)}
      />
    </div>
  )
}

/** Shows what was sent where the reader looks. */
export async function writeAndShow(
  thread: Thread,
  parent: CommentNode | undefined,
  content: string,
  { isDelayed = false, ...voice }: Voice,
) {
  const { postId } = thread
  const parentCommentId = parent?.id ?? null
  const comment = { postId, parentCommentId, content, ...voice }
  const answer = await writeComment(thread, parent, comment, isDelayed)
  if (answer.success) {
    const { data } = answer
    if ('delayedComment' in data) showSent(data.delayedComment.id, postsText.thread.delayed)
    else if (data.comment.held) announce(postsText.writing.held)
    else showSent(data.comment.id)
    if ('comment' in data) careFor(data.comment)
  } else if (answer.code === 'UNREACHABLE' && !voice.official) {
    // A moderator's words are never kept.
    await keepForLater(parentCommentId ?? postId, { kind: 'comment', ...comment, isDelayed })
    return { success: true } as const
  }
  return answer
}

/** Who can read what is written here. */
export function Readers({ postId }: { postId: string }) {
  const post = cachedPost(postId)?.value
  if (!post) return null
  return <>{post.isPrivate ? collegeReaders(post.postedBy?.college.name) : allReaders()}</>
}

/** Where the page does not shrink with the keyboard (Safari), lifts the element above it. */
function aboveKeyboard(element: HTMLElement): () => void {
  const { visualViewport } = window
  const { style } = document.documentElement
  // What has just happened is said above it.
  style.setProperty('--above-bar', '4rem')
  const lift = () => {
    const { height, offsetTop } = visualViewport!
    const covered = Math.max(0, innerHeight - height - offsetTop)
    element.style.setProperty('--keyboard', `${Math.round(covered)}px`)
  }
  const events = ['resize', 'scroll'] as const
  for (const name of events) visualViewport?.addEventListener(name, lift)
  return () => {
    style.removeProperty('--above-bar')
    for (const name of events) visualViewport?.removeEventListener(name, lift)
  }
}

/** The browser scrolls what gets the focus clear of the element, which grows with what is written. */
function coverNoFocus(element: HTMLElement): () => void {
  const { style } = document.documentElement
  const observer = new ResizeObserver(() => {
    const isOver = getComputedStyle(element).position === 'sticky'
    style.scrollPaddingBlockEnd = isOver ? `calc(var(--bar) + ${element.offsetHeight}px + 1rem)` : ''
  })
  observer.observe(element)
  return () => {
    observer.disconnect()
    style.scrollPaddingBlockEnd = ''
  }
}
