import { pushSubscriptions } from '../../../db/schema/notifications'
import { sql } from '../../../db/sql'
import { pick } from '../../../db/statement'
import { type Connection, storage, type Tx } from '../../../db/storage'
import { refuseField } from '../../errors'
import type { Viewer } from '../../ground/access/account'
import { writeAs } from '../../ground/access/write-as'
import { audit } from '../../ground/audit/audit'
import { currentKey, storedHashes } from '../../lib/crypto/keys'
import { seal } from '../../lib/crypto/sealing'
import { urlFaultWithin } from '../../lib/net/outgoing'
import { refuseUnlessOn } from '../notifications/choices'
import { areBrowserKeys, type BrowserKeys, pushPublicKey } from './web-push'

// Web Push: a browser subscribes for the session that it has, and ends with it. notifications/entries.ts notes what is
// pushed, delivery.ts sends it.

/** More browsers of one account than this are not pushed to: the oldest goes. */
export const MAX_SUBSCRIPTIONS = 10

/** Students name these addresses: they lead to the internet alone, whatever networks webhooks may go to. */
export const PUSH_NETWORKS = [] as const

const subscriptionOf = (db: Connection, sessionId: string) =>
  sql(pick(pushSubscriptions, 'id', 'keyId'))`
    SELECT id, key_id AS keyId FROM push_subscriptions WHERE session_id = ${sessionId}`.get(db)

export const deleteSubscription = (tx: Tx, id: string): boolean =>
  sql`DELETE FROM push_subscriptions WHERE id = ${id}`.run(tx).changes > 0

type PushState = { publicKey: string; isSubscribed: boolean }

/** What a browser subscribes with, and whether this one did. 404 `FEATURE_DISABLED` while notifications are off. */
export function pushState({ sessionId }: Viewer): PushState {
  refuseUnlessOn()
  const key = currentKey()
  // One that was given the key of before subscribes anew.
  const isSubscribed = subscriptionOf(storage.reader, sessionId)?.keyId === key.id
  return { publicKey: pushPublicKey(key), isSubscribed }
}

type PushSubscription = { endpoint: string; keys: BrowserKeys }

/** Instead of what the session had. 400 for an endpoint that pushes may not go to, and for keys that are none. */
export async function subscribe(user: Viewer, { endpoint, keys }: PushSubscription): Promise<PushState> {
  refuseUnlessOn()
  if (urlFaultWithin(endpoint, PUSH_NETWORKS) !== undefined) refuseField('endpoint', 'push.endpoint')
  if (!areBrowserKeys(keys)) refuseField('keys', 'push.keys')
  const id = crypto.randomUUID()
  const key = currentKey()
  const hashes = storedHashes('push-endpoint', endpoint)
  const sealed = seal(id, JSON.stringify({ endpoint, ...keys }))
  return writeAs(user, 'session', (tx, user) => {
    const { id: userId, sessionId } = user
    const [endpointIndex = ''] = hashes
    const row = { id, userId, sessionId, endpointIndex, sealed, keyId: key.id, createdAt: new Date().toISOString() }
    // Of this session, and of this browser, whoever had it. Beyond the limit the oldest of the user goes.
    sql`DELETE FROM push_subscriptions WHERE session_id = ${sessionId}
      OR endpoint_index IN (SELECT value FROM json_each(${JSON.stringify(hashes)}))
      OR id IN (
        SELECT id FROM push_subscriptions WHERE user_id = ${userId} ORDER BY created_at DESC
        LIMIT -1 OFFSET ${MAX_SUBSCRIPTIONS - 1}
      )`.run(tx)
    tx.orm.insert(pushSubscriptions).values(row).run()
    audit(tx, user, { action: 'user:subscribed:push', entityType: 'session', entityId: sessionId })
    return { publicKey: pushPublicKey(key), isSubscribed: true }
  })
}

/** Works while notifications are off, too. */
export async function unsubscribe(user: Viewer): Promise<void> {
  await writeAs(user, 'session', (tx, user) => {
    const row = subscriptionOf(tx, user.sessionId)
    if (row === undefined || !deleteSubscription(tx, row.id)) return
    audit(tx, user, { action: 'user:unsubscribed:push', entityType: 'session', entityId: user.sessionId })
  })
}
