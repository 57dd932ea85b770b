import { describe, expect, test } from 'bun:test'
import { storage } from '../../../db/storage'
import document from '../../../docs/openapi.json'
import { fileSignUpRequest } from '../../../src/campus/auth/sign-up-requests'
import { updateCollege } from '../../../src/campus/colleges/colleges'
import { isListed } from '../../../src/ground/audit/actions'
import { systemActor } from '../../../src/ground/audit/audit'
import { actorsOfAction, entryId, subjectOfAction } from '../../../src/ground/audit/logs'
import { addBannedWord } from '../../../src/ground/policy/banned-words'
import { storeSetting } from '../../../src/ground/settings/settings'
import { sealAddress } from '../../../src/lib/net/addresses'
import { logEntries } from '../../support/audit-log'
import { comment, decide, judge, newWords, publish, report, reportComment, select } from '../../support/content'
import {
  administrator,
  collegeId,
  type Data,
  expectData,
  fails,
  inHours,
  newEmail,
  student,
  useQuad,
  Visitor,
} from '../../support/kit'

// What each filter of each list leaves, alone and beside each other, by the plainest reading of the rows themselves.

type Keeps = (row: Data, value: string) => boolean
type Filter = { values: readonly string[]; keeps: Keeps }
type List = {
  /** What is asked besides, for all there is: a filter that is not asked for has this value. */
  all: Record<string, string>
  items: (data: Data) => Data[]
  filters: Record<string, Filter>
  /** What the filters are about, where that is not what is listed; each names what is listed. */
  rows?: (asked: readonly string[]) => Promise<Data[]>
  keyOf?: (row: Data) => string
  path?: string
}

await useQuad()
const CAMPUS_BRANCHES = ['CSE', 'ME'].map((code) => ({ code, name: `Branch ${code}` }))
const [campus, river] = [await collegeId('campus.edu'), await collegeId('river.edu')]
await storage.write((tx) => updateCollege(tx, systemActor('system'), campus, { branches: CAMPUS_BRANCHES }))
await storage.write((tx) => updateCollege(tx, systemActor('system'), river, { city: 'Rivertown' }))
const [ann, ben] = [await student({ branch: 'CSE' }), await student({ branch: 'ME' })]
const eve = await student({ domain: 'river.edu' })
const [mod, root] = [await administrator(), await administrator('superadmin')]

const posts: Data[] = []
for (const [at, by] of [ann, ben, eve, ann, ben, eve].entries())
  posts.push(await publish(by, { title: `Lathe ${at}`, topic: at % 2 ? 'Showcase' : 'Ask Campus' }))
for (const at of [0, 1])
  posts.push(
    await publish(ann, {
      title: `Lathe party ${at}`,
      topic: 'Community Event',
      startsAt: inHours(24 * (at + 1)),
      place: 'Hall',
    }),
  )
const courses: Data[] = []
for (const [at, collegeId] of [campus, campus, river].entries())
  courses.push((await mod.post('admin/courses', { code: `CS ${at}`, name: `Computing ${at}`, collegeId })).course)
for (const [at, by] of [
  [0, ann],
  [1, ben],
  [6, ann],
] as const)
  posts[at] = (await by.patch(`posts/${posts[at].id}`, { course: courses[0]!.id })).post
for (const [at, by] of [
  [0, ann],
  [1, ben],
] as const)
  posts[at] = (await by.patch(`posts/${posts[at].id}`, { question: true })).post
const thread = posts[0]
const first = await comment(ben, thread.id, { content: newWords() })
const second = await comment(eve, thread.id, { content: newWords(), parentCommentId: first.id })
await comment(ann, thread.id, { content: newWords() })

const made: Data[] = []
for (const [at, by] of [ben, eve, mod].entries())
  for (const post of posts.slice(0, 4)) {
    if (post.postedBy.id === by.id) continue
    made.push(await report(by, post.id, { reason: at % 2 ? 'spam' : 'hate' }))
  }
made.push(await reportComment(ann, first.id, { reason: 'spam' }), await reportComment(ann, second.id))
await mod.put(`moderation/escalations/${posts[1].id}`, { reason: 'A threat' })
await mod.put(`moderation/escalations/${first.id}`, { reason: 'A threat' })
for (const [at, status] of ['resolved', 'ignored', 'resolved'].entries())
  expectData(await decide(root, made[at * 2].id, status))
const removal = { state: 'banned', reason: 'Off topic', rule: 'spam' }
for (const post of [posts[4], posts[5]]) expectData(await judge(mod, 'post', post, removal))
expectData(await judge(mod, 'post', posts[3], { state: 'shadow_banned', reason: 'Off topic' }))
expectData(await judge(mod, 'comment', second, removal))
expectData(await judge(mod, 'user', await student(), { blocked: true, reason: 'Spam' }))

const appeal = async (by: typeof ann, post: Data): Promise<Data> =>
  expectData(await by.visitor.post('appeals', { resource: 'post', resourceId: post.id, message: 'A question' })).appeal
await appeal(ben, posts[4])
const { id: appealed } = await appeal(eve, posts[5])
expectData(await root.visitor.put(`moderation/appeals/${appealed}`, { outcome: 'upheld', reason: 'Read again' }))
for (const [at, type] of ['bug', 'feature', 'bug'].entries()) {
  const { feedback } = expectData(
    await ann.visitor.post('feedbacks', { type, title: `Lift ${at}`, content: newWords() }),
  )
  if (at > 0) expectData(await root.visitor.patch(`feedbacks/${feedback.id}/status`, { status: 'reviewed' }))
}
for (const word of ['loathsome', 'lousy', 'rotten'])
  await storage.write((tx) => addBannedWord(tx, { word, strictMode: false, severity: 'severe' }))
for (const decision of [undefined, 'refuse', 'approve', undefined]) {
  const waiting = await sealAddress(newEmail())
  await storage.write(async (tx) => fileSignUpRequest(tx, waiting, 'en'))
  if (decision)
    expectData(
      await root.visitor.put(
        `admin/sign-up-requests/${waiting.id}`,
        decision === 'refuse' ? { decision, reason: 'No' } : { decision },
      ),
    )
}
await storage.write((tx) => storeSetting(tx, 'linkDomains', { allow: [], hold: ['held.example'], refuse: [] }))
for (const decision of ['refuse', undefined, undefined]) {
  const words = { title: 'Look', content: `${newWords()} https://held.example/a`, topic: 'Showcase' }
  expectData(await ann.visitor.post('posts', words))
  const [held] = select('SELECT id FROM held_texts ORDER BY created_at DESC, id DESC LIMIT 1')
  if (decision)
    expectData(await mod.visitor.put(`moderation/held/${held!.id}`, { decision, reason: 'No', rule: 'spam' }))
}

/** After all of that, and before what the lists themselves are noted by. */
const NOW = new Date().toISOString()

const is =
  (field: string): Keeps =>
  (row, value) =>
    row[field] === value
const has =
  (field: string): Keeps =>
  (row, value) =>
    row[field].toLowerCase().includes(value.toLowerCase())
const oneOf =
  (field: string): Keeps =>
  (row, value) =>
    value.split(',').includes(row[field])
const since =
  (field: string): Keeps =>
  (row, value) =>
    row[field] >= value
const until =
  (field: string): Keeps =>
  (row, value) =>
    row[field] <= value
const any: Keeps = () => true

const STATE: Filter = {
  values: ['active', 'banned', 'shadow_banned', 'all'],
  keeps: ({ moderationState = 'active' }, value) => value === 'all' || moderationState === value,
}
const inPosts = ({ posts }: Data): Data[] => posts
const QUESTION: Filter = { values: ['open'], keeps: ({ question }, value) => question === value }
const ofPosts = (path: string): List => ({
  path,
  all: { limit: '50', state: 'all' },
  items: inPosts,
  filters: { state: STATE, question: QUESTION },
})
const TOPIC: Filter = {
  values: ['Showcase', 'ask campus', 'Nothing'],
  keeps: ({ topic }, value) => topic.toLowerCase() === value.toLowerCase(),
}
const BRANCH: Filter = {
  values: ['CSE', 'ME', 'Branch CSE'],
  keeps: ({ id }, value) => branchOf.get(id)?.includes(value) === true,
}
/** Codes and names of the branches of the authors; readers see less of them. */
const branchOf = new Map(
  select('SELECT p.id, u.branch FROM posts p JOIN users u ON u.id = p.author_id').map(({ id, branch }) => [
    id,
    [branch, ...CAMPUS_BRANCHES.filter(({ code, name }) => [code, name].includes(branch)).flatMap(Object.values)],
  ]),
)
const COURSE: Filter = { values: courses.map(({ id }) => id), keeps: ({ course }, value) => course?.id === value }
const COURSES: List = {
  all: { limit: '50' },
  items: ({ courses }) => courses,
  filters: { collegeId: { values: [campus, river], keeps: is('collegeId') } },
}
const everyone = (): Data[] => select('SELECT id, username, college_id AS collegeId, role FROM users')
const blocked = new Set(select("SELECT user_id AS id FROM sanctions WHERE kind = 'block'").map(({ id }) => id))
const PEOPLE = {
  query: { values: [ann.user.username, eve.user.username.slice(0, 5), ben.email], keeps: named },
  username: { values: [ann.user.username, ben.user.username.slice(0, 5)], keeps: has('username') },
  email: {
    values: [ann.email, eve.email],
    keeps: ({ id }: Data, value: string) => id === (value === ann.email ? ann.id : eve.id),
  },
  collegeId: { values: [campus, river], keeps: is('collegeId') },
  role: { values: ['user', 'admin', 'superadmin'], keeps: is('role') },
  blocked: {
    values: ['true', 'false'],
    keeps: ({ id }: Data, value: string) => blocked.has(id) === (value === 'true'),
  },
}
function named({ id, username }: Data, value: string): boolean {
  return value.includes('@') ? id === ben.id : username.includes(value)
}

/** Of the lists that are asked for one state, all of them. */
const ofStates = (path: string, name: string, states: readonly string[], items: List['items']) => async () =>
  (await Promise.all(states.map(async (state) => items(await root.get(`${path}?limit=50&${name}=${state}`))))).flat()

const LISTS: Record<string, List> = {
  '/admin/courses': COURSES,
  '/courses': COURSES,
  '/admin/manage/logs': {
    all: { limit: '100', to: NOW },
    items: ({ data }) => data,
    // Who asks for one person, and not for a group of actions, reads all that the person did.
    rows: async (asked) => {
      const isHistory = asked.includes('actorId') && !asked.includes('by') && !asked.includes('about')
      return logEntries().flatMap(({ number, ...entry }) =>
        isHistory || isListed(entry.action) ? [{ id: entryId(number), ...entry }] : [],
      )
    },
    filters: {
      action: { values: ['admin:banned:post', 'user:created:post'], keeps: is('action') },
      actorId: { values: [mod.id, root.id], keeps: is('actorId') },
      entityId: { values: [posts[4].id], keeps: is('entityId') },
      about: {
        values: ['content', 'people', 'reports'],
        keeps: ({ action }, value) => subjectOfAction(action) === value,
      },
      by: { values: ['moderators', 'students'], keeps: ({ action }, value) => actorsOfAction(action) === value },
      from: { values: [thread.createdAt, NOW], keeps: since('timestamp') },
      to: { values: [thread.createdAt, NOW], keeps: until('timestamp') },
    },
  },
  '/admin/manage/reports': {
    all: { limit: '50', status: 'pending,resolved,ignored', fields: 'target' },
    items: ({ data }) => data.map(({ target }: Data) => target),
    rows: async () => {
      const escalated = new Set(select('SELECT resource_id AS id FROM escalations').map(({ id }) => id))
      const { data } = await root.get('reports?limit=100&status=pending,resolved,ignored')
      return data.map((row: Data) => ({ ...row, escalated: `${escalated.has(row.targetId)}` }))
    },
    keyOf: ({ targetId }) => targetId,
    filters: {
      status: { values: ['pending', 'resolved', 'ignored', 'pending,ignored'], keeps: oneOf('status') },
      type: { values: ['Post', 'Comment'], keeps: is('type') },
      reason: { values: ['spam', 'hate', 'rude'], keeps: is('reason') },
      escalated: { values: ['true', 'false'], keeps: is('escalated') },
      order: { values: ['weight', 'oldest'], keeps: any },
    },
  },
  '/admin/sign-up-requests': {
    all: { limit: '50', state: 'waiting' },
    items: ({ requests }) => requests,
    rows: ofStates('admin/sign-up-requests', 'state', ['waiting', 'approved', 'refused'], ({ requests }) => requests),
    filters: { state: { values: ['waiting', 'approved', 'refused'], keeps: is('state') } },
  },
  '/auth/users': {
    all: { limit: '50' },
    items: ({ users }) => users,
    rows: async () => everyone(),
    filters: { query: { ...PEOPLE.query, values: [...PEOPLE.query.values, 'nobody-at-all'] } },
  },
  '/colleges': {
    all: {},
    items: ({ colleges }) => colleges,
    filters: {
      city: {
        values: ['Rivertown', 'rivertown', 'Nowhere'],
        keeps: ({ city }, value) => city.toLowerCase() === value.toLowerCase(),
      },
      state: { values: ['Iowa', 'Nowhere'], keeps: is('state') },
    },
  },
  '/comments/post/{postId}': {
    path: `/comments/post/${thread.id}`,
    all: { limit: '50', state: 'all' },
    items: ({ comments }) => comments,
    filters: {
      state: {
        ...STATE,
        keeps: ({ isBanned }, value) =>
          value === 'all' || (value === 'shadow_banned' ? false : isBanned === (value === 'banned')),
      },
      parent: {
        values: ['none', first.id],
        keeps: ({ parentCommentId }, value) => (parentCommentId ?? 'none') === value,
      },
    },
  },
  '/events': {
    all: { limit: '50' },
    items: inPosts,
    filters: {
      from: { values: [inHours(30), inHours(60)], keeps: since('startsAt') },
      to: { values: [inHours(30), inHours(60)], keeps: until('startsAt') },
      course: COURSE,
    },
  },
  '/feedbacks': {
    all: { limit: '50' },
    items: ({ feedbacks }) => feedbacks,
    filters: {
      type: { values: ['bug', 'feature', 'other'], keeps: is('type') },
      status: { values: ['new', 'reviewed', 'dismissed'], keeps: is('status') },
    },
  },
  '/moderation/appeals': {
    all: { limit: '50', status: 'open' },
    items: ({ appeals }) => appeals,
    rows: ofStates(
      'moderation/appeals',
      'status',
      ['open', 'upheld', 'overturned', 'lapsed'],
      ({ appeals }) => appeals,
    ),
    filters: { status: { values: ['open', 'upheld', 'overturned', 'lapsed'], keeps: is('status') } },
  },
  '/moderation/held': {
    all: { limit: '50', state: 'waiting' },
    items: ({ held }) => held,
    rows: ofStates('moderation/held', 'state', ['waiting', 'refused'], ({ held }) => held),
    filters: { state: { values: ['waiting', 'refused'], keeps: is('state') } },
  },
  '/moderation/users/search': {
    all: { limit: '50' },
    items: ({ users }) => users,
    rows: async () => everyone(),
    filters: PEOPLE,
  },
  '/moderation/words': {
    all: { limit: '50' },
    items: ({ words }) => words,
    filters: { query: { values: ['lo', 'rotten', 'absent'], keeps: has('word') } },
  },
  '/posts': {
    all: { limit: '50', state: 'all' },
    items: inPosts,
    filters: {
      state: STATE,
      topic: TOPIC,
      collegeId: { values: [campus, river], keeps: ({ postedBy }, value) => postedBy.collegeId === value },
      branch: BRANCH,
      course: COURSE,
      question: QUESTION,
      sortBy: { values: ['createdAt', 'hot', 'top'], keeps: any },
    },
  },
  '/posts/branch/{branch}': ofPosts('/posts/branch/CSE'),
  '/posts/college/{collegeId}': ofPosts(`/posts/college/${campus}`),
  '/posts/user/{userId}': ofPosts(`/posts/user/${ben.id}`),
  '/reports': {
    all: { limit: '100', type: 'Both', status: 'pending,resolved,ignored' },
    items: ({ data }) => data,
    filters: {
      type: { values: ['Post', 'Comment', 'Both'], keeps: ({ type }, value) => value === 'Both' || type === value },
      status: { values: ['pending', 'resolved', 'pending,ignored'], keeps: oneOf('status') },
    },
  },
  '/search': {
    all: { limit: '50', q: 'lathe' },
    items: ({ posts }) => posts.map(({ post }: Data) => post),
    filters: {
      topic: TOPIC,
      branch: BRANCH,
      from: { values: [thread.createdAt, inHours(1)], keeps: since('createdAt') },
      to: { values: [inHours(-1), NOW], keeps: until('createdAt') },
      sort: { values: ['relevance', 'new'], keeps: any },
    },
  },
}

const idOf = ({ id }: Data): string => id

/** Ways to ask by one filter, or by two. */
function* questions(filters: List['filters']): Generator<[string, string][]> {
  const asked = Object.entries(filters).map(([name, { values }]) =>
    values.map((value): [string, string] => [name, value]),
  )
  for (const [at, own] of asked.entries())
    for (const one of own) {
      yield [one]
      for (const two of asked.slice(at + 1).flat()) yield [one, two]
    }
}

describe('every filter leaves what it says, alone and beside each other one:', () => {
  test.each(Object.entries(LISTS))('GET %s', async (name, { all, items, filters, rows, keyOf = idOf, path = name }) => {
    const ask = async (asked: [string, string][]): Promise<string[]> => {
      const query = new URLSearchParams({ ...all, ...Object.fromEntries(asked) })
      const data = await root.get(`${path.slice(1)}?${query}`)
      const found = items(data).map(idOf).toSorted()
      const { total = found.length } = data.pagination ?? data.meta ?? { total: data.count }
      return total === found.length ? found : [...found, `of ${total}`]
    }
    const listed = items(await root.get(`${path.slice(1)}?${new URLSearchParams(all)}`))
    const wrong: object[] = []
    const sizes = new Set<number>()
    for (const asked of questions(filters)) {
      const besides = Object.entries(all).filter(([name]) => filters[name] && !asked.some(([own]) => own === name))
      const holds = [...asked, ...besides]
      const everything = (await rows?.(asked.map(([name]) => name))) ?? listed
      const kept = everything.filter((row) => holds.every(([name, value]) => filters[name]!.keeps(row, value)))
      const expected = [...new Set(kept.map(keyOf))].toSorted()
      const found = await ask(asked)
      sizes.add(expected.length)
      if (found.join() !== expected.join()) wrong.push({ asked: asked.join(' '), found, expected })
    }
    expect(wrong).toEqual([])
    expect(sizes.size).toBeGreaterThan(1)
  })
})

/** They say where a list begins, in which order it is, or what of it is sent. */
const PLACES = new Set('page limit skip cursor sortBy sortOrder sort order window fields q type'.split(' '))
/** What answers with one thing, a piece of a tree, or what stands above a topic. */
const NO_LISTS = [
  '/admin/manage/users/query',
  '/admin/memberships/preview',
  '/auth/idp/callback',
  '/comments/post/{postId}/tree',
  '/posts/pinned',
  '/posts/{id}/why',
  '/search/similar',
  '/search/suggestions',
  '/users/me/next-alias',
]
test('no list has a filter that is not asked for here', () => {
  const operations = Object.entries(document.paths as Record<string, Data>)
  const missing = operations.flatMap(([path, { get }]) => {
    const name = path.replace('/api/v1', '')
    if (NO_LISTS.includes(name)) return []
    const declared: string[] = (get?.parameters ?? []).flatMap(({ in: place, name }: Data) =>
      place === 'query' ? [name] : [],
    )
    const known = LISTS[name]?.filters ?? {}
    return declared.filter((each) => !(each in known) && !PLACES.has(each)).map((each) => `${name} ${each}`)
  })
  expect(missing).toEqual([])
})

test('nobody but moderators lists by state, and an unknown one is 400', async () => {
  for (const path of [
    'posts',
    `posts/user/${ann.id}`,
    `posts/college/${campus}`,
    'posts/branch/cse',
    `comments/post/${thread.id}`,
  ]) {
    for (const visitor of [ann.visitor, new Visitor()])
      for (const state of ['active', 'banned', 'all']) {
        // What was removed of one's own: own-words.test.ts.
        if (state === 'banned' && visitor === ann.visitor && path.includes(ann.id)) continue
        await fails(visitor.get(`${path}?state=${state}`), 'FORBIDDEN')
      }
    await fails(root.visitor.get(`${path}?state=deleted`), 400)
  }
})
