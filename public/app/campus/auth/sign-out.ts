import { announceAfterReload } from '../../lib/announcements'
import { discardAllDrafts } from '../../lib/drafts'
import { KEPT_PICTURES, SIGNED_OUT, writeStorage } from '../../lib/storage'
import { beginLeaving, endSession, forgetAccount, leaveFor } from './session'

// Apart from session.ts, because the first load does not sign out.

const endings = new Set<() => Promise<void>>()

/** Adds what has to be done while there still is a session. */
export function beforeSignOut(finish: () => Promise<void>): void {
  endings.add(finish)
}

/**
 * Deletes what this device has of the account, its drafts included, and ends the session here and in the other tabs. If
 * the server cannot be told, `unheard` is called, and the next document that reaches it tells it.
 */
export async function signOut(unheard: () => void): Promise<void> {
  // The socket may report the end of the session before the response does.
  beginLeaving()
  await discardDrafts()
  await forgetAccount()
  await forgetPushes().catch(() => undefined)
  await Promise.all([...endings].map((finish) => finish()))
  if (!(await endSession())) {
    unheard()
    announceAfterReload()
  }
  leaveFor('/')
}

export async function afterAccountDeletion(): Promise<void> {
  await discardDrafts()
  await forgetPushes().catch(() => undefined)
  announceAfterReload()
  leaveFor('/')
}

/** No other tab stores one from now on. */
async function discardDrafts(): Promise<void> {
  writeStorage(SIGNED_OUT, 'yes')
  await discardAllDrafts()
  await globalThis.caches?.delete(KEPT_PICTURES)
}

/** Also where the server hears of nothing: whoever has this device next must not see what it tells the account. */
async function forgetPushes(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration()
  for (const shown of (await registration?.getNotifications()) ?? []) shown.close()
  await (await registration?.pushManager?.getSubscription())?.unsubscribe()
}
