import { discardEntry, waitingComments } from '../../lib/drafts'
import { outboxText } from '../../texts/outbox'
import { Late } from '../../ui/late'
import { Markdown } from '../../ui/markdown-view'
import { delayedComments } from './delayed'
import type { Thread } from './thread'

type Props = {
  thread: Thread
  /** The comment that they answer; null for those on the post. */
  under: string | null
}

/** What somebody wrote here and nobody else sees yet: what waits for a network, and what is to appear later. */
export function WaitingComments({ thread, under }: Props) {
  const { postId } = thread
  const here = waitingComments.value.flatMap(({ name, waits }) =>
    waits?.kind === 'comment' && waits.postId === postId && waits.parentCommentId === under ? [{ ...waits, name }] : [],
  )
  const delayed = delayedComments.value.filter((each) => each.postId === postId && placeOf(thread, each) === under)
  const { waits, discard } = outboxText.outbox
  return (
    <>
      {here.map(({ name, content }) => (
        <article key={name} class="bg-base-200 rounded-box flex flex-col gap-2 p-3">
          <Markdown text={content} />
          <div class="flex flex-wrap items-center gap-2">
            <p class="text-base-content/80 grow text-sm">{waits}</p>
            <button type="button" class="btn btn-ghost btn-sm px-2" onClick={() => discardEntry(name)}>
              {discard}
            </button>
          </div>
        </article>
      ))}
      {delayed.length > 0 && <Late load={load} ids={delayed.map(({ id }) => id)} />}
    </>
  )
}

/** What answers a comment that is not loaded stands at the top. */
const placeOf = (thread: Thread, { parentCommentId }: { parentCommentId: string | null }): string | null =>
  parentCommentId !== null && thread.find(parentCommentId) ? parentCommentId : null

const load = () => import('./delayed-comments').then(({ DelayedComments }) => DelayedComments)
