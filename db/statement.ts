import type { Changes, Database } from 'bun:sqlite'
import type { Connection, Orm } from './connection'

/**
 * A Drizzle query that is built and prepared once a connection; building it for every request costs three to four
 * times as much. `build` ends in `.prepare()`.
 */
export function statement<P>(build: (orm: Orm) => P): (connection: Connection) => P {
  return oncePerConnection((connection) => build(connection.orm))
}

type SqlParams = Record<string, string | number | bigint | boolean | Uint8Array | null>

/** What one passes to a statement: its named parameters, or nothing when it has none. */
type Bound<Params> = Params extends SqlParams ? [params: Params] : []

export type SqlStatement<Row, Params> = {
  get(...params: Bound<Params>): Row | undefined
  all(...params: Bound<Params>): Row[]
  run(...params: Bound<Params>): Changes
}

/**
 * SQL text that is prepared once a connection. Parameters are named (`$id`) and bound without the sign (`{ id }`); a
 * missing one throws.
 *
 * Throws when the text holds more than one statement, for SQLite's prepare would silently drop all but the first.
 */
export function sqlStatement<Row, Params extends SqlParams | undefined = undefined>(
  text: string,
): (connection: Connection) => SqlStatement<Row, Params> {
  if (text.trim().replace(/;$/, '').includes(';')) throw new Error(`One statement at a time: ${text}`)
  return oncePerConnection(({ sqlite }) => {
    const prepared = sqlite.prepare<Row, SqlParams[]>(text)
    return {
      get: (...params) => prepared.get(...params) ?? undefined,
      all: (...params) => prepared.all(...params),
      run: (...params) => prepared.run(...params),
    }
  })
}

function oncePerConnection<P>(prepare: (connection: Connection) => P): (connection: Connection) => P {
  // The database is the key, for every transaction is a connection object of its own over the same database.
  const prepared = new WeakMap<Database, P>()
  return (connection) => {
    const database = connection.sqlite
    const known = prepared.get(database)
    if (known !== undefined) return known
    const fresh = prepare(connection)
    prepared.set(database, fresh)
    return fresh
  }
}
