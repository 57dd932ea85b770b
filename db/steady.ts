import type { Database } from 'bun:sqlite'

/** A text, a name or a comment, in which nothing is a parameter; or a parameter. */
const LITERAL_OR_PARAMETER = /'[^']*'|"[^"]*"|`[^`]*`|--[^\n]*|\?\d*|\$\w+/g

/** The same statement with each parameter behind a unary plus. */
const withPluses = (text: string): string =>
  text.replace(LITERAL_OR_PARAMETER, (part) => (part.startsWith('?') || part.startsWith('$') ? `+${part}` : part))

/**
 * Lets the prepared statements of a database stay prepared. SQLite plans one anew after every binding where the value
 * might lead to another plan (https://sqlite.org/c3ref/prepare.html), and the SQLite in Bun 1.4.5 thinks so of every join
 * and union: a comment with its author took 25 microseconds instead of 5.5, a look-up in two tables 10 instead of 2.5.
 * Behind a unary plus, which changes neither value nor affinity, it does not look. No plan here depends on a value:
 * `db/plans/` records them without any.
 */
export function steady(database: Database): Database {
  const prepare = database.prepare.bind(database)
  database.prepare = ((text, params) => prepare(withPluses(text), params)) as Database['prepare']
  return database
}
