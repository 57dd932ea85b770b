import type { SQLQueryBindings } from 'bun:sqlite'
import { getTableColumns, getTableName } from 'drizzle-orm'
import { getTableConfig, type SQLiteTable } from 'drizzle-orm/sqlite-core'
import { branches, collegeBranches, collegeRequests, colleges, courses } from '../../../db/schema/colleges'
import { comments, commentVersions, postVersions } from '../../../db/schema/comments'
import { follows, mutes } from '../../../db/schema/follows'
import {
  appeals,
  bannedWords,
  escalations,
  moderationNotes,
  moderationRecords,
  reports,
} from '../../../db/schema/moderation'
import { accountNotices, notificationSettings } from '../../../db/schema/notifications'
import { pinnedPosts, postStats, posts } from '../../../db/schema/posts'
import { feedbacks, settings } from '../../../db/schema/server'
import { sanctions, userBlocks, userStats, users } from '../../../db/schema/users'
import { bookmarks, commentVotes, polls, postVotes } from '../../../db/schema/votes'
import { delayedComments, delayedPosts, heldTexts, pictures, removedPictures } from '../../../db/schema/waiting'
import { idOf, isoTime } from '../../../db/statement'
import type { Connection } from '../../../db/storage'

// What people and moderators wrote and did, by their Quad names. Not what leads to an address, opens anything, or
// waits.

/** `where`: only these rows. */
type Exported = readonly [table: SQLiteTable, omitted?: readonly string[], where?: string, counts?: Counts]
/** The table of its counts, the column that names the row, and what is computed after an import. */
type Counts = readonly [table: SQLiteTable, key: string, computed?: Row]

/** What waits to appear under an alias has its account, and in a while stands under the alias. */
const NOT_ALIASED = 'is_aliased = 0'

const BY_ALIAS = { post: `t.author_id = ${idOf('users', 'a.alias')}`, comment: 't.author = a.alias' } as const

/** Without what an account did to its own text under an alias: few others vote on a post in its first seconds. */
const toOthers = (account: string, text: string): string => `NOT EXISTS (
  SELECT 1 FROM aliases a CROSS JOIN ${text} WHERE a.account = ${account})`
const onPostOfOthers = (table: string): string =>
  toOthers(
    `(SELECT key FROM users WHERE id = ${table}.user_id)`,
    `posts t ON t.id = ${table}.post_id AND ${BY_ALIAS.post}`,
  )
const markOfOthers = (table: string, type: 'post' | 'comment'): string =>
  toOthers(`${table}.user`, `${type}s t ON t.key = ${table}.${type} AND ${BY_ALIAS[type]}`)

export const EXPORTED: readonly Exported[] = [
  [settings],
  [colleges],
  [branches],
  [collegeBranches],
  [courses],
  [collegeRequests, ['requesterIndex', 'requesterSealed']],
  [users, ['key', 'authId', 'nameDraws', 'remindedAt'], undefined, [userStats, 'user']],
  [posts, ['key', 'hotScore'], undefined, [postStats, 'post', { hot_score: 0 }]],
  // One that is open is closed where it is imported: what is sealed does not leave.
  [polls, ['pending']],
  [postVersions],
  [comments, ['key']],
  [commentVersions],
  [delayedPosts, ['isAliased'], NOT_ALIASED],
  [delayedComments, ['isAliased'], NOT_ALIASED],
  [heldTexts],
  // Of others the export has no post: they wait, or are nobody's but their uploader's.
  [pictures, ['ownerId', 'uploadedAt', 'heldId', 'delayedId'], 'post_id IS NOT NULL'],
  [removedPictures],
  [pinnedPosts],
  [postVotes, [], markOfOthers('post_votes', 'post')],
  [commentVotes, [], markOfOthers('comment_votes', 'comment')],
  [bookmarks, [], markOfOthers('bookmarks', 'post')],
  [follows, ['through'], onPostOfOthers('follows')],
  [mutes, [], onPostOfOthers('mutes')],
  [userBlocks],
  [notificationSettings, ['digestAttempts']],
  // Those of an account and of its aliases are read at once.
  [accountNotices, ['acknowledgedAt']],
  [reports],
  [escalations],
  [moderationRecords],
  [moderationNotes],
  [sanctions, ['retainedId']],
  [appeals],
  [bannedWords],
  [feedbacks],
]

type Column = {
  key: string
  table: string
  name: string
  sql: string
  schema: object
  read: (value: unknown) => unknown
  /** What the export says as SQLite has it; `keyOf` finds the row that an id names. */
  write: (value: unknown, keyOf: (table: string, id: unknown) => number) => unknown
}
export type Row = Record<string, unknown>

/** By column, the tables whose integer keys it has: outside they have ids. */
function keyedTables(table: SQLiteTable): ReadonlyMap<string, string> {
  const references = getTableConfig(table).foreignKeys.map((key) => key.reference())
  return new Map(
    references.flatMap(({ columns: [column], foreignColumns: [foreign], foreignTable }) =>
      column && foreign?.name === 'key' ? [[column.name, getTableName(foreignTable)]] : [],
    ),
  )
}

function columnsOf([table, omitted = [], , counts]: Exported): Column[] {
  const keyed = keyedTables(table)
  return Object.entries({ ...getTableColumns(table), ...(counts && getTableColumns(counts[0])) })
    .filter(([key, column]) => column.generated === undefined && key !== counts?.[1] && !omitted.includes(key))
    .map(([key, column]) => {
      const { name, dataType, enumValues, notNull } = column
      const place = { table: getTableName(column.table), name }
      const text = { type: notNull ? 'string' : ['string', 'null'] }
      const target = keyed.get(name)
      if (target !== undefined) {
        const sql = idOf(target, `${getTableName(table)}.${name}`)
        const write: Column['write'] = (id, keyOf) => (id === null ? null : keyOf(target, id))
        return { ...place, key: `${key}Id`, sql, schema: text, read: asIs, write }
      }
      if (dataType === 'number' && key.endsWith('At'))
        return { ...place, key, sql: isoTime(name), schema: text, read: asIs, write: milliseconds }
      const type = { boolean: 'boolean', number: 'integer', string: 'string' }[dataType as string]
      const plain = { ...(type && { type: notNull ? type : [type, 'null'] }) }
      const schema = enumValues?.length ? { ...plain, enum: notNull ? enumValues : [...enumValues, null] } : plain
      const { read, write } = FORMS[dataType as string] ?? { read: asIs, write: asIs }
      return { ...place, key, sql: name, schema, read, write }
    })
}

const asIs = (value: unknown): unknown => value

const milliseconds = (time: unknown): unknown => (typeof time === 'string' ? Date.parse(time) : time)

/** SQLite has neither booleans nor JSON. */
const FORMS: Record<string, Pick<Column, 'read' | 'write'>> = {
  boolean: {
    read: (value) => (value === null ? null : value === 1),
    write: (value) => (value === null ? null : Number(value)),
  },
  json: {
    read: (value) => (typeof value === 'string' ? JSON.parse(value) : value),
    write: (value) => (value === null ? null : JSON.stringify(value)),
  },
}

export type Subject = { name: string; schema: object; rows: (db: Connection) => Iterable<Row> }

export function subjectOf(exported: Exported): Subject {
  const [table, , where = 'true', counts] = exported
  const columns = columnsOf(exported)
  const name = getTableName(table)
  const join = counts === undefined ? '' : ` JOIN ${getTableName(counts[0])} ON ${counts[1]} = key`
  const text = `SELECT ${columns.map(({ key, sql }) => `${sql} AS "${key}"`).join(', ')} FROM ${name}${join} WHERE ${where}`
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: name,
    type: 'object',
    properties: Object.fromEntries(columns.map(({ key, schema }) => [key, schema])),
    required: columns.map(({ key }) => key),
    additionalProperties: false,
  }
  return { name, schema, rows: (db) => rowsOf(db, text, columns) }
}

function* rowsOf({ sqlite }: Connection, text: string, columns: readonly Column[]): Generator<Row> {
  for (const row of sqlite.prepare<Row, []>(text).iterate())
    yield Object.fromEntries(columns.map(({ key, read }) => [key, read(row[key])]))
}

/** What puts a line of the table back: the columns that the line has, the others by their defaults. */
export function inserterOf({ sqlite }: Connection, exported: Exported): (row: Row) => void {
  const [table, , , counts] = exported
  const columns = columnsOf(exported)
  const keyOf = (target: string, id: unknown): number => {
    const found = sqlite.query<{ key: number }, [string]>(`SELECT key FROM ${target} WHERE id = ?`).get(String(id))
    if (found === null) throw new Error(`nothing in ${target} has the id ${id}`)
    return found.key
  }
  const insert = (into: string, row: Row, more: Row = {}) => {
    const own = columns.filter(({ table, key }) => table === into && key in row)
    const values = { ...more, ...Object.fromEntries(own.map(({ name, key, write }) => [name, write(row[key], keyOf)])) }
    const names = Object.keys(values)
    sqlite
      .query(`INSERT INTO ${into} (${names.join()}) VALUES (${names.map(() => '?').join()})`)
      .run(...(Object.values(values) as SQLQueryBindings[]))
  }
  const name = getTableName(table)
  return (row) => {
    insert(name, row)
    if (counts !== undefined) insert(getTableName(counts[0]), row, { ...counts[2], [counts[1]]: keyOf(name, row.id) })
  }
}
