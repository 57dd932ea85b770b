import { type Static, t } from 'elysia'
import { delayedPosts } from '../../../db/schema/delayed'
import { insertInto, raw, sql } from '../../../db/sql'
import { pick, type Raw, selectList, toFlag } from '../../../db/statement'
import { type Connection, storage, type Tx } from '../../../db/storage'
import { refuseAnotherAlias, writerIn } from '../../campus/authorship/writers'
import { refuseField } from '../../errors'
import type { Viewer } from '../../ground/access/account'
import { writeAs } from '../../ground/access/write-as'
import { renameText } from '../../ground/policy/duplicates'
import { namedObject, recordId } from '../../lib/text/schema'
import { message } from '../../messages/message'
import { type DelayedAuthor, delayed, MAX_WAITING } from '../delayed/delayed'
import { eventShown, shownEvent } from './event'
import { addPost, checkPost, missing, type NewPostInput, nextPlace } from './publish'
import { type PostRecord, storedPost } from './record'

// Delayed posts, which appear within the hour: forum/delayed has the waiting.

export const delayedPost = namedObject('DelayedPost', {
  id: recordId,
  title: t.String(),
  content: t.String(),
  topic: t.String(),
  ...eventShown,
  isPrivate: t.Boolean(),
  alias: t.Boolean({ description: 'It appears under a name for this thread alone' }),
  state: t.UnionEnum(['waiting', 'held'], {
    description: '`held`: its author might not post when it was due; it appears when its author publishes it',
  }),
})
type DelayedPost = Static<typeof delayedPost>

const ROW = {
  ...pick(
    delayedPosts,
    'id',
    'authorId',
    'title',
    'content',
    'topic',
    'startsAt',
    'place',
    'isPrivate',
    'isAliased',
    'publishAt',
  ),
}
type Row = Raw<typeof ROW>
const COLUMNS = raw(selectList(ROW))

const toRecord = ({ id, title, content, topic, isPrivate, isAliased, publishAt, ...event }: Row): DelayedPost => ({
  id,
  title,
  content,
  topic,
  ...shownEvent(event),
  isPrivate: isPrivate === 1,
  alias: isAliased === 1,
  state: publishAt === null ? 'held' : 'waiting',
})

const waiting = (db: Connection, user: Pick<Viewer, 'id'>, id: string): Row =>
  sql(ROW)`SELECT ${COLUMNS} FROM delayed_posts WHERE id = ${id} AND author_id = ${user.id}`.get(db) ?? missing()

/** As publishing at once, but for what is held: that needs its id and its time at once. */
export function delayPost(user: Viewer, input: NewPostInput): Promise<DelayedPost> {
  // It would wait with its author, and appear under that name if the role were lost meanwhile.
  if (input.official === true) refuseField('official', 'posts.officialAtOnce')
  return waitingPosts.delay(user, {
    async check() {
      const { checked, post } = await checkPost(input, user)
      return {
        texts: checked.texts,
        store(tx, user, draft) {
          checked.recheck()
          if (input.alias === true) refuseAnotherAlias(tx, user)
          const row = { ...post, ...draft, isAliased: toFlag(input.alias === true) }
          insertInto(delayedPosts, row).run(tx)
          return toRecord(row)
        },
      }
    },
    read: (id) => toRecord(waiting(storage.reader, user, id)),
  })
}

/** In the order of writing. Index: delayed_posts_author. */
export const listDelayedPosts = ({ id }: Viewer): DelayedPost[] =>
  sql(ROW)`SELECT ${COLUMNS} FROM delayed_posts WHERE author_id = ${id} ORDER BY rowid`
    .all(storage.reader)
    .map(toRecord)

async function publish(tx: Tx, user: DelayedAuthor, id: string): Promise<PostRecord> {
  const { isAliased, publishAt: _, ...post } = waiting(tx, user, id)
  const place = nextPlace(tx)
  const { self, author, actor } = writerIn(tx, user, place.id, isAliased === 1, 'waited')
  sql`DELETE FROM delayed_posts WHERE id = ${id}`.run(tx)
  tx.afterCommit(() => renameText(user.id, id, place.id))
  return storedPost(tx, self, await addPost(tx, actor, author, post, place)) ?? missing()
}

export const waitingPosts = delayed({
  type: 'post',
  withinMs: 3_600_000,
  tooMany: message('posts.tooManyDelayed', { max: MAX_WAITING }),
  missing,
  publish,
})

/** 404 for what is not the user's own, or has appeared. */
export const publishDelayedPost = (user: Viewer, id: string): Promise<PostRecord> =>
  writeAs(user, 'author', (tx, user) => publish(tx, user, id))

export const deleteDelayedPost = (user: Viewer, id: string): Promise<void> => waitingPosts.remove(user, id)
