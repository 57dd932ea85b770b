import { sqlStatement } from '../../../db/statement'
import type { Connection } from '../../../db/storage'
import type { Sanction } from '../../domain/sanctions'
import { sanctionShown } from '../../domain/sanctions'
import type { ManagedUser } from '../../domain/shapes'

type Row = Omit<ManagedUser, 'blocked' | 'suspension'> & {
  kind: Sanction['kind'] | null
  reason: string | null
  endsAt: string | null
}
type Page = { limit: number; offset: number }

const COLUMNS = `
  u.id, u.username, u.karma, u.college_id as collegeId, u.branch, u.created_at as createdAt, u.updated_at as updatedAt,
  i.email, u.role, u.status, s.kind, s.reason, s.ends_at as endsAt`
const FROM_USERS = 'from users u cross join identities i on i.id = u.auth_id left join sanctions s on s.user_id = u.id'

const admins = sqlStatement<Row>(
  `select ${COLUMNS} ${FROM_USERS} where u.role <> 'user' order by u.created_at, u.id limit 1000`,
)
const everybody = sqlStatement<Row, Page>(
  `select ${COLUMNS} ${FROM_USERS} order by u.created_at desc, u.id desc limit $limit offset $offset`,
)
const named = sqlStatement<Row, Page & { part: string }>(
  `select ${COLUMNS} ${FROM_USERS} where instr(u.username, $part) > 0 order by u.username limit $limit offset $offset`,
)
const addressed = sqlStatement<Row, { email: string }>(
  `select ${COLUMNS} from identities i cross join users u on u.auth_id = i.id left join sanctions s on s.user_id = u.id
  where i.email = $email`,
)
// An administrator's page, not a student's: a count over the narrow index of usernames costs a millisecond at 20,000.
const countAll = sqlStatement<{ total: number }>('select count(*) as total from users')
const countNamed = sqlStatement<{ total: number }, { part: string }>(
  'select count(*) as total from users where instr(username, $part) > 0',
)

function shown({ kind, reason, endsAt, ...user }: Row): ManagedUser {
  return { ...user, ...sanctionShown(kind === null ? null : { kind, reason: reason ?? '', endsAt }) }
}

export async function administrators(db: Connection): Promise<ManagedUser[]> {
  return admins(db).all().map(shown)
}

export async function usersPage(db: Connection, page: Page): Promise<{ users: ManagedUser[]; total: number }> {
  return { users: everybody(db).all(page).map(shown), total: countAll(db).get()?.total ?? 0 }
}

/** `part` stands anywhere in the username. */
export async function usersNamed(
  db: Connection,
  part: string,
  page: Page,
): Promise<{ users: ManagedUser[]; total: number }> {
  return {
    users: named(db)
      .all({ part, ...page })
      .map(shown),
    total: countNamed(db).get({ part })?.total ?? 0,
  }
}

export async function usersWithEmail(db: Connection, email: string): Promise<{ users: ManagedUser[]; total: number }> {
  const users = addressed(db).all({ email }).map(shown)
  return { users, total: users.length }
}
