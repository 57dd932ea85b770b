import { defineCommand } from 'citty'
import { storage } from '../../db/storage'
import { managedUserPage } from '../core/accounts/managed-users'
import { isAliasName } from '../core/aliases/aliases'
import { type AccountSummary, accountOf } from './account'
import { type Answer, CommandFailed } from './run'
import { withStorage } from './with-storage'

/** More than have a name that another one contains. */
const MOST_MATCHES = 1_000

const show = defineCommand({
  meta: { name: 'show', description: 'Shows an account by its pseudonym, without anything that tells who it is' },
  args: { pseudonym: { type: 'positional', required: true, description: 'Its name, such as quiet-otter-4821' } },
  async run({ args: { pseudonym } }): Promise<Answer> {
    const name = pseudonym.trim().toLowerCase()
    const account = await withStorage(async () => {
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

export const user = defineCommand({
  subCommands: { show },
})

async function findAccount(name: string): Promise<AccountSummary | undefined> {
  if (name.includes('@')) return undefined
  const users = await managedUserPage(storage.reader, { parts: [name] }, { limit: MOST_MATCHES, offset: 0 })
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
