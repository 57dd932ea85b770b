import { describe, expect, setSystemTime, test } from 'bun:test'
import { storage } from '../../../db/storage'
import { waitingPosts } from '../../../src/forum/posts/delayed'
import { countPolls } from '../../../src/forum/votes/polls'
import { storeSetting } from '../../../src/ground/settings/settings'
import { addKey, currentKey } from '../../../src/lib/crypto/keys'
import { block, execute, judgePost, newPost, newWords, publish, select, sendPost } from '../../support/content'
import {
  atOnce,
  type Data,
  expectData,
  HOUR,
  later,
  MISSING_ID,
  type Person,
  statuses,
  student,
  times,
  useCampus,
  Visitor,
} from '../../support/kit'
import { auditActions, refused } from '../../support/traces'

const { ann, ben, cat, admin } = await useCampus()
const anyone = new Visitor()
const crowd = await times(12, () => student())

const POLL = { options: ['Tea', 'Coffee', 'Neither'], hours: 6 }
const asked = (over: object = {}) => publish(ann, { poll: POLL, ...over })
const vote = ({ visitor }: Pick<Person, 'visitor'>, id: string, option: unknown = 0) =>
  visitor.put(`posts/${id}/poll`, { option })
const voted = async (by: Person, id: string, option = 0) => expectData(await vote(by, id, option)).poll
const pollOf = async ({ visitor }: Pick<Person, 'visitor'>, id: string): Promise<Data> =>
  expectData(await visitor.get(`posts/${id}`)).post.poll
const rowsOf = (id: string) =>
  select(
    `SELECT (SELECT count(*) FROM poll_voters WHERE post = p.key) AS voters, q.pending IS NOT NULL AS pending, q.votes
     FROM posts p JOIN polls q ON q.post = p.key WHERE p.id = ?`,
    id,
  )[0]
const end = async () => {
  later(6 * HOUR)
  await countPolls()
}

describe('a post with a poll', () => {
  test('shows its options, and no counts', async () => {
    const { id, createdAt, poll } = await asked()
    const endsAt = new Date(Date.parse(`${createdAt.slice(0, 16)}Z`) + 6 * HOUR).toISOString()
    const options = POLL.options.map((text) => ({ text, votes: null }))
    const shown = { options, voters: null, endsAt, closed: false, voted: false }
    expect(poll).toEqual(shown)
    for (const reader of [ann, ben, admin, { visitor: anyone }]) expect(await pollOf(reader, id)).toEqual(shown)
    const { posts } = await ben.get('posts')
    expect(posts.find((post: Data) => post.id === id).poll).toEqual(shown)
  })
  test('one without says nothing of polls', async () => {
    expect(await publish(ann)).not.toHaveProperty('poll')
  })
  test.each<[string, unknown, string]>([
    ['one option', { ...POLL, options: ['Tea'] }, 'poll.options'],
    ['seven options', { ...POLL, options: [...'abcdefg'] }, 'poll.options'],
    ['an empty option', { ...POLL, options: ['Tea', ' '] }, 'poll.options.1'],
    ['a long option', { ...POLL, options: ['Tea', 'x'.repeat(61)] }, 'poll.options.1'],
    ['an option that is no text', { ...POLL, options: ['Tea', 7] }, 'poll.options.1'],
    ['the same twice', { ...POLL, options: ['Tea', 'Coffee', ' tEA '] }, 'poll.options.2'],
    ['the same in other letters', { ...POLL, options: ['Tea  time', 'Ｔea time'] }, 'poll.options.1'],
    ['the same with something unseen', { ...POLL, options: ['Tea', 'T\u200bea\u2060'] }, 'poll.options.1'],
    ['no options', { hours: 6 }, 'poll.options'],
    ['no hours', { options: POLL.options }, 'poll.hours'],
    ['no time', { ...POLL, hours: 0 }, 'poll.hours'],
    ['over a week', { ...POLL, hours: 169 }, 'poll.hours'],
    ['half an hour', { ...POLL, hours: 0.5 }, 'poll.hours'],
    ['hours as a text', { ...POLL, hours: '6' }, 'poll.hours'],
    ['a text', 'Tea or coffee?', 'poll.hours poll.options'],
    ['a list', [], 'poll.hours poll.options'],
  ])('with %s: 400', async (_, poll, fields) => {
    const send = () => ann.visitor.post('posts', { ...newPost(), poll })
    await refused(send, 'VALIDATION_FAILED', ...fields.split(' '))
  })
  test('an option is checked by the content policy, at its field', async () => {
    const poll = { ...POLL, options: ['Tea', 'You should kill yourself'] }
    await refused(() => sendPost(ann, { poll }), 'CONTENT_POLICY_VIOLATION', 'poll.options.1')
    await refused(
      () => ann.visitor.post('posts/delayed', { ...newPost(), poll }),
      'CONTENT_POLICY_VIOLATION',
      'poll.options.1',
    )
  })
  test('an edit leaves it as it is', async () => {
    const { id } = await asked()
    await refused(() => ann.visitor.patch(`posts/${id}`, { poll: { ...POLL, hours: 1 } }), 'VALIDATION_FAILED')
    const { post } = await ann.patch(`posts/${id}`, { title: 'Another', poll: { ...POLL, hours: 1 } })
    expect([post.title, post.poll.options.length, post.poll.endsAt > new Date().toISOString()]).toEqual([
      'Another',
      3,
      true,
    ])
  })
})

describe('a vote', () => {
  test('is the voter’s own mark and moves nothing that others see', async () => {
    const { id, updatedAt } = await asked()
    const poll = await voted(ben, id, 1)
    expect([poll.voted, poll.voters, poll.closed]).toEqual([true, null, false])
    expect((await pollOf(ben, id)).voted).toBe(true)
    for (const reader of [ann, cat, admin, { visitor: anyone }]) expect((await pollOf(reader, id)).voted).toBe(false)
    expect((await ann.get(`posts/${id}`)).post.updatedAt).toBe(updatedAt)
    expect(auditActions(ben.id).filter((action) => /poll|vote/.test(action))).toEqual([])
  })
  test('is final: a second one is 409, whatever it chooses, and adds nothing', async () => {
    const { id } = await asked()
    await voted(ben, id, 1)
    for (const option of [0, 1, 2]) await refused(() => vote(ben, id, option), 'ALREADY_VOTED')
    await Promise.all(crowd.slice(0, 4).map((each) => voted(each, id)))
    await end()
    expect((await pollOf(ben, id)).voters).toBe(5)
  })
  test.each<[string, unknown]>([
    ['null', null],
    ['a text', 'Tea'],
    ['the number as a text', '1'],
    ['below the first', -1],
    ['after the last', 3],
    ['far after the last', 6],
    ['a fraction', 0.5],
    ['several', [0, 1]],
  ])('for an option that is %s: 400 at its field', async (_, option) => {
    const { id } = await asked()
    await refused(() => vote(ben, id, option), 'VALIDATION_FAILED', 'option')
    expect(rowsOf(id)?.voters).toBe(0)
  })
  test('where there is no poll, no post, or none that one may read: as the post refuses', async () => {
    const [bare, removed, own] = [await publish(ann), await asked(), await asked({ isPrivate: true })]
    await judgePost(removed.id, 'banned')
    await refused(() => vote(ben, bare.id), 'NOT_FOUND')
    await refused(() => vote(ben, MISSING_ID), 'NOT_FOUND')
    for (const each of [ben, ann, admin]) await refused(() => vote(each, removed.id), 'NOT_FOUND')
    await refused(() => vote(cat, own.id), 'FORBIDDEN')
    await refused(() => vote({ visitor: anyone }, own.id), 'UNAUTHENTICATED')
    const hidden = await asked()
    await judgePost(hidden.id, 'shadow_banned')
    await refused(() => vote(ben, hidden.id), 'NOT_FOUND')
    expect((await voted(ann, hidden.id)).voted).toBe(true)
  })
  test('across a block: 403', async () => {
    const [author, blocked] = [await student(), await student()]
    const { id } = await publish(author, { poll: POLL })
    await block(author, blocked.id)
    await refused(() => vote(blocked, id), 'BLOCK_RELATION')
  })
  test('many at once count once each', async () => {
    const { id } = await asked()
    const answers = await atOnce(36, (n) => vote(crowd[n % 12]!, id, n % 3))
    expect(statuses(answers)).toEqual([...new Array(12).fill(200), ...new Array(24).fill(409)])
    await end()
    expect((await pollOf(ben, id)).voters).toBe(12)
  })
})

describe('the counts of a poll', () => {
  test('appear with the tenth voter, by five, and not at the moment of a vote', async () => {
    const { id } = await asked()
    for (const each of crowd.slice(0, 9)) await voted(each, id)
    await countPolls()
    expect((await pollOf(ben, id)).voters).toBeNull()
    expect((await voted(crowd[9]!, id)).voters).toBeNull()
    await countPolls()
    const { voters, options } = await pollOf(ben, id)
    expect([voters, options.map(({ votes }: Data) => votes)]).toEqual([5, [5, 0, 0]])
  })
  test('are whole at the end, and then nothing is left of who voted', async () => {
    const { id } = await asked()
    for (const [n, each] of crowd.slice(0, 7).entries()) await voted(each, id, n % 2)
    later(6 * HOUR)
    // Before anything is counted it is closed already, and says no more than before.
    const early = await pollOf(crowd[0]!, id)
    expect([early.closed, early.voted, early.voters]).toEqual([true, false, null])
    await refused(() => vote(ben, id), 'CONFLICT')
    await countPolls()
    expect(rowsOf(id)).toEqual({ voters: 0, pending: 0, votes: '[4,3,0,0,0,0]' })
    const { closed, voted: mine, voters, options } = await pollOf(crowd[0]!, id)
    expect([closed, mine, voters, options.map(({ votes }: Data) => votes)]).toEqual([true, false, 7, [4, 3, 0]])
    await refused(() => vote(ben, id), 'CONFLICT')
    await countPolls()
    expect((await pollOf(ben, id)).voters).toBe(7)
  })
  test('of fewer than five voters never appear', async () => {
    const { id } = await asked()
    for (const each of crowd.slice(0, 4)) await voted(each, id)
    await end()
    expect(await pollOf(ben, id)).toMatchObject({ closed: true, voters: null })
    expect(rowsOf(id)).toEqual({ voters: 0, pending: 0, votes: null })
  })
  test('one that cannot be read keeps no other from its end', async () => {
    const [broken, whole] = [await asked(), await asked()]
    for (const each of crowd.slice(0, 5)) await voted(each, whole.id)
    await execute("UPDATE polls SET pending = 'x' WHERE post = (SELECT key FROM posts WHERE id = ?)", broken.id)
    await end()
    expect([(await pollOf(ben, whole.id)).voters, (await pollOf(ben, broken.id)).closed]).toEqual([5, true])
    await ann.delete(`posts/${broken.id}`)
  })
  test('survive a new key', async () => {
    const { id } = await asked()
    for (const each of crowd.slice(0, 5)) await voted(each, id)
    const former = currentKey().id
    addKey()
    await countPolls()
    expect(select('SELECT 1 FROM polls WHERE pending GLOB ?', `${former}.*`)).toEqual([])
    await end()
    expect((await pollOf(ben, id)).voters).toBe(5)
  })
})

describe('a poll counts its hours from when its post appears', () => {
  test('of a delayed one', async () => {
    const { delayedPost } = await ann.post('posts/delayed', { ...newPost(), poll: POLL })
    expect(delayedPost.poll).toMatchObject({ endsAt: null, hours: 6, closed: false })
    later(HOUR)
    await waitingPosts.publishDue()
    const { posts } = await ann.get(`posts/user/${ann.id}`)
    expect(Date.parse(posts[0].poll.endsAt)).toBeGreaterThan(Date.now() + 5 * HOUR)
    setSystemTime()
  })
  test('of a held one', async () => {
    const linkDomains = { allow: [], hold: ['waits.example.org'], refuse: [] }
    await storage.write((tx) => storeSetting(tx, 'linkDomains', linkDomains))
    const { post } = await ann.post('posts', {
      ...newPost({ content: `${newWords()} https://waits.example.org` }),
      poll: POLL,
    })
    const waiting = { options: [{ text: 'Tea', votes: null }, {}, {}], endsAt: null, hours: 6 }
    expect(post).toMatchObject({ held: 'waiting', poll: waiting })
    expect((await ann.get('held')).held[0].poll).toMatchObject(waiting)
    await refused(() => vote(ann, post.id), 'NOT_FOUND')
    const { held } = await admin.get('moderation/held')
    expect(held.find(({ id }: Data) => id === post.id).poll).toMatchObject(waiting)
    later(3 * HOUR)
    await admin.put(`moderation/held/${post.id}`, { decision: 'release' })
    expect(Date.parse((await pollOf(ann, post.id)).endsAt)).toBeGreaterThan(Date.now() + 5 * HOUR)
  })
})

describe('what is deleted', () => {
  test('a voter’s row goes with the account, and the choice stays in the count', async () => {
    const { id } = await asked()
    const leaver = await student()
    for (const each of [...crowd.slice(0, 4), leaver]) await voted(each, id)
    await leaver.visitor.delete('auth/account')
    expect(rowsOf(id)?.voters).toBe(4)
    await end()
    expect((await pollOf(ben, id)).voters).toBe(5)
  })
  test('everything goes with the post, also with one that stays, emptied', async () => {
    const author = await student()
    const [gone, emptied] = [await publish(author, { poll: POLL }), await publish(author, { poll: POLL })]
    for (const { id } of [gone, emptied]) await voted(ben, id)
    await ben.post(`comments/post/${emptied.id}`, { content: newWords(), parentCommentId: null })
    await author.visitor.delete(`posts/${gone.id}`)
    await author.visitor.delete('auth/account')
    for (const { id } of [gone, emptied]) expect(rowsOf(id)).toBeUndefined()
    expect((await ben.get(`posts/${emptied.id}`)).post).not.toHaveProperty('poll')
    expect(
      select('SELECT 1 FROM poll_voters v WHERE NOT EXISTS (SELECT 1 FROM polls q WHERE q.post = v.post)'),
    ).toEqual([])
  })
})
