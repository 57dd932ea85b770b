import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { defineCommand } from 'citty'
import { storage } from '../../db/storage'
import { listAdministrators, managedUserPage } from '../campus/accounts/managed-users'
import type { ManagedUser } from '../campus/accounts/record'
import { findUsersToRename, renameUsers } from '../campus/accounts/rename'
import { setRoleByEmail } from '../campus/accounts/roles'
import { findIdentity } from '../campus/accounts/users'
import { refuseWeakPassword } from '../campus/auth/password-policy'
import { isAliasName } from '../campus/authorship/aliases'
import { collegeById } from '../campus/colleges/directory'
import { config } from '../config'
import { refuseField } from '../errors'
import { systemActor } from '../ground/audit/audit'
import { setAdministratorPasskeys } from '../ground/settings/change-settings'
import { type Administrator, makeAdministrator } from '../keeping/setup/first-run'
import { hashPassword } from '../lib/crypto/password-hash'
import { parseAddress } from '../lib/mail/email-address'
import { sealAddress } from '../lib/net/addresses'
import { flag, needed, option, positional } from './args'
import { NOTICEABLE_MS, progressBar } from './progress'
import { type Answer, CommandFailed, numbered } from './run'
import { withStorage } from './with-storage'

/**
 * What the operator sees of an account. Never the address, not even masked, nor when it signs in and from where: these
 * lead from a pseudonym to a person. The branch is null while few of the college have it; the time of joining is a
 * month.
 */
function accountOf(user: ManagedUser) {
  const { username, role, branch, karma, collegeId, createdAt, suspension, blocked, status } = user
  const college = collegeById(collegeId)?.name ?? null
  const ownState = status === 'ACTIVE' ? 'active' : 'onboarding'
  const state = suspension !== null ? 'suspended' : blocked ? 'banned' : ownState
  return { username, role, college, branch, karma, joined: createdAt.slice(0, 7), state, suspension }
}

type AccountSummary = ReturnType<typeof accountOf>

/** More than have a name that another one contains. */
const MOST_MATCHES = 1_000

const show = defineCommand({
  meta: { name: 'show', description: 'Shows an account by its pseudonym, without anything that tells who it is' },
  args: { pseudonym: positional('Its name, such as quiet-otter-4821') },
  async run({ args: { pseudonym } }): Promise<Answer> {
    const name = pseudonym.trim().toLowerCase()
    const account = await withStorage(() => {
      if (isAliasName(storage.reader, name))
        throw new CommandFailed('That is the name of somebody in one thread, and no account of its own.')
      return findAccount(name)
    })
    // An address is not repeated: it may be in a log of the terminal.
    if (account === undefined)
      throw new CommandFailed(
        pseudonym.includes('@')
          ? 'Accounts are found by their pseudonym alone, not by an address.'
          : 'Nobody has that pseudonym.',
      )
    return { data: account, text: asLines(account) }
  },
})

export const user = defineCommand({ subCommands: { show } })

function findAccount(name: string): AccountSummary | undefined {
  if (name.includes('@')) return undefined
  const users = managedUserPage(storage.reader, { parts: [name] }, MOST_MATCHES, 0)
  const found = users.find(({ username }) => username.toLowerCase() === name)
  return found && accountOf(found)
}

function asLines({ username, role, state, suspension, college, branch, karma, joined }: AccountSummary): string[] {
  const until = suspension === null ? '' : ` until ${suspension.ends}: ${suspension.reason}`
  return [
    `pseudonym  ${username}`,
    `role       ${role}`,
    `state      ${state}${until}`,
    `college    ${college ?? '(none)'}`,
    `branch     ${branch ?? '(not shown: few have it)'}`,
    `karma      ${karma}`,
    `joined     ${joined}`,
  ]
}

const operator = systemActor('cli')

const create = defineCommand({
  meta: {
    name: 'create',
    description:
      'Creates an administrator, or promotes the account of that email; asks for the password, or reads stdin',
  },
  args: {
    email: needed('The email to sign in with'),
    'set-password': flag('Changes the password of an existing account; a new account always gets one'),
    password: option('The password, in a trial on this machine alone'),
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
    email: needed('The email of the account'),
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
    const administrators = await withStorage(() => listAdministrators().map(accountOf))
    const text = administrators.map(({ username, role, state }) => `${username}  ${role}  ${state}`)
    return { data: { administrators }, text: administrators.length > 0 ? text : 'There are none.' }
  },
})

export const admin = defineCommand({ subCommands: { list, create, 'set-role': setRole, passkeys } })

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
  const exists = findIdentity(storage.reader, email) !== undefined
  const newPassword = password ?? (exists && !setsPassword ? undefined : await readPassword())
  if (newPassword !== undefined) refuseWeakPassword(newPassword, email, 'password')
  const passwordHash = newPassword === undefined ? null : await hashPassword(newPassword, null)
  const sealed = await sealAddress(email)
  return storage.write((tx) => makeAdministrator(tx, operator, { address: sealed, passwordHash, role }))
}

const parseEmail = (address: string): string => parseAddress(address)?.email ?? refuseField('email', 'fields.email')

/**
 * From the terminal, without echo, or from stdin. Arguments are in the shell's history and in the list of processes.
 */
export async function readPassword(): Promise<string> {
  const terminal = process.stdin.isTTY === true
  const noEcho = new Writable({ write: (_chunk, _encoding, done) => done() })
  if (terminal) process.stderr.write('Password: ')
  const lines = createInterface({ input: process.stdin, output: noEcho, terminal })
  try {
    for await (const line of lines) if (line !== '') return line
  } finally {
    lines.close()
    if (terminal) process.stderr.write('\n')
  }
  throw new CommandFailed('This needs a password: type it in a terminal, or pipe it in.', 2)
}

/** A server that runs meanwhile waits for each of these writes. */
const USERS_PER_WRITE = 100

const rename = defineCommand({
  meta: { name: 'rename', description: 'Gives a new pseudonym to every user whose words are not on the list' },
  args: { 'dry-run': flag('Only counts them') },
  async run({ args }): Promise<Answer> {
    const dryRun = args['dry-run'] === true
    const count = await withStorage(async () => (dryRun ? findUsersToRename(storage.reader).length : renameAll()))
    return {
      data: { users: count, dryRun },
      text: `${dryRun ? 'Would rename' : 'Renamed'} ${numbered(count, 'user')}.`,
    }
  },
})

export const pseudonyms = defineCommand({ subCommands: { rename } })

async function renameAll(): Promise<number> {
  const ids = findUsersToRename(storage.reader)
  const progress = progressBar({ quietMs: NOTICEABLE_MS })
  let renamed = 0
  for (let done = 0; done < ids.length; done += USERS_PER_WRITE) {
    const batch = ids.slice(done, done + USERS_PER_WRITE)
    renamed += await storage.write((tx) => renameUsers(tx, operator, batch))
    progress('users', Math.min(done + USERS_PER_WRITE, ids.length), ids.length)
  }
  return renamed
}
