import { text } from '../texts/core'
import { announce } from './announcements'
import type { Failure } from './api'
import { beforeSignOut } from './auth/sign-out'
import { failureMessage } from './failures'
import { forgetCopies } from './storage'

// A deletion can be undone for ten seconds: until then nothing is sent.

const UNDO_MS = 10_000

type Deletion = {
  /** "Post deleted" */
  done: string
  undo: string
  /** Takes it away from the page. */
  hide: () => void
  /** Puts it back, and says so by being there. */
  restore: () => void
  /** Deletes it, also while the page is being left (`keepalive`). */
  send: () => Promise<Failure | undefined>
}

type Pending = { deletion: Deletion; timer: ReturnType<typeof setTimeout> }

const pending = new Set<Pending>()

async function send(each: Pending): Promise<void> {
  if (!pending.delete(each)) return
  clearTimeout(each.timer)
  // Now, because the page may be gone before the answer comes.
  forgetCopies()
  const failure = await each.deletion.send()
  if (failure === undefined) return
  each.deletion.restore()
  announce(failureMessage(failure))
}

/** Hides it at once and deletes it after ten seconds, or when the page is left. Without a network nothing is hidden. */
export function deleteLater(deletion: Deletion): void {
  if (!navigator.onLine) {
    announce(text.failures.UNREACHABLE)
    return
  }
  // One offer is shown at a time.
  sendPendingDeletions()
  deletion.hide()
  const each: Pending = { deletion, timer: setTimeout(() => send(each), UNDO_MS) }
  pending.add(each)
  addEventListener('pagehide', sendPendingDeletions)
  beforeSignOut(sendPendingDeletions)
  const take = () => {
    if (!pending.delete(each)) return
    clearTimeout(each.timer)
    deletion.restore()
  }
  announce(deletion.done, { label: deletion.undo, take }, UNDO_MS)
}

async function sendPendingDeletions(): Promise<void> {
  await Promise.all([...pending].map(send))
}
