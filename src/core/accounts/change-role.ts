import { storage } from '../../../db/storage'
import type { Role, Viewer } from '../access/account'
import { standingSuperadmin } from '../access/re-authorization'
import { setRoleById } from './roles'

/**
 * Changes the role of a user, one's own too. Who is made an administrator is onboarded and unblocked, as by the
 * operator's command. 404; 409 `CONFLICT` for the last superadmin.
 */
export async function changeRole(user: Viewer, userId: string, role: Role): Promise<{ userId: string; role: Role }> {
  await storage.write(async (tx) => {
    // Two superadmins who demote each other at once: only the first still is one when the second's turn comes.
    await standingSuperadmin(tx, user)
    await setRoleById(tx, user, userId, role)
  })
  return { userId, role }
}
