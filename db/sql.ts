import type { Changes, Database, Statement } from 'bun:sqlite'
import { getTableColumns, getTableName } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Connection } from './connection'
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

/** Where a text stands in the program as far as its pieces are known, and where each next piece leads. */
type Place = { text?: string; readonly next: Map<object, Place>; prepared: WeakMap<Database, Statement> }
const newPlace = (): Place => ({ next: new Map(), prepared: new WeakMap() })
const begun = new WeakMap<TemplateStringsArray, Place>()

/** Of texts that are put together, those prepared last: one takes about 12 KB. */
const MOST_PUT_TOGETHER = 500
const putTogether: Place[] = []

type Part = Value | RawText | Query<unknown>

/** Called when a statement is first prepared, with what its rows are declared as: tests look at it. */
export const watchStatements: { prepared?: (database: Database, text: string, returns: SqlTypes) => void } = {}

function isText(part: Part): part is RawText | Query<unknown> {
  return typeof part === 'object' && part !== null && !(part instanceof Uint8Array)
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
      if (isText(part)) place = place.next.getOrInsertComputed(part instanceof Query ? part.place : part, newPlace)
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
    const known = place.prepared.get(sqlite)
    if (known !== undefined) return known
    const text = this.textAt(place)
    if (text.trim().replace(/;$/, '').includes(';')) throw new Error(`One statement at a time: ${text}`)
    watchStatements.prepared?.(sqlite, text, this.returns)
    const statement = sqlite.prepare(text)
    place.prepared.set(sqlite, statement)
    if (this.parts.some(isText) && putTogether.push(place) > MOST_PUT_TOGETHER)
      putTogether.shift()!.prepared = new WeakMap()
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
