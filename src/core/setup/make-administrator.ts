import { eq } from 'drizzle-orm'
import { identities } from '../../../db/schema/identities'
import type { Tx } from '../../../db/storage'
import { refuse } from '../../errors'
import type { SealedAddress } from '../../lib/addresses'
import { forgetAccount, type Role } from '../access/account'
import { drawBranch } from '../accounts/drawn-branches'
import { applyRole, clearSanction, requireAccount } from '../accounts/roles'
import { createUser, findIdentityByIndex } from '../accounts/users'
import { type Actor, audit } from '../audit/audit'
import { revokeSessions } from '../auth/sessions'
import { removeSignUpRequests } from '../auth/sign-up-requests'
import { firstCollege, readCollegeByDomain } from '../colleges/queries'

type AdministratorRole = Exclude<Role, 'user'>

export type Administrator = { id: string; username: string; outcome: 'created' | 'promoted' }

/**
 * Makes the account of the email an administrator, and creates it if there is none. The administrator is onboarded, has
 * accepted the terms and has no sanction. A password for an existing account replaces its password and ends its
 * sessions.
 * 409 `CONFLICT` without a college, and for a lower role of the last superadmin.
 */
export async function makeAdministrator(
  tx: Tx,
  actor: Actor,
  { address, passwordHash, role }: { address: SealedAddress; passwordHash: string | null; role: AdministratorRole },
): Promise<Administrator> {
  const identity = await findIdentityByIndex(tx, address.indexes)
  if (!identity) return createAdministrator(tx, actor, address, passwordHash, role)
  const account = await requireAccount(tx, identity.userId)
  if (passwordHash !== null) {
    tx.orm
      .update(identities)
      .set({ passwordHash, updatedAt: new Date().toISOString() })
      .where(eq(identities.id, identity.authId))
      .run()
    await revokeSessions(tx, account.id)
    await audit(tx, actor, { action: 'operator:changed:password', entityType: 'user', entityId: account.id })
  }
  await applyRole(tx, actor, account, role)
  return { id: account.id, username: account.username, outcome: 'promoted' }
}

async function createAdministrator(
  tx: Tx,
  actor: Actor,
  address: SealedAddress,
  passwordHash: string | null,
  role: AdministratorRole,
): Promise<Administrator> {
  const collegeId = await chooseCollegeId(tx, address.domain)
  const onboarded = await drawBranch(tx, collegeId)
  const id = await createUser(tx, {
    address,
    passwordHash,
    collegeId,
    role,
    language: actor.origin.language,
    onboarded,
  })
  removeSignUpRequests(tx, address.indexes)
  await clearSanction(tx, actor, id)
  await audit(tx, actor, {
    action: 'operator:created:administrator',
    entityType: 'user',
    entityId: id,
    after: { role },
  })
  forgetAccount(tx, id)
  const { username } = await requireAccount(tx, id)
  return { id, username, outcome: 'created' }
}

/** The college of the email, else the first college. */
async function chooseCollegeId(tx: Tx, domain: string): Promise<string> {
  const college = (await readCollegeByDomain(tx, domain)) ?? firstCollege(tx)
  return college?.id ?? refuse('CONFLICT', 'accounts.noCollegeForAdmin')
}
