import { t } from 'elysia'
import { storage } from '../../../db/storage'
import { ok } from '../../http/envelope'
import { confirms, done, returns, routes } from '../../http/route'
import {
  anyId,
  choice,
  emailShown,
  integer,
  named,
  namedObject,
  notEmpty,
  nullable,
  recordId,
  text,
} from '../../lib/text/schema'
import { LANGUAGES } from '../../messages/template'
import { endSessionsOf } from '../auth/sessions'
import { findManagedUsers } from './managed-users'
import { managedUser, ownUser, publicUser } from './record'
import { drawName } from './rename'
import { revealAccount, revealEmail, revealQuota } from './reveal'
import { changeRole } from './roles'
import { searchUsers } from './search-users'
import { acceptTerms, blockUser, changeMe, listBlockedUsers, readUser, unblockUser } from './service'
import { readOwnUser } from './users'

/** Any text that is not blank: an id that names nobody is 404, whatever its form. */
const UserParams = t.Object({ userId: anyId() })
const ofAccount = { reauthenticated: true, fails: ['NOT_FOUND'], params: t.Object({ id: anyId() }) } as const

/** At least one of them. */
const ChangeMe = named(
  'ChangeMe',
  notEmpty(t.Object({ branch: t.Optional(text(1, 100)), language: t.Optional(choice(LANGUAGES)) })),
)

const UsersFound = t.Array(publicUser, { maxItems: 10 })
const Oneself = t.Object({ user: ownUser })

const BlockedUsers = t.Array(
  namedObject('BlockedUser', {
    id: recordId,
    username: t.String(),
    branch: nullable(t.String()),
    collegeId: recordId,
    alias: t.Optional(t.Literal(true, { description: 'A name for one thread alone, without a profile' })),
  }),
)

const UserQuery = t.Object({
  username: t.Optional(t.String({ maxLength: 320, description: 'Part of a username' })),
  email: t.Optional(t.String({ maxLength: 320, description: 'A whole e-mail address; such a search is audited' })),
})

const FoundUsers = t.Array(managedUser, { maxItems: 1000 })

const RevealReason = namedObject('RevealReason', { reason: text(10, 500) })

const quota = t.Object({
  limit: integer('In a day, over all accounts, of emails and accounts together'),
  remaining: nullable(integer('Null where nothing is limited')),
})
const EmailRevealed = t.Object({
  email: nullable(emailShown('Null if this server cannot read it')),
  sealed: nullable(t.String({ description: 'If this server cannot read the address: for `quad unseal`' })),
  quota,
})

const AccountRevealed = t.Object({ id: recordId, username: t.String(), quota })

const role = named('Role', choice(['user', 'admin', 'superadmin']))

const RoleChanged = namedObject('RoleChanged', { userId: recordId, role })

export const users = routes('users', '/api/v1/users')
  .get('/id/:userId', async ({ user, params }) => ok('User', { user: readUser(user, params.userId) }), {
    session: true,
    follower: 'copy',
    fails: ['NOT_FOUND'],
    params: UserParams,
    ...returns(t.Object({ user: publicUser }), 'getUser', 'Read a user'),
  })
  .get(
    '/search/:query',
    async ({ user, params }) => ok('Users found', searchUsers(storage.reader, user.id, params.query)),
    {
      session: true,
      params: t.Object({ query: text(1, Number.POSITIVE_INFINITY) }),
      ...returns(UsersFound, 'searchUsers', 'Find users by pseudonym: its beginning first, then any part of it'),
    },
  )
  .get('/me', async ({ user }) => ok('You', { user: readOwnUser(storage.reader, user.id) }), {
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
    ...returns(t.Object({ blocked: t.Literal(true) }), 'blockUser', 'Block a user'),
  })
  .post('/unblock/:userId', async ({ user, params }) => ok('User unblocked', await unblockUser(user, params.userId)), {
    onboarded: true,
    fails: ['NOT_FOUND'],
    params: UserParams,
    ...returns(t.Object({ blocked: t.Literal(false) }), 'unblockUser', 'Unblock a user'),
  })
  .get('/blocked', async ({ user }) => ok('Blocked users', listBlockedUsers(storage.reader, user.id)), {
    onboarded: true,
    follower: 'copy',
    ...returns(BlockedUsers, 'listBlockedUsers', 'List the users one has blocked'),
  })

export const adminAccounts = routes('admin', '/api/v1/admin')
  .get('/manage/users/query', async ({ user, query }) => ok('Users', await findManagedUsers(user, query)), {
    admin: true,
    query: UserQuery,
    ...returns(FoundUsers, 'queryUsers', 'Find users by part of a name and by a whole address, a thousand at most'),
  })
  .get('/reveals', async ({ user }) => ok('Reveals', { quota: revealQuota(user) }), {
    superadmin: true,
    ...returns(t.Object({ quota }), 'getRevealQuota', 'Read how many emails and accounts one may still reveal today'),
  })
  .post(
    '/users/:id/reveal-email',
    async ({ user, params, body }) => ok('Email revealed', await revealEmail(user, params.id, body.reason)),
    {
      superadmin: true,
      ...ofAccount,
      body: RevealReason,
      ...returns(EmailRevealed, 'revealEmail', 'Reveal the email of an account; its owner is told'),
    },
  )
  .post(
    '/users/:id/reveal-account',
    async ({ user, params, body }) => ok('Account revealed', await revealAccount(user, params.id, body.reason)),
    {
      superadmin: true,
      ...ofAccount,
      body: RevealReason,
      ...returns(AccountRevealed, 'revealAccount', 'Reveal whose an alias is; its owner is told'),
    },
  )
  .put(
    '/users/:id/role',
    async ({ user, params, body }) => ok('Role changed', await changeRole(user, params.id, body.role)),
    {
      superadmin: true,
      ...ofAccount,
      fails: ['NOT_FOUND', 'CONFLICT'],
      body: namedObject('ChangeRole', { role }),
      ...returns(RoleChanged, 'changeRole', "Change a user's role, from the next request on"),
    },
  )
  .delete('/users/:id/sessions', async ({ user, params }) => done('Sessions ended', endSessionsOf(user, params.id)), {
    admin: true,
    ...ofAccount,
    ...confirms('endUserSessions', 'End every session of an account'),
  })
