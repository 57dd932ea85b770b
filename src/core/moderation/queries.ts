import { eq, sql } from 'drizzle-orm'
import { comments } from '../../../db/schema/comments'
import { identities } from '../../../db/schema/identities'
import { posts } from '../../../db/schema/posts'
import { users } from '../../../db/schema/users'
import { type Raw, selectList, sqlStatement, statement } from '../../../db/statement'
import type { Connection } from '../../../db/storage'
import type { Language } from '../../messages/template'

/** What is moderated: `title` is that of the post, or of the post it is on. */
const SUBJECT = { authorId: posts.authorId, title: posts.title, state: posts.moderationState }
export type Subject = Raw<typeof SUBJECT>

const post = sqlStatement(`SELECT ${selectList(SUBJECT)} FROM posts WHERE id = $id`, {
  returns: SUBJECT,
  params: { id: posts.id },
})

export async function postSubject(db: Connection, id: string): Promise<Subject | undefined> {
  return post(db).get({ id })
}

const comment = sqlStatement(
  `SELECT c.author_id AS authorId, p.title, CASE c.is_banned WHEN 1 THEN 'banned' ELSE 'active' END AS state
  FROM comments c CROSS JOIN posts p ON p.id = c.post_id
  WHERE c.id = $id AND c.deleted_at IS NULL`,
  { returns: SUBJECT, params: { id: comments.id } },
)

/** Of a deleted comment nothing is left to moderate. */
export async function commentSubject(db: Connection, id: string): Promise<Subject | undefined> {
  return comment(db).get({ id })
}

export type Addressee = { email: string; language: Language }

const address = statement((orm) =>
  orm
    .select({ email: identities.email, language: users.language })
    .from(users)
    .innerJoin(identities, eq(identities.id, users.authId))
    .where(eq(users.id, sql.placeholder('userId')))
    .prepare(),
)

export async function addresseeOf(db: Connection, userId: string): Promise<Addressee | undefined> {
  return address(db).get({ userId })
}
