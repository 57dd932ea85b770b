import type { Database } from 'bun:sqlite'
import { getTableColumns } from 'drizzle-orm'
import type { AnySQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Connection, Orm } from './connection'

/** Built and prepared once per connection: for every request that costs three to four times as much. */
export function statement<P>(build: (orm: Orm) => P): (connection: Connection) => P {
  return oncePerConnection((connection) => build(connection.orm))
}

/** The type of a value in SQL text that is not simply the type of a column: a count, a JSON text, an outer join. */
export type SqlType<T> = {
  readonly declared: AnySQLiteColumn | 'TEXT' | 'INTEGER' | 'ANY'
  /** Never set; the TypeScript type of the value. */
  readonly value?: T
}

/** Names of result columns or of parameters, each with a column of the schema or another type. */
export type SqlTypes = Readonly<Record<string, AnySQLiteColumn | SqlType<unknown>>>

export const TEXT: SqlType<string> = { declared: 'TEXT' }
export const INTEGER: SqlType<number> = { declared: 'INTEGER' }
export const FLAG: SqlType<0 | 1> = { declared: 'INTEGER' }
/** What a list may be sorted by. */
export const TEXT_OR_INTEGER: SqlType<string | number> = { declared: 'ANY' }

export const toFlag = (value: boolean): 0 | 1 => (value ? 1 : 0)

/** SQLite has no booleans: a column in Drizzle's mode `boolean` is 0 or 1 in a raw row. */
type RawValue<T> = T extends AnySQLiteColumn
  ? (T['_']['data'] extends boolean ? 0 | 1 : T['_']['data']) | (T['_']['notNull'] extends true ? never : null)
  : T extends SqlType<infer Value>
    ? Value
    : never

/** The values as SQLite takes and returns them. */
export type Raw<Types extends SqlTypes> = { [Name in keyof Types]: RawValue<Types[Name]> }

/** For a column that an outer join may leave empty, and for a parameter that may be null. */
export function orNull<T extends AnySQLiteColumn>(type: T): SqlType<RawValue<T> | null> & { declared: T }
export function orNull<T>(type: SqlType<T>): SqlType<T | null>
export function orNull(type: AnySQLiteColumn | SqlType<unknown>): SqlType<unknown> {
  return { declared: 'declared' in type ? type.declared : type }
}

export function pick<Table extends SQLiteTable, Name extends keyof Table['_']['columns'] & string>(
  table: Table,
  ...names: Name[]
): Pick<Table['_']['columns'], Name> {
  const columns: Table['_']['columns'] = getTableColumns(table)
  return Object.fromEntries(names.map((name) => [name, columns[name]])) as Pick<Table['_']['columns'], Name>
}

type OfColumn = AnySQLiteColumn | (SqlType<unknown> & { readonly declared: AnySQLiteColumn })

/** Columns of one table as the select list of a text, under these names: `p.id, p.post_id AS postId`. */
export function selectList(columns: Readonly<Record<string, OfColumn>>, table?: string): string {
  return Object.entries(columns)
    .map(([as, type]) => {
      const { name } = 'declared' in type ? type.declared : type
      return `${table === undefined ? '' : `${table}.`}${name}${name === as ? '' : ` AS ${as}`}`
    })
    .join(', ')
}

/** SQL: the id of the row with that key. */
export const idOf = (table: string, key: string): string =>
  `(SELECT self.id FROM ${table} self WHERE self.key = ${key})`

/** SQL: a time in milliseconds as ISO 8601. */
export const isoTime = (column: string): string => `strftime('%Y-%m-%dT%H:%M:%fZ', ${column} / 1000.0, 'unixepoch')`

export function oncePerConnection<P>(prepareOn: (connection: Connection) => P): (connection: Connection) => P {
  // The database is the key: every transaction is a connection object of its own over the same database.
  const statements = new WeakMap<Database, P>()
  return (connection) => {
    const database = connection.sqlite
    const existing = statements.get(database)
    if (existing !== undefined) return existing
    const prepared = prepareOn(connection)
    statements.set(database, prepared)
    return prepared
  }
}
