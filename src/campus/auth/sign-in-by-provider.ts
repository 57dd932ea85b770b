import { LRUCache } from 'lru-cache'
import { identityLinks } from '../../../db/schema/identities'
import { users } from '../../../db/schema/users'
import { sql } from '../../../db/sql'
import { pick } from '../../../db/statement'
import { storage, type Tx } from '../../../db/storage'
import { StorageUnavailable } from '../../../db/storage-unavailable'
import { config } from '../../config'
import { AppError, type ErrorCode, refuse } from '../../errors'
import { type Role, readAccount, type Viewer } from '../../ground/access/account'
import { isRenewalDue } from '../../ground/access/membership'
import { type ProviderSubject, subjectIndexes } from '../../ground/access/sanctions'
import { type Actor, audit, auditAttempt, type Origin } from '../../ground/audit/audit'
import { randomToken, tokenHash } from '../../lib/crypto/keys'
import { consumeShare } from '../../lib/mail/budget'
import { parseAddress } from '../../lib/mail/email-address'
import { deliverInBackground } from '../../lib/mail/mail'
import { MailLimit } from '../../lib/mail/message'
import { otpMail } from '../../lib/mail/templates'
import { type SealedAddress, sealAddress } from '../../lib/net/addresses'
import { type Attempt, type Claims, OpenIdFailure, OpenIdProvider, WITH_EMAIL } from '../../lib/net/openid'
import { inBackground } from '../../lib/process/background'
import { log } from '../../lib/process/log'
import { currentActivity } from '../../lib/tracing/spans'
import { createUser, findIdentityByIndex, linkSubject, renewMembership, type SignInIdentity } from '../accounts/users'
import { bindReturned } from '../authorship/endings'
import { collegeByDomain, mailTo } from '../colleges/directory'
import { guessOtp, newCode, OTP_MINUTES, type OtpState, refuseCode } from './codes'
import { consumeNewAccount, consumeOtpSend } from './otp-rate-limits'
import { auditFailedLogin, beginSession } from './sessions'
import { admitAccount, refuseUnlessAdmitted } from './sign-up-requests'
import { requireLastingEmail, requireStudentEmail } from './student-email'

const provider =
  config.idp && new OpenIdProvider({ ...config.idp, redirectUri: `${config.publicUrl}/api/v1/auth/idp/callback` })

const configured = (): OpenIdProvider => provider ?? refuse('FEATURE_DISABLED')

/** What `work` leads to, or the code of its refusal, for the redirect. */
async function orRefused<Result>(work: () => Promise<Result>, origin?: Origin) {
  try {
    return await work()
  } catch (error) {
    const refused = refusalCode(error)
    if (origin && provider && refused !== 'STORAGE_UNAVAILABLE')
      await storage.write((tx) => auditFailedLogin(tx, origin, null, { method: 'idp', code: refused }))
    return { refused }
  }
}

/** `attempt` is to be kept until the callback. A browser that never signed in there is asked for the email at once. */
export const beginProviderSignIn = (hasSignedIn: boolean) =>
  orRefused(async () => configured().begin(hasSignedIn ? 'openid' : WITH_EMAIL))

/**
 * Signs in a visitor whom the provider redirected back, asks for a code first, leads there once more for the email, or
 * returns the code of the refusal.
 */
export const finishProviderSignIn = (
  origin: Origin,
  current: Viewer | null,
  callback: URLSearchParams,
  attempt: Attempt | undefined,
) =>
  orRefused(async () => {
    const idp = configured()
    const asked = attempt ?? refuse('INVALID_TOKEN')
    const claims = await idp.redeem(callback, asked)
    const arrival = await openSessionForClaims(origin, current, claims, asked.scope === WITH_EMAIL)
    return arrival ?? (await idp.begin(WITH_EMAIL))
  }, origin)

/**
 * A session, or `link`: the token of a link to an existing account, which waits for its code. Undefined where the email is
 * needed, for who has no link or to renew the membership, and was not asked for.
 */
async function openSessionForClaims(origin: Origin, current: Viewer | null, claims: Claims, isEmailAsked: boolean) {
  const { issuer, subject, emailVerified } = claims
  const address = parseAddress(claims.email ?? '')
  const college = collegeByDomain(address?.domain ?? '')
  const sealed = address && (await sealAddress(address.email))
  const outcome = await storage.write(async (tx) => {
    const linked = linkedAccount(tx, claims)
    if (!isEmailAsked && (!linked || isRenewalDue(linked))) return undefined
    if (linked) {
      refuseAdministrator(linked)
      // Many a provider keeps people for life: only an address of the college says that somebody belongs to it today.
      if (emailVerified && college !== undefined && college.id === linked.collegeId)
        await renewMembership(tx, { id: linked.userId, role: linked.role, origin })
      return { session: beginSession(tx, origin, current, linked, 'idp'), role: linked.role }
    }
    // What a subject without a link must have. From then on only the link counts: issuer and subject never change hands,
    // but an email address can (OpenID Connect Core §5.7).
    if (claims.email === undefined || !emailVerified) return refuse('NOT_VERIFIED')
    const { email, ...student } = requireLastingEmail(claims.email)
    if (college === undefined || sealed === undefined) return refuse('COLLEGE_NOT_FOUND')
    const identity = findIdentityByIndex(tx, sealed.indexes)
    if (identity) {
      refuseAdministrator(identity)
      return { email, identity, address: sealed }
    }
    requireStudentEmail(student)
    const admission = admitAccount(tx, origin, sealed)
    if (admission !== 'admitted') return { admission }
    consumeNewAccount(sealed.indexes)
    const person = { address: sealed, passwordHash: null, collegeId: college.id, language: origin.language }
    const userId = await createUser(tx, { ...person, subject: { issuer, subject } })
    const actor = { id: userId, role: 'user', origin }
    audit(tx, actor, { action: 'user:created:account', entityType: 'user', entityId: userId })
    auditLink(tx, actor, issuer)
    return { session: beginSession(tx, origin, current, { userId, role: 'user' }, 'idp'), role: 'user' as const }
  })
  if (outcome?.admission !== undefined) return refuseUnlessAdmitted(outcome.admission)
  if (outcome?.identity === undefined) return outcome
  return { link: await beginLink(origin, { issuer, subject }, outcome.email, outcome) }
}

/** Whoever runs the provider must not become administrator, neither by a new link nor by one made before. */
function refuseAdministrator({ role }: { role: Role }): void {
  if (role !== 'user') refuse('FORBIDDEN', 'auth.noProviderForAdmins')
}

const auditLink = (tx: Tx, actor: Actor & { id: string }, issuer: string) =>
  audit(tx, actor, { action: 'user:linked:identity', entityType: 'user', entityId: actor.id, metadata: { issuer } })

const LINKED = {
  ...pick(users, 'role', 'collegeId', 'verifiedAt'),
  ...pick(identityLinks, 'subjectIndex'),
  userId: users.id,
}

/** The account that is linked to the provider's `subject`. A link under a former key is stored under the current one. */
function linkedAccount(tx: Tx, subject: ProviderSubject) {
  const indexes = subjectIndexes(subject)
  const [current = ''] = indexes
  const link = sql(LINKED)`
    SELECT u.id AS userId, u.role, u.college_id AS collegeId, u.verified_at AS verifiedAt, l.subject_index AS subjectIndex
    FROM identity_links l JOIN users u ON u.auth_id = l.identity_id
    WHERE l.issuer = ${subject.issuer} AND l.subject_index IN (SELECT value FROM json_each(${JSON.stringify(indexes)}))`.get(
    tx,
  )
  if (link !== undefined && link.subjectIndex !== current)
    sql`
      UPDATE identity_links SET subject_index = ${current}
      WHERE issuer = ${subject.issuer} AND subject_index = ${link.subjectIndex}`.run(tx)
  return link
}

const CODES = { declined: 'UNAUTHENTICATED', invalid: 'INVALID_TOKEN', unavailable: 'INTERNAL' } as const

function refusalCode(error: unknown): ErrorCode {
  if (error instanceof AppError) return error.code
  if (error instanceof MailLimit) return 'RATE_LIMITED'
  if (error instanceof StorageUnavailable) return 'STORAGE_UNAVAILABLE'
  const requestId = currentActivity()?.id
  if (error instanceof OpenIdFailure) {
    const level = error.fault === 'declined' ? 'info' : 'warn'
    log[level]({ requestId, fault: error.fault, reason: error.message }, 'sign-in at the provider failed')
    return CODES[error.fault]
  }
  log.error({ err: error, requestId }, 'sign-in at the provider failed')
  return 'INTERNAL'
}

// A subject of the identity provider that has the email of an existing account is linked to it after a code that was
// mailed to that email: otherwise whoever runs the provider could enter any account. What waits for its code is in
// memory only. After a restart one signs in at the provider again.

type PendingLink = {
  id: string
  subject: ProviderSubject
  identity: Pick<SignInIdentity, 'authId' | 'userId'>
  address: SealedAddress
  state: OtpState
}

/** By the hash of the token that the browser keeps. Each took a code, whose number is limited. */
const pending = new LRUCache<string, PendingLink>({ max: 1_000, ttl: OTP_MINUTES.login * 60_000 })

export const LINK_SECONDS = OTP_MINUTES.login * 60

/** Mails a code to the account's email. The token is for a cookie of the browser that comes from the provider. */
export async function beginLink(
  origin: Origin,
  subject: ProviderSubject,
  email: string,
  { identity, address }: { identity: SignInIdentity; address: SealedAddress },
): Promise<string> {
  const { allowed, ...rateLimit } = consumeOtpSend(email, origin.ip)
  if (!allowed) refuse('RATE_LIMITED', 'auth.tooManyCodes', { rateLimit })
  consumeShare('account', origin.ip, 1)
  const [id, token] = [crypto.randomUUID(), randomToken()]
  const { otp, ...state } = newCode(id, 'login')
  pending.set(tokenHash(token), { id, subject, identity, address, state: { ...state, attempts: 0 } })
  await storage.write((tx) => auditAttempt(tx, origin, { action: 'user:requested:otp', subject: email }))
  inBackground('code that links an account', async () => {
    const code = { otp, minutes: OTP_MINUTES.login, purpose: 'link' } as const
    await deliverInBackground(otpMail(mailTo(email, identity.language), code))
  })
  return token
}

/**
 * Links the account and opens a session, by the code. 400 `INVALID_TOKEN` in another browser or when too late; 403 for
 * a wrong code, and `FORBIDDEN` if the account has become an administrator's meanwhile.
 */
export async function finishLink(origin: Origin, current: Viewer | null, otp: string, token = '') {
  const key = tokenHash(token)
  const link = pending.get(key) ?? refuse('INVALID_TOKEN', 'auth.linkExpired')
  const verdict = guessOtp(link.state, link.id, otp)
  if (verdict !== 'matched') {
    if (verdict !== 'expired') link.state.attempts++
    await storage.write((tx) => auditFailedLogin(tx, origin, null, { method: 'idp', verdict }))
    return refuseCode(verdict)
  }
  // Before the write, so that the code works once.
  pending.delete(key)
  const { identity, subject, address } = link
  return storage.write(async (tx) => {
    const { id, role } = readAccount(tx, identity.userId) ?? refuse('INVALID_TOKEN', 'auth.linkExpired')
    refuseAdministrator({ role })
    linkSubject(tx, identity.authId, subject)
    bindReturned(tx, id, { emailIndexes: address.indexes, subject })
    auditLink(tx, { id, role, origin }, subject.issuer)
    await renewMembership(tx, { id, role, origin })
    return { session: beginSession(tx, origin, current, { userId: id, role }, 'idp'), role }
  })
}
