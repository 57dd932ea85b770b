import { type Static, t } from 'elysia'
import { posts } from '../../../db/schema/posts'
import { aliases, users } from '../../../db/schema/users'
import { sql } from '../../../db/sql'
import { INTEGER, orNull, pick, type Raw } from '../../../db/statement'
import { storage } from '../../../db/storage'
import { aliasIn, nextAliasName } from '../../campus/authorship/aliases'
import { ALIAS_STATES, aliasAllowance, ownName } from '../../campus/authorship/writers'
import { FACTS, feedVisibility, readAccess } from '../../forum/posts/visibility'
import type { Viewer } from '../../ground/access/account'
import { isoOf } from '../../lib/text/coarse-time'
import { type Cursor, type CursoredMeta, cursoredPage } from '../../lib/text/cursor'
import { integer, namedObject, nullable, recordId, timestamp } from '../../lib/text/schema'

// The names for one thread that an account has, and the one that it would have next: for itself alone.

export const ownAlias = namedObject('OwnAlias', {
  id: recordId,
  username: t.String(),
  postId: recordId,
  postTitle: nullable(
    t.String({ description: 'Null where one may not read the post, or no longer, or not yet, and across a block' }),
  ),
  createdAt: timestamp,
})
type OwnAlias = Static<typeof ownAlias>

export const nextAlias = namedObject('NextAlias', {
  username: t.String({ description: 'What a text would go under, unless the account takes other aliases before' }),
  isPresent: t.Boolean({
    description: 'One has it in the thread that was asked about, and always may write under it',
  }),
  state: t.UnionEnum(ALIAS_STATES, { description: 'Whether one may have a new one now, or why not' }),
  leftToday: integer(),
  leftThisWeek: integer(),
})

/** The alias that the account has in the thread, or the one that it would get. */
export function readNextAlias(user: Viewer, postId: string | undefined): Static<typeof nextAlias> {
  const db = storage.reader
  const allowance = aliasAllowance(db, user)
  const present = postId === undefined ? undefined : aliasIn(db, user.id, postId)
  if (present === undefined) return { username: nextAliasName(db, user.id), isPresent: false, ...allowance }
  const { username } = ownName(db, user, present)
  return { username, isPresent: true, ...allowance, state: 'available' }
}

const { authorId, collegeId, isPrivate, moderationState } = FACTS
const ROW = {
  ...pick(users, 'id', 'username'),
  ...{ ...pick(aliases, 'postId', 'createdAt'), value: INTEGER },
  ...{ title: orNull(posts.title), authorId, collegeId: orNull(collegeId) },
  ...{ isPrivate: orNull(isPrivate), moderationState: orNull(moderationState) },
}

/** By the index aliases_account_post: an account has few. */
export const ownAliases = (
  account: string,
  { limit, offset }: { limit: number; offset: number },
  after?: Cursor,
) => sql(ROW)`
  SELECT u.id, u.username, a.post_id AS postId, a.created_at AS createdAt, a.created_at AS value, p.title, p.author_id AS authorId,
    p.college_id AS collegeId, p.is_private AS isPrivate, p.moderation_state AS moderationState
  FROM aliases a INDEXED BY aliases_account_post CROSS JOIN users u ON u.key = a.alias LEFT JOIN posts p ON p.id = a.post_id
  WHERE a.account = (SELECT key FROM users WHERE id = ${account})
    ${after ? sql`AND (a.created_at, u.id) < (${after.value}, ${after.id})` : sql``}
  ORDER BY a.created_at DESC, u.id DESC LIMIT ${limit} OFFSET ${offset}`

/** Newest first. */
export function listOwnAliases(
  viewer: Viewer,
  paging: { page: number; limit: number; cursor?: string },
): { aliases: OwnAlias[]; meta: CursoredMeta } {
  const { rows, meta } = cursoredPage(paging, viewer.aliases.size, (span, after) =>
    ownAliases(viewer.id, span, after).all(storage.reader),
  )
  const { blocked } = feedVisibility(viewer)
  return { aliases: rows.map((row) => toRecord(row, viewer, blocked)), meta }
}

function toRecord(row: Raw<typeof ROW>, viewer: Viewer, blocked: ReadonlySet<string>): OwnAlias {
  const { title, authorId, collegeId, isPrivate, moderationState, value: _, ...own } = row
  const fields = { ...own, createdAt: isoOf(row.createdAt) }
  if (collegeId === null || isPrivate === null || moderationState === null) return { ...fields, postTitle: null }
  const post = { id: row.postId, authorId, collegeId, isPrivate, moderationState }
  // Not as an administrator: this list is no way to read what others may not, and writes no audit entry.
  const isReadable = readAccess(post, { ...viewer, role: 'user' as const }) === 'readable'
  return { ...fields, postTitle: isReadable && !(authorId !== null && blocked.has(authorId)) ? title : null }
}
