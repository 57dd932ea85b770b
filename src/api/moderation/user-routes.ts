import { Elysia } from 'elysia'
import { listManagedUsers, readStanding } from '../../core/accounts/managed-users'
import { listCommentsBy } from '../../core/comments/by-author'
import { UserModerated } from '../../core/moderation/records'
import { moderateUser } from '../../core/moderation/suspend-or-ban'
import { access } from '../http/access'
import { ok } from '../http/envelope'
import { returns } from '../http/route'
import {
  CommentsBy,
  CommentsPaged,
  ModerateUser,
  OneSuspension,
  UserPage,
  UserParams,
  UserSearch,
  Users,
} from './schemas'

/** `blocked` of a query, as a flag. */
const flag = (word: 'true' | 'false' | undefined): boolean | undefined =>
  word === undefined ? undefined : word === 'true'

export const userRoutes = new Elysia({ name: 'moderation:users', prefix: '/users' })
  .use(access)
  .get('', async ({ user, query }) => ok('Users', await listManagedUsers(user, query)), {
    admin: true,
    query: UserPage,
    ...returns(Users, 'listUsers', 'List the users, newest first'),
  })
  .get(
    '/search',
    async ({ user, query }) => ok('Users', await listManagedUsers(user, { ...query, blocked: flag(query.blocked) })),
    { admin: true, query: UserSearch, ...returns(Users, 'findUsers', 'Find users whom all of the filters fit') },
  )
  .get(
    '/:userId/comments',
    async ({ user, params, query }) => ok('Comments', await listCommentsBy(user, params.userId, query)),
    {
      admin: true,
      fails: ['NOT_FOUND'],
      params: UserParams,
      query: CommentsPaged,
      ...returns(
        CommentsBy,
        'listCommentsByUser',
        'List what a user commented in all threads, newest first, removed comments too',
        'Each page that shows somebody else’s words is an entry of the audit log.',
      ),
    },
  )
  .put(
    '/:userId/moderation-state',
    async ({ user, params, body }) => ok('User moderated', await moderateUser(user, params.userId, body)),
    {
      admin: true,
      fails: ['NOT_FOUND', 'CONFLICT'],
      params: UserParams,
      body: ModerateUser,
      ...returns(UserModerated, 'moderateUser', 'Block or suspend a user, or lift either, from the next request on'),
    },
  )
  .get('/:userId/suspension', async ({ user, params }) => ok('Suspension', await readStanding(user, params.userId)), {
    admin: true,
    fails: ['NOT_FOUND'],
    params: UserParams,
    ...returns(
      OneSuspension,
      'getSuspension',
      "Read a user's suspension; null where none runs. Of an alias, which no list but that of sanctions has, the rest, too",
    ),
  })
