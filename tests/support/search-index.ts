import type { Database } from 'bun:sqlite'
import { drizzle } from 'drizzle-orm/bun-sqlite'
import type { Tx } from '../../db/storage'
import { aloneOn } from '../../db/transaction-callback'
import { indexNext, waitingForSearch } from '../../src/ground/search-index'

const SUBJECTS = ['posts', 'comments'] as const

/** Each statement is a transaction. */
export const asTx = (sqlite: Database): Tx => aloneOn({ sqlite, orm: drizzle(sqlite) })

export function indexAll(tx: Tx): void {
  for (const subject of SUBJECTS) while (waitingForSearch(tx, subject).first !== null) indexNext(tx, subject)
}

/** Indexes what waits. Throws when the index then has not the words of each row, or others. */
export function checkSearch(tx: Tx): void {
  indexAll(tx)
  for (const table of SUBJECTS)
    tx.sqlite.run(`INSERT INTO ${table}_search (${table}_search, rank) VALUES ('integrity-check', 1)`)
}
