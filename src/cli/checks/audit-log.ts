import type { Connection } from '../../../db/connection'
import { auditHead } from '../../core/audit/chain'
import { placeOf, verifyChain } from '../../core/audit/verify'
import { QUAD } from '../../packaged'
import { type Finding, fail, ok } from './finding'

/** As many entries as a second has time for, on a slow machine. */
const NEWEST = 50_000

const GUARDS = ['audit_log_kept', 'audit_log_unchanged']

/** Whether the newest entries of the audit log follow each other, and the database guards them. */
export function* checkAuditLog(db: Connection): Generator<Finding> {
  const { entries } = auditHead(db)
  const { broken } = verifyChain(db, { newest: NEWEST })
  if (broken) yield fail('audit log', `it is broken at ${placeOf(broken)}: ${broken.explanation}`)
  else if (entries > NEWEST)
    yield ok(
      'audit log',
      `its newest ${NEWEST.toLocaleString('en')} entries are in order (all ${entries.toLocaleString('en')}: ${QUAD} audit verify)`,
    )
  else yield ok('audit log', `all of its entries are in order (${entries.toLocaleString('en')})`)
  const open = db.sqlite.query<{ rows: number }, []>('SELECT count(*) AS rows FROM audit_rewriting').get()
  if (open !== null && open.rows > 0)
    yield fail('audit log', 'the database lets its entries be changed: audit_rewriting has rows, delete them')
  const missing = GUARDS.filter((name) => !hasTrigger(db, name))
  if (missing.length > 0)
    yield fail(
      'audit log',
      `the database does not guard it: the trigger ${missing.join(' and the trigger ')} is missing`,
    )
}

function hasTrigger({ sqlite }: Connection, name: string): boolean {
  const trigger = sqlite.query<{ name: string }, [string]>(
    "SELECT name FROM sqlite_schema WHERE type = 'trigger' AND tbl_name GLOB 'audit_*' AND name = ?",
  )
  return trigger.get(name) !== null
}
