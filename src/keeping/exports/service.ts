import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Static, t } from 'elysia'
import { exports } from '../../../db/schema/server'
import { raw, sql } from '../../../db/sql'
import { pick, type Raw, selectList } from '../../../db/statement'
import { type Connection, storage, type Tx } from '../../../db/storage'
import { config } from '../../config'
import { refuse } from '../../errors'
import type { Viewer } from '../../ground/access/account'
import { writeAs } from '../../ground/access/write-as'
import { audit } from '../../ground/audit/audit'
import { decryptStream, unseal } from '../../lib/crypto/sealing'
import { exportsFolder } from '../../lib/files/data-directory'
import { integer, namedObject, nullable, timestamp } from '../../lib/text/schema'

// The file ties a Quad name to its email, as nothing else does: the only copy of its key is sealed in its row.

const DAY_MS = 86_400_000
export const KEPT_MS = 7 * DAY_MS

export const exportState = namedObject('DataExport', {
  state: t.UnionEnum(['waiting', 'ready', 'failed'], { description: '`failed`: ask for another one' }),
  requestedAt: timestamp,
  bytes: nullable(integer('Of the file, once it is ready')),
  keptUntil: timestamp,
})
export type ExportState = Static<typeof exportState>

const ROW = pick(exports, 'userId', 'id', 'state', 'attempts', 'keySealed', 'bytes', 'requestedAt')
export type ExportRow = Raw<typeof ROW>
const SELECT = raw(`SELECT ${selectList(ROW)} FROM exports`)

const exportRow = (db: Connection, userId: string): ExportRow | undefined =>
  sql(ROW)`${SELECT} WHERE user_id = ${userId}`.get(db)

/** In the order of asking. Index: exports_waiting. */
export const nextExport = (db: Connection): ExportRow | undefined =>
  sql(ROW)`${SELECT} WHERE state = 'waiting' ORDER BY requested_at LIMIT 1`.get(db)

/** Deletes the copy of an account; its file goes after the commit. */
export function deleteExportOf(tx: Tx, userId: string): void {
  const row = sql({ id: exports.id })`DELETE FROM exports WHERE user_id = ${userId} RETURNING id`.get(tx)
  if (row !== undefined) tx.afterCommit(() => rmSync(exportFile(row.id), { force: true }))
}

export const exportFile = (id: string): string => join(exportsFolder(), `${id}.age`)

/** Removes the files that no row names: of what was deleted, and of a process that was killed. */
export function sweepExportFiles(db: Connection): void {
  const rows = sql({ id: exports.id })`SELECT id FROM exports WHERE state <> 'failed'`.all(db)
  const known = new Set(rows.map(({ id }) => `${id}.age`))
  for (const name of readdirSync(exportsFolder()))
    if (!known.has(name)) rmSync(join(exportsFolder(), name), { force: true })
}

const later = (time: string, ms: number): string => new Date(Date.parse(time) + ms).toISOString()

/** A restored backup has rows and no files. */
const isLost = ({ state, id }: ExportRow): boolean => state === 'ready' && !Bun.file(exportFile(id)).size

function present(row: ExportRow | undefined): ExportState | null {
  if (row === undefined || isLost(row)) return null
  const { state, requestedAt, bytes } = row
  return { state, requestedAt, bytes, keptUntil: later(requestedAt, KEPT_MS) }
}

export const readExport = ({ id }: Viewer): ExportState | null => present(exportRow(storage.reader, id))

/** One that waits stays; 429 `RATE_LIMITED` for another one within a day. Call `makeExportsSoon` after it. */
export async function requestExport(user: Viewer): Promise<ExportState | null> {
  return writeAs(user, 'session', (tx, user) => {
    const before = exportRow(tx, user.id)
    if (before?.state === 'waiting') return present(before)
    if (before?.state === 'ready' && !isLost(before)) refuseAnother(before)
    deleteExportOf(tx, user.id)
    const row = { userId: user.id, id: crypto.randomUUID(), requestedAt: new Date().toISOString() }
    tx.orm.insert(exports).values(row).run()
    audit(tx, user, { action: 'user:requested:export', entityType: 'user', entityId: user.id })
    return present(exportRow(tx, user.id))
  })
}

function refuseAnother({ requestedAt }: ExportRow): void {
  const waitMs = Date.parse(requestedAt) + DAY_MS - Date.now()
  if (!config.rateLimits || waitMs <= 0) return
  const seconds = Math.ceil(Math.min(waitMs, DAY_MS) / 1000)
  refuse('RATE_LIMITED', 'exports.tooSoon', { rateLimit: { limit: 1, remaining: 0, resetSeconds: seconds } })
}

/** The file as its owner gets it. 404 unless one is ready. Its download is an entry of the audit log first. */
export async function openExport(user: Viewer) {
  const row = await writeAs(user, 'session', (tx, user) => {
    const row = exportRow(tx, user.id)
    if (row === undefined || row.state !== 'ready' || isLost(row)) return refuse('NOT_FOUND', 'exports.notReady')
    audit(tx, user, { action: 'user:downloaded:export', entityType: 'user', entityId: user.id })
    return row
  })
  const identity = unseal(row.id, row.keySealed ?? '')
  if (identity === null) return refuse('NOT_FOUND', 'exports.notReady')
  const body = await decryptStream([identity], Bun.file(exportFile(row.id)).stream())
  return { body, name: `quad-my-data-${row.requestedAt.slice(0, 10)}.zip`, bytes: row.bytes ?? 0 }
}
