import type { Database } from 'bun:sqlite'
import type { Connection } from '../../../db/connection'
import { ForOperator } from '../../../db/error-code'
import { closeKeysToOthers, currentKey, existingKeys, keysFolder, reloadKeys } from '../../lib/crypto/keys'
import { QUAD } from '../../packaged'

/** Runs at every open, before anything else uses the database. @throws ForOperator */
export function prepareDatabase({ sqlite }: Connection): void {
  reloadKeys()
  closeKeysToOthers()
  // The first key must not outlive a new database: without that, it looks as if a campus were gone.
  if (sqlite.query('SELECT 1 FROM server_keys LIMIT 1').get() === null) sqlite.run('PRAGMA wal_checkpoint')
  requireKeys(sqlite)
}

/** Where values name their key before the first dot, and what is lost without it. */
const VALUES = [
  ['identities', 'email_index', 'accounts'],
  ['identities', 'email_sealed', 'addresses'],
  ['identity_links', 'subject_index', 'accounts of the identity provider'],
  ['college_requests', 'requester_sealed', 'requests for colleges'],
  ['retained_sanctions', 'key', 'sanctions of deleted accounts'],
  ['pending_signups', 'email_sealed', 'sign-ups'],
  ['sign_up_requests', 'email_sealed', 'sign-ups that wait'],
  ['mail_queue', 'sealed', 'queued mails'],
  ['webhooks', 'secret_sealed', 'webhooks'],
  ['polls', 'pending', 'open polls'],
  ['exports', 'key_sealed', 'copies that people may download'],
] as const

export type MissingKey = { id: string /** What needs it, such as `accounts (20)`. */; needs: string[] }

export function missingKeys(sqlite: Database): MissingKey[] {
  const here = new Set(existingKeys().map(({ id }) => id))
  const used = sqlite.query<{ id: string }, []>('SELECT id FROM server_keys ORDER BY created_at').all()
  return used.filter(({ id }) => !here.has(id)).map(({ id }) => ({ id, needs: needsOf(sqlite, id) }))
}

export function needlessKeys(sqlite: Database): string[] {
  const [, ...former] = existingKeys()
  return former.map(({ id }) => id).filter((id) => needsOf(sqlite, id).length === 0)
}

function needsOf(sqlite: Database, id: string): string[] {
  return VALUES.flatMap(([table, column, noun]) => {
    const count = sqlite
      .query<{ count: number }, [string]>(`SELECT count(*) AS count FROM ${table} WHERE ${column} GLOB ? || '.*'`)
      .get(id)?.count
    return count ? [`${noun} (${count.toLocaleString('en')})`] : []
  })
}

export const missingKeyAdvice = ({ id, needs }: MissingKey): string =>
  `The key ${id} is missing, without which nobody can use ${needs.join(', ')}. Put its file back into ${keysFolder()}, or import it from the file that \`quad keys export\` wrote: ${QUAD} keys import FILE. If SECRET was changed, set it to its former value.`

/**
 * A server that went on without a key would take every address for a new one. Notes the current key. @throws

 */
function requireKeys(sqlite: Database): void {
  const [first] = missingKeys(sqlite).filter(({ needs }) => needs.length > 0)
  if (first !== undefined) throw new ForOperator(missingKeyAdvice(first))
  noteKey(sqlite, currentKey().id)
}

/** Notes in the database that values are made with the key. */
export function noteKey(sqlite: Database, id: string): void {
  // A look first: a start on a full disk writes nothing.
  if (sqlite.query('SELECT 1 FROM server_keys WHERE id = ?').get(id) !== null) return
  sqlite.run('INSERT OR IGNORE INTO server_keys (id, created_at) VALUES (?, ?)', [id, new Date().toISOString()])
}
