import { storage } from '../../db/storage'
import { renameUsers, usersToRename } from '../core/accounts/rename-users'
import { unattended } from '../core/audit/audit'
import { NOTICEABLE_MS, progressBar } from './progress'

/** A server that runs beside waits for each of these writes. */
const USERS_PER_WRITE = 100

export const countUsersToRename = async (): Promise<number> => usersToRename(storage.reader).length

/** Returns how many users have a new pseudonym. */
export async function renameAll(): Promise<number> {
  const ids = usersToRename(storage.reader)
  const progress = progressBar({ quietMs: NOTICEABLE_MS })
  let renamed = 0
  for (let done = 0; done < ids.length; done += USERS_PER_WRITE) {
    const batch = ids.slice(done, done + USERS_PER_WRITE)
    renamed += await storage.write((tx) => renameUsers(tx, unattended('cli'), batch))
    progress('users', Math.min(done + USERS_PER_WRITE, ids.length), ids.length)
  }
  return renamed
}
