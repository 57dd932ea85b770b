import { sql } from 'drizzle-orm'
import { check, index, primaryKey, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { counter, id, idOf, idOrNull, sqliteTable, string, times } from './columns'

/** The private side of an account: email and ways to sign in. No public query reads this table. */
export const identities = sqliteTable(
  'identities',
  {
    id: id(),
    /** Keyed hash of the email in lower case, by which an account is found. It names its key. */
    emailIndex: string(),
    emailSealed: string(),
    /** argon2id in PHC form. Null for an account that signs in by code or provider only. */
    passwordHash: text(),
    ...times(),
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
    issuer: string(),
    /** Keyed hash of issuer and subject: many a provider's subject is the email or the enrolment number. */
    subjectIndex: string(),
    identityId: idOf(() => identities.id),
    createdAt: string(),
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
    id: id(),
    /** SHA-256 of the cookie. */
    tokenHash: string(),
    /** Under each key at that time, with a space between them, the current one first. */
    emailIndexes: string(),
    emailSealed: string(),
    emailDomain: string(),
    verifiedAt: text(),
    /** Keyed hash. Null when the code was used or is void. */
    otpHash: text(),
    otpExpiresAt: text(),
    attempts: counter(),
    createdAt: string(),
    expiresAt: string(),
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
    emailKey: text().primaryKey(),
    identityId: idOrNull(() => identities.id),
    otpHash: text(),
    expiresAt: string(),
    attempts: counter(),
    sentAt: string(),
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
    tokenHash: text().primaryKey(),
    identityId: idOf(() => identities.id),
    expiresAt: string(),
    createdAt: string(),
  },
  (table) => [
    index('password_resets_identity').on(table.identityId),
    index('password_resets_expires').on(table.expiresAt),
  ],
)
