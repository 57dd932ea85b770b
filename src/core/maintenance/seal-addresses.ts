import type { Database } from 'bun:sqlite'
import { storage } from '../../../db/storage'
import { isStale, openAddress, type SealedAddress, sealAddress } from '../../lib/addresses'
import { currentKey } from '../../lib/keyring'

// Addresses of versions before sealing, and of former keys and recipients. In batches: a campus has any number.

const BATCH = 500

/** How migrations mark what SQL could not seal. */
const CLEAR = 'clear:'

/** Tables with a sealed address, and how the column of its indexes is called. */
const TABLES = { identities: 'email_index', pending_signups: 'email_indexes' } as const
type Table = keyof typeof TABLES

type Row = { id: string; emailIndex: string; emailSealed: string }

/** Rows in the order of their ids, after one of them. */
function batchAfter(sqlite: Database, table: Table, after: string): Row[] {
  return sqlite
    .query<Row, [string]>(
      `SELECT id, ${TABLES[table]} AS emailIndex, email_sealed AS emailSealed FROM ${table}
       WHERE id > ? ORDER BY id LIMIT ${BATCH}`,
    )
    .all(after)
}

async function eachBatch(
  sqlite: Database,
  work: (table: Table, rows: Row[]) => Promise<void>,
  tables = Object.keys(TABLES) as Table[],
): Promise<void> {
  for (const table of tables) {
    let rows = batchAfter(sqlite, table, '')
    for (; rows.length > 0; rows = batchAfter(sqlite, table, rows.at(-1)?.id ?? '')) await work(table, rows)
  }
}

/** Replaces the address of a row unless it has changed since. */
function store(sqlite: Database, table: Table, row: Row, { indexes, sealed }: SealedAddress): void {
  sqlite.run(`UPDATE ${table} SET ${TABLES[table]} = ?, email_sealed = ? WHERE id = ? AND email_sealed = ?`, [
    table === 'identities' ? (indexes[0] ?? '') : indexes.join(' '),
    sealed,
    row.id,
    row.emailSealed,
  ])
}

/** Seals what migrations marked. A process that is killed leaves the rest marked. */
export async function sealClearAddresses(sqlite: Database): Promise<void> {
  await eachBatch(sqlite, async (table, rows) => {
    const sealed: [Row, SealedAddress][] = []
    for (const row of rows)
      if (row.emailSealed.startsWith(CLEAR))
        sealed.push([row, await sealAddress(row.emailSealed.slice(CLEAR.length), row.id)])
    if (sealed.length === 0) return
    sqlite
      .transaction(() => {
        for (const [row, address] of sealed) store(sqlite, table, row, address)
      })
      .immediate()
  })
}

/** Hashes that a version before stored do not name their key. It was the one that is current now. */
export function nameKeysOfHashes(sqlite: Database): void {
  const { id } = currentKey()
  const name = (table: string, column: string) =>
    sqlite.run(`UPDATE ${table} SET ${column} = ? || ${column} WHERE instr(${column}, '.') = 0`, [`${id}.`])
  sqlite
    .transaction(() => {
      name('retained_sanctions', 'key')
      name('login_codes', 'email_key')
      name('login_codes', 'otp_hash')
      name('pending_signups', 'otp_hash')
    })
    .immediate()
}

/**
 * Seals addresses under the current key or recipient that name another one, as far as this server can read them. The
 * others follow when their owners sign in.
 */
export async function renewAddresses(): Promise<void> {
  const { sqlite } = storage.reader
  const renew = async (table: Table, rows: Row[]) => {
    const renewed: [Row, SealedAddress][] = []
    for (const row of rows) {
      const email = isStale(row) ? await openAddress(row) : null
      if (email !== null) renewed.push([row, await sealAddress(email, row.id)])
    }
    if (renewed.length === 0) return
    await storage.write(async (tx) => {
      for (const [row, address] of renewed) store(tx.sqlite, table, row, address)
    })
  }
  await eachBatch(sqlite, renew, ['identities'])
}
