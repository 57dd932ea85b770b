import { type Static, t } from 'elysia'
import { delayedComments } from '../../../db/schema/delayed'
import { insertInto, raw, sql } from '../../../db/sql'
import { FLAG, pick, type Raw, selectList, toFlag } from '../../../db/statement'
import { type Connection, storage, type Tx } from '../../../db/storage'
import { aliasIn } from '../../campus/authorship/aliases'
import { refuseAnotherAlias, writerIn } from '../../campus/authorship/writers'
import { refuse } from '../../errors'
import type { Viewer } from '../../ground/access/account'
import { writeAs } from '../../ground/access/write-as'
import { refuseByPolicy } from '../../ground/policy/check-texts'
import { renameText } from '../../ground/policy/duplicates'
import { namedObject, nullable, recordId } from '../../lib/text/schema'
import { message } from '../../messages/message'
import { type DelayedAuthor, delayed, MAX_WAITING } from '../delayed/delayed'
import { readableThread } from '../posts/visibility'
import { newRecord, nextPlace, openPlace, publishComment } from './new-comment'
import type { CommentRecord } from './record'

// Delayed comments, which appear within a quarter of an hour: forum/delayed has the waiting.

export const delayedComment = namedObject('DelayedComment', {
  id: recordId,
  postId: recordId,
  parentCommentId: nullable(recordId),
  content: t.String(),
  alias: t.Boolean({ description: 'It appears under one’s name for this thread' }),
  state: t.UnionEnum(['waiting', 'held'], {
    description: '`held`: its author might not write it when it was due; it appears when its author publishes it',
  }),
})
export type DelayedComment = Static<typeof delayedComment>

const ROW = pick(delayedComments, 'id', 'authorId', 'postId', 'parentCommentId', 'content', 'isAliased', 'publishAt')
type Row = Raw<typeof ROW>
const COLUMNS = raw(selectList(ROW))

const toRecord = ({ id, postId, parentCommentId, content, isAliased, publishAt }: Row): DelayedComment => ({
  id,
  postId,
  parentCommentId,
  content,
  alias: isAliased === 1,
  state: publishAt === null ? 'held' : 'waiting',
})

const missing = (): never => refuse('NOT_FOUND', 'comments.missing')

const waiting = (db: Connection, user: Pick<Viewer, 'id'>, id: string): Row =>
  sql(ROW)`SELECT ${COLUMNS} FROM delayed_comments WHERE id = ${id} AND author_id = ${user.id}`.get(db) ?? missing()

export type DelayedCommentInput = { postId: string; content: string; parentCommentId: string | null; alias?: boolean }

export function delayComment(user: Viewer, { content, alias, ...place }: DelayedCommentInput): Promise<DelayedComment> {
  return waitingComments.delay(user, {
    async check() {
      readableThread(storage.reader, user, place.postId)
      const checked = await refuseByPolicy({ content }, { author: user, mayHold: false })
      return {
        texts: checked.texts,
        store(tx, user, draft) {
          const { usesAlias } = openPlace(tx, user, place, { alias })
          checked.recheck()
          if (usesAlias && isNewThere(tx, user.id, place.postId)) refuseAnotherAlias(tx, user)
          const row = { ...draft, ...place, ...checked.texts, isAliased: toFlag(usesAlias) }
          insertInto(delayedComments, row).run(tx)
          return toRecord(row)
        },
      }
    },
    read: (id) => toRecord(waiting(storage.reader, user, id)),
  })
}

/** Whether an alias in the thread would be another one, also than what waits to appear there. */
const isNewThere = (tx: Tx, authorId: string, postId: string): boolean =>
  aliasIn(tx, authorId, postId) === undefined &&
  sql({ found: FLAG })`
    SELECT 1 AS found FROM delayed_comments
    WHERE author_id = ${authorId} AND post_id = ${postId} AND is_aliased = 1`.get(tx) === undefined

/** In the order of writing. Index: delayed_comments_author. */
export const listDelayedComments = ({ id }: Viewer): DelayedComment[] =>
  sql(ROW)`SELECT ${COLUMNS} FROM delayed_comments WHERE author_id = ${id} ORDER BY rowid`
    .all(storage.reader)
    .map(toRecord)

function publish(tx: Tx, user: DelayedAuthor, id: string): CommentRecord {
  const row = waiting(tx, user, id)
  const { postId, parentCommentId, content } = row
  const { usesAlias } = openPlace(tx, user, { postId, parentCommentId }, { alias: row.isAliased === 1 })
  const { author, actor } = writerIn(tx, user, postId, usesAlias, 'waited')
  sql`DELETE FROM delayed_comments WHERE id = ${id}`.run(tx)
  const comment = { ...nextPlace(tx), postId, parentCommentId, content, authorId: author.id, isOfficial: 0 } as const
  publishComment(tx, actor, comment)
  tx.afterCommit(() => renameText(user.id, id, comment.id))
  return newRecord(comment, author)
}

export const waitingComments = delayed({
  type: 'comment',
  withinMs: 900_000,
  tooMany: message('comments.tooManyDelayed', { max: MAX_WAITING }),
  missing,
  publish,
})

/** 404 for what is not the user's own, or has appeared; else refuses as writing it at once does. */
export const publishDelayedComment = (user: Viewer, id: string): Promise<CommentRecord> =>
  writeAs(user, 'author', (tx, user) => publish(tx, user, id))

export const deleteDelayedComment = (user: Viewer, id: string): Promise<void> => waitingComments.remove(user, id)
