import { getTableColumns } from 'drizzle-orm'
import { type Static, t } from 'elysia'
import { signUpRequests } from '../../../db/schema/membership'
import { users } from '../../../db/schema/users'
import { raw, sql } from '../../../db/sql'
import { INTEGER, orNull, pick, type Raw, selectList } from '../../../db/statement'
import { type Connection, storage, type Tx } from '../../../db/storage'
import { refuse, refuseField } from '../../errors'
import type { Viewer } from '../../ground/access/account'
import { writeAs } from '../../ground/access/write-as'
import { audit, auditAttempt, type Origin } from '../../ground/audit/audit'
import { readSettings } from '../../ground/settings/settings'
import { enqueue } from '../../lib/mail/queue'
import { signUpApprovedMail, signUpRefusedMail } from '../../lib/mail/templates'
import { openAddress, type SealedAddress, shownAddress } from '../../lib/net/addresses'
import { isoOf, minuteOf } from '../../lib/text/coarse-time'
import { namedObject, nullable, paginate, recordId, timestamp } from '../../lib/text/schema'
import type { Language } from '../../messages/template'
import { collegeByDomain, mailTo } from '../colleges/directory'

// Who may make an account (setting `signUp`). With `request`, whoever verified an email waits for a moderator, who sees
// what lists of people show of an address. No password waits along: once approved, one signs up again, and gets in.

export const REQUEST_STATES = ['waiting', 'approved', 'refused'] as const
export const DECISIONS = ['approve', 'refuse'] as const

/** More wait for nobody: each took a verified email, and 30 days later it is forgotten. */
const MOST_WAITING = 2_000
const KEPT_MS = 30 * 86_400_000

const { emailIndex: _, decidedBy: _by, expiresAt: _end, ...ROW } = getTableColumns(signUpRequests)
const ENTRY = { ...ROW, decidedBy: orNull(users.username) }
type Entry = Raw<typeof ENTRY>

export const signUpRequest = namedObject('SignUpRequest', {
  id: recordId,
  email: t.String({ description: 'As lists of people show it: `2…7@campus.edu`' }),
  college: nullable(t.Object({ id: recordId, name: t.String() })),
  state: t.UnionEnum([...REQUEST_STATES]),
  reason: nullable(t.String({ description: 'Of a refusal; the person reads it' })),
  decidedBy: nullable(t.String({ description: 'The Quad name of the moderator' })),
  decidedAt: nullable(timestamp),
  createdAt: timestamp,
})
type SignUpRequest = Static<typeof signUpRequest>

export const countSignUpRequests = (db: Connection, state: SignUpRequest['state'] = 'waiting'): number =>
  sql({ count: INTEGER })`SELECT count(*) AS count FROM sign_up_requests WHERE state = ${state}`.get(db)?.count ?? 0

/** 403 `SIGN_UP_CLOSED` where nobody new is let in. */
export function refuseIfClosed(mode: 'open' | 'request' | 'closed'): void {
  if (mode === 'closed') refuse('SIGN_UP_CLOSED')
}

export type Admission = 'admitted' | 'waiting' | { refused: string }

/**
 * Decides about an account for a verified email, in the write that makes it, and files the request of somebody new. What
 * is not admitted has to be refused after the commit, by `refuseUnlessAdmitted`: a refusal here would undo the request.
 * 403 `SIGN_UP_CLOSED`; 503 `BUSY` when too many wait.
 */
export function admitAccount(tx: Tx, origin: Origin, address: SealedAddress): Admission {
  const { signUp } = readSettings(tx)
  refuseIfClosed(signUp)
  const request = sql(pick(signUpRequests, 'state', 'reason'))`
    SELECT state, reason FROM sign_up_requests WHERE email_index IN ${listOf(address.indexes)}`.get(tx)
  if (signUp === 'open' || request?.state === 'approved') {
    removeSignUpRequests(tx, address.indexes)
    return 'admitted'
  }
  if (request !== undefined) return request.state === 'waiting' ? 'waiting' : { refused: request.reason ?? '' }
  fileSignUpRequest(tx, address, origin.language)
  auditAttempt(tx, origin, { action: 'user:requested:account', subject: address.id })
  return 'waiting'
}

/** 503 `BUSY` when too many wait. */
export function fileSignUpRequest(tx: Tx, address: SealedAddress, language: Language): void {
  if (countSignUpRequests(tx) >= MOST_WAITING) refuse('BUSY', 'auth.tooManyRequests')
  const { id, indexes, sealed: emailSealed, domain: emailDomain } = address
  const { now: createdAt, expiresAt } = keptFromNow()
  const row = { id, emailIndex: indexes[0] ?? '', emailSealed, emailDomain, language, createdAt, expiresAt }
  const request = { ...row, state: 'waiting' as const }
  tx.orm.insert(signUpRequests).values(request).run()
}

const keptFromNow = () => ({ now: minuteOf(isoOf(Date.now())), expiresAt: isoOf(Date.now() + KEPT_MS) })

/** 403 `APPROVAL_PENDING`, or `SIGN_UP_REFUSED` with the words of the moderator in `meta.reason`. */
export function refuseUnlessAdmitted(admission: Exclude<Admission, 'admitted'>): never {
  if (admission === 'waiting') return refuse('APPROVAL_PENDING')
  return refuse('SIGN_UP_REFUSED', undefined, { meta: { reason: admission.refused } })
}

/** Once an account of the email is made by the operator, or gone. */
export function removeSignUpRequests(tx: Tx, emailIndexes: readonly string[]): void {
  sql`DELETE FROM sign_up_requests WHERE email_index IN ${listOf(emailIndexes)}`.run(tx)
}

const listOf = (texts: readonly string[]) => sql`(SELECT value FROM json_each(${JSON.stringify(texts)}))`

const SELECT = `SELECT ${selectList(ROW, 'r')}, u.username AS decidedBy
  FROM sign_up_requests r LEFT JOIN users u ON u.id = r.decided_by`
const byId = (id: string) => sql(ENTRY)`${raw(SELECT)} WHERE r.id = ${id}`

export function listSignUpRequests(query: { state?: SignUpRequest['state'] | undefined; page: number; limit: number }) {
  const { state = 'waiting', page, limit } = query
  // By the index sign_up_requests_state: what waits longest comes first.
  const rows = sql(ENTRY)`
    ${raw(SELECT)} WHERE r.state = ${state} ORDER BY r.created_at, r.id
      LIMIT ${limit} OFFSET ${(page - 1) * limit}`.all(storage.reader)
  return { requests: rows.map(toRecord), pagination: paginate(countSignUpRequests(storage.reader, state), page, limit) }
}

function toRecord({ emailSealed, emailDomain, language: _, ...entry }: Entry): SignUpRequest {
  const college = collegeByDomain(emailDomain)
  return {
    ...entry,
    email: shownAddress({ id: entry.id, emailSealed }, () => emailDomain),
    college: college ? { id: college.id, name: college.name } : null,
  }
}

/**
 * Lets the person in, or not, and mails them. A refusal can be taken back by an approval. 404; 400 for a refusal without
 * a reason; 409 `CONFLICT` for what another moderator decided meanwhile (`meta` says who).
 */
export async function decideSignUpRequest(
  moderator: Viewer,
  id: string,
  { decision, reason }: { decision: (typeof DECISIONS)[number]; reason?: string | undefined },
): Promise<SignUpRequest> {
  const isRefusal = decision === 'refuse'
  if (isRefusal && reason === undefined) refuseField('reason', 'fields.required')
  if (!isRefusal && reason !== undefined) refuseField('reason', 'auth.reasonForRefusal')
  const after = await writeAs(moderator, 'admin', (tx, moderator) => {
    const before = byId(id).get(tx) ?? refuse('NOT_FOUND')
    const { state, language, emailSealed, decidedBy: by, decidedAt: at } = before
    if (state === 'approved' || (state === 'refused' && isRefusal))
      refuse('CONFLICT', 'auth.requestDecided', { meta: { decided: { by, state, at } } })
    const { now, expiresAt } = keptFromNow()
    sql`
      UPDATE sign_up_requests SET state = ${isRefusal ? 'refused' : 'approved'}, reason = ${reason ?? null},
        decided_by = ${moderator.id}, decided_at = ${now}, expires_at = ${expiresAt}
      WHERE id = ${id}`.run(tx)
    const to = openAddress({ id, emailSealed })
    const recipient = to === null ? null : mailTo(to, language)
    if (recipient !== null)
      enqueue(tx, reason === undefined ? signUpApprovedMail(recipient) : signUpRefusedMail(recipient, { reason }))
    const metadata = reason === undefined ? undefined : { reason }
    const action = isRefusal ? 'admin:refused:sign-up' : 'admin:approved:sign-up'
    audit(tx, moderator, { action, entityType: 'sign-up-request', entityId: id, metadata })
    // Read here: whoever was approved may have joined a moment later, which ends the request.
    return byId(id).get(tx) ?? refuse('NOT_FOUND')
  })
  return toRecord(after)
}
