import { storage, type Tx } from '../../../db/storage'
import { config } from '../../config'
import { AppError, type ErrorCode, refuse } from '../../errors'
import { parseAddress } from '../../lib/email-address'
import { log } from '../../lib/log'
import { type Attempt, type Claims, OpenIdFailure, type OpenIdFault, OpenIdProvider } from '../../lib/openid'
import type { Role, Viewer } from '../access/account'
import { createUser, findIdentity } from '../accounts/users'
import { anonymous, audit, type Origin } from '../audit/audit'
import { collegeByDomain } from '../colleges/directory'
import { addLink, linkedAccount } from './idp-queries'
import type { OpenedSession } from './sessions'
import { beginSession } from './sign-in-by-password'
import { studentAddress } from './student-email'

const provider =
  config.idp && new OpenIdProvider({ ...config.idp, redirectUri: `${config.publicUrl}/api/v1/auth/idp/callback` })

type Departure = { url: string; attempt: Attempt } | { refused: ErrorCode }
type Arrival = { session: OpenedSession; role: Role } | { refused: ErrorCode }

/** Where to send somebody who signs in at the provider, and what to keep until the return. */
export async function leaveForProvider(origin: Origin): Promise<Departure> {
  try {
    return await configured().begin()
  } catch (error) {
    return { refused: codeOf(error, origin) }
  }
}

/** Signs in whoever comes back from the provider, or says why not. `attempt` is what was kept on leaving. */
export async function returnFromProvider(
  origin: Origin,
  held: Viewer | null,
  callback: URLSearchParams,
  attempt: Attempt | undefined,
): Promise<Arrival> {
  try {
    const claims = await configured().redeem(callback, attempt ?? refuse('INVALID_TOKEN'))
    return await enter(origin, held, claims)
  } catch (error) {
    const refused = codeOf(error, origin)
    if (provider) await noteRefusal(origin, refused)
    return { refused }
  }
}

const configured = (): OpenIdProvider => provider ?? refuse('FEATURE_DISABLED')

async function enter(
  origin: Origin,
  held: Viewer | null,
  claims: Claims,
): Promise<{ session: OpenedSession; role: Role }> {
  const college = await collegeByDomain(parseAddress(claims.email ?? '')?.domain ?? '')
  return storage.write(async (tx) => {
    const who = (await linkedAccount(tx, claims)) ?? (await link(tx, origin, claims, college?.id))
    return { session: await beginSession(tx, origin, held, who, 'idp'), role: who.role }
  })
}

type Who = { userId: string; role: Role }

/**
 * Links a subject that comes for the first time to the account of its address. From then on the link alone decides:
 * issuer and subject never change hands, an address may (OpenID Connect Core §5.7).
 */
async function link(tx: Tx, origin: Origin, claims: Claims, collegeId: string | undefined): Promise<Who> {
  const { email, emailVerified, issuer } = claims
  if (email === undefined || !emailVerified) return refuse('NOT_VERIFIED')
  const who = (await accountOf(tx, email)) ?? (await welcome(tx, origin, email, collegeId))
  await addLink(tx, claims, who.userId)
  await audit(
    tx,
    { id: who.userId, role: who.role, origin },
    { action: 'user:linked:identity', entityType: 'user', entityId: who.userId, metadata: { issuer } },
  )
  return who
}

/** The rules of student addresses are for newcomers: administrators made by the operator need not meet them. */
async function accountOf(tx: Tx, given: string): Promise<Who | undefined> {
  const email = parseAddress(given)?.email
  return email === undefined ? undefined : findIdentity(tx, email)
}

async function welcome(tx: Tx, origin: Origin, given: string, collegeId: string | undefined): Promise<Who> {
  const { email } = studentAddress(given)
  if (collegeId === undefined) return refuse('COLLEGE_NOT_FOUND')
  const userId = await createUser(tx, { email, passwordHash: null, collegeId, language: origin.language })
  await audit(
    tx,
    { id: userId, role: 'user', origin },
    { action: 'user:created:account', entityType: 'user', entityId: userId },
  )
  return { userId, role: 'user' }
}

const CODES: Record<OpenIdFault, ErrorCode> = {
  declined: 'UNAUTHENTICATED',
  invalid: 'INVALID_TOKEN',
  unavailable: 'INTERNAL',
}

function codeOf(error: unknown, { requestId }: Origin): ErrorCode {
  if (error instanceof AppError) return error.code
  if (error instanceof OpenIdFailure) {
    const level = error.fault === 'declined' ? 'info' : 'warn'
    log[level]({ requestId, fault: error.fault, reason: error.message }, 'sign-in at the provider failed')
    return CODES[error.fault]
  }
  log.error({ err: error, requestId }, 'sign-in at the provider failed')
  return 'INTERNAL'
}

async function noteRefusal(origin: Origin, code: ErrorCode): Promise<void> {
  const entry = { entityType: 'user', entityId: null, status: 'failure', metadata: { method: 'idp', code } } as const
  await storage.write((tx) => audit(tx, anonymous(origin), { action: 'user:failed:login', ...entry }))
}
