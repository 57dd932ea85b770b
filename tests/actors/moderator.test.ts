import { test } from 'bun:test'
import {
  addressIn,
  expectJudged,
  type Leak,
  probes,
  readEverything,
  recordsIn,
  type Seen,
  see,
} from '../support/actors'
import { aliased, aliasProbes, readAliases } from '../support/alias-probes'
import { logEntries } from '../support/audit-log'
import type { World } from '../support/authorization/matrix'
import { publish } from '../support/content'
import {
  type Data,
  expectData,
  HOUR,
  later,
  newEmail,
  PASSWORD,
  type Person,
  signedIn,
  student,
  useCampus,
  Visitor,
} from '../support/kit'
import { otpFor } from '../support/traces'

const { ann, ben, cat, admin, root } = await useCampus()
const world: World = { collegeId: ann.user.collegeId, operator: root, author: ann }
const post = await publish(ann, { title: 'Who sells calculators?' })

await cat.post('bookmarks', { postId: post.id })

const LOGS = 'admin/manage/logs'
const SORTS = ['timestamp', 'action', 'actorId'].flatMap((by) => [
  `sortBy=${by}&sortOrder=asc`,
  `sortBy=${by}&sortOrder=desc`,
])

const allLogs = async (by: Person, filter = ''): Promise<Seen[]> =>
  Promise.all(SORTS.map((sort) => see(by.visitor, `${LOGS}?limit=100&${sort}${filter}`)))

const totalOf = ({ json }: Seen): number => json.data.pagination.total

/** What an account does without publishing. */
async function actSilently({ visitor }: Person) {
  expectData(await visitor.post('votes', { targetType: 'post', targetId: post.id, voteType: 'upvote' }))
  expectData(await visitor.delete('votes', { targetType: 'post', targetId: post.id }))
  expectData(await visitor.put('follows', { kind: 'post', target: post.id }))
  expectData(await visitor.delete('follows', { kind: 'post', target: post.id }))
  expectData(await visitor.put('mutes', { kind: 'topic', target: 'Ask Campus' }))
  expectData(await visitor.delete('mutes', { kind: 'topic', target: 'Ask Campus' }))
  expectData(await visitor.post('bookmarks', { postId: post.id }))
  expectData(await visitor.delete(`bookmarks/delete/${post.id}`))
  await signedIn(ben.email, ben.password, visitor)
}

const isOfSignUp = ({ action }: Data) => /began:registration|requested:otp|verified:otp/.test(action)

/** An entry in clear about the account, as one of the log's. */
const planted = (entry: object) => (seen: Seen[]) =>
  seen.map((each) => ({ ...each, text: `${each.text}${JSON.stringify(entry)}`, json: { data: { data: [entry] } } }))

const inPosts = (words: string): Leak => ({
  change: `UPDATE posts SET title = ? WHERE author_id = '${ann.id}'`,
  values: [words],
  undo: `UPDATE posts SET title = 'Who sells calculators?' WHERE author_id = '${ann.id}'`,
})

const hidden = await aliased(await student(), ann, admin)

probes('a moderator', () => ({
  ...aliasProbes(admin.visitor, hidden),
  'every route that an administrator may read': {
    tries: 'GET of each route of the console',
    look: async () => (await readEverything(world, 'admin')).seen,
    learns: (seen) => [...addressIn(seen, ann), ...addressIn(seen, root)],
    // Not in a post: the first ten of a list are those that the routes before made.
    plant: {
      change: 'UPDATE colleges SET city = ?',
      values: [`by ${ann.email}`],
      undo: "UPDATE colleges SET city = 'Springfield'",
    },
  },
  'lists of people, by every filter': {
    tries: 'users, administrators and requests by name, college, role and sanction, sorted every way',
    look: async () =>
      Promise.all(
        [
          'moderation/users?limit=50',
          `moderation/users?collegeId=${ann.user.collegeId}`,
          'moderation/users/search?role=user',
          'moderation/users/search?blocked=false',
          `admin/manage/users/query?username=${ann.user.username}`,
          `admin/manage/users/query?username=${ann.email.split('@')[0]}`,
          `moderation/users/search?query=${ann.email.slice(0, 6)}`,
          'colleges/requests',
        ].map((path) => see(admin.visitor, path)),
      ),
    learns: (seen) => addressIn(seen, ann),
    plant: (seen) => seen.map((each) => ({ ...each, text: `${each.text}${ann.email}` })),
  },
  'who tried to sign in': {
    tries: 'the log after failed sign-ins, codes and resets for a known address',
    look: async () => {
      const visitor = new Visitor()
      await visitor.post('auth/login', { email: ann.email, password: 'not the right one' })
      await visitor.post('auth/otp/login/send', { email: ann.email })
      await visitor.post('auth/otp/login/verify', { email: ann.email, otp: '000000' })
      await visitor.post('auth/password/forgot', { email: ann.email })
      later(HOUR)
      return [...(await allLogs(admin)), ...(await allLogs(admin, '&action=user:failed:login'))]
    },
    learns: (seen) => [
      ...addressIn(seen, ann),
      ...recordsIn(seen.json)
        .filter(({ action = '' }) => /failed:login|requested|verified:otp|began/.test(action))
        .flatMap((entry) => [
          ...(JSON.stringify(entry).includes(ann.id) ? [`${entry.action} names the account`] : []),
          ...(entry.requestId == null ? [] : [`${entry.action} has a request id`]),
        ]),
    ],
    plant: planted({ action: 'user:failed:login', entityId: ann.id, requestId: 'r' }),
  },
  'when the owner of a known address signs in': {
    tries: 'the hash of that address, by asking for a code for it, and when it comes again: at once and an hour later',
    look: async () => {
      for (const _ of ['administrator', 'owner']) await new Visitor().post('auth/otp/login/send', { email: ann.email })
      const atOnce = (await allLogs(admin)).map((each) => ({ ...each, where: `at once, ${each.where}` }))
      later(HOUR)
      return [...atOnce, ...(await allLogs(admin))]
    },
    learns: ({ where, json }) =>
      recordsIn(json)
        .filter(({ entityType, status }) => entityType === 'attempt' && status !== 'failure')
        .filter(
          ({ id, timestamp }) => where.startsWith('at once') || !/:00:00.000Z$/.test(timestamp) || /^.{14}7/.test(id),
        )
        .map(({ id, action, timestamp }) => `${action} at ${timestamp}, ${id}`),
    plant: planted({
      action: 'user:requested:otp',
      entityType: 'attempt',
      id: '',
      timestamp: '2026-05-04T03:02:01.000Z',
    }),
  },
  'when a pseudonym signs in': {
    tries: 'the number of active accounts, before and after somebody whose sessions an administrator ended comes back',
    look: async () => {
      const { id, email } = await student()
      const active = async () => (await see(admin.visitor, 'admin/dashboard/overview')).json.data.activeUsersLast7Days
      const counts = [await active()]
      await admin.delete(`admin/users/${id}/sessions`)
      counts.push(await active())
      await signedIn(email)
      return [{ where: 'the overview', text: [...counts, await active()].join() }]
    },
    learns: ({ text }) => (new Set(text.split(',')).size === 1 ? [] : [`${text} active accounts`]),
    plant: ([seen]) => [{ ...seen!, text: `${seen!.text},0` }],
  },
  'which account a known address has just made': {
    tries: 'the hash of a sign-up that was begun with that address before its owner did',
    look: async () => {
      const email = newEmail()
      // What others tried within this hour is listed later, too.
      const earlier = new Set(logEntries().map(({ subjectHash }) => subjectHash))
      await new Visitor().post('auth/registration/initialize', { email, password: PASSWORD })
      await new Visitor().post('auth/otp/login/send', { email })
      const visitor = new Visitor()
      await visitor.post('auth/registration/initialize', { email, password: PASSWORD })
      await visitor.post('auth/otp/send', { email })
      await visitor.post('auth/registration/verify-otp', { otp: await otpFor(email) })
      later(HOUR)
      const listed = (await allLogs(admin)).flatMap(({ json }) => recordsIn(json))
      const entries = [...new Map(listed.map((entry) => [entry.id, entry])).values()].filter(
        ({ subjectHash }) => subjectHash && !earlier.has(subjectHash),
      )
      return [{ where: 'the log', text: '', json: { signUp: entries.filter(isOfSignUp) } }]
    },
    learns: ({ json }) => {
      const hashes: string[] = json.signUp.map(({ action, subjectHash }: Data) => `${action} ${subjectHash}`)
      return hashes.filter((hash, at) => hashes.indexOf(hash) !== at)
    },
    plant: ([seen]) => [{ ...seen!, json: { signUp: [...seen!.json.signUp, ...seen!.json.signUp] } }],
  },
  'an attempt and what the account did next': {
    tries: 'the log of a failed and a right sign-in one after the other',
    look: async () => {
      const visitor = new Visitor()
      await visitor.post('auth/login', { email: ben.email, password: 'not the right one' })
      await signedIn(ben.email, ben.password, visitor)
      return allLogs(admin)
    },
    learns: ({ json }) =>
      recordsIn(json)
        .filter(({ action = '', actorId }) => actorId === ben.id && /login|logout|session/.test(action))
        .map(({ action }) => `${action} by the account`),
    plant: planted({ action: 'user:login:password', actorId: ben.id }),
  },
  'who voted, bookmarked, blocked, reported': {
    tries: 'the log by actor, by post and by action; its totals',
    look: async () => {
      await actSilently(ben)
      return Promise.all(
        [
          '',
          `&actorId=${ben.id}`,
          `&entityId=${post.id}`,
          `&entityId=${ben.id}`,
          ...'upvoted:post created:bookmark followed:post muted:topic blocked:user created:report login:password'
            .split(' ')
            .map((action) => `&action=user:${action}`),
        ].map((filter) => see(admin.visitor, `${LOGS}?limit=100${filter}`)),
      )
    },
    learns: ({ json }) =>
      recordsIn(json)
        .filter(({ action = '' }) =>
          /voted|vote:on|bookmark|follow|muted:|blocked:user|created:report|login:|saw:/.test(action),
        )
        .filter(({ actorRole }) => actorRole !== 'admin' && actorRole !== 'superadmin')
        .map(({ action }) => action),
    plant: planted({ action: 'user:upvoted:post', actorId: ben.id, actorRole: 'user' }),
  },
  'that somebody voted, by counting': {
    tries: 'totals of the log, unfiltered and by actor, before and after a vote, a bookmark and a sign-in',
    look: async () => {
      const filters = [
        '',
        `&actorId=${ben.id}`,
        `&entityId=${post.id}`,
        '&action=user:upvoted:post',
        '&from=2020-01-01',
      ]
      const totals = async () =>
        Promise.all(filters.map(async (filter) => totalOf(await see(admin.visitor, `${LOGS}?limit=1${filter}`))))
      const before = await totals()
      await actSilently(ben)
      return [{ where: 'totals', text: `${before.join()}\n${(await totals()).join()}` }]
    },
    learns: ({ text }) => (text.split('\n')[0] === text.split('\n')[1] ? [] : [text.replace('\n', ' became ')]),
    plant: ([seen]) => [{ ...seen!, text: `${seen!.text}0` }],
  },
  'who voted for or bookmarked a post': {
    tries: 'the post, its comments and its history as an administrator',
    look: async () =>
      Promise.all(
        [
          `posts/${post.id}`,
          `comments/post/${post.id}`,
          `moderation/history/${post.id}`,
          `moderation/history/${cat.id}`,
        ].map((path) => see(admin.visitor, path)),
      ),
    learns: ({ text }) => (text.includes(cat.id) ? ['who bookmarked it'] : []),
    plant: inPosts(`bookmarked by ${cat.id}`),
  },
}))

test('every field that a moderator reads was judged', async () => {
  const { seen } = await readEverything(world, 'admin')
  expectJudged('moderator', [...seen, ...(await readAliases(admin.visitor, hidden))])
})
