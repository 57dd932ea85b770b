import { storage } from '../../../db/storage'
import type { Viewer } from '../../domain/accounts'
import { maskedEmail, parseAddress } from '../../domain/emails'
import { type ManagedUser, paginate } from '../../domain/shapes'
import { audit } from '../../services/audit'
import { administrators, usersNamed, usersPage, usersWithEmail } from './people-queries'

/** No single moderator can unmask the campus: only a superadmin sees addresses in full. */
const asSeenBy = (viewer: Viewer, users: ManagedUser[]): ManagedUser[] =>
  viewer.role === 'superadmin' ? users : users.map((user) => ({ ...user, email: maskedEmail(user.email) }))

export async function listAdmins(viewer: Viewer): Promise<{ admins: ManagedUser[] }> {
  return { admins: asSeenBy(viewer, await administrators(storage.reader)) }
}

/** Users, newest first; with `query` those whose name holds it, or the one of a whole address (which is audited). */
export async function listUsers(
  viewer: Viewer,
  { query = '', page, limit }: { query?: string | undefined; page: number; limit: number },
) {
  const { users, total } = await find(viewer, query.trim().toLowerCase(), { limit, offset: (page - 1) * limit })
  return { users: asSeenBy(viewer, users), pagination: paginate(total, page, limit) }
}

async function find(viewer: Viewer, query: string, page: { limit: number; offset: number }) {
  const email = parseAddress(query)?.email
  if (email === undefined)
    return query === '' ? usersPage(storage.reader, page) : usersNamed(storage.reader, query, page)
  const found = await usersWithEmail(storage.reader, email)
  await storage.write((tx) =>
    audit(tx, viewer, {
      action: 'admin:searched:address',
      entityType: 'user',
      entityId: found.users[0]?.id ?? null,
      metadata: { found: found.total },
    }),
  )
  return page.offset === 0 ? found : { ...found, users: [] }
}
