import { defineCommand } from 'citty'
import { storage } from '../../db/storage'
import { config } from '../config'
import { listAdministrators } from '../core/accounts/managed-users'
import { setRoleByEmail } from '../core/accounts/roles'
import { findIdentity } from '../core/accounts/users'
import { systemActor } from '../core/audit/audit'
import { refuseWeakPassword } from '../core/auth/password-policy'
import { setAdministratorPasskeys } from '../core/settings/change-settings'
import { type Administrator, makeAdministrator } from '../core/setup/first-run'
import { refuseField } from '../errors'
import { sealAddress } from '../lib/addresses'
import { parseAddress } from '../lib/email-address'
import { hashPassword } from '../lib/password-hash'
import { accountOf } from './account'
import { readPassword } from './read-password'
import { type Answer, CommandFailed } from './run'
import { withStorage } from './with-storage'

const operator = systemActor('cli')

const create = defineCommand({
  meta: {
    name: 'create',
    description:
      'Creates an administrator, or promotes the account of that email; asks for the password, or reads stdin',
  },
  args: {
    email: { type: 'string', required: true, description: 'The email to sign in with' },
    'set-password': {
      type: 'boolean',
      description: 'Changes the password of an existing account; a new account always gets one',
    },
    password: { type: 'string', description: 'The password, in a trial on this machine alone' },
    role: { type: 'enum', options: ['admin', 'superadmin'], default: 'superadmin', description: 'The new role' },
  },
  async run({ args }): Promise<Answer> {
    const { username, outcome } = await withStorage(() =>
      createAdministrator(args.email, trialPassword(args.password), args['set-password'] === true, args.role),
    )
    const text = outcome === 'created' ? `Created the ${args.role} ${username}.` : `${username} is ${args.role} now.`
    return { data: { username, role: args.role, outcome }, text }
  },
})

const setRole = defineCommand({
  meta: { name: 'set-role', description: 'Changes the role of an account' },
  args: {
    email: { type: 'string', required: true, description: 'The email of the account' },
    role: { type: 'enum', options: ['user', 'admin', 'superadmin'], required: true, description: 'The new role' },
  },
  async run({ args }): Promise<Answer> {
    const email = parseEmail(args.email)
    const role = args.role ?? 'user'
    const { username } = await withStorage(() => storage.write((tx) => setRoleByEmail(tx, operator, { email, role })))
    return { data: { username, role }, text: `The role of ${username} is ${role} now.` }
  },
})

const passkeys = defineCommand({
  meta: {
    name: 'passkeys',
    description: 'Sets whether administrators need a passkey; the way out for who has lost it',
  },
  args: { needed: { type: 'enum', options: ['yes', 'no'], required: true, description: 'Whether they need one' } },
  async run({ args }): Promise<Answer> {
    const isNeeded = args.needed === 'yes'
    await withStorage(() => storage.write((tx) => setAdministratorPasskeys(tx, operator, isNeeded)))
    const text = isNeeded ? 'Administrators need a passkey now.' : 'Administrators need no passkey now.'
    return { data: { isNeeded }, text }
  },
})

const list = defineCommand({
  meta: { name: 'list', description: 'Lists the administrators by their pseudonyms' },
  async run(): Promise<Answer> {
    const administrators = await withStorage(async () => Promise.all((await listAdministrators()).map(accountOf)))
    const text = administrators.map(({ username, role, state }) => `${username}  ${role}  ${state}`)
    return { data: { administrators }, text: administrators.length > 0 ? text : 'There are none.' }
  },
})

export const admin = defineCommand({
  subCommands: { list, create, 'set-role': setRole, passkeys },
})

/** Everybody on a machine sees the arguments of its processes, so only a trial that nobody else reaches takes it there. */
function trialPassword(password: string | undefined): string | undefined {
  if (password === undefined || config.local) return password
  throw new CommandFailed(
    '--password is for a trial on this machine: leave it out, and type or pipe the password in.',
    2,
  )
}

/** An existing account keeps its password unless it is to be set; a new account needs one. */
async function createAdministrator(
  address: string,
  password: string | undefined,
  setsPassword: boolean,
  role: 'admin' | 'superadmin',
): Promise<Administrator> {
  const email = parseEmail(address)
  const exists = (await findIdentity(storage.reader, email)) !== undefined
  const newPassword = password ?? (exists && !setsPassword ? undefined : await readPassword())
  if (newPassword !== undefined) refuseWeakPassword(newPassword, email, 'password')
  const passwordHash = newPassword === undefined ? null : await hashPassword(newPassword, null)
  const sealed = await sealAddress(email)
  return storage.write((tx) => makeAdministrator(tx, operator, { address: sealed, passwordHash, role }))
}

function parseEmail(address: string): string {
  return parseAddress(address)?.email ?? refuseField('email', 'fields.email')
}
