import { sqlStatement } from '../../../db/statement'
import type { Connection, Tx } from '../../../db/storage'
import type { Role } from '../access/account'

export type ProviderSubject = { issuer: string; subject: string }

/** Primary key of identity_links, then users_auth. */
const linked = sqlStatement<{ userId: string; role: Role }, ProviderSubject>(`
  select users.id as userId, users.role
  from identity_links join users on users.auth_id = identity_links.identity_id
  where identity_links.issuer = $issuer and identity_links.subject = $subject
`)

/** The account of whom the provider knows as `subject`, if one was ever linked. */
export async function linkedAccount(db: Connection, { issuer, subject }: ProviderSubject) {
  return linked(db).get({ issuer, subject })
}

const insertLink = sqlStatement<never, ProviderSubject & { userId: string; now: string }>(`
  insert into identity_links (issuer, subject, identity_id, created_at)
  select $issuer, $subject, auth_id, $now from users where id = $userId
`)

export async function addLink(tx: Tx, { issuer, subject }: ProviderSubject, userId: string): Promise<void> {
  insertLink(tx).run({ issuer, subject, userId, now: new Date().toISOString() })
}
