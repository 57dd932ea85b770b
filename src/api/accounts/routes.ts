import { Elysia } from 'elysia'
import { storage } from '../../../db/storage'
import { blockUser, listBlockedUsers, unblockUser } from '../../core/accounts/block-user'
import { drawName } from '../../core/accounts/draw-name'
import { searchUsers } from '../../core/accounts/search-users'
import { acceptTerms, changeMe, readUser } from '../../core/accounts/service'
import { readOwnUser } from '../../core/accounts/users'
import { access } from '../http/access'
import { emptyEnvelope, envelope, ok, okMessage } from '../http/envelope'
import {
  Blocked,
  BlockedUsers,
  ChangeMe,
  Oneself,
  SearchParams,
  Unblocked,
  UserFound,
  UserParams,
  UsersFound,
} from './schemas'

export const users = new Elysia({ name: 'users', prefix: '/api/v1/users', detail: { tags: ['users'] } })
  .use(access)
  .get('/id/:userId', async ({ user, params }) => ok('User', { user: await readUser(user, params.userId) }), {
    session: true,
    follower: 'copy',
    fails: ['NOT_FOUND'],
    params: UserParams,
    response: envelope(UserFound),
    detail: { operationId: 'getUser', summary: 'Read a user' },
  })
  .get(
    '/search/:query',
    async ({ user, params }) => ok('Users found', await searchUsers(storage.reader, user.id, params.query)),
    {
      session: true,
      params: SearchParams,
      response: envelope(UsersFound),
      detail: {
        operationId: 'searchUsers',
        summary: 'Find users by pseudonym: its beginning first, then any part of it',
      },
    },
  )
  .get('/me', async ({ user }) => ok('You', { user: await readOwnUser(storage.reader, user.id) }), {
    onboarded: true,
    response: envelope(Oneself),
    detail: { operationId: 'getOwnProfile', summary: 'Read oneself, once onboarded' },
  })
  .patch('/me', async ({ user, body }) => ok('Profile changed', { user: await changeMe(user, body) }), {
    onboarded: true,
    fails: ['VALIDATION_FAILED', 'NOT_FOUND'],
    body: ChangeMe,
    response: envelope(Oneself),
    detail: {
      operationId: 'updateOwnProfile',
      summary: "Change one's branch, or the language of mail and notifications",
    },
  })
  .post('/me/name', async ({ user }) => ok('Name drawn', { user: await drawName(user) }), {
    session: true,
    fails: ['CONFLICT'],
    response: envelope(Oneself),
    detail: {
      operationId: 'drawName',
      summary: 'Draw another name for oneself',
      description:
        'Three times until the onboarding is complete, and once afterwards if the name is not on the present list. `namesLeft` of the own user says how often; without any left 409 `CONFLICT`. Nobody chooses the name.',
    },
  })
  .post(
    '/accept-terms',
    async ({ user }) => {
      await acceptTerms(user)
      return okMessage('Terms accepted')
    },
    { onboarded: true, response: emptyEnvelope, detail: { operationId: 'acceptTerms', summary: 'Accept the terms' } },
  )
  .post('/block/:userId', async ({ user, params }) => ok('User blocked', await blockUser(user, params.userId)), {
    onboarded: true,
    fails: ['VALIDATION_FAILED', 'NOT_FOUND'],
    params: UserParams,
    response: envelope(Blocked),
    detail: { operationId: 'blockUser', summary: 'Block a user' },
  })
  .post('/unblock/:userId', async ({ user, params }) => ok('User unblocked', await unblockUser(user, params.userId)), {
    onboarded: true,
    fails: ['NOT_FOUND'],
    params: UserParams,
    response: envelope(Unblocked),
    detail: { operationId: 'unblockUser', summary: 'Unblock a user' },
  })
  .get('/blocked', async ({ user }) => ok('Blocked users', await listBlockedUsers(storage.reader, user.id)), {
    onboarded: true,
    follower: 'copy',
    response: envelope(BlockedUsers),
    detail: { operationId: 'listBlockedUsers', summary: 'List the users one has blocked' },
  })
