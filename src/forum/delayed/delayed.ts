import { randomInt } from 'node:crypto'
import type { AnySQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { t } from 'elysia'
import { delayedComments, delayedPosts } from '../../../db/schema/waiting'
import { countRows, hasRow, insertInto, type Query, raw, sql } from '../../../db/sql'
import { selectList, TEXT } from '../../../db/statement'
import { type Connection, storage, type Tx } from '../../../db/storage'
import { AppError, refuse } from '../../errors'
import { type Account, readAccount, type Viewer, withPresentSanctions } from '../../ground/access/account'
import { createOnce, writeCreation } from '../../ground/access/create-once'
import { levelRefusal } from '../../ground/access/levels'
import { writeAs } from '../../ground/access/write-as'
import { type Actor, audit, systemActor } from '../../ground/audit/audit'
import type { Texts } from '../../ground/policy/check-texts'
import { forgetText, renameText } from '../../ground/policy/duplicates'
import { throughStages } from '../../ground/policy/stages'
import { every } from '../../lib/process/background'
import type { MessageOrKey } from '../../messages/message'
import { WAITING } from '../publication'

// Delayed texts: whoever sees an author at the keyboard, on the network or in the next room cannot tell by the minute of
// a text that it was theirs. It waits where only its author sees it, and appears at a random moment soon, with the time
// and the id of that moment. forum/posts and forum/comments have what is written and how it is published.

/** Of one author and kind. */
export const MAX_WAITING = 10
/** Requests wait while one write publishes this many. */
const BATCH = 20

const TABLES = { post: delayedPosts, comment: delayedComments } as const

/** An account for which something appears. */
export type DelayedAuthor = Account & Pick<Actor, 'origin'>

/** Of both kinds. Without a time once its author might not publish it when it was due. */
type Row = { id: string; authorId: string; isAliased: 0 | 1; publishAt: string | null }
type Draft<Stored extends Row> = Omit<Stored, 'id' | 'authorId' | 'publishAt'>

/** In the records of both kinds. */
export const waits = (alias: string, verb: string) => ({
  alias: t.Boolean({ description: alias }),
  state: t.UnionEnum(['waiting', 'held'], {
    description: `\`held\`: its author might not ${verb} when it was due; it appears when its author publishes it`,
  }),
})
export const shownWaits = ({ isAliased, publishAt }: Row) => ({
  alias: isAliased === 1,
  state: publishAt === null ? ('held' as const) : ('waiting' as const),
})

type Kind<Stored extends Row, Shown, Made> = {
  type: 'post' | 'comment'
  columns: Readonly<Record<keyof Stored & string, AnySQLiteColumn>>
  /** It appears after so many milliseconds at most. */
  withinMs: number
  tooMany: MessageOrKey
  missing: () => never
  /** `db`: where the row may not be on disk yet. */
  toRecord: (row: Stored, db?: Connection) => Shown
  added?: (tx: Tx, row: Stored) => void
  /** Publishes what `take` takes from those that wait. What refuses it refuses before that. */
  publish: (tx: Tx, author: DelayedAuthor, row: Stored, take: () => void) => Made | Promise<Made>
}

type Delayed = Pick<ReturnType<typeof delayed>, 'publishDue' | 'scatter'>

/** The waiting texts of one kind. */
export function delayed<Stored extends Row, Shown extends { id: string }, Made extends { id: string }>(
  kind: Kind<Stored, Shown, Made>,
) {
  const { type, columns, withinMs, toRecord } = kind
  const table = raw(`delayed_${type}s`)
  const soon = (): string => new Date(Date.now() + randomInt(withinMs)).toISOString()
  const present = (): string => new Date().toISOString()
  const latest = (): string => new Date(Date.now() + withinMs).toISOString()

  const rows = (which: Query<never>): Query<Stored> =>
    sql(columns)`SELECT ${raw(selectList(columns))} FROM ${table} ${which}` as Query<unknown> as Query<Stored>
  const own = ({ id: authorId }: Account, id: string) => sql`WHERE id = ${id} AND author_id = ${authorId}`
  const readOwn = (db: Connection, user: Account, id: string): Stored => rows(own(user, id)).get(db) ?? kind.missing()
  const postpone = (tx: Tx, id: string, publishAt: string | null) =>
    sql`UPDATE ${table} SET publish_at = ${publishAt} WHERE id = ${id}`.run(tx)
  const idsWhere = (condition: Query<never>) => sql({ id: TEXT, authorId: TEXT })`
    SELECT id, author_id AS authorId FROM ${table} WHERE ${condition}`

  /**
   * Checks the text as publishing it does. 409 `CONFLICT` while ten of the author wait. A repeat finds it only while it
   * waits: nothing says what it became.
   */
  async function delay(
    user: Viewer,
    check: () => Promise<{ texts: Texts; draft: (tx: Tx, user: Viewer) => Draft<Stored> }>,
  ): Promise<Shown> {
    const create = async () => {
      const { texts, draft } = await check()
      const write = () =>
        writeCreation(user, 'author', (tx, user) => {
          if (countRows(tx, sql`FROM ${table} WHERE author_id = ${user.id}`) >= MAX_WAITING)
            refuse('CONFLICT', kind.tooMany)
          const row = { id: crypto.randomUUID(), authorId: user.id, publishAt: soon(), ...draft(tx, user) } as Stored
          insertInto<SQLiteTable>(TABLES[type], row).run(tx)
          kind.added?.(tx, row)
          auditWaiting(tx, user, row, `user:delayed:${type}`)
          return toRecord(row, tx)
        })
      return throughStages(WAITING, { author: user, kind: type, texts }, write)
    }
    return createOnce(user.creation, { create, read: (id) => toRecord(readOwn(storage.reader, user, id)) })
  }

  /** Not of an aliased one: by the time of the entry one would know whose the alias is. */
  function auditWaiting(
    tx: Tx,
    user: Viewer,
    { id, isAliased }: Row,
    action: `user:delayed:${typeof type}` | `user:deleted:delayed-${typeof type}`,
  ): void {
    if (isAliased === 0) audit(tx, user, { action, entityType: `delayed-${type}`, entityId: id })
  }

  /** In the order of writing. Index: that of the author. */
  const list = ({ id }: Viewer): Shown[] =>
    rows(sql`WHERE author_id = ${id} ORDER BY rowid`)
      .all(storage.reader)
      .map((row) => toRecord(row))

  async function publishIn(tx: Tx, user: DelayedAuthor, id: string): Promise<Made> {
    const take = () => sql`DELETE FROM ${table} ${own(user, id)}`.run(tx)
    const made = await kind.publish(tx, user, readOwn(tx, user, id), take)
    tx.afterCommit(() => renameText(user.id, id, made.id))
    return made
  }

  /** 404 for what is not the user's own, or has appeared; else refuses as publishing it at once does. */
  const publish = (user: Viewer, id: string): Promise<Made> =>
    writeAs(user, 'author', (tx, user) => publishIn(tx, user, id))

  /** 404 for what is not the user's own, or has appeared. Banned and suspended users may delete theirs. */
  const remove = (user: Viewer, id: string): Promise<void> =>
    writeAs(user, 'session', (tx, user) => {
      auditWaiting(tx, user, readOwn(tx, user, id), `user:deleted:delayed-${type}`)
      sql`DELETE FROM ${table} ${own(user, id)}`.run(tx)
      tx.afterCommit(() => forgetText(user.id, id))
    })

  // By the index of what is due.

  /** What was due while nobody looked appears at moments of its own again: together, it would be known as one person's. */
  const scatter = (): Promise<void> =>
    storage.write((tx) => {
      for (const { id } of idsWhere(sql`publish_at <= ${present()}`).all(tx)) postpone(tx, id, soon())
    })

  /** Publishes what is due; holds what its author may not publish now. Returns whether there may be more. */
  async function publishBatch(tx: Tx): Promise<boolean> {
    // What would wait for longer than it can was written while the clock was ahead.
    for (const { id } of idsWhere(sql`publish_at > ${latest()} LIMIT ${BATCH}`).all(tx)) postpone(tx, id, soon())
    const due = idsWhere(sql`publish_at <= ${present()} ORDER BY publish_at LIMIT ${BATCH}`).all(tx)
    for (const { id, authorId } of due) if (!(await isPublished(tx, authorId, id))) postpone(tx, id, null)
    return due.length === BATCH
  }

  async function isPublished(tx: Tx, authorId: string, id: string): Promise<boolean> {
    const account = readAccount(tx, authorId)
    if (account === undefined || levelRefusal('author', withPresentSanctions(account)) !== null) return false
    try {
      await publishIn(tx, { ...account, origin: systemActor('system').origin }, id)
      return true
    } catch (error) {
      if (error instanceof AppError) return false
      throw error
    }
  }

  async function publishDue(): Promise<void> {
    const isDue = () => sql`FROM ${table} WHERE publish_at <= ${present()} OR publish_at > ${latest()}`
    while (hasRow(storage.reader, isDue()) && (await storage.write(publishBatch)));
  }

  return { delay, list, publish, remove, publishDue, scatter }
}

/** Publishes what is due. */
export const startDelayedTexts = (kinds: readonly Delayed[]) =>
  every(10_000, 'delayed texts', async (isAfterGap) => {
    for (const { scatter, publishDue } of kinds) {
      if (isAfterGap) await scatter()
      await publishDue()
    }
  })
