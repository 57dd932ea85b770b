import { sql } from 'drizzle-orm'
import { loginCodes, passwordResets, pendingSignups } from '../../../db/schema/identities'
import { retainedSanctions } from '../../../db/schema/users'
import { statement } from '../../../db/statement'
import { storage, type Tx } from '../../../db/storage'
import { log } from '../../lib/log'
import { blankOldOrigins } from '../audit/audit'
import { auditHead } from '../audit/chain'
import { sweepExpiredSessions } from '../auth/sessions'
import { sweepUploads } from '../colleges/pictures'
import { deleteOldNotifications } from '../notifications/notify'
import { eraseOldCopies } from '../reports/erase'

const DAY_MS = 86_400_000

/** What has expired is kept for another day: until then the answer says that it has expired. */
const expiredBefore = (): string => new Date(Date.now() - DAY_MS).toISOString()

const signups = statement((orm) =>
  orm
    .delete(pendingSignups)
    .where(sql`${pendingSignups.expiresAt} < ${sql.placeholder('before')}`)
    .prepare(),
)
const codes = statement((orm) =>
  orm
    .delete(loginCodes)
    .where(sql`${loginCodes.expiresAt} < ${sql.placeholder('before')}`)
    .prepare(),
)
const resets = statement((orm) =>
  orm
    .delete(passwordResets)
    .where(sql`${passwordResets.expiresAt} < ${sql.placeholder('before')}`)
    .prepare(),
)
const bygones = statement((orm) =>
  orm
    .delete(retainedSanctions)
    .where(sql`${retainedSanctions.endsAt} < ${sql.placeholder('before')}`)
    .prepare(),
)

async function sweepExpired(tx: Tx): Promise<void> {
  const before = expiredBefore()
  for (const swept of [signups, codes, resets, bygones]) swept(tx).run({ before })
}

/** A chore answers true where it has left some for another write: others wait for each. */
const JOBS: Record<string, (tx: Tx) => Promise<unknown>> = {
  'expired sessions': sweepExpiredSessions,
  'expired registrations, codes, links and sanctions': sweepExpired,
  'addresses in old audit entries': (tx) => blankOldOrigins(tx),
  'old notifications': deleteOldNotifications,
  'copies in reports closed long ago': (tx) => eraseOldCopies(tx),
  'pictures that no college shows': (tx) => sweepUploads(tx),
}

/** Removes what has had its time. A chore that fails is logged and keeps no other from being done. */
export async function runMaintenance(): Promise<void> {
  for (const [chore, done] of Object.entries(JOBS)) {
    try {
      while ((await storage.write(done)) === true);
    } catch (err) {
      log.error({ err, chore }, 'housekeeping failed')
    }
  }
  noteAuditHead()
}

/** Where the log is kept apart from the database, `bun quad audit verify --head` can prove that nothing was rewritten. */
function noteAuditHead(): void {
  try {
    const { head, entries } = auditHead(storage.reader)
    log.info({ auditHead: head, entries }, 'head of the audit log')
  } catch (err) {
    log.error({ err }, 'the head of the audit log could not be read')
  }
}

/** Keeps house now and every day; the answer stops it, once what is under way is done. */
export function startMaintenance(): () => Promise<void> {
  let underWay = runMaintenance()
  const timer = setInterval(() => {
    underWay = runMaintenance()
  }, DAY_MS)
  timer.unref()
  return () => {
    clearInterval(timer)
    return underWay
  }
}
