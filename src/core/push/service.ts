import { storage } from '../../../db/storage'
import { refuseField } from '../../errors'
import { currentKey, storedHashes } from '../../lib/keys'
import { urlFaultWithin } from '../../lib/outgoing'
import { seal } from '../../lib/sealing'
import { areBrowserKeys, type BrowserKeys, pushPublicKey } from '../../lib/web-push'
import type { Viewer } from '../access/account'
import { writeAs } from '../access/write-as'
import { audit } from '../audit/audit'
import { refuseUnlessOn } from '../notifications/service'
import { deleteSubscription, replaceSubscription, subscriptionOf } from './queries'

// Web Push: a browser subscribes for the session that it has, and ends with it. notifications/push-queue.ts notes what
// is pushed, delivery.ts sends it.

/** More browsers of one account than this are not pushed to: the oldest goes. */
export const MAX_SUBSCRIPTIONS = 10

/** Students name these addresses: they lead to the internet alone, whatever networks webhooks may go to. */
export const PUSH_NETWORKS = [] as const

export type PushState = { publicKey: string; isSubscribed: boolean }

/** What a browser subscribes with, and whether this one did. 404 `FEATURE_DISABLED` while notifications are off. */
export async function pushState({ sessionId }: Viewer): Promise<PushState> {
  refuseUnlessOn()
  const key = currentKey()
  // One that was given the key of before subscribes anew.
  return {
    publicKey: pushPublicKey(key),
    isSubscribed: subscriptionOf(storage.reader, sessionId)?.keyId === key.id,
  }
}

export type PushSubscription = { endpoint: string; keys: BrowserKeys }

/** Instead of what the session had. 400 for an endpoint that pushes may not go to, and for keys that are none. */
export async function subscribe(user: Viewer, { endpoint, keys }: PushSubscription): Promise<PushState> {
  refuseUnlessOn()
  const fault = urlFaultWithin(endpoint, PUSH_NETWORKS)
  if (fault !== undefined) refuseField('endpoint', 'push.endpoint')
  if (!areBrowserKeys(keys)) refuseField('keys', 'push.keys')
  const id = crypto.randomUUID()
  const key = currentKey()
  const endpointIndexes = storedHashes('push-endpoint', endpoint)
  const sealed = seal(id, JSON.stringify({ endpoint, ...keys }))
  return writeAs(user, 'session', async (tx, user) => {
    const row = { id, userId: user.id, sessionId: user.sessionId, sealed, keyId: key.id }
    replaceSubscription(tx, { ...row, endpointIndexes }, MAX_SUBSCRIPTIONS)
    await audit(tx, user, { action: 'user:subscribed:push', entityType: 'session', entityId: user.sessionId })
    return { publicKey: pushPublicKey(key), isSubscribed: true }
  })
}

/** Works while notifications are off, too. */
export async function unsubscribe(user: Viewer): Promise<void> {
  await writeAs(user, 'session', async (tx, user) => {
    const row = subscriptionOf(tx, user.sessionId)
    if (row === undefined || !deleteSubscription(tx, row.id)) return
    await audit(tx, user, { action: 'user:unsubscribed:push', entityType: 'session', entityId: user.sessionId })
  })
}
