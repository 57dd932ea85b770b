import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import { collegeRequests } from '../../../db/schema/colleges'
import { type Connection, storage, type Tx } from '../../../db/storage'
import { config } from '../../config'
import { refuse, refuseField } from '../../errors'
import { type Actor, audit } from '../../ground/audit/audit'
import { isDisposable, parseAddress } from '../../lib/mail/email-address'
import { enqueue } from '../../lib/mail/queue'
import { collegeApprovedMail, collegeRejectedMail } from '../../lib/mail/templates'
import { openAddress, type SealedAddress, shownAddress } from '../../lib/net/addresses'
import { minuteOf } from '../../lib/text/coarse-time'
import { message } from '../../messages/message'
import { alertSuperadmins } from './alerts'
import { createCollege } from './colleges'
import { refuseDeceptive, refuseHomographs } from './deceptive-names'
import { mailCampus, readCollege, readCollegeByDomain } from './directory'
import type { College, CollegeRequest, DecideRequest, RequestCollege } from './schemas'

type Row = typeof collegeRequests.$inferSelect

/** As administrators see it: a decision needs the domain, and the requester is told by mail. */
function toRecord(row: Row): CollegeRequest {
  const { requesterIndex, requesterSealed, language, mailedAt, ...request } = row
  const shown = () => shownAddress(requesterOf(row), () => row.emailDomain)
  return { ...request, requestedByEmail: requesterSealed === '' ? '' : shown() }
}

const requireRequest = (db: Connection, id: string): Row =>
  db.orm.select().from(collegeRequests).where(eq(collegeRequests.id, id)).get() ??
  refuse('NOT_FOUND', 'colleges.requestMissing')

const requesterOf = ({ id, requesterSealed }: Row) => ({ id, emailSealed: requesterSealed })

/** At most a thousand, newest first, with masked addresses. */
export function listRequests(): CollegeRequest[] {
  const rows = storage.reader.orm
    .select()
    .from(collegeRequests)
    .orderBy(desc(collegeRequests.createdAt), sql`rowid desc`)
    .limit(1000)
    .all()
  return rows.map(toRecord)
}

/** The address of who requests a college. 400 for one outside its domain. */
export function requireRequester({ requestedByEmail, emailDomain }: RequestCollege): string {
  const requester = parseAddress(requestedByEmail)
  if (!requester) return refuseField('requestedByEmail', 'fields.email')
  if (requester.domain !== emailDomain)
    refuseField('requestedByEmail', message('colleges.emailAtDomain', { domain: emailDomain }))
  if (isDisposable(emailDomain)) refuse('DISPOSABLE_EMAIL')
  return requester.email
}

/** 400 for deceptive names; 409 `CONFLICT` when the college exists or has a pending request. */
export function submitRequest(
  tx: Tx,
  actor: Actor,
  input: Omit<RequestCollege, 'requestedByEmail'>,
  requester: SealedAddress,
): Omit<CollegeRequest, 'requestedByEmail'> {
  const { name, emailDomain, city, state } = input
  refuseDeceptive({ name, emailDomain, city, state })
  refuseHomographs(tx, { name, emailDomain })
  if (readCollegeByDomain(tx, emailDomain)) refuse('CONFLICT', 'colleges.alreadyHere')
  refusePending(tx, emailDomain)
  const now = minuteOf(new Date().toISOString())
  const request: Row = {
    id: requester.id,
    name,
    emailDomain,
    city,
    state,
    requesterIndex: requester.indexes[0] ?? '',
    requesterSealed: requester.sealed,
    status: 'pending',
    resolvedCollegeId: null,
    mailedAt: null,
    language: actor.origin.language,
    createdAt: now,
    updatedAt: now,
  }
  tx.orm.insert(collegeRequests).values(request).run()
  const entry = { entityType: 'college-request', entityId: request.id, after: { emailDomain } } as const
  audit(tx, actor, { ...entry, action: 'user:requested:college' })
  return toRecord(request)
}

/** As it was submitted: what was decided since is mailed to its requester, if anybody is told. 404. */
export function submittedRequest(db: Connection, id: string): Omit<CollegeRequest, 'requestedByEmail'> {
  const row = requireRequest(db, id)
  const { requestedByEmail: _, ...request } = toRecord(row)
  return { ...request, status: 'pending', resolvedCollegeId: null, updatedAt: request.createdAt }
}

/** Called when an account is deleted: its requests stay without the email. Index: college_requests_requester. */
export function forgetRequester(tx: Tx, emailIndexes: readonly string[]): void {
  tx.orm
    .update(collegeRequests)
    .set({ requesterIndex: '', requesterSealed: '' })
    .where(inArray(collegeRequests.requesterIndex, [...emailIndexes]))
    .run()
}

/** Index: college_requests_pending_domain, whose condition it repeats. */
function refusePending(tx: Tx, domain: string): void {
  const pending = and(eq(collegeRequests.emailDomain, domain), sql`status = 'pending'`)
  if (tx.orm.select().from(collegeRequests).where(pending).get()) refuse('CONFLICT', 'colleges.alreadyRequested')
}

/**
 * Sets the status of a request. Approval links a college: the one in the decision, else the one linked before, else the
 * one with the domain, else a new one. It mails the requester once, if the setting allows it; a rejection mails the
 * requester if it gives a reason. A rejected request keeps its college, a reopened one loses it. 404; 400 for an
 * unknown college and for a reason without a rejection; 409 `CONFLICT` for a second pending request of a domain.
 */
export function decideRequest(
  tx: Tx,
  actor: Actor,
  id: string,
  decision: DecideRequest,
  mailApproval: boolean,
): CollegeRequest {
  const before = requireRequest(tx, id)
  const { status, reason } = decision
  if (reason !== undefined && status !== 'rejected') refuseField('reason', 'colleges.reasonForRejection')
  const chosen = chosenCollege(tx, decision)
  if (status === 'pending' && before.status !== 'pending') refusePending(tx, before.emailDomain)
  const college = status === 'approved' ? (chosen ?? approvedCollege(tx, actor, before)) : chosen
  const resolvedCollegeId = status === 'pending' ? null : (college?.id ?? before.resolvedCollegeId)
  if (status === before.status && resolvedCollegeId === before.resolvedCollegeId) return toRecord(before)
  const now = new Date().toISOString()
  const to = openAddress(requesterOf(before))
  const mailsRequester = status === 'approved' && mailApproval && before.mailedAt === null
  const after: Row = {
    ...before,
    status,
    resolvedCollegeId,
    mailedAt: mailsRequester && to !== null ? now : before.mailedAt,
    updatedAt: minuteOf(now),
  }
  tx.orm.update(collegeRequests).set(after).where(eq(collegeRequests.id, id)).run()
  const [{ language }, { publicUrl }, campus] = [before, config, mailCampus()]
  if (mailsRequester && college !== undefined && to !== null)
    enqueue(tx, collegeApprovedMail(language, { to, campus, college: college.name, publicUrl }))
  if (reason !== undefined && to !== null)
    enqueue(tx, collegeRejectedMail(language, { to, campus, college: before.name, reason }))
  audit(tx, actor, {
    action: `admin:${VERBS[status]}:college-request`,
    entityType: 'college-request',
    entityId: id,
    before: { status: before.status, resolvedCollegeId: before.resolvedCollegeId },
    after: { status, resolvedCollegeId },
    ...(reason === undefined ? {} : { reason }),
  })
  if (status === 'approved' && college !== undefined) alertSuperadmins(tx, actor, 'approved', college)
  return toRecord(after)
}

const VERBS = { pending: 'reopened', approved: 'approved', rejected: 'rejected' } as const

function chosenCollege(tx: Tx, { resolvedCollegeId: id }: DecideRequest): College | undefined {
  return id == null ? undefined : (readCollege(tx, id) ?? refuseField('resolvedCollegeId', 'colleges.unknown'))
}

function approvedCollege(tx: Tx, actor: Actor, request: Row): College {
  const linked = request.resolvedCollegeId === null ? undefined : readCollege(tx, request.resolvedCollegeId)
  const { name, emailDomain, city, state } = request
  return (
    linked ??
    readCollegeByDomain(tx, emailDomain) ??
    createCollege(tx, actor, { name, emailDomain, city, state }, { isApproval: true })
  )
}
