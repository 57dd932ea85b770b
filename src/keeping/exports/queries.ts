import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { exports } from '../../../db/schema/exports'
import { raw, sql } from '../../../db/sql'
import { pick, type Raw, selectList } from '../../../db/statement'
import type { Connection, Tx } from '../../../db/storage'
import { exportsFolder } from '../../lib/files/data-directory'

const ROW = pick(exports, 'userId', 'id', 'state', 'attempts', 'keySealed', 'bytes', 'requestedAt')
export type ExportRow = Raw<typeof ROW>
const SELECT = raw(`SELECT ${selectList(ROW)} FROM exports`)

export const exportRow = (db: Connection, userId: string): ExportRow | undefined =>
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
