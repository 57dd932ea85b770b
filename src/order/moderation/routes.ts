import { t } from 'elysia'
import { storage } from '../../../db/storage'
import { listManagedUsers } from '../../campus/accounts/managed-users'
import { managedUser } from '../../campus/accounts/record'
import {
  CommentModerated,
  commentState,
  MOST_RECORDS,
  moderationHistory,
  moderationRecord,
  PostModerated,
  postState,
  UserModerated,
  why,
} from '../../campus/sanctions/records'
import { authoredComment, listCommentsBy } from '../../forum/comments/by-author'
import { suspension } from '../../ground/access/sanctions'
import { burst, dismissBurst, listBursts } from '../../ground/policy/bursts'
import { created, ok } from '../../http/envelope'
import { byId, confirms, done, makes, paged, returns, routes } from '../../http/route'
import {
  anyId,
  cursor,
  cursoredPagination,
  namedObject,
  nullable,
  oneOf,
  pagination,
  queryFlag,
  untrimmed,
  uuid,
} from '../../lib/text/schema'
import { version } from '../reports/decision'
import { bulkRemoval, bulkUndone, countRemovable, removeRecent, undoBulkRemoval, writtenCounts } from './bulk-removal'
import { moderateContent } from './remove-or-restore'
import { moderateUser, readStanding, userDecision } from './suspend-or-ban'
import {
  bannedWord,
  banWord,
  changedWord,
  changeWord,
  listWords,
  newWord,
  testText,
  textTested,
  unbanWord,
} from './words'

const decided = { ...why, version: t.Optional(version) }

const ofComment = {
  admin: true,
  fails: ['NOT_FOUND', 'CONFLICT'],
  params: t.Object({ commentId: uuid() }),
  body: namedObject('ModerateComment', { state: commentState, ...decided }),
} as const

/** Any text: an id that names nobody is 404, whatever its form. */
const ofUser = { admin: true, fails: ['NOT_FOUND'], params: t.Object({ userId: anyId({ maxLength: 100 }) }) } as const
const Users = t.Object({ users: t.Array(managedUser, { maxItems: 100 }), pagination })
const sought = (description: string) => t.Optional(t.String({ maxLength: 320, description }))

export const moderation = routes('moderation', '/api/v1/moderation')
  .put(
    '/posts/:postId/moderation-state',
    async ({ user, params, body }) => ok('Post moderated', await moderateContent(user, 'post', params.postId, body)),
    {
      admin: true,
      fails: ['NOT_FOUND', 'CONFLICT'],
      params: t.Object({ postId: uuid() }),
      body: namedObject('ModeratePost', { state: postState, ...decided }),
      ...returns(
        PostModerated,
        'moderatePost',
        'Ban a post, shadow-ban it or make it active; its open reports are resolved by a ban',
      ),
    },
  )
  .put(
    '/comments/:commentId/moderation-state',
    async ({ user, params, body }) =>
      ok('Comment moderated', await moderateContent(user, 'comment', params.commentId, body)),
    {
      ...ofComment,
      ...returns(
        CommentModerated,
        'moderateComment',
        'Ban a comment or make it active; its open reports are resolved by a ban',
      ),
    },
  )
  .patch(
    '/comments/:commentId/moderation-state',
    async ({ user, params, body }) =>
      ok('Comment moderated', await moderateContent(user, 'comment', params.commentId, body)),
    {
      ...ofComment,
      ...returns(CommentModerated, 'moderateCommentByPatch', 'Ban a comment or make it active', 'The same as PUT.'),
    },
  )
  .get(
    '/history/:resourceId',
    async ({ params }) => ok('History', { history: moderationHistory(storage.reader, params.resourceId) }),
    {
      admin: true,
      params: t.Object({ resourceId: uuid() }),
      ...returns(
        t.Object({ history: t.Array(moderationRecord, { maxItems: MOST_RECORDS }) }),
        'listModerationHistory',
        'List what moderators decided about a post, a comment or a user, newest first',
      ),
    },
  )
  .get('/bursts', ({ user }) => ok('Bursts', { bursts: listBursts(storage.reader, user) }), {
    admin: true,
    ...returns(
      t.Object({ bursts: t.Array(burst, { maxItems: 50 }) }),
      'listBursts',
      'List where many texts came within minutes, the newest first',
      'By one account, or the same text or links to one site by several; from how many on is the setting `bursts`. They stand until somebody dismisses them. Nothing is refused for it.',
    ),
  })
  .delete('/bursts/:id', async ({ user, params }) => done('Burst dismissed', dismissBurst(user, params.id)), {
    admin: true,
    fails: ['NOT_FOUND'],
    params: t.Object({ id: anyId() }),
    ...confirms('dismissBurst', 'Dismiss the alert about a burst'),
  })
  .get(
    '/users/:userId/removals',
    async ({ user, params }) => ok('Removable', { removable: countRemovable(user, params.userId) }),
    {
      ...ofUser,
      ...returns(
        t.Object({ removable: writtenCounts }),
        'countRemovable',
        'Count what a user wrote in the last 24 hours that is visible: what a bulk removal would remove',
      ),
    },
  )
  .post(
    '/users/:userId/removals',
    async ({ user, params, body }) => created('Removed', { removal: await removeRecent(user, params.userId, body) }),
    {
      ...ofUser,
      creates: 'viewer',
      fails: ['CONFLICT', 'NOT_FOUND', 'VALIDATION_FAILED'],
      body: namedObject('RemoveRecent', why),
      ...makes(
        t.Object({ removal: bulkRemoval }),
        'removeRecent',
        'Remove all that a user wrote in the last 24 hours, with one notice and one mail to them',
        'A thousand posts and comments at most. `DELETE /moderation/removals/:id` undoes all of it. 409 where there is nothing to remove.',
      ),
    },
  )
  .delete(
    '/removals/:id',
    async ({ user, params }) => ok('Undone', { removal: await undoBulkRemoval(user, params.id) }),
    {
      admin: true,
      ...byId,
      ...returns(
        t.Object({ removal: bulkUndone }),
        'undoRemovals',
        'Undo a bulk removal: restore what nobody has decided about since, and reopen the reports it closed',
      ),
    },
  )
  .get('/users', async ({ user, query }) => ok('Users', await listManagedUsers(user, query)), {
    admin: true,
    query: t.Object(paged()),
    ...returns(Users, 'listUsers', 'List the users, newest first'),
  })
  .get(
    '/users/search',
    async ({ user, query }) =>
      ok('Users', await listManagedUsers(user, { ...query, blocked: query.blocked && query.blocked === 'true' })),
    {
      admin: true,
      query: t.Object({
        query: sought('Part of a username, or a whole e-mail address'),
        username: sought('Part of a username'),
        email: sought('A whole e-mail address; such a search is audited'),
        collegeId: t.Optional(uuid()),
        role: oneOf(['user', 'admin', 'superadmin']),
        blocked: queryFlag(),
        ...paged(),
      }),
      ...returns(Users, 'findUsers', 'Find users whom all of the filters fit'),
    },
  )
  .get(
    '/users/:userId/comments',
    async ({ user, params, query }) => ok('Comments', await listCommentsBy(user, params.userId, query)),
    {
      ...ofUser,
      query: t.Object({ ...paged(), cursor }),
      ...returns(
        t.Object({ comments: t.Array(authoredComment, { maxItems: 100 }), meta: cursoredPagination }),
        'listCommentsByUser',
        'List what a user commented in all threads, newest first, removed comments too',
        'Each page that shows somebody else’s words is an entry of the audit log.',
      ),
    },
  )
  .put(
    '/users/:userId/moderation-state',
    async ({ user, params, body }) => ok('User moderated', await moderateUser(user, params.userId, body)),
    {
      ...ofUser,
      fails: ['NOT_FOUND', 'CONFLICT'],
      body: userDecision,
      ...returns(UserModerated, 'moderateUser', 'Block or suspend a user, or lift either, from the next request on'),
    },
  )
  .get('/users/:userId/suspension', async ({ user, params }) => ok('Suspension', readStanding(user, params.userId)), {
    ...ofUser,
    ...returns(
      t.Object({ suspension: nullable(suspension), version, alias: nullable(managedUser) }),
      'getSuspension',
      "Read a user's suspension; null where none runs. Of an alias, which no list but that of sanctions has, the rest, too",
    ),
  })
  .get('/words', async ({ query }) => ok('Banned words', listWords(query)), {
    admin: true,
    query: t.Object({
      query: t.Optional(
        t.String({ maxLength: 100, description: 'Part of a word, in any spelling that is the same word' }),
      ),
      ...paged(),
    }),
    ...returns(
      t.Object({ words: t.Array(bannedWord, { maxItems: 100 }), pagination }),
      'listBannedWords',
      'List the banned words, in the order of the alphabet',
    ),
  })
  .post('/words', async ({ user, body }) => created('Word banned', await banWord(user, body)), {
    admin: true,
    creates: 'viewer',
    fails: ['CONFLICT'],
    body: newWord,
    ...makes(bannedWord, 'banWord', 'Ban a word from the next post or comment on'),
  })
  .post('/words/test', async ({ body }) => ok('Text tested', testText(body.text)), {
    admin: true,
    body: namedObject('TestText', { text: untrimmed(1, 10_000) }),
    ...returns(textTested, 'testText', 'Tell what of a text would be refused'),
  })
  .patch('/words/:id', async ({ user, params, body }) => ok('Word changed', await changeWord(user, params.id, body)), {
    admin: true,
    ...byId,
    fails: ['NOT_FOUND', 'CONFLICT'],
    body: changedWord,
    ...returns(bannedWord, 'updateBannedWord', 'Change a banned word, its severity or where it is looked for'),
  })
  .delete('/words/:id', async ({ user, params }) => done('Word removed from the list', unbanWord(user, params.id)), {
    admin: true,
    ...byId,
    ...confirms('unbanWord', 'Let a banned word pass again'),
  })
