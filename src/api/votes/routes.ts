import { Elysia } from 'elysia'
import { castVote, switchVote, withdrawVote } from '../../core/votes/service'
import { access } from '../http/access'
import { created, createdResponse, envelope, ok } from '../http/envelope'
import { CastVote, VoteCast, VoteSwitched, VoteTarget, VoteWithdrawn } from './schemas'

export const votes = new Elysia({ name: 'votes', prefix: '/api/v1/votes', detail: { tags: ['votes'] } })
  .use(access)
  .post('', async ({ user, body }) => created('Vote cast', { vote: await castVote(user, body, body.voteType) }), {
    member: true,
    creates: 'viewer',
    fails: ['NOT_FOUND', 'FORBIDDEN', 'BLOCK_RELATION', 'ALREADY_VOTED'],
    body: CastVote,
    response: createdResponse(envelope(VoteCast)),
    detail: { operationId: 'castVote', summary: 'Vote on a post or a comment' },
  })
  .patch('', async ({ user, body }) => ok('Your vote', await switchVote(user, body, body.voteType)), {
    member: true,
    fails: ['NOT_FOUND', 'FORBIDDEN', 'BLOCK_RELATION'],
    body: CastVote,
    response: envelope(VoteSwitched),
    detail: { operationId: 'switchVote', summary: "Switch one's vote" },
  })
  .delete('', async ({ user, body }) => ok('Vote withdrawn', await withdrawVote(user, body)), {
    member: true,
    fails: ['NOT_FOUND', 'FORBIDDEN'],
    body: VoteTarget,
    response: envelope(VoteWithdrawn),
    detail: { operationId: 'withdrawVote', summary: "Withdraw one's vote" },
  })
