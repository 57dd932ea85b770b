import { sql } from 'drizzle-orm'
import { type AnySQLiteColumn, check } from 'drizzle-orm/sqlite-core'

/** That a column holds one of its values. */
export const known = (name: string, column: AnySQLiteColumn) =>
  check(name, sql`${column} in (${sql.raw((column.enumValues ?? []).map((value) => `'${value}'`).join(', '))})`)
