import { api, envelope, type Failure } from '../../lib/api'

// This browser's pushes. The subscription belongs to the session: the server ends it with a sign-out.

/** Phones of Apple push to installed apps alone. */
const canPush = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis

/** Null where the browser cannot tell, or notifications are off. */
export async function isPushed(): Promise<boolean | null> {
  if (!canPush()) return null
  const answer = await envelope(api.push.get())
  return answer.success ? answer.data.isSubscribed && Notification.permission === 'granted' : null
}

/** `denied`: the browser was told to allow none; `failed`: it cannot reach its service. */
export type PushProblem = 'denied' | 'failed' | Failure

export async function enablePush(): Promise<PushProblem | undefined> {
  // First, because browsers ask only at a tap.
  if ((await Notification.requestPermission()) !== 'granted') return 'denied'
  const state = await envelope(api.push.get())
  if (!state.success) return state
  const subscription = await subscribeBrowser(state.data.publicKey).catch(() => undefined)
  const { endpoint, keys } = subscription?.toJSON() ?? {}
  if (endpoint === undefined || keys?.p256dh === undefined || keys.auth === undefined) return 'failed'
  const { p256dh, auth } = keys
  const answer = await envelope(api.push.subscription.put({ endpoint, keys: { p256dh, auth } }))
  return answer.success ? undefined : answer
}

async function subscribeBrowser(publicKey: string): Promise<PushSubscription> {
  const { pushManager } = await navigator.serviceWorker.ready
  // One with the key of before, or of another account, cannot be used again.
  await (await pushManager.getSubscription())?.unsubscribe()
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
}

export async function disablePush(): Promise<Failure | undefined> {
  const answer = await envelope(api.push.subscription.delete())
  if (!answer.success) return answer
  const registration = await navigator.serviceWorker.ready
  await (await registration.pushManager.getSubscription())?.unsubscribe().catch(() => false)
  return undefined
}
