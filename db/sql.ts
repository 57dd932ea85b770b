import type { Changes, Database, Statement } from 'bun:sqlite'
import { getTableColumns, getTableName } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { LRUCache } from 'lru-cache'
import type { Connection } from './connection'
import { FLAG, INTEGER, type Raw, type SqlTypes } from './statement'

// SQL as it reads: sql({ count: INTEGER })`SELECT count(*) AS count FROM posts WHERE topic = ${topic}`.get(db). Values are
// bound, never part of the text; `raw` and other queries are. What is named first types the rows, and tests compare it with
// what SQLite says of each statement when it is first prepared.

type Value = string | number | bigint | boolean | Uint8Array | null

/** Text of a query that is no value: a name, an expression. Never of what somebody sent. */
class RawText {
  constructor(readonly raw: string) {}
}

export type { RawText }

const raws = new Map<string, RawText>()
/** The same object for the same text: texts are put together once for each combination of pieces. */
export const raw = (text: string): RawText => raws.getOrInsertComputed(text, () => new RawText(text))

/** Where a text stands in the program as far as its pieces are known, and where each next piece leads. */
type Place = { text?: string; readonly isPutTogether: boolean; readonly next: Map<object, Place> }
const newPlace = (): Place => ({ isPutTogether: false, next: new Map() })
const newPiece = (): Place => ({ isPutTogether: true, next: new Map() })
const begun = new WeakMap<TemplateStringsArray, Place>()

/** Of a connection. A prepared statement takes about 12 KB: of texts that are put together, those used last are kept. */
type Prepared = { whole: Map<Place, Statement>; putTogether: LRUCache<Place, Statement> }
const nothingPrepared = (): Prepared => ({ whole: new Map(), putTogether: new LRUCache({ max: 1000 }) })
const statements = new WeakMap<Database, Prepared>()

type Part = Value | RawText | Query<unknown>

/** Called when a statement is first prepared, with what its rows are declared as: tests look at it. */
export const watchStatements: { prepared?: (database: Database, text: string, returns: SqlTypes) => void } = {}

/** By its class, not by its shape. Any other object is what somebody sent: Bun would take it for all of the values. */
function isText(part: Part): part is RawText | Query<unknown> {
  if (typeof part !== 'object' || part === null || part instanceof Uint8Array) return false
  if (part instanceof RawText || part instanceof Query) return true
  throw new TypeError('A value of a statement is an object.')
}

/** One statement and its values: SQLite would silently drop all but the first. A row is neither checked nor converted at run time. */
export class Query<Row> {
  constructor(
    private readonly strings: TemplateStringsArray,
    private readonly parts: readonly Part[],
    private readonly returns: SqlTypes,
  ) {}

  get text(): string {
    return this.textAt(this.place)
  }

  get values(): readonly Value[] {
    return this.parts.some(isText) ? this.addValues([]) : (this.parts as Value[])
  }

  get(db: Connection): Row | undefined {
    return (this.prepared(db).get(...this.values) as Row | null) ?? undefined
  }

  all(db: Connection): Row[] {
    return this.prepared(db).all(...this.values) as Row[]
  }

  run(db: Connection): Changes {
    return this.prepared(db).run(...this.values)
  }

  private addValues(values: Value[]): Value[] {
    for (const part of this.parts)
      if (part instanceof Query) part.addValues(values)
      else if (!isText(part)) values.push(part)
    return values
  }

  private get place(): Place {
    let place = begun.getOrInsertComputed(this.strings, newPlace)
    for (const part of this.parts)
      if (isText(part)) place = place.next.getOrInsertComputed(part instanceof Query ? part.place : part, newPiece)
    return place
  }

  private textAt(place: Place): string {
    place.text ??= this.strings.reduce((text, string, at) => {
      const part = this.parts[at - 1]
      return `${text}${part instanceof Query ? part.text : isText(part!) ? part.raw : '?'}${string}`
    })
    return place.text
  }

  private prepared({ sqlite }: Connection): Statement {
    const { place } = this
    const { whole, putTogether } = statements.getOrInsertComputed(sqlite, nothingPrepared)
    const kept = place.isPutTogether ? putTogether : whole
    const known = kept.get(place)
    if (known !== undefined) return known
    const text = this.textAt(place)
    if (text.trim().replace(/;$/, '').includes(';')) throw new Error(`One statement at a time: ${text}`)
    watchStatements.prepared?.(sqlite, text, this.returns)
    const statement = sqlite.prepare(text)
    kept.set(place, statement)
    return statement
  }
}

type Tag<Row> = (strings: TemplateStringsArray, ...parts: Part[]) => Query<Row>

/** `sql({ id: posts.id })` is the tag of a query whose rows are so; `sql` itself of one that returns none, or of a piece. */
export function sql(strings: TemplateStringsArray, ...parts: Part[]): Query<never>
export function sql<Returns extends SqlTypes>(returns: Returns): Tag<Raw<Returns>>
export function sql(first: TemplateStringsArray | SqlTypes, ...parts: Part[]): Query<unknown> | Tag<unknown> {
  if ('raw' in first && Array.isArray(first)) return new Query(first as TemplateStringsArray, parts, {})
  return (strings, ...more) => new Query(strings, more, first as SqlTypes)
}

/** Whether there is a row: `hasRow(db, sql`FROM posts WHERE topic = ${topic}`)`. */
export const hasRow = (db: Connection, from: Query<never>): boolean =>
  sql({ found: FLAG })`SELECT EXISTS (SELECT 1 ${from}) AS found`.get(db)!.found === 1

export const countRows = (db: Connection, from: Query<never>): number =>
  sql({ count: INTEGER })`SELECT count(*) AS count ${from}`.get(db)!.count

/** Other writes wait for one that deletes. */
const DELETED_AT_ONCE = 1_000

/** Deletes some of the rows, and returns whether there may be more. */
export const deleteSome = (db: Connection, table: string, which: Query<never>): boolean =>
  sql`DELETE FROM ${raw(table)} WHERE rowid IN (
    SELECT rowid FROM ${raw(table)} WHERE ${which} LIMIT ${DELETED_AT_ONCE})`.run(db).changes === DELETED_AT_ONCE

const inserts = new Map<string, TemplateStringsArray>()

/** Inserts a row of the table: values as they are stored, by the names of its columns in the schema. */
export function insertInto<Table extends SQLiteTable>(
  table: Table,
  row: Partial<Raw<Table['_']['columns']>>,
): Query<never> {
  const names = Object.keys(row)
  const strings = inserts.getOrInsertComputed(`${getTableName(table)} ${names}`, () => {
    const columns = getTableColumns(table)
    const list = names.map((name) => columns[name]!.name)
    const pieces = [`INSERT INTO ${getTableName(table)} (${list}) VALUES (`, ...list.slice(1).map(() => ', '), ')']
    return Object.assign(pieces, { raw: pieces })
  })
  return new Query(strings, Object.values(row) as Value[], {})
}
