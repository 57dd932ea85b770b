import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { exports } from '../../../db/schema/exports'
import { pick, type Raw, selectList, sqlStatement, TEXT } from '../../../db/statement'
import type { Connection, Tx } from '../../../db/storage'
import { exportsFolder } from '../../lib/data-directory'

const ROW = pick(exports, 'userId', 'id', 'state', 'attempts', 'keySealed', 'bytes', 'requestedAt')
export type ExportRow = Raw<typeof ROW>
const OWNER = { userId: exports.userId }

const ofUser = sqlStatement(`SELECT ${selectList(ROW)} FROM exports WHERE user_id = $userId`, {
  returns: ROW,
  params: OWNER,
})
export const exportRow = (db: Connection, userId: string): ExportRow | undefined => ofUser(db).get({ userId })

const insert = sqlStatement(
  `INSERT INTO exports (user_id, id, state, requested_at) VALUES ($userId, $id, 'waiting', $requestedAt)`,
  { params: pick(exports, 'userId', 'id', 'requestedAt') },
)
export const insertExport = (tx: Tx, row: Pick<ExportRow, 'userId' | 'id' | 'requestedAt'>) => insert(tx).run(row)

/** In the order of asking. Index: exports_waiting. */
const waiting = sqlStatement(
  `SELECT ${selectList(ROW)} FROM exports WHERE state = 'waiting' ORDER BY requested_at LIMIT 1`,
  { returns: ROW },
)
export const nextExport = (db: Connection): ExportRow | undefined => waiting(db).get()

const begin = sqlStatement("UPDATE exports SET attempts = attempts + 1 WHERE id = $id AND state = 'waiting'", {
  params: pick(exports, 'id'),
})
export const countAttempt = (tx: Tx, id: string) => begin(tx).run({ id })

const finish = sqlStatement(
  `UPDATE exports SET state = 'ready', key_sealed = $keySealed, bytes = $bytes
  WHERE id = $id AND state = 'waiting' RETURNING user_id AS userId`,
  { returns: OWNER, params: pick(exports, 'id', 'keySealed', 'bytes') },
)
/** The owner; nobody when it was taken back meanwhile. */
export const finishExport = (tx: Tx, row: Pick<ExportRow, 'id' | 'keySealed' | 'bytes'>): string | undefined =>
  finish(tx).get(row)?.userId

const fail = sqlStatement("UPDATE exports SET state = 'failed' WHERE id = $id AND state = 'waiting'", {
  params: pick(exports, 'id'),
})
export const failExport = (tx: Tx, id: string) => fail(tx).run({ id })

const remove = sqlStatement('DELETE FROM exports WHERE user_id = $userId RETURNING id', {
  returns: pick(exports, 'id'),
  params: OWNER,
})
/** Deletes the copy of an account; its file goes after the commit. */
export function deleteExportOf(tx: Tx, userId: string): void {
  const id = remove(tx).get({ userId })?.id
  if (id !== undefined) tx.afterCommit(() => rmSync(exportFile(id), { force: true }))
}

const deleteOld = sqlStatement('DELETE FROM exports WHERE requested_at < $before OR requested_at > $latest', {
  params: { before: TEXT, latest: TEXT },
})
/** Also what was asked for while the clock was ahead. Index: exports_requested. */
export const deleteOldExports = (tx: Tx, bounds: { before: string; latest: string }) => deleteOld(tx).run(bounds)

const ids = sqlStatement("SELECT id FROM exports WHERE state <> 'failed'", { returns: pick(exports, 'id') })

export const exportFile = (id: string): string => join(exportsFolder(), `${id}.age`)

/** Removes the files that no row names: of what was deleted, and of a process that was killed. */
export function sweepExportFiles(db: Connection): void {
  const known = new Set(
    ids(db)
      .all()
      .map(({ id }) => `${id}.age`),
  )
  for (const name of readdirSync(exportsFolder()))
    if (!known.has(name)) rmSync(join(exportsFolder(), name), { force: true })
}
