import { sql } from 'drizzle-orm'
import { check, index, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { colleges } from './colleges'
import { id, idOrNull, known, sqliteTable, string, word } from './columns'
import { byUser, ofUser } from './users'

/** Somebody verified an email and waits for a moderator. The row is deleted when the account is made. */
export const signUpRequests = sqliteTable(
  'sign_up_requests',
  {
    id: id(),
    /** As in `identities`. */
    emailIndex: string(),
    emailSealed: string(),
    emailDomain: string(),
    language: word(['en', 'hi']),
    state: word(['waiting', 'approved', 'refused']),
    reason: text(),
    decidedBy: byUser(),
    decidedAt: text(),
    /** A whole minute. */
    createdAt: string(),
    expiresAt: string(),
  },
  (table) => [
    uniqueIndex('sign_up_requests_email').on(table.emailIndex),
    index('sign_up_requests_state').on(table.state, table.createdAt, table.id),
    index('sign_up_requests_expires').on(table.expiresAt),
    index('sign_up_requests_decided_by').on(table.decidedBy),
    check('sign_up_requests_decided', sql`(${table.state} = 'waiting') = (${table.decidedAt} is null)`),
    check('sign_up_requests_reason', sql`(${table.state} = 'refused') = (${table.reason} is not null)`),
  ],
)

/** A link with which a student becomes an administrator, once. Nothing leads from here to whoever took it. */
export const invitations = sqliteTable(
  'invitations',
  {
    id: id(),
    tokenHash: string(),
    invitedBy: ofUser(),
    /** A whole minute, as is its end. */
    createdAt: string(),
    expiresAt: string(),
    ending: text({ enum: ['taken', 'revoked'] }),
  },
  (table) => [
    uniqueIndex('invitations_token').on(table.tokenHash),
    index('invitations_expires').on(table.expiresAt),
    index('invitations_invited_by').on(table.invitedBy),
    known('invitations_ending', table.ending),
  ],
)

/** What superadmins are to know of, because whoever controls the domain of a college decides who studies there. */
export const collegeAlerts = sqliteTable(
  'college_alerts',
  {
    id: id(),
    kind: word(['created', 'approved', 'domain_changed']),
    collegeId: idOrNull(() => colleges.id, 'set null'),
    /** Name and domain after the act, and the domain before a change. */
    college: string(),
    domain: string(),
    domainBefore: text(),
    /** Null for the operator. */
    actorId: byUser(),
    createdAt: string(),
    acknowledgedAt: text(),
  },
  (table) => [
    index('college_alerts_open').on(table.id).where(sql`acknowledged_at is null`),
    index('college_alerts_college').on(table.collegeId),
    index('college_alerts_actor').on(table.actorId),
    known('college_alerts_kind', table.kind),
    check('college_alerts_domain', sql`(${table.kind} = 'domain_changed') = (${table.domainBefore} is not null)`),
  ],
)
