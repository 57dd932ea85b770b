import { identities } from '../../../db/schema/identities'
import { sessions } from '../../../db/schema/sessions'
import { sanctions, users } from '../../../db/schema/users'
import { raw, sql } from '../../../db/sql'
import { FLAG, pick, type Raw, selectList, TEXT } from '../../../db/statement'
import { type Connection, storage, type Tx } from '../../../db/storage'
import { Cache } from '../../lib/process/cache'
import type { Origin } from '../audit/audit'
import { forgetAuthor } from './authors'
import { activeSanction, longestSanction, SANCTION_COLUMNS, type Sanction } from './sanctions'
import { administratorsIdleSince, isPresent, latestBeginning, type Session } from './sessions'

const COLUMNS = {
  ...pick(users, 'id', 'username', 'role', 'status', 'language', 'verifiedAt'),
  ...pick(users, 'collegeId', 'branch', 'branchId', 'publicBranch'),
}

// Access: who a viewer is (here), and which level a route requires of it (levels.ts, which alone decides), also inside
// a write (write-as.ts).

/** `lacksPasskey`: an administrator who needs one has none. Cached; every write that changes it calls `forgetAccount`. */
export type Account = Raw<typeof COLUMNS> & {
  /** Of the identity; empty for an alias. */
  authId: string
  termsAccepted: boolean
  lacksPasskey: boolean
  /** Of this name alone. */
  sanction: Sanction | null
  /**
   * The longest sanction of the account's aliases. It binds the account, and nobody else may learn of it. Null for an
   * administrator: an admin who suddenly cannot moderate would be known by it, and admins would bind one another.
   */
  aliasSanction: Sanction | null
  /** The ids of the account's aliases; an alias has none. Never part of an answer to anybody else. */
  aliases: ReadonlySet<string>
  /** Of this reading alone. */
  reading: symbol
}

export type Role = Account['role']

export type Viewer = Account & {
  sessionId: string
  /** Without it, a write reads it. */
  session?: Session
  /** When the viewer last proved to be the account's owner in this session. */
  authenticatedAt: string | null
  /** What this request does needs such a proof of the last minutes. */
  isSensitive: boolean
  origin: Origin
  /** Of a request that creates and has an idempotency key. */
  creation?: Creation | undefined
}

/** A request that creates and has an idempotency key. */
export type Creation = {
  /** Null for who creates without an account. */
  userId: string | null
  key: string
  /** The route and all that was sent to it. */
  request: string
  /** Whether it was a repeat, which is answered with what an earlier one created. */
  isReplayed: boolean
}

const accounts = new Cache<string, Account>('accounts', 20_000)

// SQL text, because every write of a user reads it: Drizzle's mapping of joined rows costs more than the read.

const accountColumns = raw(`
  ${selectList(COLUMNS, 'u')}, coalesce(u.auth_id, '') AS authId, u.terms_accepted_at IS NOT NULL AS termsAccepted, ${selectList(SANCTION_COLUMNS, 's')},
  (SELECT json_group_array(n.id) FROM aliases a CROSS JOIN users n ON n.key = a.alias
    WHERE a.account = u.key) AS aliases,
  CASE WHEN u.role = 'user' THEN 0 ELSE (SELECT value FROM settings WHERE key = 'administratorPasskeys') IS 'true'
    AND NOT EXISTS (SELECT 1 FROM passkeys WHERE user_id = u.id) END AS lacksPasskey`)
const FLAGS = { termsAccepted: FLAG, lacksPasskey: FLAG }
const ROW = { ...COLUMNS, authId: identities.id, ...FLAGS, ...SANCTION_COLUMNS, aliases: TEXT }

/** Past the cache, which may be behind inside a write. */
export function readAccount(db: Connection, id: string): Account | undefined {
  const row = sql(ROW)`
    SELECT ${accountColumns} FROM users u LEFT JOIN sanctions s ON s.user_id = u.id WHERE u.id = ${id}`.get(db)
  return row && toAccount(db, row)
}

const SIGNED_IN = { ...ROW, authenticatedAt: sessions.authenticatedAt }

/** As a write finds it, with what is written of its session; undefined once that has ended. */
export function readSignedInAccount(
  db: Connection,
  { id, sessionId, session, reading }: Viewer,
): (Account & Pick<Viewer, 'authenticatedAt'>) | undefined {
  const known = accounts.peek(id)
  if (known?.reading === reading && session !== undefined && isPresent(session))
    return { ...known, authenticatedAt: session.authenticatedAt }
  const row = sql(SIGNED_IN)`
    SELECT ${accountColumns}, session.authenticated_at AS authenticatedAt
    FROM sessions session JOIN users u ON u.id = session.user_id LEFT JOIN sanctions s ON s.user_id = u.id
    WHERE session.id = ${sessionId} AND session.user_id = ${id}
      AND session.expires_at > ${new Date().toISOString()} AND session.created_at <= ${latestBeginning()}
      AND (u.role = 'user' OR session.last_seen_at > ${administratorsIdleSince()})`.get(db)
  if (!row) return undefined
  const { authenticatedAt, ...account } = row
  return { ...toAccount(db, account), authenticatedAt }
}

const NO_ALIASES: ReadonlySet<string> = new Set()

function toAccount(db: Connection, row: Raw<typeof ROW>): Account {
  const { kind, reason, endsAt, termsAccepted, lacksPasskey, aliases, ...account } = row
  const hasAliases = aliases !== '[]'
  return {
    ...account,
    termsAccepted: termsAccepted === 1,
    lacksPasskey: lacksPasskey === 1,
    sanction: kind === null ? null : { kind, reason: reason ?? '', endsAt },
    aliasSanction:
      hasAliases && row.role === 'user'
        ? longestSanction(
            sql(pick(sanctions, 'kind', 'reason', 'endsAt'))`
        SELECT s.kind, s.reason, s.ends_at AS endsAt
        FROM aliases a CROSS JOIN users n ON n.key = a.alias CROSS JOIN sanctions s ON s.user_id = n.id
        WHERE a.account = (SELECT key FROM users WHERE id = ${row.id})`.all(db),
          )
        : null,
    aliases: hasAliases ? new Set<string>(JSON.parse(aliases)) : NO_ALIASES,
    reading: Symbol(),
  }
}

/** Whether the viewer is the author with this id, under the own name or an alias. */
export const isSelf = (viewer: Pick<Account, 'id' | 'aliases'> | null, authorId: string | null): boolean =>
  viewer !== null && authorId !== null && (viewer.id === authorId || viewer.aliases.has(authorId))

export const withPresentSanctions = <A extends Pick<Account, 'sanction' | 'aliasSanction'>>(account: A): A => ({
  ...account,
  sanction: activeSanction(account.sanction),
  aliasSanction: activeSanction(account.aliasSanction),
})

/** Cached, without sanctions that have ended. */
export function accountById(id: string): Account | undefined {
  const account = accounts.get(id, () => readAccount(storage.reader, id))
  return account && withPresentSanctions(account)
}

/** Call it in each write that changes what an `Account` says: from then on, writes read it again. */
export function forgetAccount(tx: Tx, id: string): void {
  accounts.dropIn(tx, id)
  forgetAuthor(tx, id)
}

/** Index: users_role, whose condition the query repeats. */
export const superadminIds = (db: Connection): string[] =>
  sql({ id: users.id })`SELECT id FROM users WHERE role = 'superadmin' AND role <> 'user'`.all(db).map(({ id }) => id)

export const isAdministrator = (viewer: { role: Role } | null): boolean => viewer !== null && viewer.role !== 'user'

/** Role to the permissions that the interface names. */
const PERMISSIONS = { user: [], admin: ['read:profile', 'create:user', 'delete:user'], superadmin: ['*'] } as const

export const rolePermissions = (role: Role): string[] => [...PERMISSIONS[role]]
