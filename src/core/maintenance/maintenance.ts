import { sql } from 'drizzle-orm'
import { deleteOldFormerCopy } from '../../../db/migrate'
import { loginCodes, passwordResets, pendingSignups } from '../../../db/schema/identities'
import { signUpRequests } from '../../../db/schema/sign-up-requests'
import { retainedSanctions } from '../../../db/schema/users'
import { statement } from '../../../db/statement'
import { storage, type Tx } from '../../../db/storage'
import { attempt, reportFailure, runEvery } from '../../lib/background'
import { databaseFile } from '../../lib/data-directory'
import { log } from '../../lib/log'
import { forgetAccount } from '../access/account'
import { deleteExpiredKeys } from '../access/create-once'
import { deleteEndedSanctions } from '../access/sanctions'
import { reconcileBranchGroups, redrawFirstBranches } from '../accounts/branch-groups'
import { auditHead } from '../audit/chain'
import { verifyInPauses } from '../audit/chain-state'
import { clockDoubt, noteDay } from '../audit/day-notes'
import { closeDays, thinOldEntries } from '../audit/thinning'
import { deleteExpiredSessions } from '../auth/sessions'
import { deleteUnusedPictures } from '../colleges/pictures'
import { deleteOldRefusals } from '../held/texts'
import { deleteOldInvitations } from '../invitations/service'
import { deleteOldNotices } from '../notices/notices'
import { deleteOldNotifications } from '../notifications/notify'
import { resealPushes } from '../push/reseal'
import { eraseOldCopies } from '../reports/erase'
import { deleteOldDeliveries } from '../webhooks/queries'
import { resealWebhooks } from '../webhooks/reseal'
import { renewAddresses } from './renew-addresses'
import { deleteUnusedAliases } from './unused-aliases'

// Maintenance: what Quad deletes every day. Each subject decides what is old; JOBS is the list.

const DAY_MS = 86_400_000

/** Expired rows stay for another day, so that a late user reads that the code or link has expired. */
const expiredBefore = (): string => new Date(Date.now() - DAY_MS).toISOString()

const expiredSignups = statement((orm) =>
  orm
    .delete(pendingSignups)
    .where(sql`${pendingSignups.expiresAt} < ${sql.placeholder('before')}`)
    .prepare(),
)
const expiredSignUpRequests = statement((orm) =>
  orm
    .delete(signUpRequests)
    .where(sql`${signUpRequests.expiresAt} < ${sql.placeholder('before')}`)
    .prepare(),
)
const expiredLoginCodes = statement((orm) =>
  orm
    .delete(loginCodes)
    .where(sql`${loginCodes.expiresAt} < ${sql.placeholder('before')}`)
    .prepare(),
)
const expiredResets = statement((orm) =>
  orm
    .delete(passwordResets)
    .where(sql`${passwordResets.expiresAt} < ${sql.placeholder('before')}`)
    .prepare(),
)
const expiredSanctions = statement((orm) =>
  orm
    .delete(retainedSanctions)
    .where(sql`${retainedSanctions.endsAt} < ${sql.placeholder('before')}`)
    .prepare(),
)

async function deleteExpired(tx: Tx): Promise<void> {
  const before = expiredBefore()
  for (const deleteRows of [expiredSignups, expiredSignUpRequests, expiredLoginCodes, expiredResets, expiredSanctions])
    deleteRows(tx).run({ before })
  for (const userId of deleteEndedSanctions(tx, before)) forgetAccount(tx, userId)
}

/** A job that returns true runs again in another write: requests wait for each write, so a job bounds its work. */
const JOBS: Record<string, (tx: Tx) => Promise<unknown>> = {
  'expired sessions': deleteExpiredSessions,
  'expired registrations, codes, links and sanctions': deleteExpired,
  'counts of audit entries beyond the limit': (tx) => closeDays(tx),
  'old audit entries': (tx) => thinOldEntries(tx),
  'expired idempotency keys': deleteExpiredKeys,
  'old notifications': deleteOldNotifications,
  'old account notices': deleteOldNotices,
  'invitations that ended long ago': deleteOldInvitations,
  'texts that were refused long ago': deleteOldRefusals,
  'copies in reports closed long ago': (tx) => eraseOldCopies(tx),
  'old deliveries of webhooks': deleteOldDeliveries,
  'aliases that nothing is left of': deleteUnusedAliases,
  'pictures that no college shows': (tx) => deleteUnusedPictures(tx),
}

/** Runs all jobs, if the clock is to be believed. One that fails is logged, and the others run. */
export async function runMaintenance(): Promise<void> {
  await renewAddresses().catch((err) => log.error({ err }, 'addresses could not be renewed'))
  await resealWebhooks().catch((err) => log.error({ err }, 'webhooks could not be sealed anew'))
  await resealPushes().catch((err) => log.error({ err }, 'push endpoints could not be sealed anew'))
  if (await mayDelete()) await runJobs()
  await redrawFirstBranches().catch((err) => log.error({ err }, 'branches of administrators could not be drawn'))
  await reconcileBranchGroups().catch((err) => log.error({ err }, 'branches could not be shown or hidden'))
  logAuditHead()
  // Last, because nothing may thin the log meanwhile.
  await verifyInPauses(() => isEnding).catch((err) => log.error({ err }, 'the audit log could not be verified'))
}

let isEnding = false

/** Whether the clock is to be believed. If not, nothing is deleted for its age; everything else goes on. */
async function mayDelete(): Promise<boolean> {
  try {
    await storage.write((tx) => noteDay(tx))
    const doubt = clockDoubt(storage.reader)
    if (doubt) log.warn(doubt, 'nothing old is deleted: the clock is far ahead of the last day that Quad ran')
    return doubt === undefined
  } catch (err) {
    log.error({ err }, 'whether the clock is right could not be checked')
    return false
  }
}

async function runJobs(): Promise<void> {
  for (const [job, run] of Object.entries(JOBS)) {
    try {
      while ((await storage.write(run)) === true);
    } catch (err) {
      reportFailure(err, `maintenance of ${job}`)
    }
  }
  await attempt('maintenance of the copy from before the upgrade', () => deleteOldFormerCopy(databaseFile()))
}

/** With a log that is stored elsewhere, `bun quad audit verify --head` can prove that no audit entry was rewritten. */
function logAuditHead(): void {
  try {
    const { head, entries } = auditHead(storage.reader)
    log.info({ auditHead: head, entries }, 'head of the audit log')
  } catch (err) {
    log.error({ err }, 'the head of the audit log could not be read')
  }
}

/** Runs the jobs now and every day. The returned function stops that and waits for a run in progress. */
export function startMaintenance(): () => Promise<void> {
  isEnding = false
  const stop = runEvery(DAY_MS, 'maintenance', runMaintenance)
  return () => {
    isEnding = true
    return stop()
  }
}
