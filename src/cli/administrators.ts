import { storage } from '../../db/storage'
import type { Role } from '../core/access/account'
import { setRoleByEmail } from '../core/accounts/roles'
import { findIdentity } from '../core/accounts/users'
import { unattended } from '../core/audit/audit'
import { refuseWeakPassword } from '../core/auth/password-policy'
import { type Administrator, makeAdministrator } from '../core/setup/administrators'
import { refuseField } from '../errors'
import { parseAddress } from '../lib/email-address'
import { hashPassword } from '../lib/password-hash'
import { readPassword } from './password'

const operator = unattended('cli')

/** An account that is there keeps its password unless another is given; a new one needs one. */
export async function createAdministrator(
  given: string,
  password: string | undefined,
  role: 'admin' | 'superadmin',
): Promise<Administrator> {
  const email = addressOf(given)
  const known = await findIdentity(storage.reader, email)
  const chosen = password ?? (known ? undefined : await readPassword())
  if (chosen !== undefined) refuseWeakPassword(chosen, email, 'password')
  const passwordHash = chosen === undefined ? null : await hashPassword(chosen)
  return storage.write((tx) => makeAdministrator(tx, operator, { email, passwordHash, role }))
}

export async function changeRole(given: string, role: Role): Promise<{ username: string }> {
  const email = addressOf(given)
  return storage.write((tx) => setRoleByEmail(tx, operator, { email, role }))
}

function addressOf(given: string): string {
  return parseAddress(given)?.email ?? refuseField('email', 'fields.email')
}
