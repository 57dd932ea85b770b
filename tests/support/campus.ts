import { storage, type Tx } from '../../db/storage'
import { readAccount, type Viewer } from '../../src/core/access/account'
import { systemActor } from '../../src/core/audit/audit'
import { openSession } from '../../src/core/auth/sessions'

/** A member of a college as the registration leaves it, without going through it. */
export async function enroll(
  tx: Tx,
  collegeId: string,
  branch: { branch: string; branchId: string | null } = { branch: 'CSE', branchId: null },
) {
  const [id, authId, now] = [crypto.randomUUID(), Bun.randomUUIDv7(), new Date().toISOString()]
  tx.sqlite.run('INSERT INTO identities (id, email, created_at, updated_at) VALUES (?, ?, ?, ?)', [
    authId,
    `${id}@campus.edu`,
    now,
    now,
  ])
  tx.sqlite.run(
    `INSERT INTO users (id, auth_id, username, college_id, branch, branch_id, status, terms_accepted_at, created_at, updated_at)
     VALUES (?, ?, ?, ?, ?, ?, 'ACTIVE', ?, ?, ?)`,
    [id, authId, `member-${id.slice(0, 13)}`, collegeId, branch.branch, branch.branchId, now, now, now],
  )
  return id
}

/** The user as a request of a session of its own carries it. */
export async function viewerOf(id: string): Promise<Viewer> {
  const account = await readAccount(storage.reader, id)
  if (account === undefined) throw new Error('no such user')
  const { origin } = systemActor('system')
  const session = await storage.write((tx) => openSession(tx, id, origin))
  return { ...account, sessionId: session.id, origin }
}
