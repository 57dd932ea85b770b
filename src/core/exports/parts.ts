import { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { FLAG, type SqlTypes, sqlStatement, TEXT } from '../../../db/statement'
import type { Connection } from '../../../db/storage'

/** Whose data it is. `emailIndexes` as a JSON array. */
export type Owner = { userId: string; emailIndexes: string }
export type Fields = Readonly<Record<string, string | number | boolean | null>>

/** One kind of record in an export. */
export type Part = {
  name: string
  /** What it says in SQL, for the test that looks for what is missing. */
  text: string
  rows: (db: Connection, owner: Owner) => Iterable<Fields>
}

/** The records of one kind; read when they are iterated. */
export type Section = { name: string; rows: () => Iterable<Fields> }

type Row = Record<string, unknown>

/** SQLite has no booleans. */
function fieldsOf(returns: SqlTypes, row: Row): Fields {
  const entries = Object.entries(row).map(([name, value]) => {
    const type = returns[name]
    const isFlag = type === FLAG || (type instanceof SQLiteColumn && type.dataType === 'boolean')
    return [name, isFlag && value !== null ? value === 1 : value] as const
  })
  return Object.fromEntries(entries) as Fields
}

function* each(returns: SqlTypes, rows: Iterable<Row>): Generator<Fields> {
  for (const row of rows) yield fieldsOf(returns, row)
}

/** What belongs to `$userId`. */
export function ofUser(name: string, text: string, returns: SqlTypes): Part {
  const find = sqlStatement(text, { returns, params: { userId: TEXT } })
  return { name, text, rows: (db, { userId }) => each(returns, find(db).iterate({ userId })) }
}

/** What names the email of its owner by one of `$emailIndexes`. */
export function ofEmail(name: string, text: string, returns: SqlTypes): Part {
  const find = sqlStatement(text, { returns, params: { emailIndexes: TEXT } })
  return { name, text, rows: (db, { emailIndexes }) => each(returns, find(db).iterate({ emailIndexes })) }
}
