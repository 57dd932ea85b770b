import { t } from 'elysia'
import { delayedComments } from '../../../db/schema/waiting'
import { hasRow, sql } from '../../../db/sql'
import { pick, type Raw, toFlag } from '../../../db/statement'
import { storage } from '../../../db/storage'
import { aliasIn } from '../../campus/authorship/aliases'
import { refuseAnotherAlias, writerIn } from '../../campus/authorship/writers'
import type { Viewer } from '../../ground/access/account'
import { refuseByPolicy } from '../../ground/policy/check-texts'
import { namedObject, nullable, recordId } from '../../lib/text/schema'
import { message } from '../../messages/message'
import { delayed, MAX_WAITING, shownWaits, waits } from '../delayed/delayed'
import { readableThread } from '../posts/visibility'
import { nameUsed, newRecord, nextPlace, openPlace, publishComment } from './publish'
import { missing } from './visibility'

// Delayed comments, which appear within a quarter of an hour: forum/delayed has the waiting.

export const delayedComment = namedObject('DelayedComment', {
  id: recordId,
  postId: recordId,
  parentCommentId: nullable(recordId),
  content: t.String(),
  ...waits('It appears under one’s name for this thread', 'write it'),
})

const columns = pick(
  delayedComments,
  'id',
  'authorId',
  'postId',
  'parentCommentId',
  'content',
  'isAliased',
  'publishAt',
)

export const waitingComments = delayed({
  type: 'comment',
  columns,
  withinMs: 900_000,
  tooMany: message('comments.tooManyDelayed', { max: MAX_WAITING }),
  missing,
  toRecord: (row: Raw<typeof columns>) => {
    const { id, postId, parentCommentId, content } = row
    return { id, postId, parentCommentId, content, ...shownWaits(row) }
  },
  publish(tx, user, { postId, parentCommentId, content, isAliased }, take) {
    const { usesAlias } = openPlace(tx, user, { postId, parentCommentId }, { alias: isAliased === 1 })
    const { author, actor } = writerIn(tx, user, postId, usesAlias, 'waited')
    take()
    const comment = { ...nextPlace(tx), postId, parentCommentId, content, authorId: author.id, isOfficial: 0 } as const
    publishComment(tx, actor, comment)
    return newRecord(comment, author)
  },
})

type Input = { postId: string; content: string; parentCommentId: string | null; alias?: boolean }

export const delayComment = (user: Viewer, { content, alias, ...place }: Input) =>
  waitingComments.delay(user, async () => {
    const { postId } = place
    readableThread(storage.reader, user, postId)
    const { texts, recheck } = await refuseByPolicy(
      { content },
      { author: user, name: () => nameUsed(user, postId, alias), mayHold: false },
    )
    return {
      texts,
      draft(tx, user) {
        const { usesAlias } = openPlace(tx, user, place, { alias })
        recheck()
        // Another alias, also than what waits to appear there. Index: delayed_comments_author.
        const waiting = sql`FROM delayed_comments WHERE author_id = ${user.id} AND post_id = ${postId} AND is_aliased = 1`
        if (usesAlias && aliasIn(tx, user.id, postId) === undefined && !hasRow(tx, waiting))
          refuseAnotherAlias(tx, user)
        return { ...place, content: texts.content, isAliased: toFlag(usesAlias) }
      },
    }
  })
