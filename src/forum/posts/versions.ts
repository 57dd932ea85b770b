import { type Static, t } from 'elysia'
import { postVersions } from '../../../db/schema/versions'
import { raw, sql } from '../../../db/sql'
import { pick, selectList, toFlag } from '../../../db/statement'
import { storage, type Tx } from '../../../db/storage'
import { refuse } from '../../errors'
import { isAdministrator, type Viewer } from '../../ground/access/account'
import { namedObject, timestamp } from '../../lib/text/schema'
import { type EventFields, eventShown, NO_EVENT, shownEvent } from './event'
import {
  auditPrivateRead,
  auditVersionsRead,
  isAuthor,
  postFacts,
  readAccess,
  refuseUnlessReadable,
} from './visibility'

// What a post was before its author changed it, for the author and moderators. Nobody else learns more than that it was.

/** The first version and the latest ones: many small edits must not push out what was published. */
export const MAX_VERSIONS = 20

export const postVersion = namedObject('PostVersion', {
  title: t.String(),
  content: t.String(),
  ...eventShown,
  writtenAt: timestamp,
})
type PostVersion = Static<typeof postVersion>

type PostChange = { id: string; title: string | null; content: string | null; event: EventFields | null }

/** Keeps what is stored, unless the change leaves texts, date and place as they are. Call before the update. */
export function keepPostVersion(tx: Tx, { id, title, content, event }: PostChange): void {
  const { startsAt, place } = event ?? NO_EVENT
  const { changes } = sql`
    INSERT INTO post_versions (post_id, number, title, content, starts_at, place, written_at)
    SELECT id, 1 + coalesce((SELECT max(number) FROM post_versions WHERE post_id = ${id}), 0), title, content, starts_at,
      place, updated_at
    FROM posts
    WHERE id = ${id} AND (title <> coalesce(${title}, title) OR content <> coalesce(${content}, content)
      OR (${toFlag(event !== null)} = 1 AND (starts_at IS NOT ${startsAt} OR place IS NOT ${place})))`.run(tx)
  if (changes > 0)
    sql`
      DELETE FROM post_versions WHERE post_id = ${id} AND number > 1
        AND number <= (SELECT max(number) FROM post_versions WHERE post_id = ${id}) - ${MAX_VERSIONS - 1}`.run(tx)
}

/** For a post that outlives its author's account. With a deleted post its versions go by themselves. */
export const deletePostVersions = (tx: Tx, id: string) => sql`DELETE FROM post_versions WHERE post_id = ${id}`.run(tx)

const COLUMNS = pick(postVersions, 'title', 'content', 'startsAt', 'place', 'writtenAt')

/** Newest first, without the present text. Refuses as reading the post does, then 403 `NOT_OWNER`. */
export async function readPostHistory(viewer: Viewer, id: string): Promise<PostVersion[]> {
  const post = postFacts(storage.reader, id) ?? refuse('NOT_FOUND', 'posts.missing')
  refuseUnlessReadable(readAccess(post, viewer))
  if (!isAuthor(post, viewer) && !isAdministrator(viewer)) refuse('NOT_OWNER')
  await auditPrivateRead(viewer, post)
  const found = sql(COLUMNS)`
    SELECT ${raw(selectList(COLUMNS))} FROM post_versions WHERE post_id = ${id} ORDER BY number DESC`.all(
    storage.reader,
  )
  if (found.length > 0 && !isAuthor(post, viewer)) await auditVersionsRead(viewer, 'post', id)
  return found.map(({ title, content, writtenAt, ...event }) => ({ title, content, ...shownEvent(event), writtenAt }))
}
