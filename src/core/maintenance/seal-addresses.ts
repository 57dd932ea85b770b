import type { Database } from 'bun:sqlite'
import { storage } from '../../../db/storage'
import { addressIndex, addressIndexes, isStale, openAddress, sealAddress } from '../../lib/addresses'
import type { Key } from '../../lib/keyring'
import { seal } from '../../lib/sealing'
import { subjectIndexes } from '../access/sanctions'

// Addresses of versions before sealing, and of former keys and recipients. In batches: a campus has any number.

const BATCH = 500

/** How migrations mark what SQL could not seal. */
const CLEAR = 'clear:'

/** The columns of a table that stand for an address. */
const TABLES = {
  identities: ['email_index', 'email_sealed'],
  pending_signups: ['email_indexes', 'email_sealed'],
  college_requests: ['requester_index', 'requester_sealed'],
  sign_up_requests: ['email_index', 'email_sealed'],
  mail_queue: ['addressee_index', 'sealed'],
} as const
type Table = keyof typeof TABLES

type Values = { index: string; sealed: string }
type Row = Values & { id: string }

/** Rows in the order of their ids, after one of them. */
function batchAfter(sqlite: Database, table: Table, after: string): Row[] {
  const [index, sealed] = TABLES[table]
  return sqlite
    .query<Row, [string]>(
      `SELECT id, ${index} AS "index", ${sealed} AS sealed FROM ${table} WHERE id > ? ORDER BY id LIMIT ${BATCH}`,
    )
    .all(after)
}

/** Replaces the values of a row unless they have changed since. */
function replace(sqlite: Database, table: Table, row: Row, values: Values): void {
  const [index, sealed] = TABLES[table]
  sqlite
    .query(`UPDATE ${table} SET ${index} = ?, ${sealed} = ? WHERE id = ? AND ${sealed} = ?`)
    .run(values.index, values.sealed, row.id, row.sealed)
}

/** Calls `store` with the new values of each batch. `renew` returns undefined for a row that stays as it is. */
async function renewRows(
  sqlite: Database,
  table: Table,
  renew: (row: Row) => Promise<Values | undefined>,
  store: (renewed: [Row, Values][]) => Promise<void>,
): Promise<void> {
  for (let rows = batchAfter(sqlite, table, ''); rows.length > 0; ) {
    const renewed: [Row, Values][] = []
    for (const row of rows) {
      const values = await renew(row)
      if (values !== undefined) renewed.push([row, values])
    }
    if (renewed.length > 0) await store(renewed)
    rows = batchAfter(sqlite, table, rows.at(-1)?.id ?? '')
  }
}

/** Seals what migrations marked. A process that is killed leaves the rest marked. */
export async function sealClearValues(sqlite: Database): Promise<void> {
  for (const table of Object.keys(TABLES) as Table[])
    await renewRows(
      sqlite,
      table,
      async ({ id, sealed }) =>
        sealed.startsWith(CLEAR) ? sealedFor(table, id, sealed.slice(CLEAR.length)) : undefined,
      async (renewed) =>
        sqlite
          .transaction(() => {
            for (const [row, values] of renewed) replace(sqlite, table, row, values)
          })
          .immediate(),
    )
  hashClearSubjects(sqlite)
}

async function sealedFor(table: Table, id: string, clear: string): Promise<Values> {
  if (table === 'mail_queue') return { index: addressIndex(JSON.parse(clear).to), sealed: seal(id, clear) }
  const { sealed } = await sealAddress(clear, id)
  // A sign-up has an index for each key, because nobody types its address again.
  return { index: table === 'pending_signups' ? addressIndexes(clear).join(' ') : addressIndex(clear), sealed }
}

/** Subjects of the identity provider: few, and hashed at once. */
function hashClearSubjects(sqlite: Database): void {
  type Link = { issuer: string; marked: string }
  const links = sqlite.query<Link, [string]>(
    "SELECT issuer, subject_index AS marked FROM identity_links WHERE subject_index GLOB ? || '*'",
  )
  const update = sqlite.query('UPDATE identity_links SET subject_index = ? WHERE issuer = ? AND subject_index = ?')
  sqlite
    .transaction(() => {
      for (const { issuer, marked } of links.all(CLEAR)) {
        const [index = ''] = subjectIndexes({ issuer, subject: marked.slice(CLEAR.length) })
        update.run(index, issuer, marked)
      }
    })
    .immediate()
}

/** Hashes that a version before stored do not name their key, of which there was one. */
export function nameKeysOfHashes(sqlite: Database, { id }: Key): void {
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
  for (const table of ['identities', 'college_requests', 'sign_up_requests'] as const)
    await renewRows(
      storage.reader.sqlite,
      table,
      async ({ id, index, sealed }) => {
        if (sealed === '' || !isStale({ emailIndex: index, emailSealed: sealed })) return undefined
        const email = await openAddress({ id, emailSealed: sealed })
        return email === null ? undefined : sealedFor(table, id, email)
      },
      (renewed) =>
        storage.write(async (tx) => {
          for (const [row, values] of renewed) replace(tx.sqlite, table, row, values)
        }),
    )
}
