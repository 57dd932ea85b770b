import { auditLog } from '../../../db/schema/audit'
import { users } from '../../../db/schema/users'
import { orNull, pick, type Raw, selectList, sqlStatement, TEXT } from '../../../db/statement'
import type { Connection } from '../../../db/storage'
import { EXPORTED_ACTORS, listedActions } from './groups'
import { type LogChoice, spanOf } from './logs'
import { exportedNumbers } from './queries'

/** Without students: their entries are thinned when they are old, and a file would hold them whole. */
export type ExportChoice = Omit<LogChoice, 'by'> & { by?: (typeof EXPORTED_ACTORS)[number] | undefined }

/** As many as a spreadsheet shows at ease. */
const MOST = 10_000
/** Requests wait while so many are read. */
const BATCH = 500

/** Where a request came from is blanked when it is old, and what something is called goes with it: not in a file. */
const RETURNS = {
  ...pick(auditLog, 'id', 'timestamp', 'action', 'status', 'actorId'),
  actorName: orNull(users.username),
  ...pick(auditLog, 'actorRole', 'entityType', 'entityId', 'reason', 'before', 'after', 'metadata'),
  ...pick(auditLog, 'platform', 'requestId', 'subjectHash'),
}
const { actorName: _, ...OF_LOG } = RETURNS
export type ExportedEntry = Raw<typeof RETURNS>
/** In the order of a file. */
export const EXPORTED_COLUMNS = Object.keys(RETURNS) as (keyof ExportedEntry)[]

const entriesByNumber = sqlStatement(
  `SELECT ${selectList(OF_LOG, 'l')}, u.username AS actorName
  FROM json_each($numbers) wanted CROSS JOIN audit_log l ON l.rowid = wanted.value LEFT JOIN users u ON u.id = l.actor_id
  ORDER BY wanted.key`,
  { returns: RETURNS, params: { numbers: TEXT } },
)

/** The newest listed entries that were picked, newest first. What is added meanwhile is not among them. */
export function* exportBatches(
  db: Connection,
  { by, about, from, to, ...filter }: ExportChoice,
): Generator<ExportedEntry[]> {
  const actors = by === undefined ? EXPORTED_ACTORS : [by]
  const actions = [...new Set(actors.flatMap((each) => listedActions({ by: each, about })))]
  const numbers = exportedNumbers(
    db,
    { ...filter, actions: JSON.stringify(actions) },
    { ...spanOf({ from, to }), limit: MOST },
  )
  for (let at = 0; at < numbers.length; at += BATCH)
    yield entriesByNumber(db).all({ numbers: JSON.stringify(numbers.slice(at, at + BATCH)) })
}
