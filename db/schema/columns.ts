import { sql } from 'drizzle-orm'
import { type AnySQLiteColumn, check, sqliteTable as drizzleTable, integer, text } from 'drizzle-orm/sqlite-core'

/** As Drizzle's; columns are named as their keys, in snake case. The test of the baseline sees that they are. */
export const sqliteTable = ((name: string, columns: Record<string, object>, extra: never) => {
  for (const [key, column] of Object.entries(columns) as [string, { setName(name: string): void }][])
    column.setName(key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
  return drizzleTable(name, columns as never, extra)
}) as unknown as typeof drizzleTable

export const string = () => text().notNull()
export const number = () => integer().notNull()
export const flag = () => integer({ mode: 'boolean' }).notNull()
/** How many, at first none. */
export const counter = () => number().default(0)
/** At first not set. */
export const off = () => flag().default(false)
export const id = () => text().primaryKey()

export const times = () => ({ createdAt: string(), updatedAt: string() })

/** What a moderator says of a removal: why, which rule it broke, and the removal reason picked, in each language as JSON. */
export const removal = () => ({ reason: text(), rule: text(), preset: text() })
/** And of what ends, or was one of many: the id of the bulk removal, and when a suspension ends. */
export const sanction = () => ({ ...removal(), bulkId: text(), endsAt: text() })

type Deletion = 'cascade' | 'restrict' | 'set null'

/** The id of a row, which there must be. */
export const idOf = (column: () => AnySQLiteColumn, onDelete: Deletion = 'cascade') =>
  string().references(column, { onDelete })
/** The id of a row, or null. */
export const idOrNull = (column: () => AnySQLiteColumn, onDelete: Deletion = 'cascade') =>
  text().references(column, { onDelete })

/** A text that is one of these. */
export const word = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  text({ enum: values }).notNull()

/** A text that is one of these, and at first the second argument. */
export const oneOf = <const Values extends readonly [string, ...string[]]>(values: Values, initial: Values[number]) =>
  word(values).default(initial as never)

/** That a column holds one of its values. */
export const known = (name: string, column: AnySQLiteColumn) =>
  check(name, sql`${column} in (${sql.raw((column.enumValues ?? []).map((value) => `'${value}'`).join(', '))})`)
