import { storage, type Tx } from '../../../db/storage'
import { drawBranch } from '../../campus/accounts/branch-groups'
import { applyRole, clearSanction, requireAccount, superadminExists } from '../../campus/accounts/roles'
import { createUser, findIdentityByIndex } from '../../campus/accounts/users'
import { replacePassword } from '../../campus/auth/password'
import { refuseWeakPassword } from '../../campus/auth/password-policy'
import { revokeSessions } from '../../campus/auth/sessions'
import { removeSignUpRequests } from '../../campus/auth/sign-up-requests'
import { createCollege, type NewCollege } from '../../campus/colleges/colleges'
import { firstCollege, readCollegeByDomain } from '../../campus/colleges/directory'
import { ConfigError, config } from '../../config'
import { AppError, refuse } from '../../errors'
import { forgetAccount, type Role } from '../../ground/access/account'
import { type Actor, audit, systemActor } from '../../ground/audit/audit'
import { randomToken, sameText, tokenHash } from '../../lib/crypto/keys'
import { hashPassword } from '../../lib/crypto/password-hash'
import { parseAddress } from '../../lib/mail/email-address'
import { type SealedAddress, sealAddress } from '../../lib/net/addresses'
import { isValid } from '../../lib/process/clock'
import { log } from '../../lib/process/log'
import { resolveMessage } from '../../messages/message'

const HOUR_MS = 3_600_000

/** In memory only: a backup must not open the set-up. */
let link: { hash: string; expiresAt: number } | undefined

/** Issues the token of the set-up link and voids the previous one. */
export function renewSetupToken(): string {
  const token = randomToken()
  link = { hash: tokenHash(token), expiresAt: Date.now() + HOUR_MS }
  return token
}

export function isSetupToken(token: string): boolean {
  return link !== undefined && isValid(link.expiresAt, HOUR_MS) && sameText(link.hash, tokenHash(token))
}

export function voidSetupToken(): void {
  link = undefined
}

/** Makes both in one write. Refuses as `createCollege` and `makeAdministrator` do. */
export async function createFirst(
  tx: Tx,
  actor: Actor,
  campus: NewCollege,
  admin: { address: SealedAddress; passwordHash: string },
): Promise<{ collegeId: string; admin: Administrator }> {
  const college = readCollegeByDomain(tx, campus.emailDomain) ?? createCollege(tx, actor, campus)
  return { collegeId: college.id, admin: await makeAdministrator(tx, actor, { ...admin, role: 'superadmin' }) }
}

/**
 * The college of `CAMPUS_*` and the superadmin of `ADMIN_*`, while there is none. @throws ConfigError for their values
 */
export async function createConfigured(): Promise<void> {
  const actor = systemActor('system')
  const { campus, admin } = config
  if (campus && firstCollege(storage.reader) === undefined) {
    const { domain: emailDomain, ...rest } = campus
    await asConfigErrors('CAMPUS_*', () => storage.write((tx) => createCollege(tx, actor, { ...rest, emailDomain })))
    log.info('the college of CAMPUS_* was created')
  }
  if (!admin || superadminExists(storage.reader)) return
  if (firstCollege(storage.reader) === undefined) {
    log.warn('ADMIN_EMAIL makes no superadmin yet: there is no college; set CAMPUS_* too, or use the set-up link')
    return
  }
  await asConfigErrors('ADMIN_EMAIL, ADMIN_PASSWORD', () => createConfiguredAdmin(actor, admin))
  log.info('the superadmin of ADMIN_EMAIL was created')
}

async function createConfiguredAdmin(actor: Actor, { email, password }: NonNullable<typeof config.admin>) {
  const address = parseAddress(email)
  if (!address) throw new ConfigError(['ADMIN_EMAIL must be an e-mail address'])
  refuseWeakPassword(password, address.email, 'ADMIN_PASSWORD')
  const passwordHash = await hashPassword(password, null)
  const sealed = await sealAddress(address.email)
  await storage.write((tx) => makeAdministrator(tx, actor, { address: sealed, passwordHash, role: 'superadmin' }))
}

/** Turns refusals into configuration errors that name the variables. */
async function asConfigErrors(variables: string, create: () => Promise<unknown>): Promise<void> {
  try {
    await create()
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const messages = error.details.errors?.map(({ message }) => resolveMessage(message, 'en')) ?? [error.message]
    throw new ConfigError(messages.map((text) => `${variables}: ${text}`))
  }
}

export type Administrator = { id: string; username: string; outcome: 'created' | 'promoted' }

/**
 * Makes the account of the email an administrator: onboarded, with the terms accepted, without a sanction. A new
 * password ends the sessions of an existing account. 409 `CONFLICT` without a college, and for a lower role of the last
 * superadmin.
 */
export async function makeAdministrator(
  tx: Tx,
  actor: Actor,
  wanted: { address: SealedAddress; passwordHash: string | null; role: Exclude<Role, 'user'> },
): Promise<Administrator> {
  const { address, passwordHash, role } = wanted
  const identity = findIdentityByIndex(tx, address.indexes)
  if (!identity) return createAdministrator(tx, actor, wanted)
  const account = requireAccount(tx, identity.userId)
  if (passwordHash !== null) {
    replacePassword(tx, identity.authId, passwordHash)
    revokeSessions(tx, account.id)
    audit(tx, actor, { action: 'operator:changed:password', entityType: 'user', entityId: account.id })
  }
  await applyRole(tx, actor, account, role)
  return { id: account.id, username: account.username, outcome: 'promoted' }
}

async function createAdministrator(
  tx: Tx,
  actor: Actor,
  { address, passwordHash, role }: Parameters<typeof makeAdministrator>[2],
): Promise<Administrator> {
  const college = readCollegeByDomain(tx, address.domain) ?? firstCollege(tx)
  const collegeId = college?.id ?? refuse('CONFLICT', 'accounts.noCollegeForAdmin')
  const onboarded = drawBranch(tx, collegeId)
  const { language } = actor.origin
  const id = await createUser(tx, { address, passwordHash, collegeId, role, language, onboarded })
  removeSignUpRequests(tx, address.indexes)
  clearSanction(tx, actor, id)
  const entry = { action: 'operator:created:administrator', entityType: 'user', entityId: id } as const
  audit(tx, actor, { ...entry, after: { role } })
  forgetAccount(tx, id)
  const { username } = requireAccount(tx, id)
  return { id, username, outcome: 'created' }
}
