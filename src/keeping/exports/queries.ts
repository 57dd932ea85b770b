import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { exports } from '../../../db/schema/exports'
import { pick, type Raw, selectList, sqlStatement, TEXT } from '../../../db/statement'
import type { Connection, Tx } from '../../../db/storage'
import { exportsFolder } from '../../lib/files/data-directory'

const ROW = pick(exports, 'userId', 'id', 'state', 'attempts', 'keySealed', 'bytes', 'requestedAt')
export type ExportRow = Raw<typeof ROW>
const OWNER = { userId: exports.userId }

const ofUser = sqlStatement(`SELECT ${selectList(ROW)} FROM exports WHERE user_id = $userId`, {
  returns: ROW,
  params: OWNER,
})
export const exportRow = (db: Connection, userId: string): ExportRow | undefined => ofUser(db).get({ userId })

export const insertExport = sqlStatement(
  `INSERT INTO exports (user_id, id, state, requested_at) VALUES ($userId, $id, 'waiting', $requestedAt)`,
  { params: pick(exports, 'userId', 'id', 'requestedAt') },
)

/** In the order of asking. Index: exports_waiting. */
export const nextExport = sqlStatement(
  `SELECT ${selectList(ROW)} FROM exports WHERE state = 'waiting' ORDER BY requested_at LIMIT 1`,
  { returns: ROW },
)

export const countAttempt = sqlStatement(
  "UPDATE exports SET attempts = attempts + 1 WHERE id = $id AND state = 'waiting'",
  {
    params: pick(exports, 'id'),
  },
)

/** Returns the owner; nobody when it was taken back meanwhile. */
export const finishExport = sqlStatement(
  `UPDATE exports SET state = 'ready', key_sealed = $keySealed, bytes = $bytes
  WHERE id = $id AND state = 'waiting' RETURNING user_id AS userId`,
  { returns: OWNER, params: pick(exports, 'id', 'keySealed', 'bytes') },
)
export const failExport = sqlStatement("UPDATE exports SET state = 'failed' WHERE id = $id AND state = 'waiting'", {
  params: pick(exports, 'id'),
})

const remove = sqlStatement('DELETE FROM exports WHERE user_id = $userId RETURNING id', {
  returns: pick(exports, 'id'),
  params: OWNER,
})
/** Deletes the copy of an account; its file goes after the commit. */
export function deleteExportOf(tx: Tx, userId: string): void {
  const id = remove(tx).get({ userId })?.id
  if (id !== undefined) tx.afterCommit(() => rmSync(exportFile(id), { force: true }))
}

/** Also what was asked for while the clock was ahead. Index: exports_requested. */
export const deleteOldExports = sqlStatement(
  'DELETE FROM exports WHERE requested_at < $before OR requested_at > $latest',
  {
    params: { before: TEXT, latest: TEXT },
  },
)

const ids = sqlStatement("SELECT id FROM exports WHERE state <> 'failed'", { returns: pick(exports, 'id') })

export const exportFile = (id: string): string => join(exportsFolder(), `${id}.age`)

/** Removes the files that no row names: of what was deleted, and of a process that was killed. */
export function sweepExportFiles(db: Connection): void {
  const known = new Set(Array.from(ids(db).all(), ({ id }) => `${id}.age`))
  for (const name of readdirSync(exportsFolder()))
    if (!known.has(name)) rmSync(join(exportsFolder(), name), { force: true })
}
