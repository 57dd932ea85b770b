import { storage } from '../../db/storage'
import type { Role } from '../core/access/account'
import { parseAddress } from '../lib/email-address'
import { setRole } from '../core/accounts/roles'
import { refuseWeakPassword } from '../core/auth/password-policy'
import { identityOf } from '../core/accounts/users'
import { refuseField } from '../errors'
import { unattended } from '../core/audit/audit'
import { hashPassword } from '../services/passwords'
import { readPassword } from './password'
import { type Administrator, makeAdministrator } from "../core/setup/administrators";

const operator = unattended('cli')

/** An account that is there keeps its password unless another is given; a new one needs one. */
export async function createAdministrator(
  given: string,
  password: string | undefined,
  role: 'admin' | 'superadmin',
): Promise<Administrator> {
  const email = addressOf(given)
  const known = await identityOf(storage.reader, email)
  const chosen = password ?? (known ? undefined : await readPassword())
  if (chosen !== undefined) refuseWeakPassword(chosen, email, 'password')
  const passwordHash = chosen === undefined ? null : await hashPassword(chosen)
  return storage.write((tx) => makeAdministrator(tx, operator, { email, passwordHash, role }))
}

export async function changeRole(given: string, role: Role): Promise<{ username: string }> {
  const email = addressOf(given)
  return storage.write((tx) => setRole(tx, operator, { email, role }))
}

function addressOf(given: string): string {
  return parseAddress(given)?.email ?? refuseField('email', 'This is not an e-mail address')
}
