import { type Static, t } from 'elysia'
import { sqlStatement } from '../../db/statement'
import type { Tx } from '../../db/storage'
import { refuse } from '../errors'
import { type Account, readAccount } from './accounts'
import { activeSanction, type Sanction } from './sanctions'
import { collegeSummary, named } from './shapes'

/** An author as posts and comments show it. */
export const author = named(
  'Author',
  t.Object({
    id: t.String(),
    username: t.String(),
    branch: t.String(),
    collegeId: t.String(),
    college: collegeSummary,
  }),
)

export type Author = Static<typeof author>

export type AuthorRow = {
  authorId: string | null
  username: string
  branch: string
  collegeId: string
  collegeName: string
  collegeProfile: string | null
}

export const AUTHOR_COLUMNS = `
  u.id AS authorId, u.username, u.branch, u.college_id AS collegeId, c.name AS collegeName, c.profile AS collegeProfile`

/** Outer joins by primary key: the planner cannot begin with the users, and what lost its author is still found. */
export const authorJoins = (table: string): string => `
  LEFT JOIN users u ON u.id = ${table}.author_id
  LEFT JOIN colleges c ON c.id = u.college_id`

/** Null once the account is gone. */
export function toAuthor({
  authorId,
  username,
  branch,
  collegeId,
  collegeName,
  collegeProfile,
}: AuthorRow): Author | null {
  if (authorId === null) return null
  return {
    id: authorId,
    username,
    branch,
    collegeId,
    college: { id: collegeId, name: collegeName, profile: collegeProfile },
  }
}

/**
 * The account of who writes, as the transaction sees it: whatever was waited for since the request was let in, it may
 * have gone (401) or have been sanctioned (403 `USER_BLOCKED`, `USER_SUSPENDED`) meanwhile.
 */
export async function standingAuthor(tx: Tx, { id }: { id: string }): Promise<Account> {
  const account = (await readAccount(tx, id)) ?? refuse('UNAUTHENTICATED')
  refuseSanctioned(account.sanction)
  return account
}

const sanctionOf = sqlStatement<Omit<Sanction, 'kind' | 'reason'> & { kind: Sanction['kind'] | null }, { id: string }>(
  `SELECT s.kind, s.ends_at AS endsAt FROM users u LEFT JOIN sanctions s ON s.user_id = u.id WHERE u.id = $id`,
)

/** The same for what needs nothing else of the account; it takes a third of the time. */
export async function refuseUnlessStanding(tx: Tx, { id }: { id: string }): Promise<void> {
  const { kind, endsAt } = sanctionOf(tx).get({ id }) ?? refuse('UNAUTHENTICATED')
  refuseSanctioned(kind === null ? null : { kind, reason: '', endsAt })
}

function refuseSanctioned(laid: Sanction | null): void {
  const sanction = activeSanction(laid)
  if (sanction !== null) refuse(sanction.kind === 'suspension' ? 'USER_SUSPENDED' : 'USER_BLOCKED')
}
