import { randomInt } from 'node:crypto'
import { delayedPosts } from '../../../db/schema/delayed'
import { raw, sql } from '../../../db/sql'
import { INTEGER, pick } from '../../../db/statement'
import { storage, type Tx } from '../../../db/storage'
import { AppError, refuse } from '../../errors'
import { type Account, readAccount, type Viewer, withPresentSanctions } from '../../ground/access/account'
import { createOnce, writeCreation } from '../../ground/access/create-once'
import { levelRefusal } from '../../ground/access/levels'
import { writeAs } from '../../ground/access/write-as'
import { type Actor, audit, systemActor } from '../../ground/audit/audit'
import type { Texts } from '../../ground/policy/check-texts'
import { forgetText } from '../../ground/policy/duplicates'
import { throughStages } from '../../ground/policy/stages'
import { runEvery } from '../../lib/process/background'
import type { MessageOrKey } from '../../messages/message'
import { WAITING } from '../publication'

// Delayed texts: whoever sees an author at the keyboard, on the network or in the next room cannot tell by the minute of
// a text that it was theirs. It waits where only its author sees it, and appears at a random moment soon, with the time
// and the id of that moment. forum/posts and forum/comments have what is written and how it is published.

const CHECK_INTERVAL_MS = 10_000
/** Of one author and kind. */
export const MAX_WAITING = 10
/** Requests wait while one write publishes this many. */
const BATCH = 20

const TABLES = { post: raw('delayed_posts'), comment: raw('delayed_comments') } as const
type Type = keyof typeof TABLES
/** As both tables have it. */
const ID = pick(delayedPosts, 'id')

/** An account for which something appears. */
export type DelayedAuthor = Account & Pick<Actor, 'origin'>

type Kind = {
  type: Type
  /** It appears after so many milliseconds at most. */
  withinMs: number
  tooMany: MessageOrKey
  missing: () => never
  /** Publishes what waits under the id. What refuses it refuses before the first write. */
  publish: (tx: Tx, author: DelayedAuthor, id: string) => unknown
}

/** What its author reads of each, and of a new one. */
type Waiting = { id: string; alias: boolean }

type NewDelayed = { id: string; authorId: string; publishAt: string }

/** A waiting text of one author, where it is to be stored and how it is checked before. */
type Draft<Made extends Waiting> = {
  check: () => Promise<{ texts: Texts; store: (tx: Tx, user: Viewer, row: NewDelayed) => Made }>
  /** Refuses with 404 what does not wait any more. */
  read: (id: string) => Made | Promise<Made>
}

type Delayed = ReturnType<typeof delayed>

/** The waiting texts of one kind. */
export function delayed(kind: Kind) {
  const { type, withinMs } = kind
  const table = TABLES[type]
  const soon = (): string => new Date(Date.now() + randomInt(withinMs)).toISOString()
  const latest = (): string => new Date(Date.now() + withinMs).toISOString()

  /**
   * Checks the text as publishing it does. 409 `CONFLICT` while ten of the author wait. A repeat finds it only while it
   * waits: nothing says what it became.
   */
  async function delay<Made extends Waiting>(user: Viewer, { check, read }: Draft<Made>): Promise<Made> {
    const create = async () => {
      const { texts, store } = await check()
      const write = () =>
        writeCreation(user, 'author', async (tx, user) => {
          const own = sql({ count: INTEGER })`SELECT count(*) AS count FROM ${table} WHERE author_id = ${user.id}`.get(
            tx,
          )
          if (own !== undefined && own.count >= MAX_WAITING) refuse('CONFLICT', kind.tooMany)
          const row = { id: crypto.randomUUID(), authorId: user.id, publishAt: soon() }
          const made = await store(tx, user, row)
          auditWaiting(tx, user, made, `user:delayed:${type}`)
          return made
        })
      return throughStages(WAITING, { author: user, kind: type, texts }, write)
    }
    return createOnce(user.creation, { create, read })
  }

  type Action = `user:delayed:${Type}` | `user:deleted:delayed-${Type}`

  /** Not of an aliased one: by the time of the entry one would know whose the alias is. */
  function auditWaiting(tx: Tx, user: Viewer, { id, alias }: Waiting, action: Action): void {
    if (!alias) audit(tx, user, { action, entityType: `delayed-${type}`, entityId: id })
  }

  /** 404 for what is not the user's own, or has appeared. Banned and suspended users may delete theirs. */
  async function remove(user: Viewer, id: string): Promise<void> {
    await writeAs(user, 'session', (tx, user) => {
      const row =
        sql(pick(delayedPosts, 'isAliased'))`
          DELETE FROM ${table} WHERE id = ${id} AND author_id = ${user.id} RETURNING is_aliased AS isAliased`.get(tx) ??
        kind.missing()
      auditWaiting(tx, user, { id, alias: row.isAliased === 1 }, `user:deleted:delayed-${type}`)
      tx.afterCommit(() => forgetText(user.id, id))
    })
  }

  const postpone = (tx: Tx, id: string, publishAt: string | null) =>
    sql`UPDATE ${table} SET publish_at = ${publishAt} WHERE id = ${id}`.run(tx)

  /** What was due while nobody looked appears at moments of its own again: together, it would be known as one person's. */
  const scatter = (): Promise<void> =>
    storage.write((tx) => {
      const missed = sql(ID)`SELECT id FROM ${table} WHERE publish_at <= ${new Date().toISOString()}`.all(tx)
      for (const { id } of missed) postpone(tx, id, soon())
    })

  /** Publishes what is due; holds what its author may not publish now. Returns whether there may be more. */
  async function publishBatch(tx: Tx): Promise<boolean> {
    // What would wait for longer than it can was written while the clock was ahead.
    const late = sql(ID)`SELECT id FROM ${table} WHERE publish_at > ${latest()} LIMIT ${BATCH}`.all(tx)
    for (const { id } of late) postpone(tx, id, soon())
    const due = sql(pick(delayedPosts, 'id', 'authorId'))`
      SELECT id, author_id AS authorId FROM ${table}
      WHERE publish_at <= ${new Date().toISOString()} ORDER BY publish_at LIMIT ${BATCH}`.all(tx)
    for (const { id, authorId } of due) if (!(await isPublished(tx, authorId, id))) postpone(tx, id, null)
    return due.length === BATCH
  }

  async function isPublished(tx: Tx, authorId: string, id: string): Promise<boolean> {
    const account = readAccount(tx, authorId)
    if (account === undefined || levelRefusal('author', withPresentSanctions(account)) !== null) return false
    try {
      await kind.publish(tx, { ...account, origin: systemActor('system').origin }, id)
      return true
    } catch (error) {
      if (error instanceof AppError) return false
      throw error
    }
  }

  async function publishDue(): Promise<void> {
    const next = () => sql(ID)`
      SELECT id FROM ${table} WHERE publish_at <= ${new Date().toISOString()} OR publish_at > ${latest()} LIMIT 1`
    while (next().get(storage.reader) !== undefined && (await storage.write(publishBatch)));
  }

  return { delay, remove, publishDue, scatter }
}

/** Publishes what is due, now and every ten seconds. The returned function stops that and waits for a run in progress. */
export const startDelayedTexts = (kinds: readonly Delayed[]): (() => Promise<void>) =>
  runEvery(CHECK_INTERVAL_MS, 'delayed texts', async (isAfterGap) => {
    for (const { scatter, publishDue } of kinds) {
      if (isAfterGap) await scatter()
      await publishDue()
    }
  })
