import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/** The private side of an account: email and ways to sign in. No public query reads this table. */
export const identities = sqliteTable(
  'identities',
  {
    id: text().primaryKey(),
    /** Keyed hash of the email in lower case, by which an account is found. It names its key. */
    emailIndex: text('email_index').notNull(),
    /** The email, encrypted for this row. */
    emailSealed: text('email_sealed').notNull(),
    /** argon2id in PHC form. Null for an account that signs in by code or provider only. */
    passwordHash: text('password_hash'),
    createdAt: text('created_at').notNull(),
    updatedAt: text('updated_at').notNull(),
  },
  (table) => [
    // Under one key. A write that creates an identity looks for the indexes of former keys, too.
    uniqueIndex('identities_email').on(table.emailIndex),
    index('identities_created').on(table.createdAt),
  ],
)

/** The subject of an OpenID provider that an identity belongs to. */
export const identityLinks = sqliteTable(
  'identity_links',
  {
    issuer: text().notNull(),
    /** Keyed hash of issuer and subject: many a provider's subject is the email or the enrolment number. */
    subjectIndex: text('subject_index').notNull(),
    identityId: text('identity_id')
      .notNull()
      .references(() => identities.id, { onDelete: 'cascade' }),
    createdAt: text('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.issuer, table.subjectIndex] }),
    index('identity_links_identity').on(table.identityId),
  ],
)

/** A sign-up that is not finalized. The cookie `pending_signup` holds its token. */
export const pendingSignups = sqliteTable(
  'pending_signups',
  {
    id: text().primaryKey(),
    /** SHA-256 of the cookie. */
    tokenHash: text('token_hash').notNull(),
    /** Under each key at that time, with a space between them, the current one first. */
    emailIndexes: text('email_indexes').notNull(),
    /** The email, encrypted for this row. */
    emailSealed: text('email_sealed').notNull(),
    emailDomain: text('email_domain').notNull(),
    verifiedAt: text('verified_at'),
    /** Keyed hash. Null when the code was used or is void. */
    otpHash: text('otp_hash'),
    otpExpiresAt: text('otp_expires_at'),
    attempts: integer().notNull().default(0),
    createdAt: text('created_at').notNull(),
    expiresAt: text('expires_at').notNull(),
  },
  (table) => [
    uniqueIndex('pending_signups_token').on(table.tokenHash),
    index('pending_signups_expires').on(table.expiresAt),
    check('pending_signups_attempts', sql`${table.attempts} between 0 and 5`),
    check('pending_signups_otp', sql`(${table.otpHash} is null) = (${table.otpExpiresAt} is null)`),
  ],
)

/** Sign-in codes. An email without an account gets a row, too, so that nobody can tell the difference. */
export const loginCodes = sqliteTable(
  'login_codes',
  {
    /** Keyed hash of the email. It names its key, as that of the code does. */
    emailKey: text('email_key').primaryKey(),
    identityId: text('identity_id').references(() => identities.id, { onDelete: 'cascade' }),
    otpHash: text('otp_hash'),
    expiresAt: text('expires_at').notNull(),
    attempts: integer().notNull().default(0),
    sentAt: text('sent_at').notNull(),
  },
  (table) => [
    index('login_codes_expires').on(table.expiresAt),
    index('login_codes_identity').on(table.identityId),
    check('login_codes_attempts', sql`${table.attempts} between 0 and 5`),
  ],
)

/** Mailed links to reset a password. */
export const passwordResets = sqliteTable(
  'password_resets',
  {
    tokenHash: text('token_hash').primaryKey(),
    identityId: text('identity_id')
      .notNull()
      .references(() => identities.id, { onDelete: 'cascade' }),
    expiresAt: text('expires_at').notNull(),
    createdAt: text('created_at').notNull(),
  },
  (table) => [
    index('password_resets_identity').on(table.identityId),
    index('password_resets_expires').on(table.expiresAt),
  ],
)
