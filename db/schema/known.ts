import { sql } from 'drizzle-orm'
import { type AnySQLiteColumn, check, text } from 'drizzle-orm/sqlite-core'

/** That a column holds one of its values. */
export const known = (name: string, column: AnySQLiteColumn) =>
  check(name, sql`${column} in (${sql.raw((column.enumValues ?? []).map((value) => `'${value}'`).join(', '))})`)

/** A text that is one of these, and at first the second argument. */
export const oneOf = <const Values extends readonly [string, ...string[]]>(
  values: Values,
  initial: Values[number],
  name = '',
) =>
  text(name, { enum: values })
    .notNull()
    .default(initial as never)
