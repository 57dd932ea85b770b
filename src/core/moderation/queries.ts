import { sqlStatement } from '../../../db/statement'
import type { Connection } from '../../../db/storage'
import type { PostModerated } from './records'

type State = PostModerated['moderationState']

/** What is moderated: `title` is that of the post, or of the post it is on. */
export type Subject = { authorId: string | null; title: string; state: State }

const post = sqlStatement<Subject, { id: string }>(
  'SELECT author_id AS authorId, title, moderation_state AS state FROM posts WHERE id = $id',
)

export async function postSubject(db: Connection, id: string): Promise<Subject | undefined> {
  return post(db).get({ id })
}

const comment = sqlStatement<Subject, { id: string }>(`
  SELECT c.author_id AS authorId, p.title, CASE c.is_banned WHEN 1 THEN 'banned' ELSE 'active' END AS state
  FROM comments c CROSS JOIN posts p ON p.id = c.post_id
  WHERE c.id = $id AND c.deleted_at IS NULL`)

/** Of a deleted comment nothing is left to moderate. */
export async function commentSubject(db: Connection, id: string): Promise<Subject | undefined> {
  return comment(db).get({ id })
}

const address = sqlStatement<{ email: string }, { userId: string }>(
  'SELECT i.email FROM users u CROSS JOIN identities i ON i.id = u.auth_id WHERE u.id = $userId',
)

export async function addressOf(db: Connection, userId: string): Promise<string | undefined> {
  return address(db).get({ userId })?.email
}
