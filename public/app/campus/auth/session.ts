import { announce, announcePending } from '../../lib/announcements'
import { api, envelope, type Failure, isAway, keepFor, onRefusal } from '../../lib/api'
import { fetchMe, type Me, me } from '../../lib/me'
import { go, loginPath, saveNext, takeNext } from '../../lib/navigation'
import { forgetHistoryEntries } from '../../lib/scroll-restoration'
import {
  ACCOUNT,
  clearStorage,
  DELAYED_COMMENTS,
  forgetCopies,
  HELD,
  readStorage,
  SIGNED_OUT,
  tabStorage,
  writeStorage,
} from '../../lib/storage'
import { text } from '../../texts/core'

const tabs = 'BroadcastChannel' in globalThis ? new BroadcastChannel('quad') : undefined

const isMarked = (mark: string) => document.querySelector(`meta[name="quad-${mark}"]`) !== null

/** True from the end of the session until this document is gone. */
let isLeaving = false

const myId = (): string | null => me.value?.id ?? null

function broadcastAccount(): void {
  writeStorage(ACCOUNT, myId())
  writeStorage(SIGNED_OUT, null)
  tabs?.postMessage(myId())
}

/** Pages that hold what came with a link, and nothing of an account. */
const LINK_PAGES = /^\/(?:reset|setup|invitation)$/

/** Finds out who is signed in, once per document. */
export async function startSession(): Promise<void> {
  keepFor(me)
  onRefusal((code) => {
    if (code === 'UNAUTHENTICATED') leaveIfEnded()
    else if (code === 'PASSKEY_REQUIRED') goToPasskeys()
    else if (STANDING.has(code)) refreshMe()
  })
  tabs?.addEventListener('message', ({ data }) => {
    if (me.value === undefined || isLeaving || data === myId()) return
    if (me.value === null && LINK_PAGES.test(location.pathname)) loadMe()
    else {
      // What another account has loaded must not stay on the screen, nor in this tab.
      if (me.value) clearStorage('quad.', tabStorage)
      location.reload()
    }
  })
  addEventListener('pagehide', () => {
    // If the back/forward cache keeps the document, it keeps it hidden.
    if (isLeaving) document.documentElement.hidden = true
  })
  addEventListener('pageshow', (event) => {
    if (!(event as PageTransitionEvent).persisted || (!isLeaving && readStorage(ACCOUNT) === myId())) return
    document.documentElement.hidden = true
    location.reload()
  })
  isAway.subscribe((isSo) => {
    if (!isSo && isUnheard) loadMe()
  })
  announcePending()
  if (readStorage(SIGNED_OUT) !== null && (await finishSignOut())) return location.reload()
  // The document says whether the browser has a session, so that anonymous visitors cost no request.
  const isOffline = isMarked('offline')
  // The offline document is of nobody; the device may know who reads.
  const mayBeSomebody = readStorage(SIGNED_OUT) === null
  if (mayBeSomebody && (isMarked('session') || (isOffline && readStorage(ACCOUNT) !== null))) await loadMe()
  else {
    me.value = null
    if (!isOffline) forgetAccount()
  }
  const next = me.value && location.pathname === '/' ? takeNext() : undefined
  if (next !== undefined) await (await import('./invitation')).goOn(next)
}

/** In this order: nothing is kept any more once nobody is there. */
export function forgetAccount(): Promise<void> {
  writeStorage(ACCOUNT, null)
  return forgetCopies()
}

/** Strangers have no drafts, and do not wait for what handles them. Without it a session is no worse. */
const drafts = () => import('../../lib/drafts').catch(() => undefined)

/** Whether the server could not be asked who is signed in. */
let isUnheard = false

export async function loadMe(): Promise<Failure | undefined> {
  isUnheard = false
  const loading = drafts()
  const answer = await fetchMe()
  if (answer.success) await (await loading)?.openDrafts(answer.data.user.draftKey)
  me.value = answer.success ? answer.data.user : null
  if (answer.success || answer.code === 'UNAUTHENTICATED') broadcastAccount()
  if (answer.success) return undefined
  if (answer.code === 'UNAUTHENTICATED') forgetAccount()
  isUnheard = answer.code === 'UNREACHABLE'
  return answer
}

/** Refusals that may mean that the role or standing of the account has changed. */
const STANDING = new Set(['FORBIDDEN', 'USER_BLOCKED', 'USER_SUSPENDED', 'MEMBERSHIP_ENDED'])

let isRefreshing = false

async function refreshMe(): Promise<void> {
  if (!me.value || isRefreshing) return
  isRefreshing = true
  const answer = await fetchMe()
  isRefreshing = false
  if (answer.success && me.value && JSON.stringify(answer.data.user) !== JSON.stringify(me.value))
    me.value = answer.data.user
}

export async function afterSignIn(user?: Me): Promise<void> {
  // A saved destination may belong to somebody else's attempt to sign in.
  saveNext(undefined)
  if (user) {
    await (await drafts())?.openDrafts(user.draftKey)
    me.value = user
    broadcastAccount()
  } else await loadMe()
  forgetHistoryEntries()
}

/** Called before the identity provider's pages: whoever signs in there does not end what they left here. */
export function beforeProvider(next: string | undefined): void {
  saveNext(next)
  writeStorage(SIGNED_OUT, null)
}

/** From here on no end of the session is an accident. */
export function beginLeaving(): void {
  isLeaving = true
}

/** Continues in a new document, so that nothing that was loaded for the account is left. */
export async function leaveFor(path: string): Promise<void> {
  isLeaving = true
  clearStorage('quad.', tabStorage)
  for (const own of ['quad.recent-searches', HELD, DELAYED_COMMENTS]) clearStorage(own)
  const forgotten = forgetAccount()
  tabs?.postMessage(null)
  await forgotten
  location.assign(path)
}

/** An administrator who lacks a passkey can do nothing but add one there. */
function goToPasskeys(): void {
  if (location.pathname === '/settings') return
  go('/settings#passkeys')
  announce(text.failures.PASSKEY_REQUIRED)
}

let isAsking = false

/** A request that was under way while the session got a new token is refused, too, and the session lives on. */
async function leaveIfEnded(): Promise<void> {
  if (!me.value || isLeaving || isAsking) return
  isAsking = true
  const answer = await fetchMe()
  isAsking = false
  if (!answer.success && answer.code === 'UNAUTHENTICATED' && !isLeaving) leaveFor(loginPath())
}

/** A network that answers nothing is none. */
const HEARD_MS = 10_000

/** Whether the session of this browser is over. */
export async function endSession(): Promise<boolean> {
  const signal = AbortSignal.timeout(HEARD_MS)
  const answer = await envelope(api.auth.logout.post(undefined, { fetch: { signal } }))
  const isOver = answer.success || answer.code === 'UNAUTHENTICATED'
  if (isOver) writeStorage(SIGNED_OUT, null)
  return isOver
}

/** Tells the server of an earlier sign-out. True if this document came with the session, and has to be loaded anew. */
async function finishSignOut(): Promise<boolean> {
  if (isMarked('offline')) return false
  if (isMarked('session')) return endSession()
  writeStorage(SIGNED_OUT, null)
  return false
}
