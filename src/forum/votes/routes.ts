import { t } from 'elysia'
import { created, ok } from '../../http/envelope'
import { makes, returns, routes } from '../../http/route'
import { namedObject, recordId, uuid } from '../../lib/text/schema'
import { voteType } from '../posts/stats'
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
