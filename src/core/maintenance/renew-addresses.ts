import { storage } from '../../../db/storage'
import { addressIndex, isStale, openAddress, sealAddress } from '../../lib/addresses'

/** A campus has any number of addresses. */
const BATCH = 500

/** The columns of a table that stand for an address. */
const TABLES = {
  identities: ['email_index', 'email_sealed'],
  college_requests: ['requester_index', 'requester_sealed'],
  sign_up_requests: ['email_index', 'email_sealed'],
} as const

type Row = { id: string; index: string; sealed: string }

/**
 * Seals addresses under the current key or recipient that name another one, as far as this server can read them. The
 * others follow when their owners sign in.
 */
export async function renewAddresses(): Promise<void> {
  for (const [table, [index, sealed]] of Object.entries(TABLES)) {
    const batch = `SELECT id, ${index} AS "index", ${sealed} AS sealed FROM ${table} WHERE id > ? ORDER BY id LIMIT ${BATCH}`
    // Unless it has changed since.
    const replace = `UPDATE ${table} SET ${index} = $index, ${sealed} = $sealed WHERE id = $id AND ${sealed} = $former`
    const rowsAfter = (id: string) => storage.reader.sqlite.query<Row, [string]>(batch).all(id)
    for (let rows = rowsAfter(''); rows.length > 0; rows = rowsAfter(rows.at(-1)?.id ?? '')) {
      const renewed = (await Promise.all(rows.map(renew))).filter((row) => row !== undefined)
      if (renewed.length > 0)
        await storage.write(async (tx) => {
          for (const row of renewed) tx.sqlite.query(replace).run(row)
        })
    }
  }
}

/** The row with new values, and the value it had; undefined where it stays. */
async function renew({ id, index, sealed: former }: Row): Promise<(Row & { former: string }) | undefined> {
  if (former === '' || !isStale({ emailIndex: index, emailSealed: former })) return undefined
  const email = await openAddress({ id, emailSealed: former })
  if (email === null) return undefined
  const { sealed } = await sealAddress(email, id)
  return { id, index: addressIndex(email), sealed, former }
}
