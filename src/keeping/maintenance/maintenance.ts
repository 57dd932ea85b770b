import { deleteOldFormerCopy } from '../../../db/migrate'
import { users } from '../../../db/schema/users'
import { raw, sql } from '../../../db/sql'
import { INTEGER, pick } from '../../../db/statement'
import { storage, type Tx } from '../../../db/storage'
import { reconcileBranchGroups, redrawFirstBranches } from '../../campus/accounts/branch-groups'
import { deleteExpiredSessions } from '../../campus/auth/sessions'
import { ownerOf } from '../../campus/authorship/aliases'
import { deleteUnusedPictures as deleteUnusedLogos } from '../../campus/colleges/colleges'
import { deleteOldInvitations } from '../../campus/invitations/service'
import { deleteOldNotices } from '../../campus/notices/notices'
import { deleteOldRefusals } from '../../forum/held/texts'
import { deleteUnusedPictures } from '../../forum/pictures/pictures'
import { deleteAuthorCounts } from '../../forum/posts/counts'
import { forgetAccount } from '../../ground/access/account'
import { deleteExpiredKeys } from '../../ground/access/create-once'
import { deleteEndedSanctions } from '../../ground/access/sanctions'
import { auditHead } from '../../ground/audit/chain'
import { verifyInPauses } from '../../ground/audit/chain-state'
import { clockDoubt, noteDay } from '../../ground/audit/day-notes'
import { closeDays, thinOldEntries } from '../../ground/audit/thinning'
import { parts } from '../../ground/parts'
import { databaseFile } from '../../lib/files/data-directory'
import { addressIndex, isStale, openAddress, sealAddress } from '../../lib/net/addresses'
import { attempt, reportFailure, runEvery } from '../../lib/process/background'
import { log } from '../../lib/process/log'
import { eraseOldCopies } from '../../order/reports/service'

// Maintenance: what Quad deletes every day. Each subject decides what is old; JOBS is the list.

const DAY_MS = 86_400_000

function deleteExpired(tx: Tx): void {
  // Expired rows stay for another day, so that a late user reads that the code or link has expired.
  const before = new Date(Date.now() - DAY_MS).toISOString()
  for (const table of ['pending_signups', 'sign_up_requests', 'login_codes', 'password_resets'])
    sql`DELETE FROM ${raw(table)} WHERE expires_at < ${before}`.run(tx)
  sql`DELETE FROM retained_sanctions WHERE ends_at < ${before}`.run(tx)
  for (const userId of deleteEndedSanctions(tx, before)) forgetAccount(tx, userId)
}

/** A job that returns true runs again in another write: requests wait for each write, so a job bounds its work. */
const JOBS: Record<string, (tx: Tx) => unknown> = {
  'expired sessions': deleteExpiredSessions,
  'expired registrations, codes, links and sanctions': deleteExpired,
  'counts of audit entries beyond the limit': (tx) => closeDays(tx),
  'old audit entries': (tx) => thinOldEntries(tx),
  'expired idempotency keys': deleteExpiredKeys,
  'old account notices': deleteOldNotices,
  'invitations that ended long ago': deleteOldInvitations,
  'texts that were refused long ago': deleteOldRefusals,
  'copies in reports closed long ago': eraseOldCopies,
  'aliases that nothing is left of': deleteUnusedAliases,
  'pictures that no college shows': (tx) => deleteUnusedLogos(tx),
  'pictures that no post has': (tx) => deleteUnusedPictures(tx),
}

/** Runs all jobs, if the clock is to be believed. One that fails is logged, and the others run. */
export async function runMaintenance(): Promise<void> {
  await renewAddresses().catch((err) => log.error({ err }, 'addresses could not be renewed'))
  await resealParts()
  if (await mayDelete()) await runJobs()
  await redrawFirstBranches().catch((err) => log.error({ err }, 'branches of administrators could not be drawn'))
  await reconcileBranchGroups().catch((err) => log.error({ err }, 'branches could not be shown or hidden'))
  logAuditHead()
  // Last, because nothing may thin the log meanwhile.
  await verifyInPauses(() => isEnding).catch((err) => log.error({ err }, 'the audit log could not be verified'))
}

/** Under a new key. */
export async function resealParts(): Promise<void> {
  for (const { name, reseal } of parts()) if (reseal) await attempt(`sealing ${name} anew`, reseal)
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
  const ofParts = parts().flatMap(({ maintenance = {} }) => Object.entries(maintenance))
  for (const [job, run] of [...Object.entries(JOBS), ...ofParts]) {
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

export function startMaintenance(): () => Promise<void> {
  isEnding = false
  const stop = runEvery(DAY_MS, 'maintenance', runMaintenance)
  return () => {
    isEnding = true
    return stop()
  }
}

/** Looked at in one piece: a campus has any number of aliases and addresses. */
const BATCH = 500

/** An alias that waits for its end has its time. Each condition is one look into an index. */
const unusedAliases = (before: number, after: number) => sql({ ...pick(users, 'id', 'key'), isUnused: INTEGER })`
  SELECT u.id, u.key,
    NOT EXISTS (SELECT 1 FROM aliases WHERE alias = u.key AND created_at >= ${before})
    AND NOT EXISTS (SELECT 1 FROM alias_endings WHERE alias_id = u.id AND due_at IS NOT NULL)
    AND NOT EXISTS (SELECT 1 FROM deletions WHERE subject = 'account' AND id = u.id)
    AND NOT EXISTS (SELECT 1 FROM posts WHERE author_id = u.id)
    AND NOT EXISTS (SELECT 1 FROM comments WHERE author = u.key)
    AND NOT EXISTS (SELECT 1 FROM post_votes WHERE user = u.key)
    AND NOT EXISTS (SELECT 1 FROM comment_votes WHERE user = u.key)
    AND NOT EXISTS (SELECT 1 FROM held_texts WHERE author_id = u.id)
    AND NOT EXISTS (SELECT 1 FROM aliases a CROSS JOIN users owner ON owner.key = a.account
      CROSS JOIN delayed_comments c INDEXED BY delayed_comments_author
      ON c.author_id = owner.id AND c.post_id = a.post_id WHERE a.alias = u.key AND c.is_aliased = 1)
    AND NOT EXISTS (SELECT 1 FROM sanctions WHERE user_id = u.id)
    AND NOT EXISTS (SELECT 1 FROM appeals WHERE user_id = u.id)
    AND NOT EXISTS (SELECT 1 FROM account_notices WHERE user_id = u.id)
    AND NOT EXISTS (SELECT 1 FROM user_blocks INDEXED BY user_blocks_blocked WHERE blocked_id = u.id)
    AND NOT EXISTS (SELECT 1 FROM moderation_notes INDEXED BY moderation_notes_resource WHERE resource_id = u.id)
    AND NOT EXISTS (SELECT 1 FROM reports INDEXED BY reports_author
      WHERE target_author_id = u.id AND status = 'pending' AND automatic = 0)
    AS isUnused
  FROM users u INDEXED BY users_alias WHERE u.status = 'ALIAS' AND u.key > ${after} ORDER BY u.key LIMIT ${BATCH}`

let after = 0

/**
 * Deletes a batch of aliases older than a week of which nothing is left: no text, vote, sanction, appeal, note, block,
 * news, or open report of somebody's, for under another name nobody would know of these. Returns whether there may be more.
 */
function deleteUnusedAliases(tx: Tx): boolean {
  const rows = unusedAliases(Date.now() - 7 * DAY_MS, after).all(tx)
  for (const { id } of rows.filter(({ isUnused }) => isUnused === 1)) {
    forgetAccount(tx, ownerOf(tx, id))
    forgetAccount(tx, id)
    deleteAuthorCounts(tx, id)
    sql`DELETE FROM users WHERE id = ${id}`.run(tx)
  }
  const isMore = rows.length === BATCH
  after = isMore ? (rows.at(-1)?.key ?? 0) : 0
  return isMore
}

/** The columns of a table that stand for an address. */
const TABLES = {
  identities: ['email_index', 'email_sealed'],
  college_requests: ['requester_index', 'requester_sealed'],
  sign_up_requests: ['email_index', 'email_sealed'],
} as const

type Row = { id: string; index: string; sealed: string }

/** Seals addresses anew that name another key or recipient, where this server can read them. */
export async function renewAddresses(): Promise<void> {
  for (const [table, [index, sealed]] of Object.entries(TABLES)) {
    const batch = `SELECT id, ${index} AS "index", ${sealed} AS sealed FROM ${table} WHERE id > ? ORDER BY id LIMIT ${BATCH}`
    // Unless it has changed since.
    const replace = `UPDATE ${table} SET ${index} = $index, ${sealed} = $sealed WHERE id = $id AND ${sealed} = $former`
    const rowsAfter = (id: string) => storage.reader.sqlite.query<Row, [string]>(batch).all(id)
    for (let rows = rowsAfter(''); rows.length > 0; rows = rowsAfter(rows.at(-1)?.id ?? '')) {
      const renewed = (await Promise.all(rows.map(renew))).filter((row) => row !== undefined)
      if (renewed.length > 0)
        await storage.write((tx) => {
          for (const row of renewed) tx.sqlite.query(replace).run(row)
        })
    }
  }
}

/** The row with new values, and the value it had; undefined where it stays. */
async function renew({ id, index, sealed: former }: Row): Promise<(Row & { former: string }) | undefined> {
  if (former === '' || !isStale({ emailIndex: index, emailSealed: former })) return undefined
  const email = openAddress({ id, emailSealed: former })
  if (email === null) return undefined
  const { sealed } = await sealAddress(email, id)
  return { id, index: addressIndex(email), sealed, former }
}
