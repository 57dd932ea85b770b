import { fetchMe, type Me, me } from '../accounts/me'
import { announceAfterReload, announcePending } from '../announcements'
import { api, envelope, type Failure, onRefusal } from '../api'
import { discardAllDrafts } from '../drafts'
import { go, loginPath, saveNext, takeNext } from '../navigation'
import { forgetHistoryEntries } from '../scroll-restoration'
import { clearStorage, readStorage, tabStorage, writeStorage } from '../storage'

const tabs = 'BroadcastChannel' in globalThis ? new BroadcastChannel('quad') : undefined

const isMarked = (mark: string) => document.querySelector(`meta[name="quad-${mark}"]`) !== null

/** Whose browser this is, for documents that the browser brings back from its memory. */
const ACCOUNT = 'quad.account'

/** From the end of the session until this document is gone. */
let isLeaving = false

const myId = (): string | null => me.value?.id ?? null

/** Tells the other tabs who is signed in. */
function broadcastAccount(): void {
  writeStorage(ACCOUNT, myId())
  tabs?.postMessage(myId())
}

/** Pages that hold what came with the link to them, and nothing of an account. */
const LINK_PAGES = /^\/(?:reset|setup)$/

/** Finds out who is signed in, once a visit. */
export async function startSession(): Promise<void> {
  onRefusal((code) => {
    if (code === 'UNAUTHENTICATED') sessionEnded()
    else if (STANDING.has(code)) refreshMe()
  })
  tabs?.addEventListener('message', ({ data }) => {
    if (me.value === undefined || isLeaving || data === myId()) return
    if (me.value === null && LINK_PAGES.test(location.pathname)) loadMe()
    // What another account has loaded must not stay on the screen of the next: the page begins anew.
    else location.reload()
  })
  addEventListener('pagehide', () => {
    // Should the browser keep the document, it keeps it unseen.
    if (isLeaving) document.documentElement.hidden = true
  })
  addEventListener('pageshow', (event) => {
    if (!(event as PageTransitionEvent).persisted || (!isLeaving && readStorage(ACCOUNT) === myId())) return
    document.documentElement.hidden = true
    location.reload()
  })
  announcePending()
  // The server says in the page whether the browser holds a session, so that strangers cost no request.
  if (isMarked('session')) await loadMe()
  else {
    me.value = null
    if (!isMarked('offline')) writeStorage(ACCOUNT, null)
  }
  const next = me.value && location.pathname === '/' ? takeNext() : undefined
  if (next !== undefined) go(next, true)
}

/** Asks the server who is signed in. */
export async function loadMe(): Promise<Failure | undefined> {
  const answer = await fetchMe()
  me.value = answer.success ? answer.data.user : null
  if (answer.success || answer.code === 'UNAUTHENTICATED') broadcastAccount()
  if (answer.success) return undefined
  if (answer.code === 'UNREACHABLE') addEventListener('online', () => loadMe(), { once: true })
  return answer
}

/** Refusals that may say that one's role or standing is another than it was. */
const STANDING = new Set(['FORBIDDEN', 'USER_BLOCKED', 'USER_SUSPENDED'])

let isRefreshing = false

/** Asks once more what one may do: somebody may have changed it meanwhile. */
async function refreshMe(): Promise<void> {
  if (!me.value || isRefreshing) return
  isRefreshing = true
  const answer = await fetchMe()
  isRefreshing = false
  if (answer.success && me.value && JSON.stringify(answer.data.user) !== JSON.stringify(me.value))
    me.value = answer.data.user
}

/** To be called once the server has signed somebody in. */
export async function afterSignIn(user?: Me): Promise<void> {
  // Where another sign-in was to lead was perhaps somebody else's way.
  saveNext(undefined)
  if (user) {
    me.value = user
    broadcastAccount()
  } else await loadMe()
  forgetHistoryEntries()
}

/** Goes on as a stranger with a document of its own: nothing that was read for the account is left in this one. */
function leaveFor(path: string): void {
  isLeaving = true
  clearStorage('quad.', tabStorage)
  writeStorage(ACCOUNT, null)
  tabs?.postMessage(null)
  location.assign(path)
}

function sessionEnded(): void {
  if (me.value && !isLeaving) leaveFor(loginPath())
}

/** Ends the session here and in the other tabs; what was being written on this device goes, too. */
export async function signOut(): Promise<Failure | undefined> {
  // The socket may say that the session is over before the answer does.
  isLeaving = true
  const answer = await envelope(api.auth.logout.post())
  if (!answer.success && answer.code !== 'UNAUTHENTICATED') {
    isLeaving = false
    return answer
  }
  discardAllDrafts()
  leaveFor('/')
  return undefined
}

/** To be called once the account is gone: a stranger's home page, here and in the other tabs. */
export function afterAccountDeletion(): void {
  discardAllDrafts()
  announceAfterReload()
  leaveFor('/')
}
