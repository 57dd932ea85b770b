import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { announce } from '../../lib/announcements'
import { announceFailure } from '../../lib/failures'
import { me } from '../../lib/me'
import { language } from '../../texts/catalogue'
import { text } from '../../texts/core'
import { notificationsText } from '../../texts/notifications'
import { counted } from '../../texts/numbers'
import { postsText } from '../../texts/posts'
import { ActButton } from '../../ui/act-button'
import { Late } from '../../ui/late'
import { Settled } from '../../ui/page'
import { heldNews, mayHaveHeld } from '../held/held'
import { cachedPost } from '../posts/posts'
import { PinnedAnswer } from './answer'
import { CommentLevel } from './comment-level'
import { Composer } from './composer'
import { mayHaveDelayed, readDelayedComments } from './delayed'
import type { NewComments } from './new-comments'
import { deletedComment, sentComment } from './requests'
import { showComment } from './show-comment'
import { addressSortedBy, addSentComment, removeDeleted, THREAD_SORTS, type Thread, type ThreadSort } from './thread'
import type { CommentNode } from './tree'
import { WaitingComments } from './waiting-comments'

type Props = { thread: Thread; newComments: NewComments }

/** The comments of a post, and where one writes another. */
export function ThreadSection({ thread, newComments }: Props) {
  const section = useRef<HTMLElement>(null)
  const { thread: words } = postsText
  const count = cachedPost(thread.postId)?.value?.commentsCount ?? 0
  const open = async () => {
    const { linked } = thread
    await thread.more()
    const node = linked === undefined ? undefined : thread.find(linked)
    if (node) showComment(node.id)
    else if (linked !== undefined && thread.begun.peek()) announce(words.unavailable)
  }
  // Before the first paint, so that what stands beneath does not move when the first comments are awaited.
  useLayoutEffect(() => {
    if (!thread.begun.value) open()
    if (location.hash === '#comments') section.current?.scrollIntoView()
  }, [thread])
  // Not when a comment appears: a device that asks in that second, as no other does, would tell whose it is.
  const readWaiting = () => {
    if (me.value && mayHaveDelayed()) readDelayedComments()
  }
  useEffect(readWaiting, [thread])
  useEffect(() => sentComment.subscribe((comment) => comment && addSentComment(thread, comment)), [thread])
  useEffect(() => deletedComment.subscribe((id) => removeDeleted(thread, id)), [thread])
  const showNew = (node: CommentNode | undefined) => {
    readWaiting()
    if (!node) section.current?.querySelector('h2')?.focus({ preventScroll: true })
    else showComment(node.id)
  }
  const { items, left, failure } = thread.top
  const hasAnswer = cachedPost(thread.postId)?.value?.answerId !== undefined
  const isSilent = thread.begun.value && left.value === 0 && items.value.every(({ comment }) => comment.value === null)
  return (
    <section ref={section} id="comments" aria-labelledby="comments-title" class="flex flex-col gap-4">
      <div class="flex min-h-11 flex-wrap items-center justify-between gap-2">
        <h2 id="comments-title" tabIndex={-1} class="text-xl font-semibold">
          {words.title}{' '}
          <span class="text-base-content/80 font-normal tabular-nums">{counted(count, language.value)}</span>
        </h2>
        {items.value.length > 1 && <SortMenu thread={thread} />}
      </div>
      <PinnedAnswer thread={thread} />
      <Settled when={thread.begun.value || failure.value !== null || !hasAnswer}>
        <Composer thread={thread} />
        <WaitingComments thread={thread} under={null} />
        {(heldNews.value > 0 || mayHaveHeld()) && <Late load={heldList} postId={thread.postId} />}
        <NewCommentsHint newComments={newComments} onShown={showNew} />
        {isSilent && newComments.ids.value.length === 0 && <p class="text-base-content/80 py-4">{words.none}</p>}
        <div>
          <CommentLevel thread={thread} depth={0} />
        </div>
      </Settled>
    </section>
  )
}

/** One's comments on the post that nobody else sees. */
const heldList = () => import('../held/held-list').then(({ HeldList }) => HeldList)

function SortMenu({ thread }: { thread: Thread }) {
  const { thread: words } = postsText
  const choose = (sort: ThreadSort) => {
    // Not through the router, for which another address is another page.
    history.replaceState(history.state, '', addressSortedBy(sort, location))
    thread.sortBy(sort)
  }
  return (
    <select
      aria-label={words.sort}
      class="select w-auto text-base"
      value={thread.sort.value}
      onChange={({ currentTarget }) => choose(currentTarget.value as ThreadSort)}
    >
      {THREAD_SORTS.map((sort) => (
        <option key={sort} value={sort}>
          {words.sorts[sort]}
        </option>
      ))}
    </select>
  )
}

type NewCommentsHintProps = { newComments: NewComments; onShown: (node: CommentNode | undefined) => void }

/** Says that there are new comments without moving what is being read; pressing it shows them. */
function NewCommentsHint({ newComments, onShown }: NewCommentsHintProps) {
  const count = newComments.ids.value.length
  const { waiting, show } = notificationsText.newComments
  const press = async () => {
    const node = await newComments.show()
    if (node && 'code' in node) announceFailure(node)
    else onShown(node)
  }
  return (
    <div role="status" class="empty:-mt-4">
      {count > 0 && (
        <ActButton class="btn btn-outline btn-primary w-full" act={press} waiting={text.common.loading}>
          {waiting(count)} · {show}
        </ActButton>
      )}
    </div>
  )
}
