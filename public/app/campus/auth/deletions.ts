import { announce } from '../../lib/announcements'
import { api, envelope, type Failure, unlessGone } from '../../lib/api'
import type { Target } from '../../lib/ballot'
import { holdDraft } from '../../lib/draft-forms'
import { discardEntry } from '../../lib/drafts'
import { failureMessage } from '../../lib/failures'
import { forgetCopies } from '../../lib/storage'
import { UNDO_MS } from '../../lib/waiting'
import { outboxText } from '../../texts/outbox'
import { beforeSignOut } from './sign-out'

// A deletion can be undone for ten seconds: until then nothing is sent. Meanwhile it is on the device, and done by the next
// document if nothing is left of this one.

type Deletion = {
  target: Target
  /** "Post deleted" */
  done: string
  undo: string
  /** Takes it away from the page. */
  hide: () => void
  /** Puts it back, and says so by being there. */
  restore: () => void
  /** Deletes it (`requestDeletion`). */
  send: () => Promise<Failure | undefined>
}

/** The page may be gone before the answer comes. */
const LEAVING = { fetch: { keepalive: true } }

/** Deletes it; what is gone already is deleted. */
export async function requestDeletion({ targetType, targetId }: Target): Promise<Failure | undefined> {
  if (targetType === 'post') return unlessGone(envelope(api.posts({ id: targetId }).delete(undefined, LEAVING)))
  return unlessGone(envelope(api.comments({ commentId: targetId }).delete(undefined, LEAVING)))
}

type Pending = { deletion: Deletion; name: string; timer: ReturnType<typeof setTimeout> }

const pending = new Set<Pending>()

async function send(each: Pending): Promise<void> {
  if (!pending.delete(each)) return
  clearTimeout(each.timer)
  // Now, because the page may be gone before the answer comes.
  forgetCopies()
  const failure = await each.deletion.send()
  if (failure?.code === 'UNREACHABLE') return announce(outboxText.outbox.deletes)
  discardEntry(each.name)
  if (failure === undefined) return
  each.deletion.restore()
  announce(failureMessage(failure))
}

/** Hides it at once and deletes it after ten seconds, or when the page is left. */
export function deleteLater(deletion: Deletion): void {
  // One offer is shown at a time.
  sendPendingDeletions()
  deletion.hide()
  const { target } = deletion
  const { name } = holdDraft(`delete-${target.targetId}`, { kind: 'deletion', ...target, from: Date.now() + UNDO_MS })
  const each: Pending = { deletion, name, timer: setTimeout(() => send(each), UNDO_MS) }
  pending.add(each)
  addEventListener('pagehide', sendPendingDeletions)
  beforeSignOut(sendPendingDeletions)
  const take = () => {
    if (!pending.delete(each)) return
    clearTimeout(each.timer)
    discardEntry(name)
    deletion.restore()
  }
  announce(deletion.done, { label: deletion.undo, take }, UNDO_MS)
}

async function sendPendingDeletions(): Promise<void> {
  await Promise.all([...pending].map(send))
}
