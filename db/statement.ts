import type { Changes, Database } from 'bun:sqlite'
import { getTableColumns } from 'drizzle-orm'
import type { AnySQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Connection, Orm } from './connection'
import { keptStatements } from './connection'

// The Drizzle builder (`statement`) is the default form of a query. SQL text (`sqlStatement`, `sqlVariants`) is for
// queries on which the builder costs too much, and for SQL that it cannot say. `tests/unit/db/statements.test.ts` prepares
// every text and compares it with what is declared about it here.

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

/** SQL: the key of the row whose id is that parameter. */
export const keyOf = (table: 'users' | 'posts' | 'comments', parameter: string): string =>
  `(SELECT key FROM ${table} WHERE id = $${parameter})`

/** SQL: the id of the row with that key. */
export const idOf = (table: string, key: string): string =>
  `(SELECT self.id FROM ${table} self WHERE self.key = ${key})`

/** SQL: a time in milliseconds as ISO 8601. */
export const isoTime = (column: string): string => `strftime('%Y-%m-%dT%H:%M:%fZ', ${column} / 1000.0, 'unixepoch')`

type Declared<Returns extends SqlTypes, Params extends SqlTypes> = {
  /** The columns of a row; nothing when the statement returns no rows. */
  returns?: Returns
  params?: Params
}

type None = Record<never, never>
type Row<Returns extends SqlTypes> = keyof Returns extends never ? never : Raw<Returns>
type Bound<Params extends SqlTypes> = keyof Params extends never ? undefined : Raw<Params>

type SqlParams = Record<string, string | number | bigint | boolean | Uint8Array | null>
type Arguments<Params> = Params extends undefined ? [] : [params: Params]

export type SqlStatement<Returned, Params> = {
  get(...params: Arguments<Params>): Returned | undefined
  all(...params: Arguments<Params>): Returned[]
  /** Holds the connection's view of the data until it is through: only on a connection of one's own. */
  iterate(...params: Arguments<Params>): IterableIterator<Returned>
  run(...params: Arguments<Params>): Changes
}

type DeclaredStatement = { text: string | ((...shape: never) => string); returns: SqlTypes; params: SqlTypes }

/** Every text statement of the modules that are loaded. */
export const declaredStatements: DeclaredStatement[] = []

/**
 * SQL text that is prepared once per connection. Parameters are named (`$id`) and bound without the sign (`{ id }`); a
 * missing one throws, one that is `undefined` is NULL. More than one statement throws, too: SQLite's prepare would
 * silently drop all but the first.
 */
export function sqlStatement<Returns extends SqlTypes = None, Params extends SqlTypes = None>(
  text: string,
  { returns, params }: Declared<Returns, Params> = {},
): (connection: Connection) => SqlStatement<Row<Returns>, Bound<Params>> {
  requireSingleStatement(text)
  declaredStatements.push({ text, returns: returns ?? {}, params: params ?? {} })
  return oncePerConnection(({ sqlite }) => prepare(sqlite, text))
}

/** The text depends on the request: its filters and its order. So do its parameters; a missing one throws. */
export function sqlVariants<Shape extends unknown[], Returns extends SqlTypes, Params extends SqlTypes>(
  text: (...shape: Shape) => string,
  types: Required<Declared<Returns, Params>>,
): (connection: Connection, ...shape: Shape) => SqlStatement<Row<Returns>, Partial<Raw<Params>>> {
  const number = declaredStatements.push({ text, ...types })
  type Prepared = SqlStatement<Row<Returns>, Partial<Raw<Params>>>
  return ({ sqlite }, ...shape) =>
    variants(sqlite, `${number}${JSON.stringify(shape)}`, () => prepareSingle(sqlite, text(...shape))) as Prepared
}

/** Of all texts together. */
const variants = keptStatements<SqlStatement<unknown, object>>(500)

function prepareSingle(database: Database, text: string): SqlStatement<unknown, object> {
  requireSingleStatement(text)
  return prepare(database, text)
}

function requireSingleStatement(text: string): void {
  if (text.trim().replace(/;$/, '').includes(';')) throw new Error(`One statement at a time: ${text}`)
}

/** The types are what was declared: a row is neither checked nor converted at run time. */
function prepare<Returned, Params>(database: Database, text: string): SqlStatement<Returned, Params> {
  const prepared = database.prepare<Returned, SqlParams[]>(text)
  const unchecked: SqlStatement<Returned, SqlParams> = {
    get: (...params) => prepared.get(...params) ?? undefined,
    all: (...params) => prepared.all(...params),
    iterate: (...params) => prepared.iterate(...params),
    run: (...params) => prepared.run(...params),
  }
  return unchecked as SqlStatement<Returned, Params>
}

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
