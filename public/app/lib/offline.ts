import { me } from './accounts/me'
import { copiedAt } from './api'
import { savedDrafts } from './drafts'

/** A delay, so that the worker's downloads do not compete with the first interaction. */
const CALM_MS = 1000

const LOOK_MS = 5000

/** Makes the client open without a connection, and reloads a page that was opened offline once there is one. */
export function registerWorker(): void {
  setTimeout(() => navigator.serviceWorker?.register('/sw.js').catch(() => undefined), CALM_MS)
  // Drafts are open once it is known whose they are.
  me.subscribe(sendWaiting)
  addEventListener('online', sendWaiting)
  let isLooking = false
  const look = () => {
    if (isLooking) return
    isLooking = true
    addEventListener('online', reloadIfReached)
    setInterval(reloadIfReached, LOOK_MS)
  }
  // That document does not know the campus, and others may show what the device kept.
  if (document.querySelector('meta[name="quad-offline"]') !== null) look()
  copiedAt.subscribe((time) => {
    if (time !== null) look()
  })
}

let retry: ReturnType<typeof setTimeout> | undefined

/** Browsers say that there is a network before it carries anything, so what fails is tried again. */
function sendWaiting(): void {
  if (!me.peek() || !navigator.onLine || savedDrafts().every(({ waits }) => waits === undefined)) return
  import('./outbox/outbox')
    .then((outbox) => outbox.sendWaiting())
    .then((seconds) => {
      clearTimeout(retry)
      if (seconds !== undefined) retry = setTimeout(sendWaiting, seconds * 1000)
    })
    .catch(() => undefined)
}

/** Not under the hands of somebody who writes. */
const isWriting = (): boolean => {
  const { activeElement } = document
  return activeElement instanceof HTMLTextAreaElement && activeElement.value !== ''
}

async function reloadIfReached(): Promise<void> {
  if (!navigator.onLine || document.hidden || isWriting()) return
  const answer = await fetch('/offline.html', { method: 'HEAD', cache: 'no-store' }).catch(() => undefined)
  if (answer?.ok && !isWriting()) location.reload()
}
