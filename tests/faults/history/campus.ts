import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import { openSessions } from '../../support/open-sessions'
import type { Random } from '../random'
import { checkout, startServer, type Variables } from '../server'

/** Of every student; not among those that are refused for being common. */
const PASSWORD = 'rivers run to the sea'

export type Account = Record<'userId' | 'email' | 'password' | 'sessionId' | 'cookie', string> & { isAdmin: boolean }
export type Campus = { dataDir: string; students: Account[]; moderator: Account }

/** What the clients are about needs notifications. */
export const TRIAL_VARIABLES: Variables = { NOTIFICATIONS: 'on', LOG_LEVEL: 'warn' }

/** Seeds a data directory, and opens a session for each student and for the moderator. */
export async function makeCampus(dataDir: string, students: number): Promise<Campus> {
  const args = ['seed', '--users', `${students}`, '--posts', '30', '--comments', '120', '--votes', '300']
  const child = Bun.spawn([process.execPath, join(checkout, 'src/cli.ts'), ...args, '--set-password'], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: dataDir },
    stdin: new Response(`${PASSWORD}\n`),
    stdout: 'ignore',
    stderr: 'pipe',
  })
  const [said, status] = await Promise.all([new Response(child.stderr).text(), child.exited])
  if (status !== 0) throw new Error(`the campus could not be seeded: ${said}`)
  // Makes the moderator.
  const server = await startServer({ dataDir, variables: TRIAL_VARIABLES })
  await server.stop()
  const sqlite = new Database(join(dataDir, 'quad.db'), { readwrite: true, strict: true })
  try {
    const people = readAccounts(sqlite)
    const users = people.map(({ userId }) => userId)
    const accounts = openSessions(sqlite, users, 'faults').map((session, n) => ({ ...people[n]!, ...session }))
    const moderator = accounts.find(({ isAdmin }) => isAdmin)
    if (moderator === undefined) throw new Error('nobody moderates the campus')
    return { dataDir, students: accounts.filter(({ isAdmin }) => !isAdmin), moderator }
  } finally {
    sqlite.run('PRAGMA wal_checkpoint(TRUNCATE)')
    sqlite.close()
  }
}

type AccountRow = { userId: string; role: string; place: number; createdAt: string; domain: string }

/** The address of a student follows from its place among the seeded ones (db/seed/people.ts). */
function readAccounts(sqlite: Database) {
  const rows = sqlite
    .query<AccountRow, []>(
      `SELECT u.id AS userId, u.role, i.place, i.created_at AS createdAt, c.email_domain AS domain
      FROM users u JOIN colleges c ON c.id = u.college_id
      JOIN (SELECT id, created_at, row_number() OVER (ORDER BY rowid) - 1 AS place FROM identities) i ON i.id = u.auth_id
      WHERE u.status = 'ACTIVE' AND u.id NOT IN (SELECT user_id FROM sanctions)`,
    )
    .all()
  return rows.map(({ userId, role, place, createdAt, domain }) => ({
    userId,
    isAdmin: role !== 'user',
    email: `${createdAt.slice(2, 4)}${String(place).padStart(8, '0')}@${domain}`,
    password: PASSWORD,
  }))
}

const ACTORS = 10

/** Who acts next: half of them wrote something that is there, so that it is also edited and deleted. */
export function cast(campus: Campus, authors: readonly string[], random: Random): Account[] {
  const byId = new Map(campus.students.map((student) => [student.userId, student]))
  const chosen = new Set<Account>()
  for (let n = 0; n < ACTORS / 2; n++) {
    const author = authors.length === 0 ? undefined : byId.get(random.pick(authors))
    if (author) chosen.add(author)
  }
  while (chosen.size < Math.min(ACTORS, campus.students.length)) chosen.add(random.pick(campus.students))
  return [...chosen]
}
