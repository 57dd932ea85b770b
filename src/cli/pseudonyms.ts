import { defineCommand } from 'citty'
import { storage } from '../../db/storage'
import { findUsersToRename, renameUsers } from '../core/accounts/rename'
import { systemActor } from '../core/audit/audit'
import { NOTICEABLE_MS, progressBar } from './progress'
import type { Answer } from './run'
import { withStorage } from './with-storage'

/** A server that runs meanwhile waits for each of these writes. */
const USERS_PER_WRITE = 100

const rename = defineCommand({
  meta: { name: 'rename', description: 'Gives a new pseudonym to every user whose words are not on the list' },
  args: {
    'dry-run': { type: 'boolean', description: 'Only counts them' },
  },
  async run({ args }): Promise<Answer> {
    const users = (count: number) => `${count.toLocaleString('en')} ${count === 1 ? 'user' : 'users'}`
    const dryRun = args['dry-run'] === true
    const count = await withStorage(async () => (dryRun ? findUsersToRename(storage.reader).length : renameAll()))
    return { data: { users: count, dryRun }, text: `${dryRun ? 'Would rename' : 'Renamed'} ${users(count)}.` }
  },
})

export const pseudonyms = defineCommand({
  subCommands: { rename },
})

/** Returns how many users have a new pseudonym. */
async function renameAll(): Promise<number> {
  const ids = findUsersToRename(storage.reader)
  const progress = progressBar({ quietMs: NOTICEABLE_MS })
  let renamed = 0
  for (let done = 0; done < ids.length; done += USERS_PER_WRITE) {
    const batch = ids.slice(done, done + USERS_PER_WRITE)
    renamed += await storage.write((tx) => renameUsers(tx, systemActor('cli'), batch))
    progress('users', Math.min(done + USERS_PER_WRITE, ids.length), ids.length)
  }
  return renamed
}
