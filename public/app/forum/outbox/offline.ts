import { copiedAt, isAway, isReached } from '../../lib/api'
import { savedDrafts } from '../../lib/drafts'
import { me } from '../../lib/me'
import { missingPart } from '../../lib/parts'

/** A delay, so that the worker's downloads do not compete with the first interaction. */
const CALM_MS = 1000

const LOOK_MS = 5000

/** Makes the client open without a connection, and reloads a page that was opened offline once there is one. */
export function registerWorker(): void {
  setTimeout(() => navigator.serviceWorker?.register('/sw.js').catch(() => undefined), CALM_MS)
  // Drafts are open once it is known whose they are.
  me.subscribe(sendWaiting)
  // What they say need not be so.
  for (const change of ['online', 'offline']) addEventListener(change, look)
  isAway.subscribe((isSo) => (isSo ? lookSoon() : sendWaiting()))
  if (isOld()) lookSoon()
}

let retry: ReturnType<typeof setTimeout> | undefined

function sendWaiting(): void {
  if (!me.peek() || savedDrafts().every(({ waits }) => waits === undefined)) return
  import('./outbox')
    .then((outbox) => outbox.sendWaiting())
    .then((seconds) => {
      clearTimeout(retry)
      if (seconds !== undefined) retry = setTimeout(sendWaiting, seconds * 1000)
    })
    .catch(() => (isWriting() ? undefined : missingPart()))
}

/** Not under the hands of somebody who writes. */
const isWriting = (): boolean => {
  const { activeElement } = document
  return activeElement instanceof HTMLTextAreaElement && activeElement.value !== ''
}

/** That document does not know the campus, and others may show what the device kept. */
const isOld = (): boolean => document.querySelector('meta[name="quad-offline"]') !== null || copiedAt.peek() !== null

let looking: ReturnType<typeof setTimeout> | undefined

function lookSoon(): void {
  clearTimeout(looking)
  looking = setTimeout(look, LOOK_MS)
}

/** Finds out whether the server is reached, again and again until it is. */
async function look(): Promise<void> {
  if (!(await isReached())) lookSoon()
  else if (isOld()) document.hidden || isWriting() ? lookSoon() : location.reload()
}
