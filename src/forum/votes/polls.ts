import { posts } from '../../../db/schema/posts'
import { sql } from '../../../db/sql'
import { pick } from '../../../db/statement'
import { storage } from '../../../db/storage'
import { refuse, refuseField } from '../../errors'
import type { Viewer } from '../../ground/access/account'
import { refuseBlockRelation } from '../../ground/access/blocks'
import { writeAs } from '../../ground/access/write-as'
import { attempt } from '../../lib/process/background'
import { addVote, countPoll, dueStep, type PollRecord } from '../polls/poll'
import { postChanged } from '../posts/cache'
import { storedPost } from '../posts/record'
import { readablePost } from '../posts/visibility'

// Votes in polls (polls/poll.ts says how they stay secret). Nothing but the voter's row and what is sealed changes with
// one: no count, time, audit entry or message.

/** Final: 409 `ALREADY_VOTED` for a second choice, `CONFLICT` once the poll is closed. Refuses as reading the post does. */
export function voteInPoll(voter: Viewer, id: string, option: number): Promise<PollRecord> {
  return writeAs(voter, 'member', (tx, voter) => {
    const { authorId, moderationState } = readablePost(tx, voter, id)
    if (moderationState === 'banned') refuse('NOT_FOUND', 'posts.missing')
    refuseBlockRelation(tx, voter.id, authorId)
    const poll = storedPost(tx, voter, id)?.poll ?? refuse('NOT_FOUND', 'polls.missing')
    if (poll.closed) refuse('CONFLICT', 'polls.closed')
    if (poll.voted) refuse('ALREADY_VOTED', 'polls.final')
    if (option >= poll.options.length) refuseField('option', 'polls.option')
    sql`INSERT INTO poll_voters (user, post)
      SELECT u.key, p.key FROM users u CROSS JOIN posts p WHERE u.id = ${voter.id} AND p.id = ${id}`.run(tx)
    addVote(tx, id, option)
    return { ...poll, voted: true }
  })
}

/**
 * Apart from the votes, so that nothing others see moves at the moment of one. Each in a write of its own; one that cannot
 * be read is logged, and the others are counted.
 */
export async function countPolls(): Promise<void> {
  const open = sql(pick(posts, 'id'))`
    SELECT p.id FROM polls q INDEXED BY polls_open CROSS JOIN posts p ON p.key = q.post WHERE q.pending IS NOT NULL`
  for (const { id } of open.all(storage.reader))
    await attempt('counting a poll', async () => {
      if (dueStep(storage.reader, id) === undefined) return
      await storage.write((tx) => {
        countPoll(tx, id)
        postChanged(tx, id)
      })
    })
}
