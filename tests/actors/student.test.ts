import { expect, test } from 'bun:test'
import { putNameInSearch } from '../../src/ground/names/searched-names'
import {
  addressIn,
  exactTimesIn,
  expectJudged,
  type Leak,
  probes,
  readEverything,
  type Seen,
  see,
} from '../support/actors'
import { aliased, aliasProbes, readAliases } from '../support/alias-probes'
import type { World } from '../support/authorization/matrix'
import { comment, newWords, publish } from '../support/content'
import { configured, expectData, type Person, student, useCampus, useNotifications, Visitor } from '../support/kit'

const { ann, ben, cat, admin, root } = await useCampus()
const world: World = { collegeId: ann.user.collegeId, operator: root, author: ann }
useNotifications()

const post = await publish(ann, { title: 'Who sells calculators?' })
const remark = await comment(ann, post.id)
const joining = await student({ onboard: false })

/** Words in every post of Ann's. */
const inPosts = (words: string): Leak => ({
  change: `UPDATE posts SET title = ? WHERE author_id = '${ann.id}'`,
  values: [words],
  undo: `UPDATE posts SET title = 'Who sells calculators?' WHERE author_id = '${ann.id}'`,
})
const isOf = (person: Person) => (record: Record<string, unknown>) =>
  [record.authorId, record.userId, record.id].includes(person.id) ||
  (record.author as { id?: string } | null | undefined)?.id === person.id

const aboutAnn = (seen: Seen) => [...addressIn(seen, ann), ...exactTimesIn(seen, isOf(ann))]

const hidden = await aliased(await student(), ann, admin)

probes('another student', () => ({
  ...aliasProbes(ben.visitor, hidden),
  'every route that a student may read': {
    tries: 'GET of each route with ids of another student',
    look: async () => (await readEverything(world, 'student')).seen,
    learns: aboutAnn,
    plant: inPosts(`by ${ann.email}`),
  },
  'records of a post, a comment and a profile': {
    tries: 'single records, lists and their cursors',
    look: async () =>
      Promise.all(
        [
          `posts/${post.id}`,
          'posts?limit=1&sortBy=createdAt',
          'posts?limit=1&sortBy=updatedAt',
          `posts/user/${ann.id}?limit=1`,
          `comments/post/${post.id}`,
          `comments/${remark.id}`,
          `users/id/${ann.id}`,
          `users/search/${ann.user.username}`,
        ].map(async (path) => decoded(await see(ben.visitor, path))),
      ),
    learns: aboutAnn,
    plant: (seen) =>
      seen.map((each) => ({ ...each, json: { ...each.json, id: ann.id, at: new Date(1).toISOString() } })),
  },
  'the month of joining': {
    tries: 'times of a profile',
    look: async () => [await see(ben.visitor, `users/id/${ann.id}`)],
    learns: ({ json }) => {
      const { createdAt, updatedAt } = json.data.user
      return [
        ...(/-01T00:00:00.000Z$/.test(createdAt) ? [] : [`joined at ${createdAt}`]),
        ...(/T00:00:00.000Z$/.test(updatedAt) ? [] : [`changed at ${updatedAt}`]),
      ]
    },
    plant: ([seen]) => [
      { ...seen!, json: { data: { user: { createdAt: ann.user.createdAt.replace('T00', 'T07'), updatedAt: '' } } } },
    ],
  },
  'pages and what they embed': {
    tries: 'documents of a post, a profile and the feed, with and without a session',
    look: async () =>
      Promise.all(
        [ben.visitor, new Visitor()].flatMap((visitor) =>
          ['/', `/post/${post.id}`, `/u/${ann.id}`, '/sitemap.xml', '/manifest.webmanifest'].map((path) =>
            see(visitor, path),
          ),
        ),
      ),
    learns: (seen) => [
      ...addressIn(seen, ann),
      ...[...seen.text.matchAll(/\b20\d\d-\d\d-\d\dT\d\d:\d\d:(?!00(\.000)?Z)[\d.]+Z/g)].map(
        ([time]) => `the time ${time}`,
      ),
    ],
    plant: inPosts(`by ${ann.email}`),
  },
  'a search for the number in an address': {
    tries: 'people by the number, its parts, the address, and single characters',
    look: async () =>
      Promise.all(
        [ann.email, ann.email.split('@')[0]!, ann.email.slice(0, 4), 'campus.edu', 'a', '%', '_'].map(async (text) => ({
          ...(await see(ben.visitor, `users/search/${encodeURIComponent(text)}`)),
          where: `search for ${text}`,
        })),
      ),
    learns: ({ json }) => json.data.map(({ username }: { username: string }) => `found ${username}`),
    plant: {
      change: (tx) => putNameInSearch(tx, { id: ann.id, username: `student-${ann.email.split('@')[0]}` }),
      undo: (tx) => putNameInSearch(tx, ann.user),
    },
  },
  'an account that has not finished joining': {
    tries: 'its profile, a search for its name, its posts',
    look: async () => [
      await see(ben.visitor, `users/id/${joining.id}`),
      await see(ben.visitor, `users/search/${joining.user.username}`),
    ],
    learns: ({ text }) => (text.includes(joining.user.username) ? ['the account is there'] : []),
    plant: {
      change: `UPDATE users SET status = 'ACTIVE', branch = 'CSE' WHERE id = '${joining.id}'`,
      undo: `UPDATE users SET status = 'ONBOARDING', branch = '' WHERE id = '${joining.id}'`,
    },
  },
  'what somebody else of the same network does': {
    tries: 'limits that a dormitory shares, before and after others post, vote, report and sign in there',
    look: () =>
      configured({ rateLimits: true }, async () => {
        const before = await sharedLimits()
        await ann.visitor.post('posts', {})
        await ann.visitor.post('votes', {})
        await ann.visitor.post('reports', {})
        await new Visitor().post('auth/login', { email: ann.email, password: ann.password })
        const after = await sharedLimits()
        return before.map((text, at) => ({ where: SHARED[at]!, text: `${text}\n${after[at]}` }))
      }),
    learns: ({ text }) => (text.split('\n')[0] === text.split('\n')[1] ? [] : [text.replace('\n', ' became ')]),
    plant: (seen) => seen.map((each) => ({ ...each, text: `limit 600, remaining 599\n${each.text}` })),
  },
  'who voted, bookmarked, blocked, followed and muted': {
    tries: "another student's votes, bookmarks, blocks, follows and mutes, everywhere a student reads",
    look: async () => {
      const { visitor } = cat
      await visitor.post('votes', { targetType: 'post', targetId: post.id, voteType: 'upvote' })
      await visitor.post('bookmarks', { postId: post.id })
      for (const path of ['follows', 'mutes']) expectData(await visitor.put(path, { kind: 'post', target: post.id }))
      return (await readEverything({ ...world, author: ann }, 'student')).seen
    },
    learns: ({ text, where }) => (text.includes(cat.id) ? [`${where} names who voted or bookmarked`] : []),
    plant: inPosts(`upvoted by ${cat.id}`),
  },
  'who wrote what is said officially': {
    tries: 'an official post, pinned, and official replies: by id, in lists, threads, search, inbox and documents',
    look: async () => {
      const words = { title: 'Rules of the calendar', content: newWords(), topic: 'Showcase', official: true }
      const said = (await admin.post('posts', words)).post
      const own = await comment(ben, said.id)
      const reply = { content: `${newWords()} @${ben.user.username}`, parentCommentId: own.id, official: true }
      const answer = (await admin.post(`comments/post/${said.id}`, reply)).comment
      await admin.put(`posts/${said.id}/pin`, { place: 'campus' })
      await ben.post('votes', { targetType: 'post', targetId: said.id, voteType: 'upvote' })
      const paths = [
        ...[`posts/${said.id}`, 'posts', 'posts?sortBy=updatedAt', 'posts/pinned', `posts/${said.id}/why?sortBy=hot`],
        ...[`comments/post/${said.id}`, `comments/post/${said.id}/tree`, `comments/${answer.id}`],
        ...['search?q=calendar', 'search?q=calendar&type=comments', 'search/suggestions?q=calendar'],
        'search/similar?title=calendar',
        ...['notifications/list', `/post/${said.id}`, '/'],
      ]
      const seen = await Promise.all(paths.map((path) => see(ben.visitor, path)))
      const lists = await Promise.all(
        [`posts/user/${admin.id}`, `users/id/${admin.id}`].map((path) => see(ben.visitor, path)),
      )
      await admin.delete(`posts/${said.id}`)
      expect(seen.some(({ text }) => text.includes('"official":true'))).toBe(true)
      return [...seen, ...lists.map((each) => ({ ...each, text: each.text.includes(said.id) ? admin.id : '' }))]
    },
    learns: (seen) => [
      ...[admin.id, admin.user.username].filter((name) => seen.text.includes(name)),
      ...exactTimesIn(seen, (record) => record.official === true),
    ],
    plant: (seen) => seen.map((each) => ({ ...each, text: `${each.text} by ${admin.user.username}` })),
  },
  'who removed a post, and who looked at the appeal': {
    tries: 'the own post, notices and appeals after both decisions',
    look: async () => {
      const author = await student()
      const { id } = await publish(author)
      const state = `moderation/posts/${id}/moderation-state`
      await admin.put(state, { state: 'banned', reason: 'Off topic' })
      const words = { resource: 'post', resourceId: id, message: 'It was a question' }
      const { appeal } = await author.post('appeals', words)
      const outcome = { outcome: 'upheld', reason: 'It was not' }
      await root.put(`moderation/appeals/${appeal.id}`, outcome)
      return Promise.all([`posts/${id}`, 'notices', 'appeals'].map((path) => see(author.visitor, path)))
    },
    learns: ({ text }) =>
      [admin, root].flatMap(({ user }) => [user.id, user.username].filter((name) => text.includes(name))),
    plant: (seen) => seen.map((each) => ({ ...each, text: `${each.text}${root.user.username}` })),
  },
}))

const SHARED = ['posts', 'votes', 'reports', 'auth/login', 'auth/registration/initialize', 'colleges/requests']

/** What headers say of the limits of a network to somebody without a session in it. */
const sharedLimits = (): Promise<string[]> =>
  Promise.all(
    SHARED.map(async (path) => {
      const { headers } = await new Visitor().post(path, {})
      return ['limit', 'remaining', 'reset'].map((name) => `${name} ${headers.get(`ratelimit-${name}`)}`).join(', ')
    }),
  )

/** A cursor is opaque to honest clients only. */
function decoded(seen: Seen): Seen {
  const cursor = seen.json?.data?.meta?.nextCursor ?? seen.json?.data?.pagination?.nextCursor
  if (typeof cursor !== 'string') return seen
  const [value, id] = JSON.parse(Buffer.from(cursor, 'base64url').toString())
  return { ...seen, json: { ...seen.json, cursor: { authorId: ann.id, value, id } } }
}

test('two accounts of one person share nothing that others see', async () => {
  const first = await student()
  const before = (await ben.get(`users/id/${first.id}`)).user
  await first.delete('auth/account')
  const second = await student({ email: first.email })
  const after = (await ben.get(`users/id/${second.id}`)).user
  expect([after.id === before.id, after.username === before.username]).toEqual([false, false])
})

test('every field that a student reads was judged', async () => {
  const { seen } = await readEverything(world, 'student')
  expectJudged('student', [...seen, ...(await readAliases(ben.visitor, hidden))])
})
