import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import { collegeRequests } from '../../../db/schema/colleges'
import { type Connection, storage, type Tx } from '../../../db/storage'
import { refuse, refuseField } from '../../errors'
import type { Creation, Viewer } from '../../ground/access/account'
import { createOnce, rememberCreation } from '../../ground/access/create-once'
import { requireReauthentication } from '../../ground/access/levels'
import { writeAs } from '../../ground/access/write-as'
import { type Actor, anonymous, audit, type Origin } from '../../ground/audit/audit'
import { optionalMails, readSettings } from '../../ground/settings/settings'
import { isDisposable, parseAddress } from '../../lib/mail/email-address'
import { enqueue } from '../../lib/mail/queue'
import { collegeApprovedMail, collegeRejectedMail } from '../../lib/mail/templates'
import { openAddress, sealAddress, shownAddress } from '../../lib/net/addresses'
import { minuteOf } from '../../lib/text/coarse-time'
import { message } from '../../messages/message'
import { alertSuperadmins, requireDomainRights } from './alerts'
import { createCollege } from './colleges'
import { refuseDeceptive, refuseHomographs } from './deceptive-names'
import { mailTo, readCollege, readCollegeByDomain } from './directory'
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

/**
 * 400 for a requester outside the domain and for deceptive names; 409 `CONFLICT` when the college exists or has a
 * pending request. A repeat reads it as it was submitted: what was decided since is mailed, if anybody is told.
 */
export async function requestCollege(origin: Origin, input: RequestCollege, creation?: Creation) {
  const { name, emailDomain, city, state } = input
  const address = parseAddress(input.requestedByEmail) ?? refuseField('requestedByEmail', 'fields.email')
  if (address.domain !== emailDomain)
    refuseField('requestedByEmail', message('colleges.emailAtDomain', { domain: emailDomain }))
  if (isDisposable(emailDomain)) refuse('DISPOSABLE_EMAIL')
  const create = async () => {
    const { id, indexes, sealed } = await sealAddress(address.email, crypto.randomUUID())
    return storage.write((tx) => {
      // Nobody new could join it.
      if (readSettings(tx).signUp === 'closed') refuse('SIGN_UP_CLOSED')
      refuseDeceptive({ name, emailDomain, city, state })
      refuseHomographs(tx, { name, emailDomain })
      if (readCollegeByDomain(tx, emailDomain)) refuse('CONFLICT', 'colleges.alreadyHere')
      refusePending(tx, emailDomain)
      const now = minuteOf(new Date().toISOString())
      const requester = { requesterIndex: indexes[0] ?? '', requesterSealed: sealed, language: origin.language }
      const row = { id, name, emailDomain, city, state, ...requester, createdAt: now, updatedAt: now }
      const request = tx.orm.insert(collegeRequests).values(row).returning().get()
      const entry = { entityType: 'college-request', entityId: id, after: { emailDomain } } as const
      audit(tx, anonymous(origin), { ...entry, action: 'user:requested:college' })
      rememberCreation(tx, creation, id)
      return toRecord(request)
    })
  }
  const read = (id: string): CollegeRequest => {
    const request = toRecord(requireRequest(storage.reader, id))
    return { ...request, status: 'pending', resolvedCollegeId: null, updatedAt: request.createdAt }
  }
  return { ...(await createOnce(creation, { create, read })), requestedByEmail: address.email }
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
export async function decideRequest(user: Viewer, id: string, decision: DecideRequest): Promise<CollegeRequest> {
  const { collegeAvailable: mailApproval } = optionalMails()
  const { status, reason, resolvedCollegeId: chosenId } = decision
  return writeAs(user, 'admin', (tx, user) => {
    if (status === 'approved') {
      requireDomainRights(tx, user)
      requireReauthentication(user)
    }
    const before = requireRequest(tx, id)
    if (reason !== undefined && status !== 'rejected') refuseField('reason', 'colleges.reasonForRejection')
    const chosen =
      chosenId == null ? undefined : (readCollege(tx, chosenId) ?? refuseField('resolvedCollegeId', 'colleges.unknown'))
    if (status === 'pending' && before.status !== 'pending') refusePending(tx, before.emailDomain)
    const college = status === 'approved' ? (chosen ?? approvedCollege(tx, user, before)) : chosen
    const resolvedCollegeId = status === 'pending' ? null : (college?.id ?? before.resolvedCollegeId)
    if (status === before.status && resolvedCollegeId === before.resolvedCollegeId) return toRecord(before)
    const now = new Date().toISOString()
    const to = openAddress(requesterOf(before))
    const mailsRequester = status === 'approved' && mailApproval && before.mailedAt === null && to !== null
    const mailedAt = mailsRequester ? now : before.mailedAt
    const after = { ...before, status, resolvedCollegeId, mailedAt, updatedAt: minuteOf(now) }
    tx.orm.update(collegeRequests).set(after).where(eq(collegeRequests.id, id)).run()
    const recipient = to === null ? null : mailTo(to, before.language)
    if (recipient !== null && mailsRequester && college !== undefined)
      enqueue(tx, collegeApprovedMail(recipient, { college: college.name }))
    if (recipient !== null && reason !== undefined)
      enqueue(tx, collegeRejectedMail(recipient, { college: before.name, reason }))
    audit(tx, user, {
      action: `admin:${VERBS[status]}:college-request`,
      entityType: 'college-request',
      entityId: id,
      before: { status: before.status, resolvedCollegeId: before.resolvedCollegeId },
      after: { status, resolvedCollegeId },
      ...(reason === undefined ? {} : { reason }),
    })
    if (status === 'approved' && college !== undefined) alertSuperadmins(tx, user, 'approved', college)
    return toRecord(after)
  })
}

const VERBS = { pending: 'reopened', approved: 'approved', rejected: 'rejected' } as const

function approvedCollege(tx: Tx, actor: Actor, request: Row): College {
  const linked = request.resolvedCollegeId === null ? undefined : readCollege(tx, request.resolvedCollegeId)
  const { name, emailDomain, city, state } = request
  return (
    linked ??
    readCollegeByDomain(tx, emailDomain) ??
    createCollege(tx, actor, { name, emailDomain, city, state }, { isApproval: true })
  )
}
