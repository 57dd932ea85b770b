import { identities } from '../../../db/schema/identities'
import { aliases } from '../../../db/schema/users'
import { sql } from '../../../db/sql'
import { INTEGER, pick } from '../../../db/statement'
import type { Connection, Tx } from '../../../db/storage'
import { config } from '../../config'
import { refuse } from '../../errors'
import { type Account, readAccount } from '../../ground/access/account'
import { type Actor, type AuditEntry, audit, systemActor } from '../../ground/audit/audit'
import { allSettings } from '../../ground/settings/settings'
import { storedHash } from '../../lib/crypto/keys'
import { message } from '../../messages/message'
import { aliasIn, ownerOf, refuseSanctioned, takeAlias } from './aliases'

// Under which of its names an account writes, and whom the audit log names for that.

type Self = Account & Pick<Actor, 'origin'>

/** Who writes: an account, under its own name or under its alias in the thread. */
export type Writer<Person extends Self = Self> = {
  /** The account, which knows a new alias as its own. */
  self: Person
  /** The name that the text goes under. */
  author: Account
  /** Whom the audit log names. */
  actor: Actor
}

/**
 * Refuses an alias that the account does not have yet and may not have now. One that something `waited` for counted in the
 * limits since it was written.
 */
export function writerIn<Person extends Self>(
  tx: Tx,
  self: Person,
  postId: string,
  usesAlias: boolean,
  since: 'now' | 'waited' = 'now',
): Writer<Person> {
  if (!usesAlias) return { self, author: self, actor: self }
  if (aliasIn(tx, self.id, postId) === undefined) since === 'now' ? refuseAnotherAlias(tx, self) : refuseSwitchedOff()
  const author = takeAlias(tx, self, postId)
  const aliases = new Set([...self.aliases, author.id])
  return { self: { ...self, aliases }, author, actor: aliasActor(author.id, self.id) }
}

/** Whom the audit log names when an account acts on what it wrote: the name that this stands under. */
export const actorOn = (self: Self, authorId: string | null): Actor =>
  authorId !== null && self.aliases.has(authorId) ? aliasActor(authorId, self.id) : self

/** Whom it names when the account changes that. Refuses under an alias that is under a sanction. */
export function editorOf(db: Connection, self: Self, authorId: string | null): Actor {
  if (authorId !== null && self.aliases.has(authorId)) refuseSanctioned(ownName(db, self, authorId))
  return actorOn(self, authorId)
}

/**
 * The entry of what an account does to a text that is there for others, too, such as a vote. None where the text is its
 * own under an alias: of a text that few can read, or just appeared, it would tell whose the alias is.
 */
export function auditUnlessOwnAlias(tx: Tx, self: Self, author: string | null, entry: AuditEntry): void {
  if (author === null || !self.aliases.has(author)) audit(tx, self, entry)
}

/** Whom it names when Quad publishes what somebody wrote before. */
export const publishedActor = (db: Connection, author: Account): Actor =>
  author.status === 'ALIAS'
    ? aliasActor(author.id, ownerOf(db, author.id))
    : { ...author, origin: systemActor('system').origin }

/**
 * Without an origin: the network address, the browser and the request of an account would tell whose the alias is. The hash
 * differs between the aliases of an account, which must not be seen to belong together either.
 */
const aliasActor = (aliasId: string, accountId: string): Actor => ({
  id: aliasId,
  role: 'user',
  origin: systemActor('system').origin,
  accountHash: storedHash('alias-account', `${aliasId}\0${accountId}`),
})

/** One of the account's own names. */
export const ownName = (db: Connection, self: Account, authorId: string): Account =>
  authorId === self.id ? self : (readAccount(db, authorId) ?? refuse('INTERNAL'))

/** The account with the aliases that it has by now: a request that waited for another one may not know what that made. */
export async function withPresentAliases<Person extends Account>(db: Connection, self: Person): Promise<Person> {
  const { aliases } = readAccount(db, self.id) ?? self
  return { ...self, aliases }
}

// How many aliases an account may have, and which accounts may have one. One that it has in a thread already is used
// again whatever the settings say: a text must not go under the own name because of them.

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const SPANS = { day: DAY_MS, week: 7 * DAY_MS } as const
type Span = keyof typeof SPANS

export const ALIAS_STATES = ['available', 'off', 'too_young', 'day_limit', 'week_limit'] as const

/** Whether an account may have another alias now, and how many are left of its limits. */
export type AliasAllowance = { state: (typeof ALIAS_STATES)[number]; leftToday: number; leftThisWeek: number }

export function aliasAllowance(db: Connection, account: Pick<Account, 'id'>): AliasAllowance {
  const { on, perDay, perWeek, accountDays } = allSettings().aliases
  // Those that come with what waits to appear. Indexes: delayed_posts_author, delayed_comments_author.
  const coming =
    sql({ count: INTEGER })`
    SELECT (SELECT count(*) FROM delayed_posts WHERE author_id = ${account.id} AND is_aliased = 1) + (
      SELECT count(DISTINCT c.post_id) FROM delayed_comments c WHERE c.author_id = ${account.id} AND c.is_aliased = 1
        AND NOT EXISTS (SELECT 1 FROM aliases a
          WHERE a.account = (SELECT key FROM users WHERE id = ${account.id}) AND a.post_id = c.post_id)
    ) AS count`.get(db)?.count ?? 0
  const left = (span: Span, most: number) =>
    config.rateLimits ? Math.max(0, most - taken(db, account.id, span).length - coming) : most
  const counts = { leftToday: left('day', perDay), leftThisWeek: left('week', perWeek) }
  if (!on) return { state: 'off', ...counts }
  if (accountDays > 0 && ageMs(db, account.id) < accountDays * DAY_MS) return { state: 'too_young', ...counts }
  if (counts.leftToday === 0) return { state: 'day_limit', ...counts }
  return { state: counts.leftThisWeek === 0 ? 'week_limit' : 'available', ...counts }
}

function taken(db: Connection, accountId: string, span: Span) {
  const now = Date.now()
  // Oldest first. By the index aliases_account_post.
  return sql(pick(aliases, 'createdAt'))`
    SELECT created_at AS createdAt FROM aliases
    WHERE account = (SELECT key FROM users WHERE id = ${accountId}) AND created_at > ${now - SPANS[span]}
      AND created_at <= ${now} ORDER BY created_at`.all(db)
}

/** An account of the future was created while the clock was ahead. */
function ageMs(db: Connection, id: string): number {
  const { createdAt } =
    sql(pick(identities, 'createdAt'))`
    SELECT i.created_at AS createdAt FROM users u JOIN identities i ON i.id = u.auth_id WHERE u.id = ${id}`.get(db) ??
    refuse('UNAUTHENTICATED')
  const ms = Date.now() - Date.parse(createdAt)
  return ms < 0 ? Number.POSITIVE_INFINITY : ms
}

/** 404 `FEATURE_DISABLED`. */
function refuseSwitchedOff(): void {
  if (!allSettings().aliases.on) refuse('FEATURE_DISABLED', 'aliases.off')
}

/** 404 `FEATURE_DISABLED`, 403 `FORBIDDEN` for a young account, 429 `RATE_LIMITED`: alike for posts and comments. */
export function refuseAnotherAlias(db: Connection, account: Pick<Account, 'id'>): void {
  refuseSwitchedOff()
  const { perDay, perWeek, accountDays } = allSettings().aliases
  const { state } = aliasAllowance(db, account)
  const used = (limit: number, span: Span) => ({
    rateLimit: { limit, remaining: 0, resetSeconds: secondsUntilLeft(db, account.id, span) },
  })
  if (state === 'too_young') refuse('FORBIDDEN', message('aliases.tooYoung', { count: accountDays }))
  if (state === 'day_limit') refuse('RATE_LIMITED', message('aliases.dayLimit', { max: perDay }), used(perDay, 'day'))
  if (state === 'week_limit')
    refuse('RATE_LIMITED', message('aliases.weekLimit', { max: perWeek }), used(perWeek, 'week'))
}

/** Until the oldest is out of the span; where all of them wait to appear, an hour, in which they do. */
function secondsUntilLeft(db: Connection, accountId: string, span: Span): number {
  const [oldest] = taken(db, accountId, span)
  const ms = oldest === undefined ? HOUR_MS : oldest.createdAt + SPANS[span] - Date.now()
  return Math.max(1, Math.ceil(ms / 1000))
}
