import { and, eq, inArray } from 'drizzle-orm'
import { identityLinks } from '../../../db/schema/identities'
import { users } from '../../../db/schema/users'
import { storage, type Tx } from '../../../db/storage'
import { config } from '../../config'
import { AppError, type ErrorCode, refuse } from '../../errors'
import { type SealedAddress, sealAddress } from '../../lib/addresses'
import { parseAddress } from '../../lib/email-address'
import { log } from '../../lib/log'
import { type Attempt, type Claims, OpenIdFailure, type OpenIdFault, OpenIdProvider } from '../../lib/openid'
import { forgetAccount, type Role, type Viewer } from '../access/account'
import { type ProviderSubject, reimposeRetainedSanction, subjectIndexes } from '../access/sanctions'
import { createUser, findIdentityByIndex, linkSubject } from '../accounts/users'
import { audit, auditAttempt, type Origin } from '../audit/audit'
import { collegeByDomain } from '../colleges/directory'
import { consumeNewAccount } from './otp-rate-limits'
import { beginSession, type OpenedSession } from './sessions'
import { requireStudentEmail } from './student-email'

const provider =
  config.idp && new OpenIdProvider({ ...config.idp, redirectUri: `${config.publicUrl}/api/v1/auth/idp/callback` })

type ProviderRedirect = { url: string; attempt: Attempt } | { refused: ErrorCode }
type ProviderSignIn = { session: OpenedSession; role: Role } | { refused: ErrorCode }

/** Where to redirect a visitor to sign in at the provider; `attempt` has to be kept until the callback. */
export async function beginProviderSignIn(origin: Origin): Promise<ProviderRedirect> {
  try {
    return await configured().begin()
  } catch (error) {
    return { refused: refusalCode(error, origin) }
  }
}

/** Signs in a visitor whom the provider redirected back, or returns the code of the refusal. */
export async function finishProviderSignIn(
  origin: Origin,
  current: Viewer | null,
  callback: URLSearchParams,
  attempt: Attempt | undefined,
): Promise<ProviderSignIn> {
  try {
    const claims = await configured().redeem(callback, attempt ?? refuse('INVALID_TOKEN'))
    return await openSessionForClaims(origin, current, claims)
  } catch (error) {
    const refused = refusalCode(error, origin)
    if (provider) await auditRefusal(origin, refused)
    return { refused }
  }
}

const configured = (): OpenIdProvider => provider ?? refuse('FEATURE_DISABLED')

async function openSessionForClaims(
  origin: Origin,
  current: Viewer | null,
  claims: Claims,
): Promise<{ session: OpenedSession; role: Role }> {
  const email = parseAddress(claims.email ?? '')
  const college = await collegeByDomain(email?.domain ?? '')
  const address = email && (await sealAddress(email.email))
  return storage.write(async (tx) => {
    const account =
      (await linkedAccount(tx, claims)) ?? (await linkByEmail(tx, origin, { ...claims, address }, college?.id))
    return { session: await beginSession(tx, origin, current, account, 'idp'), role: account.role }
  })
}

type LinkedAccount = { userId: string; role: Role }

/** With the address of the email, if it is one. */
type SealedClaims = Claims & { address: SealedAddress | undefined }

/**
 * Links a new subject to the account of its email. From then on only the link counts: issuer and subject never change
 * hands, but an email address can (OpenID Connect Core §5.7).
 */
async function linkByEmail(
  tx: Tx,
  origin: Origin,
  claims: SealedClaims,
  collegeId: string | undefined,
): Promise<LinkedAccount> {
  const { email, emailVerified, issuer, address } = claims
  if (email === undefined || !emailVerified) return refuse('NOT_VERIFIED')
  // The rules for student emails apply to new accounts only: an operator can create administrators with any email.
  const existing = address && (await findIdentityByIndex(tx, address.indexes))
  if (existing) {
    await linkSubject(tx, existing.authId, claims)
    await reimposeRetainedSanction(tx, existing.userId, { emailIndexes: address.indexes, subject: claims })
    forgetAccount(tx, existing.userId)
  }
  const account = existing ?? (await createLinkedAccount(tx, origin, claims, collegeId))
  await audit(
    tx,
    { id: account.userId, role: account.role, origin },
    { action: 'user:linked:identity', entityType: 'user', entityId: account.userId, metadata: { issuer } },
  )
  return account
}

async function createLinkedAccount(
  tx: Tx,
  origin: Origin,
  { issuer, subject, email = '', address }: SealedClaims,
  collegeId?: string,
): Promise<LinkedAccount> {
  requireStudentEmail(email)
  if (collegeId === undefined || address === undefined) return refuse('COLLEGE_NOT_FOUND')
  consumeNewAccount(address)
  const account = { address, passwordHash: null, collegeId, language: origin.language, subject: { issuer, subject } }
  const userId = await createUser(tx, account)
  await audit(
    tx,
    { id: userId, role: 'user', origin },
    { action: 'user:created:account', entityType: 'user', entityId: userId },
  )
  return { userId, role: 'user' }
}

/** The account that is linked to the provider's `subject`. */
async function linkedAccount(tx: Tx, subject: ProviderSubject) {
  return tx.orm
    .select({ userId: users.id, role: users.role })
    .from(identityLinks)
    .innerJoin(users, eq(users.authId, identityLinks.identityId))
    .where(and(eq(identityLinks.issuer, subject.issuer), inArray(identityLinks.subjectIndex, subjectIndexes(subject))))
    .get()
}

const CODES: Record<OpenIdFault, ErrorCode> = {
  declined: 'UNAUTHENTICATED',
  invalid: 'INVALID_TOKEN',
  unavailable: 'INTERNAL',
}

function refusalCode(error: unknown, { requestId }: Origin): ErrorCode {
  if (error instanceof AppError) return error.code
  if (error instanceof OpenIdFailure) {
    const level = error.fault === 'declined' ? 'info' : 'warn'
    log[level]({ requestId, fault: error.fault, reason: error.message }, 'sign-in at the provider failed')
    return CODES[error.fault]
  }
  log.error({ err: error, requestId }, 'sign-in at the provider failed')
  return 'INTERNAL'
}

async function auditRefusal(origin: Origin, code: ErrorCode): Promise<void> {
  const attempt = { subject: null, status: 'failure', metadata: { method: 'idp', code } } as const
  await storage.write((tx) => auditAttempt(tx, origin, { action: 'user:failed:login', ...attempt }))
}
