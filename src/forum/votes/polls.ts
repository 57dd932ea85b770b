import { posts } from '../../../db/schema/posts'
import { sql } from '../../../db/sql'
import { pick } from '../../../db/statement'
import { storage } from '../../../db/storage'
import { refuse, refuseField } from '../../errors'
import type { Viewer } from '../../ground/access/account'
import { refuseBlockRelation } from '../../ground/access/blocks'
import { writeAs } from '../../ground/access/write-as'
import { currentKey, keyIdOf } from '../../lib/crypto/keys'
import { attempt, runEvery } from '../../lib/process/background'
import { countPoll, dueStep, isOver, type PollRecord, pendingIn, pollRow, putPending } from '../polls/poll'
import { postChanged } from '../posts/cache'
import { storedPost } from '../posts/record'
import { readablePost } from '../posts/visibility'

// Votes in polls (polls/poll.ts says how they stay secret). Nothing but the voter's row and what is sealed changes with
// one: no count, time, audit entry or message. A key of the request is not remembered either, for beside it stands a
// hash of what was sent.

const SECONDS_MS = 1000

/** Final: 409 `ALREADY_VOTED` for a second choice, `CONFLICT` once the poll is closed. Refuses as reading the post does. */
export function voteInPoll(voter: Viewer, id: string, option: number): Promise<PollRecord> {
  return writeAs(voter, 'member', (tx, voter) => {
    const { authorId, moderationState } = readablePost(tx, voter, id)
    if (moderationState === 'banned') refuse('NOT_FOUND', 'posts.missing')
    refuseBlockRelation(tx, voter.id, authorId)
    const poll = pollRow(tx, id) ?? missing()
    if (isOver(poll)) refuse('CONFLICT', 'polls.closed')
    const { options } = storedPost(tx, voter, id)?.poll ?? missing()
    if (option >= options.length) refuseField('option', 'polls.option')
    const { changes } = sql`
      INSERT INTO poll_voters (user, post)
      SELECT u.key, p.key FROM users u CROSS JOIN posts p WHERE u.id = ${voter.id} AND p.id = ${id}
      ON CONFLICT DO NOTHING`.run(tx)
    if (changes === 0) refuse('ALREADY_VOTED', 'polls.final')
    const pending = pendingIn(id, poll)
    putPending(
      tx,
      id,
      pending.map((count, at) => count + Number(at === option)),
    )
    return storedPost(tx, voter, id)?.poll ?? missing()
  })
}

const missing = (): never => refuse('NOT_FOUND', 'polls.missing')

const openPolls = () =>
  sql(pick(posts, 'id'))`
    SELECT p.id FROM polls q INDEXED BY polls_open CROSS JOIN posts p ON p.key = q.post WHERE q.pending IS NOT NULL`.all(
    storage.reader,
  )

/** Each in a write of its own; one that cannot be read is logged, and the others are counted. */
export async function countPolls(): Promise<void> {
  for (const { id } of openPolls())
    await attempt('counting a poll', async () => {
      if (dueStep(storage.reader, id) === undefined) return
      await storage.write((tx) => {
        countPoll(tx, id)
        postChanged(tx, id)
      })
    })
}

/** Apart from the votes, so that nothing others see moves at the moment of one. */
export const startPollCounts = (): (() => Promise<void>) => runEvery(10 * SECONDS_MS, 'counts of polls', countPolls)

/** Seals under the current key what a former one sealed. */
export async function resealPolls(): Promise<void> {
  for (const { id } of openPolls())
    await storage.write((tx) => {
      const row = pollRow(tx, id)
      if (row?.pending && keyIdOf(row.pending) !== currentKey().id) putPending(tx, id, pendingIn(id, row))
    })
}
