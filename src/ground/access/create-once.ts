import { idempotencyKeys } from '../../../db/schema/server'
import { sql } from '../../../db/sql'
import { pick } from '../../../db/statement'
import { type Connection, storage, type Tx } from '../../../db/storage'
import { refuse } from '../../errors'
import { matchesStoredHash, storedHash, storedHashes } from '../../lib/crypto/keys'
import { minuteOf } from '../../lib/text/coarse-time'
import type { Creation, Viewer } from './account'
import type { AccountLevel } from './levels'
import { writeAs } from './write-as'

// A client that heard no answer sends its request again. The key is written in the transaction of the creation, as hashes
// and with the id of what was made: a repeat reads that anew, so that no copy of an answer is kept. What is refused leaves
// no key, and may be tried again.

/** Longer than a phone keeps a text whose answer was lost and sends it again by itself (`public/app/lib/waiting.ts`). */
const KEPT_MS = 30 * 86_400_000
const MINUTE_MS = 60_000
/** Of an account, and of all who have none, at least; the oldest go first. */
const MAX_KEYS = 1_000
/** Rows deleted in one transaction, which other writes wait for. */
const DELETE_BATCH = 5_000

/**
 * Whoever has no account shares keys with all: theirs count with the request alone, or strangers could use somebody's key
 * first, and a refusal would tell them that it was used.
 */
const subjectOf = (creation: Creation): string => (creation.userId === null ? contentOf(creation) : keyOf(creation))
const keyOf = ({ userId, key }: Creation): string => `${userId ?? ''}\0${key}`
/** With the key: equal requests of two people have nothing in common. */
const contentOf = (creation: Creation): string => `${keyOf(creation)}\0${creation.request}`

const now = (): string => new Date().toISOString()
const expiry = (): string => minuteOf(new Date(Date.now() + KEPT_MS + MINUTE_MS).toISOString())

/** The id of what an earlier request with the key created. 422 `IDEMPOTENCY_KEY_REUSED` if it was another request. */
function createdBefore(db: Connection, creation: Creation): string | undefined {
  const hashes = JSON.stringify(storedHashes('idempotency-key', subjectOf(creation)))
  const row = sql(pick(idempotencyKeys, 'fingerprint', 'createdId'))`
    SELECT fingerprint, created_id AS createdId FROM idempotency_keys
    WHERE key_hash IN (SELECT value FROM json_each(${hashes})) AND expires_at > ${now()}`.get(db)
  if (row === undefined) return undefined
  if (!matchesStoredHash(row.fingerprint, 'idempotent-request', contentOf(creation))) refuse('IDEMPOTENCY_KEY_REUSED')
  return row.createdId
}

/** Call in the transaction that creates. 409 `CONFLICT` if the key has been used since `createOnce` looked. */
export function rememberCreation(tx: Tx, creation: Creation | undefined, createdId: string): void {
  if (creation === undefined) return
  const keyHash = storedHash('idempotency-key', subjectOf(creation))
  const { changes } = sql`
    INSERT INTO idempotency_keys (key_hash, fingerprint, user_id, created_id, expires_at)
    VALUES (${keyHash}, ${storedHash('idempotent-request', contentOf(creation))}, ${creation.userId},
      ${createdId}, ${expiry()})
    ON CONFLICT (key_hash) DO UPDATE SET
      fingerprint = excluded.fingerprint, created_id = excluded.created_id, expires_at = excluded.expires_at
    WHERE expires_at <= ${now()}`.run(tx)
  if (changes === 0) refuse('CONFLICT')
  // To count an account's keys takes as long as all the rest: one hash of sixteen ends so.
  // Index: idempotency_keys_user.
  if (keyHash.endsWith('A'))
    sql`
    DELETE FROM idempotency_keys WHERE rowid IN (
      SELECT rowid FROM idempotency_keys WHERE user_id IS ${creation.userId} ORDER BY expires_at DESC
        LIMIT -1 OFFSET ${MAX_KEYS}
    )`.run(tx)
}

/** By subject: requests with one key at the same time. */
const running = new Map<string, Promise<void>>()

/**
 * Creates; or, where an earlier request with the same key did, reads what it created (`read` refuses with 404 what is gone
 * since). Rules of content and quotas belong into `create`: a repeat is no other attempt. Of two at once the second waits.
 */
export async function createOnce<Made>(
  creation: Creation | undefined,
  { create, read }: { create: () => Made | Promise<Made>; read: (id: string) => Made | Promise<Made> },
): Promise<Made> {
  if (creation === undefined) return create()
  const subject = subjectOf(creation)
  while (running.has(subject)) await running.get(subject)
  const ended = Promise.withResolvers<void>()
  running.set(subject, ended.promise)
  try {
    const id = createdBefore(storage.reader, creation)
    if (id === undefined) return await create()
    creation.isReplayed = true
    return await read(id)
  } finally {
    running.delete(subject)
    ended.resolve()
  }
}

type Creating<Made> = (tx: Tx, viewer: Viewer) => Made | Promise<Made>

/** As `writeAs`, for what `create` makes; once for the key of the viewer's request, if it has one. */
export const createAs = <Made extends { id: string }>(
  viewer: Viewer,
  level: AccountLevel,
  { create, read }: { create: Creating<Made>; read: (id: string) => Made | Promise<Made> },
): Promise<Made> => createOnce(viewer.creation, { create: () => writeCreation(viewer, level, create), read })

export function writeCreation<Made extends { id: string }>(
  viewer: Viewer,
  level: AccountLevel,
  create: Creating<Made>,
): Promise<Made> {
  return writeAs(viewer, level, async (tx, viewer) => {
    const made = await create(tx, viewer)
    rememberCreation(tx, viewer.creation, made.id)
    return made
  })
}

/** Deletes a batch of keys that have expired, or were made while the clock was ahead; returns whether there may be more. */
export function deleteExpiredKeys(tx: Tx): boolean {
  // Index: idempotency_keys_expiry.
  return (
    sql`
    DELETE FROM idempotency_keys WHERE rowid IN (
      SELECT rowid FROM idempotency_keys WHERE expires_at <= ${now()} OR expires_at > ${expiry()} LIMIT ${DELETE_BATCH}
    )`.run(tx).changes === DELETE_BATCH
  )
}
