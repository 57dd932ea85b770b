import { and, eq, inArray } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import { identityLinks } from '../../../db/schema/identities'
import { users } from '../../../db/schema/users'
import { pick } from '../../../db/statement'
import { storage, type Tx } from '../../../db/storage'
import { StorageUnavailable } from '../../../db/storage-unavailable'
import { config } from '../../config'
import { AppError, type ErrorCode, refuse } from '../../errors'
import { type Role, readAccount, type Viewer } from '../../ground/access/account'
import { isRenewalDue } from '../../ground/access/membership'
import { type ProviderSubject, subjectIndexes } from '../../ground/access/sanctions'
import type { OpenedSession } from '../../ground/access/session-tokens'
import { type Actor, audit, auditAttempt, type Origin } from '../../ground/audit/audit'
import { randomToken, tokenHash } from '../../lib/crypto/keys'
import { consumeShare } from '../../lib/mail/budget'
import { type Address, isDisposable, parseAddress } from '../../lib/mail/email-address'
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
import { collegeByDomain, mailCampus } from '../colleges/directory'
import {
  codeDigits,
  guessOtp,
  newOtp,
  OTP_MINUTES,
  type OtpState,
  type OtpVerdict,
  otpExpiry,
  otpHash,
  refuseCode,
} from './codes'
import { consumeNewAccount, consumeOtpSend } from './otp-rate-limits'
import { beginSession } from './sessions'
import { type Admission, admitAccount, refuseUnlessAdmitted } from './sign-up-requests'
import { requireLastingEmail, requireStudentEmail } from './student-email'

const provider =
  config.idp && new OpenIdProvider({ ...config.idp, redirectUri: `${config.publicUrl}/api/v1/auth/idp/callback` })

type Departure = Awaited<ReturnType<OpenIdProvider['begin']>>
type Refused = { refused: ErrorCode }
type SignedIn = { session: OpenedSession; role: Role }
/** `link`: the token of a link to an existing account, which waits for its code. */
type Admitted = SignedIn | { link: string }

/** `attempt` is to be kept until the callback. A browser that never signed in there is asked for the email at once. */
export async function beginProviderSignIn(hasSignedIn: boolean): Promise<Departure | Refused> {
  try {
    return await configured().begin(hasSignedIn ? 'openid' : WITH_EMAIL)
  } catch (error) {
    return { refused: refusalCode(error) }
  }
}

/**
 * Signs in a visitor whom the provider redirected back, asks for a code first, leads there once more for the email, or
 * returns the code of the refusal.
 */
export async function finishProviderSignIn(
  origin: Origin,
  current: Viewer | null,
  callback: URLSearchParams,
  attempt: Attempt | undefined,
): Promise<Admitted | Departure | Refused> {
  try {
    const idp = configured()
    const asked = attempt ?? refuse('INVALID_TOKEN')
    const claims = await idp.redeem(callback, asked)
    const arrival = await openSessionForClaims(origin, current, claims, asked.scope === WITH_EMAIL)
    return arrival ?? (await idp.begin(WITH_EMAIL))
  } catch (error) {
    const refused = refusalCode(error)
    if (provider && refused !== 'STORAGE_UNAVAILABLE') await auditFailure(origin, { code: refused })
    return { refused }
  }
}

const configured = (): OpenIdProvider => provider ?? refuse('FEATURE_DISABLED')

/** Undefined where the email is needed, for who has no link or to renew the membership, and was not asked for. */
async function openSessionForClaims(
  origin: Origin,
  current: Viewer | null,
  claims: Claims,
  isEmailAsked: boolean,
): Promise<Admitted | undefined> {
  const address = parseAddress(claims.email ?? '')
  const college = collegeByDomain(address?.domain ?? '')
  const sealed = address && (await sealAddress(address.email))
  const outcome = await storage.write(async (tx): Promise<Outcome | undefined> => {
    const linked = linkedAccount(tx, claims)
    if (!isEmailAsked && (!linked || isRenewalDue(linked))) return undefined
    if (!linked) {
      refuseUnknownClaims(claims, address, college)
      const identity = sealed && findIdentityByIndex(tx, sealed.indexes)
      if (identity) {
        refuseAdministrator(identity)
        return { identity }
      }
    }
    const account = linked ?? (await createLinkedAccount(tx, origin, { ...claims, address: sealed }, college?.id))
    if ('admission' in account) return account
    refuseAdministrator(account)
    // Many a provider keeps people for life: only an address of the college says that somebody belongs to it today.
    if (claims.emailVerified && college !== undefined && college.id === linked?.collegeId)
      await renewMembership(tx, { id: linked.userId, role: linked.role, origin })
    return { session: beginSession(tx, origin, current, account, 'idp'), role: account.role }
  })
  if (outcome === undefined) return undefined
  if ('admission' in outcome) return refuseUnlessAdmitted(outcome.admission)
  if ('session' in outcome || !address || !sealed) return outcome as SignedIn
  const { issuer, subject } = claims
  return { link: await beginLink(origin, { issuer, subject }, address.email, { ...outcome, address: sealed }) }
}

type Unadmitted = { admission: Exclude<Admission, 'admitted'> }
type Outcome = SignedIn | { identity: SignInIdentity } | Unadmitted
type NewAccount = { userId: string; role: Role; collegeId: string }
type LinkedAccount = NewAccount & { verifiedAt: string }

/**
 * What a subject without a link must have: a verified email in the domain of a college. From then on only the link
 * counts: issuer and subject never change hands, but an email address can (OpenID Connect Core §5.7).
 */
function refuseUnknownClaims({ email, emailVerified }: Claims, address?: Address, college?: { id: string }): void {
  if (email === undefined || !emailVerified) refuse('NOT_VERIFIED')
  if (address === undefined) refuse('INVALID_EMAIL', 'auth.notAnEmail')
  else if (isDisposable(address.domain)) refuse('DISPOSABLE_EMAIL')
  if (college === undefined) refuse('COLLEGE_NOT_FOUND')
}

/** Whoever runs the provider must not become administrator, neither by a new link nor by one made before. */
function refuseAdministrator({ role }: { role: Role }): void {
  if (role !== 'user') refuse('FORBIDDEN', 'auth.noProviderForAdmins')
}

async function createLinkedAccount(
  tx: Tx,
  origin: Origin,
  { issuer, subject, email = '', address }: Claims & { address: SealedAddress | undefined },
  collegeId?: string,
): Promise<NewAccount | Unadmitted> {
  if (collegeId === undefined || address === undefined) return refuse('COLLEGE_NOT_FOUND')
  requireStudentEmail(requireLastingEmail(email))
  const admission = admitAccount(tx, origin, address)
  if (admission !== 'admitted') return { admission }
  consumeNewAccount(address)
  const person = { address, passwordHash: null, collegeId, language: origin.language, subject: { issuer, subject } }
  const userId = await createUser(tx, person)
  const actor = { id: userId, role: 'user', origin }
  audit(tx, actor, { action: 'user:created:account', entityType: 'user', entityId: userId })
  auditLink(tx, actor, { issuer })
  return { userId, role: 'user', collegeId }
}

const auditLink = (tx: Tx, actor: Actor & { id: string }, { issuer }: Pick<ProviderSubject, 'issuer'>) =>
  audit(tx, actor, { action: 'user:linked:identity', entityType: 'user', entityId: actor.id, metadata: { issuer } })

/** The account that is linked to the provider's `subject`. A link under a former key is stored under the current one. */
function linkedAccount(tx: Tx, subject: ProviderSubject): LinkedAccount | undefined {
  const indexes = subjectIndexes(subject)
  const [current = ''] = indexes
  const link = tx.orm
    .select({
      userId: users.id,
      ...pick(users, 'role', 'collegeId', 'verifiedAt'),
      identityId: users.authId,
      subjectIndex: identityLinks.subjectIndex,
    })
    .from(identityLinks)
    .innerJoin(users, eq(users.authId, identityLinks.identityId))
    .where(and(eq(identityLinks.issuer, subject.issuer), inArray(identityLinks.subjectIndex, indexes)))
    .get()
  if (link !== undefined && link.subjectIndex !== current) {
    const former = and(eq(identityLinks.issuer, subject.issuer), eq(identityLinks.subjectIndex, link.subjectIndex))
    tx.orm.update(identityLinks).set({ subjectIndex: current }).where(former).run()
  }
  return link
}

const CODES = { declined: 'UNAUTHENTICATED', invalid: 'INVALID_TOKEN', unavailable: 'INTERNAL' } as const

function refusalCode(error: unknown): ErrorCode {
  const requestId = currentActivity()?.id
  if (error instanceof AppError) return error.code
  if (error instanceof MailLimit) return 'RATE_LIMITED'
  if (error instanceof StorageUnavailable) return 'STORAGE_UNAVAILABLE'
  if (error instanceof OpenIdFailure) {
    const level = error.fault === 'declined' ? 'info' : 'warn'
    log[level]({ requestId, fault: error.fault, reason: error.message }, 'sign-in at the provider failed')
    return CODES[error.fault]
  }
  log.error({ err: error, requestId }, 'sign-in at the provider failed')
  return 'INTERNAL'
}

async function auditFailure(origin: Origin, why: { code: ErrorCode } | { verdict: OtpVerdict }): Promise<void> {
  const attempt = { subject: null, status: 'failure', metadata: { method: 'idp', ...why } } as const
  await storage.write((tx) => auditAttempt(tx, origin, { action: 'user:failed:login', ...attempt }))
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
  const [id, token, otp] = [crypto.randomUUID(), randomToken(), newOtp(codeDigits())]
  const state = { otpHash: otpHash(id, otp), otpExpiresAt: otpExpiry('login'), attempts: 0 }
  pending.set(tokenHash(token), { id, subject, identity, address, state })
  await storage.write((tx) => auditAttempt(tx, origin, { action: 'user:requested:otp', subject: email }))
  inBackground('code that links an account', async () => {
    const content = { to: email, otp, campus: mailCampus(), minutes: OTP_MINUTES.login, purpose: 'link' } as const
    await deliverInBackground(otpMail(identity.language, content))
  })
  return token
}

/**
 * Links the account and opens a session, by the code. 400 `INVALID_TOKEN` in another browser or when too late; 403 for
 * a wrong code, and `FORBIDDEN` if the account has become an administrator's meanwhile.
 */
export async function finishLink(
  origin: Origin,
  current: Viewer | null,
  token: string | undefined,
  otp: string,
): Promise<SignedIn> {
  const key = tokenHash(token ?? '')
  const link = pending.get(key) ?? refuse('INVALID_TOKEN', 'auth.linkExpired')
  const verdict = guessOtp(link.state, link.id, otp, new Date().toISOString())
  if (verdict !== 'matched') {
    if (verdict !== 'expired') link.state.attempts++
    await auditFailure(origin, { verdict })
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
    auditLink(tx, { id, role, origin }, subject)
    await renewMembership(tx, { id, role, origin })
    return { session: beginSession(tx, origin, current, { userId: id, role }, 'idp'), role }
  })
}
