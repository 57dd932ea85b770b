import type { Changes, Database, Statement } from 'bun:sqlite'
import { getTableColumns, getTableName } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { type Connection, keptStatements } from './connection'
import type { Raw, SqlTypes } from './statement'

// SQL as it reads: sql({ count: INTEGER })`SELECT count(*) AS count FROM posts WHERE topic = ${topic}`.get(db). Values are
// bound, never part of the text; `raw` and other queries are. What is named first types the rows, and tests compare it with
// what SQLite says of each statement when it is first prepared.

type Value = string | number | bigint | boolean | Uint8Array | null

/** Text of a query that is no value: a name, an expression. Never of what somebody sent. */
export type RawText = { readonly raw: string }
const raws = new Map<string, RawText>()
/** The same object for the same text: texts are put together once for each combination of pieces. */
export const raw = (text: string): RawText => raws.getOrInsertComputed(text, () => ({ raw: text }))

/** A text as far as its pieces are known, and what it becomes by the next one. */
type Pieces = { text: string | undefined; readonly next: Map<object, Pieces> }
const newPieces = (): Pieces => ({ text: undefined, next: new Map() })
const begun = new WeakMap<TemplateStringsArray, Pieces>()

type Part = Value | RawText | Query<unknown>

/** Called when a statement is first prepared, with what its rows are declared as: tests look at it. */
export const watchStatements: { prepared?: (database: Database, text: string, returns: SqlTypes) => void } = {}

const byPlace = new WeakMap<Database, Map<TemplateStringsArray, Statement>>()
/** Of texts that are put together: a prepared one takes about 12 KB. */
const byText = keptStatements<Statement>(500)

function isText(part: Part): part is RawText | Query<unknown> {
  return typeof part === 'object' && part !== null && !(part instanceof Uint8Array)
}

/** One statement and its values: SQLite would silently drop all but the first. A row is neither checked nor converted at run time. */
export class Query<Row> {
  readonly #strings: TemplateStringsArray
  readonly #parts: readonly Part[]
  readonly #returns: SqlTypes
  readonly #isPutTogether: boolean

  constructor(strings: TemplateStringsArray, parts: readonly Part[], returns: SqlTypes) {
    this.#strings = strings
    this.#parts = parts
    this.#returns = returns
    this.#isPutTogether = parts.some(isText)
  }

  get #pieces(): Pieces {
    let pieces = begun.getOrInsertComputed(this.#strings, newPieces)
    for (const part of this.#parts)
      if (isText(part)) pieces = pieces.next.getOrInsertComputed(part instanceof Query ? part.#pieces : part, newPieces)
    return pieces
  }

  get text(): string {
    const pieces = this.#pieces
    pieces.text ??= this.#strings.reduce((text, string, at) => {
      const part = this.#parts[at - 1]
      return `${text}${part instanceof Query ? part.text : isText(part!) ? part.raw : '?'}${string}`
    })
    return pieces.text
  }

  get values(): readonly Value[] {
    if (!this.#isPutTogether) return this.#parts as Value[]
    return this.#parts.flatMap((part) => (part instanceof Query ? part.values : isText(part) ? [] : [part]))
  }

  get(db: Connection): Row | undefined {
    return (this.#prepared(db).get(...this.values) as Row | null) ?? undefined
  }

  all(db: Connection): Row[] {
    return this.#prepared(db).all(...this.values) as Row[]
  }

  run(db: Connection): Changes {
    return this.#prepared(db).run(...this.values)
  }

  #prepared({ sqlite }: Connection): Statement {
    if (this.#isPutTogether) return byText(sqlite, this.text, () => this.#prepare(sqlite))
    const places = byPlace.getOrInsertComputed(sqlite, () => new Map())
    return places.getOrInsertComputed(this.#strings, () => this.#prepare(sqlite))
  }

  #prepare(sqlite: Database): Statement {
    const { text } = this
    if (text.trim().replace(/;$/, '').includes(';')) throw new Error(`One statement at a time: ${text}`)
    watchStatements.prepared?.(sqlite, text, this.#returns)
    return sqlite.prepare(text)
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
