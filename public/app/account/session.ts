import { api, envelope, type Failure, whenUnauthenticated } from '../services/api'
import { forgetDrafts } from '../services/drafts'
import { go, loginPath, takeNext } from '../services/navigation'
import { forgetPlaces } from '../services/places'
import { askMe, type Me, me } from './me'

const tabs = 'BroadcastChannel' in globalThis ? new BroadcastChannel('quad') : undefined

/** The server says in the page whether the browser holds a session, so that strangers cost no request. */
const mayHoldSession = () => document.querySelector('meta[name="quad-session"]') !== null

/** Finds out who is signed in, once a visit. */
export async function startSession(): Promise<void> {
  whenUnauthenticated(sessionEnded)
  // What another account has loaded must not stay on the screen of the next: the page begins anew.
  tabs?.addEventListener('message', ({ data }) => {
    if (me.value !== undefined && data !== (me.value?.id ?? null)) location.reload()
  })
  if (mayHoldSession()) await loadMe()
  else me.value = null
  const next = me.value && location.pathname === '/' ? takeNext() : undefined
  if (next !== undefined) go(next, true)
}

/** Asks the server who is signed in. */
export async function loadMe(): Promise<Failure | undefined> {
  const answer = await askMe()
  me.value = answer.success ? answer.data.user : null
  if (answer.success) return undefined
  if (answer.code === 'UNREACHABLE') addEventListener('online', () => loadMe(), { once: true })
  return answer
}

/** To be called once the server has signed somebody in. */
export async function signedIn(user?: Me): Promise<void> {
  if (user) me.value = user
  else await loadMe()
  forgetPlaces()
  tabs?.postMessage(me.value?.id ?? null)
}

let isLeaving = false

function sessionEnded(): void {
  if (!me.value || isLeaving) return
  me.value = null
  forgetPlaces()
  tabs?.postMessage(null)
  if (location.pathname !== '/login') go(loginPath())
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
  forgetDrafts()
  tabs?.postMessage(null)
  location.assign('/')
  return undefined
}

/** To be called once the account is gone: a stranger's home page, here and in the other tabs. */
export function accountGone(): void {
  forgetDrafts()
  forgetPlaces()
  go('/', true)
  me.value = null
  tabs?.postMessage(null)
}
