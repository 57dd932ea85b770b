import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { branches, colleges } from './colleges'
import { counter, idOf, idOrNull, known, number, off, oneOf, sqliteTable, string, word } from './columns'
import { identities } from './identities'

/**
 * The public side of an account, under a pseudonym. An alias is a row without an identity: nothing leads to its
 * account.
 */
export const users = sqliteTable(
  'users',
  {
    /** Never leaves the process. */
    key: integer().primaryKey(),
    /** UUIDv4, because a v7 would reveal the time of sign-up. */
    id: string().unique(),
    /** Null for an alias. */
    authId: idOrNull(() => identities.id, 'restrict'),
    username: string(),
    role: oneOf(['user', 'admin', 'superadmin'], 'user'),
    collegeId: idOf(() => colleges.id, 'restrict'),
    /** Code or name of the branch, or free text where the instance has no branches. */
    branch: string().default(''),
    branchId: idOrNull(() => branches.id, 'restrict'),
    /** As `posts.branch_key`. */
    branchKey: text().generatedAlwaysAs(sql`coalesce(branch_id, lower(branch))`, { mode: 'virtual' }),
    /** Whether others see the branch: while `MIN_GROUP` active members of the college have it. */
    branchShown: off(),
    publicBranch: text().generatedAlwaysAs(sql`case branch_shown when 1 then branch end`, {
      mode: 'virtual',
    }),
    status: oneOf(['ONBOARDING', 'ACTIVE', 'ALIAS'], 'ONBOARDING'),
    language: oneOf(['en', 'hi'], 'en'),
    /** How many other names the account drew while it was onboarding. */
    nameDraws: counter(),
    termsAcceptedAt: text(),
    /**
     * The first of the month in which the person last proved the college email, or from which the membership counts.
     */
    verifiedAt: string(),
    /** The day of the last mail before the membership ends; empty when there was none. */
    remindedAt: string().default(''),
    /** The first of the month: `identities.created_at` has the time. */
    createdAt: string(),
    /** A whole day. */
    updatedAt: string(),
  },
  (table) => [
    uniqueIndex('users_auth').on(table.authId),
    uniqueIndex('users_username').on(table.username),
    /** Without aliases: what deletes a college, or gives all members grace, reads all rows, and is rare. */
    index('users_college').on(table.collegeId, table.createdAt, table.id).where(sql`status <> 'ALIAS'`),
    index('users_branch').on(table.branchId),
    index('users_group')
      .on(table.collegeId, table.branchKey, table.branchShown, table.verifiedAt)
      .where(sql`status = 'ACTIVE'`),
    index('users_membership').on(table.verifiedAt, table.remindedAt).where(sql`status = 'ACTIVE'`),
    index('users_role').on(table.role).where(sql`role <> 'user'`),
    index('users_created').on(table.createdAt, table.id).where(sql`status <> 'ALIAS'`),
    /** Aliases: those without a thread are looked for. */
    index('users_alias').on(table.status).where(sql`status = 'ALIAS'`),
    known('users_role_known', table.role),
    known('users_status_known', table.status),
    check('users_alias', sql`(${table.status} = 'ALIAS') = (${table.authId} is null)`),
    check('users_alias_is_plain', sql`${table.status} <> 'ALIAS' or (${table.role} = 'user' and ${table.branch} = '')`),
    check('users_active_has_branch', sql`${table.status} <> 'ACTIVE' or length(${table.branch}) > 0`),
    check(
      'users_months',
      sql`${table.verifiedAt} glob '*-01T00:00:00.000Z' and ${table.createdAt} glob '*-01T00:00:00.000Z'`,
    ),
    check(
      'users_days',
      sql`${table.updatedAt} glob '*T00:00:00.000Z' and (${table.remindedAt} = '' or ${table.remindedAt} glob '*T00:00:00.000Z')`,
    ),
    check('users_terms_after_onboarding', sql`${table.termsAcceptedAt} is null or ${table.status} = 'ACTIVE'`),
  ],
)

/** The id of an account with which the row goes. */
export const ofUser = () => idOf(() => users.id)
/** The id of who did something, which the row outlives. */
export const byUser = () => idOrNull(() => users.id, 'set null')
export const userKey = () => number().references(() => users.key, { onDelete: 'cascade' })

/** What votes change of an account, apart: hundreds share a page. */
export const userStats = sqliteTable('user_stats', {
  user: userKey().primaryKey(),
  karma: counter(),
})

/** `blocker` blocked `blocked`. The block relation works in both directions. */
export const userBlocks = sqliteTable(
  'user_blocks',
  {
    blockerId: ofUser(),
    blockedId: ofUser(),
    createdAt: string(),
  },
  (table) => [
    primaryKey({ columns: [table.blockerId, table.blockedId] }),
    index('user_blocks_blocked').on(table.blockedId),
    check('user_blocks_not_oneself', sql`${table.blockerId} <> ${table.blockedId}`),
  ],
)

/** The present sanction of a user. `block` is a ban. The history is in `moderation_records`. */
export const sanctions = sqliteTable(
  'sanctions',
  {
    userId: ofUser().primaryKey(),
    kind: word(['block', 'suspension']),
    reason: string().default(''),
    endsAt: text(),
    imposedBy: byUser(),
    imposedAt: string(),
    /** The `sanction_id` of the retained sanction that applies to this account, too. */
    retainedId: text(),
  },
  (table) => [
    index('sanctions_imposed_by').on(table.imposedBy),
    known('sanctions_kind', table.kind),
    check('sanctions_end', sql`(${table.kind} = 'suspension') = (${table.endsAt} is not null)`),
  ],
)

/**
 * Sanctions of deleted accounts: a row for each keyed hash by which the person is recognized, until it ends or is
 * lifted.
 */
export const retainedSanctions = sqliteTable(
  'retained_sanctions',
  {
    key: text().primaryKey(),
    sanctionId: string(),
    kind: word(['block', 'suspension']),
    reason: string().default(''),
    endsAt: text(),
    imposedAt: string(),
  },
  (table) => [
    index('retained_sanctions_sanction').on(table.sanctionId),
    known('retained_sanctions_kind', table.kind),
    check('retained_sanctions_end', sql`(${table.kind} = 'suspension') = (${table.endsAt} is not null)`),
  ],
)

/**
 * Whose an alias is: a name for one thread, with a row of its own in `users`. Nothing else leads from one to the other.
 */
export const aliases = sqliteTable(
  'aliases',
  {
    alias: userKey().primaryKey(),
    account: userKey(),
    /** No foreign key: a post that waits for a moderator has its id before it has a row. */
    postId: string(),
    /** What moderators read of the account's removals: as many as enough others had, too, when the alias was made. */
    removalsBefore: counter(),
    /** In milliseconds. */
    createdAt: number(),
  },
  (table) => [
    uniqueIndex('aliases_account_post').on(table.account, table.postId),
    index('aliases_post').on(table.postId),
  ],
)

/**
 * Aliases whose account is deleted, until they are. WITHOUT ROWID: the order of rows would show which were of one
 * account.
 */
export const aliasEndings = sqliteTable(
  'alias_endings',
  {
    aliasId: ofUser().primaryKey(),
    /** Null once its deletion has begun, and afterwards while a sanction holds it. */
    dueAt: text(),
    /** As it was: a number that fell with the account would tell which account it was. */
    removalsBefore: counter(),
    /**
     * Keyed hashes by which the person is known on return. They differ between aliases: no two are seen to be of one
     * person.
     */
    persons: string().default(''),
  },
  (table) => [index('alias_endings_due').on(table.dueAt).where(sql`due_at is not null`)],
)
