import { type Static, t } from 'elysia'
import { postVersions } from '../../../db/schema/comments'
import { type Query, raw, sql } from '../../../db/sql'
import { isoTime, pick, type Raw, type SqlTypes, selectList } from '../../../db/statement'
import { storage, type Tx } from '../../../db/storage'
import { refuse } from '../../errors'
import { isAdministrator, isSelf, type Viewer } from '../../ground/access/account'
import { namedObject, timestamp } from '../../lib/text/schema'
import { eventShown, NO_EVENT, shownEvent, type Written } from './fields'
import type { Voted } from './stats'
import { auditPrivateRead, auditRead, type PostFacts, postFacts, readAccess, refuseUnlessReadable } from './visibility'

// What a post or a comment was before its author changed it, for the author and moderators. Nobody else learns more than
// that it was.

/** The first version and the latest ones: many small edits must not push out what was published. */
export const MAX_VERSIONS = 20

export const postVersion = namedObject('PostVersion', {
  title: t.String(),
  content: t.String(),
  ...eventShown,
  writtenAt: timestamp,
})
export const commentVersion = namedObject('CommentVersion', { content: t.String(), writtenAt: timestamp })

const OF_POST = pick(postVersions, 'title', 'content', 'startsAt', 'place')
const KEPT = {
  post: {
    columns: raw(
      Object.values(OF_POST)
        .map(({ name }) => name)
        .join(', '),
    ),
    writtenAt: raw('updated_at'),
  },
  comment: { columns: raw('content'), writtenAt: raw(isoTime('updated_at')) },
}

function keep(tx: Tx, type: Voted, id: string, isChanged: Query<never>): void {
  const { columns, writtenAt } = KEPT[type]
  const [versions, ofText] = [raw(`${type}_versions`), sql`${raw(`${type}_id`)} = ${id}`]
  const { changes } = sql`
    INSERT INTO ${versions} (${raw(`${type}_id`)}, number, ${columns}, written_at)
    SELECT id, 1 + coalesce((SELECT max(number) FROM ${versions} WHERE ${ofText}), 0), ${columns}, ${writtenAt}
    FROM ${raw(`${type}s`)} WHERE id = ${id} AND (${isChanged})`.run(tx)
  if (changes > 0)
    sql`DELETE FROM ${versions} WHERE ${ofText} AND number > 1
      AND number <= (SELECT max(number) FROM ${versions} WHERE ${ofText}) - ${MAX_VERSIONS - 1}`.run(tx)
}

type PostChange = Record<'title' | 'content', string | null> & { event: Pick<Written, 'startsAt' | 'place'> | null }

/** Keeps what is stored, unless the change leaves texts, date and place as they are. Call before the update. */
export function keepPostVersion(tx: Tx, id: string, { title, content, event }: PostChange): void {
  const { startsAt, place } = event ?? NO_EVENT
  const changesEvent = sql`OR starts_at IS NOT ${startsAt} OR place IS NOT ${place}`
  keep(
    tx,
    'post',
    id,
    sql`title <> coalesce(${title}, title) OR content <> coalesce(${content}, content)
    ${event === null ? sql`` : changesEvent}`,
  )
}

export const keepCommentVersion = (tx: Tx, id: string, content: string): void =>
  keep(tx, 'comment', id, sql`content <> ${content}`)

/** For what stays, emptied. With a deleted row its versions go by themselves. */
export const deleteVersions = (tx: Tx, type: Voted, id: string) =>
  sql`DELETE FROM ${raw(`${type}_versions`)} WHERE ${raw(`${type}_id`)} = ${id}`.run(tx)

/** Newest first, without the present text. Call where the viewer may read it; 403 `NOT_OWNER`. */
export async function readVersions<Columns extends SqlTypes>(
  viewer: Viewer,
  { type, id, authorId }: { type: Voted; id: string; authorId: string | null },
  post: PostFacts,
  columns: Columns,
): Promise<Raw<Columns>[]> {
  const isOwn = isSelf(viewer, authorId)
  if (!isOwn && !isAdministrator(viewer)) refuse('NOT_OWNER')
  await auditPrivateRead(viewer, post)
  const found = sql(columns)`
    SELECT ${raw(selectList(columns as Parameters<typeof selectList>[0]))} FROM ${raw(`${type}_versions`)}
    WHERE ${raw(`${type}_id`)} = ${id} ORDER BY number DESC`.all(storage.reader)
  if (found.length > 0 && !isOwn)
    await auditRead(viewer, { action: 'admin:read:versions', entityType: type, entityId: id })
  return found
}

/** Refuses as reading the post does. */
export async function readPostHistory(viewer: Viewer, id: string): Promise<Static<typeof postVersion>[]> {
  const post = postFacts(storage.reader, id) ?? refuse('NOT_FOUND', 'posts.missing')
  refuseUnlessReadable(readAccess(post, viewer))
  const columns = { ...OF_POST, ...pick(postVersions, 'writtenAt') }
  const found = await readVersions(viewer, { type: 'post', ...post }, post, columns)
  return found.map(({ title, content, writtenAt, ...event }) => ({ title, content, ...shownEvent(event), writtenAt }))
}
