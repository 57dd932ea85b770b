import { and, eq, sql } from 'drizzle-orm'
import { identityLinks } from '../../../db/schema/identities'
import { users } from '../../../db/schema/users'
import { sqlStatement, statement } from '../../../db/statement'
import type { Connection, Tx } from '../../../db/storage'

export type ProviderSubject = { issuer: string; subject: string }

/** Primary key of identity_links, then users_auth. */
const linked = statement((orm) =>
  orm
    .select({ userId: users.id, role: users.role })
    .from(identityLinks)
    .innerJoin(users, eq(users.authId, identityLinks.identityId))
    .where(
      and(eq(identityLinks.issuer, sql.placeholder('issuer')), eq(identityLinks.subject, sql.placeholder('subject'))),
    )
    .prepare(),
)

/** The account of whom the provider knows as `subject`, if one was ever linked. */
export async function linkedAccount(db: Connection, { issuer, subject }: ProviderSubject) {
  return linked(db).get({ issuer, subject })
}

const insertLink = sqlStatement(
  `INSERT INTO identity_links (issuer, subject, identity_id, created_at)
  SELECT $issuer, $subject, auth_id, $now FROM users WHERE id = $userId`,
  {
    params: {
      issuer: identityLinks.issuer,
      subject: identityLinks.subject,
      userId: users.id,
      now: identityLinks.createdAt,
    },
  },
)

export async function addLink(tx: Tx, { issuer, subject }: ProviderSubject, userId: string): Promise<void> {
  insertLink(tx).run({ issuer, subject, userId, now: new Date().toISOString() })
}
