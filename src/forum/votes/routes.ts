import { Type } from '@sinclair/typebox'
import { t } from 'elysia'
import { created, ok } from '../../http/envelope'
import { byId, makes, returns, routes } from '../../http/route'
import { namedObject, recordId, uuid } from '../../lib/text/schema'
import { pollRecord } from '../polls/poll'
import { voteType } from '../posts/stats'
import { voteInPoll } from './polls'
import { castVote, switchVote, targetType, voteCounts, voteRecord, withdrawVote } from './service'

const target = { targetType, targetId: uuid() }

const CastVote = namedObject('CastVote', { ...target, voteType })

export const votes = routes('votes', '/api/v1/votes')
  .post('', async ({ user, body }) => created('Vote cast', { vote: await castVote(user, body, body.voteType) }), {
    member: true,
    creates: 'viewer',
    fails: ['NOT_FOUND', 'FORBIDDEN', 'BLOCK_RELATION', 'ALREADY_VOTED'],
    body: CastVote,
    ...makes(t.Object({ vote: voteRecord }), 'castVote', 'Vote on a post or a comment'),
  })
  .patch('', async ({ user, body }) => ok('Your vote', await switchVote(user, body, body.voteType)), {
    member: true,
    fails: ['NOT_FOUND', 'FORBIDDEN', 'BLOCK_RELATION'],
    body: CastVote,
    ...returns(t.Object({ vote: voteRecord, before: voteRecord }), 'switchVote', "Switch one's vote"),
  })
  .delete('', async ({ user, body }) => ok('Vote withdrawn', await withdrawVote(user, body)), {
    member: true,
    fails: ['NOT_FOUND', 'FORBIDDEN'],
    body: namedObject('VoteTarget', target),
    ...returns(t.Object({ id: recordId, target: voteCounts }), 'withdrawVote', "Withdraw one's vote"),
  })

/** Without `creates`: no key of a request is stored, beside which stands a hash of what was sent. */
export const pollVotes = routes('votes', '/api/v1/posts').put(
  '/:id/poll',
  async ({ user, params, body }) => ok('Your vote is in', { poll: await voteInPoll(user, params.id, body.option) }),
  {
    member: true,
    ...byId,
    fails: ['VALIDATION_FAILED', 'NOT_FOUND', 'FORBIDDEN', 'BLOCK_RELATION', 'CONFLICT', 'ALREADY_VOTED'],
    body: namedObject('PollVote', {
      option: Type.Integer({ minimum: 0, maximum: 5, description: 'The place of the option, from 0' }),
    }),
    ...returns(
      t.Object({ poll: pollRecord }),
      'voteInPoll',
      'Choose in the poll of a post',
      'Once, and for good. Nobody can read what somebody chose.',
    ),
  },
)
