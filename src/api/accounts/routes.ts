import { storage } from '../../../db/storage'
import { blockUser, listBlockedUsers, unblockUser } from '../../core/accounts/block-user'
import { drawName } from '../../core/accounts/draw-name'
import { searchUsers } from '../../core/accounts/search-users'
import { acceptTerms, changeMe, readUser } from '../../core/accounts/service'
import { readOwnUser } from '../../core/accounts/users'
import { ok } from '../http/envelope'
import { confirms, done, returns, routes } from '../http/route'
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

export const users = routes('users', '/api/v1/users')
  .get('/id/:userId', async ({ user, params }) => ok('User', { user: await readUser(user, params.userId) }), {
    session: true,
    follower: 'copy',
    fails: ['NOT_FOUND'],
    params: UserParams,
    ...returns(UserFound, 'getUser', 'Read a user'),
  })
  .get(
    '/search/:query',
    async ({ user, params }) => ok('Users found', await searchUsers(storage.reader, user.id, params.query)),
    {
      session: true,
      params: SearchParams,
      ...returns(UsersFound, 'searchUsers', 'Find users by pseudonym: its beginning first, then any part of it'),
    },
  )
  .get('/me', async ({ user }) => ok('You', { user: await readOwnUser(storage.reader, user.id) }), {
    onboarded: true,
    ...returns(Oneself, 'getOwnProfile', 'Read oneself, once onboarded'),
  })
  .patch('/me', async ({ user, body }) => ok('Profile changed', { user: await changeMe(user, body) }), {
    onboarded: true,
    fails: ['VALIDATION_FAILED', 'NOT_FOUND'],
    body: ChangeMe,
    ...returns(Oneself, 'updateOwnProfile', "Change one's branch, or the language of mail and notifications"),
  })
  .post('/me/name', async ({ user }) => ok('Name drawn', { user: await drawName(user) }), {
    session: true,
    fails: ['CONFLICT'],
    ...returns(
      Oneself,
      'drawName',
      'Draw another name for oneself',
      'Three times until the onboarding is complete, and once afterwards if the name is not on the present list. `namesLeft` of the own user says how often; without any left 409 `CONFLICT`. Nobody chooses the name.',
    ),
  })
  .post('/accept-terms', async ({ user }) => done('Terms accepted', acceptTerms(user)), {
    onboarded: true,
    ...confirms('acceptTerms', 'Accept the terms'),
  })
  .post('/block/:userId', async ({ user, params }) => ok('User blocked', await blockUser(user, params.userId)), {
    onboarded: true,
    fails: ['VALIDATION_FAILED', 'NOT_FOUND'],
    params: UserParams,
    ...returns(Blocked, 'blockUser', 'Block a user'),
  })
  .post('/unblock/:userId', async ({ user, params }) => ok('User unblocked', await unblockUser(user, params.userId)), {
    onboarded: true,
    fails: ['NOT_FOUND'],
    params: UserParams,
    ...returns(Unblocked, 'unblockUser', 'Unblock a user'),
  })
  .get('/blocked', async ({ user }) => ok('Blocked users', await listBlockedUsers(storage.reader, user.id)), {
    onboarded: true,
    follower: 'copy',
    ...returns(BlockedUsers, 'listBlockedUsers', 'List the users one has blocked'),
  })
