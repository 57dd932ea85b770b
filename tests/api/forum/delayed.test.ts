import { beforeEach, describe, expect, setSystemTime, test } from 'bun:test'
import { waitingComments } from '../../../src/forum/comments/delayed'
import { startDelayedTexts } from '../../../src/forum/delayed/delayed'
import { waitingPosts } from '../../../src/forum/posts/delayed'
import { execute, newComment, newPost, newWords, publish, select } from '../../support/content'
import {
  administrator,
  BLOCK,
  type Data,
  expectData,
  expectWithout,
  fails,
  HOUR,
  later,
  MISSING_ID,
  type Person,
  sanction,
  student,
  useQuad,
  Visitor,
} from '../../support/kit'
import { auditEntries } from '../../support/traces'

await useQuad()
const anyone = new Visitor()
const [ben, admin, root] = [await student(), await administrator(), await administrator('superadmin')]
let ann: Person
let thread: string
beforeEach(async () => {
  ann = await student()
  thread = (await publish(ben)).id
})

const KINDS = {
  posts: { name: 'Post', within: HOUR, queue: waitingPosts },
  comments: { name: 'Comment', within: HOUR / 4, queue: waitingComments },
}
type Kind = keyof typeof KINDS
const CRUEL = { content: 'You should kill yourself' }

const draft = (kind: Kind, over: object = {}) => ({
  ...(kind === 'posts' ? newPost() : newComment({ postId: thread })),
  ...over,
})
const ask = ({ visitor }: Person, kind: Kind, over: object = {}) => visitor.post(`${kind}/delayed`, draft(kind, over))
const delay = async (by: Person, kind: Kind, over: object = {}): Promise<Data> =>
  expectData(await ask(by, kind, over))[`delayed${KINDS[kind].name}`]
const waiting = async (by: Person, kind: Kind): Promise<Data[]> =>
  (await by.get(`${kind}/delayed`))[`delayed${KINDS[kind].name}s`]
const publishing = ({ visitor }: Person, kind: Kind, { id }: Data) => visitor.post(`${kind}/delayed/${id}/publish`)
const publishNow = async (by: Person, kind: Kind, text: Data): Promise<Data> =>
  expectData(await publishing(by, kind, text))[kind.slice(0, -1)]
const dropping = ({ visitor }: Person, kind: Kind, { id }: Data) => visitor.delete(`${kind}/delayed/${id}`)
/** What anybody reads of what Ann wrote at last, or below the thread. */
const shown = async (kind: Kind): Promise<Data[]> =>
  expectData(await anyone.get(kind === 'posts' ? `posts/user/${ann.id}` : `comments/post/${thread}`))[kind]
const dueAt = (kind: Kind, { id }: Data) =>
  select(`SELECT publish_at AS at FROM delayed_${kind} WHERE id = ?`, id)[0]?.at ?? ''
const publishDue = async () => {
  for (const { queue } of Object.values(KINDS)) await queue.publishDue()
}
async function anHourLater() {
  later(HOUR)
  await publishDue()
}
const aliasesOf = ({ id }: Person) =>
  select('SELECT alias FROM aliases WHERE account = (SELECT key FROM users WHERE id = ?)', id)
const switchAliases = (on: boolean) => root.patch('admin/settings', { aliases: { on } })

describe.each(['posts', 'comments'] as const)('delayed %s', (kind) => {
  const record = kind === 'posts' ? { isPrivate: false, ...newPost() } : { parentCommentId: null }
  test('wait where their author alone sees them, and appear in time, once, with the time and the id of that moment', async () => {
    const written = Math.ceil(Date.now() / 60_000) * 60_000 + 27_813
    setSystemTime(new Date(written))
    const made = await delay(ann, kind)
    expect(made).toEqual({
      ...record,
      ...(kind === 'comments' ? { postId: thread } : {}),
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4/),
      content: expect.any(String),
      alias: false,
      state: 'waiting',
    })
    expect(await waiting(ann, kind)).toEqual([made])
    for (const other of [ben, admin, root]) {
      expect(await waiting(other, kind)).toEqual([])
      await fails(publishing(other, kind, made), 'NOT_FOUND')
      await fails(dropping(other, kind, made), 'NOT_FOUND')
      await fails(other.visitor.get(`${kind}/${made.id}`), 404)
      for (const path of ['posts?limit=50', `posts/user/${ann.id}`, `comments/post/${thread}`])
        expectWithout((await other.visitor.get(path)).text, made.content)
    }
    const due = Date.parse(dueAt(kind, made))
    expect(due).toBeWithin(written, written + KINDS[kind].within + 1)
    setSystemTime(new Date(due - 1))
    await publishDue()
    expect(await shown(kind)).toEqual([])
    setSystemTime(new Date(due + 61_000))
    for (let n = 0; n < 2; n++) await publishDue()
    const [text, ...others] = await shown(kind)
    expect(others).toEqual([])
    const minute = `${new Date(due + 61_000).toISOString().slice(0, 16)}:00.000Z`
    expect(text).toMatchObject({ content: made.content, createdAt: minute, updatedAt: minute })
    expect((text.postedBy ?? text.commentedBy).id).toBe(ann.id)
    const idTime = Number.parseInt(text.id.slice(0, 8) + text.id.slice(9, 13), 16)
    expect(new Date(idTime).toISOString()).toBe(minute)
    expect(await waiting(ann, kind)).toEqual([])
  })
  test('appear at moments that differ; ten wait at most', async () => {
    const moments = new Set<string>()
    for (let n = 0; n < 10; n++) moments.add(dueAt(kind, await delay(ann, kind)).slice(0, 16))
    expect(moments.size).toBeGreaterThan(3)
    await fails(ask(ann, kind), 'CONFLICT')
    expect(await waiting(ann, kind)).toHaveLength(10)
  })
  test('are published at once, or deleted, by their author', async () => {
    const [one, two] = [await delay(ann, kind), await delay(ann, kind)]
    const text = await publishNow(ann, kind, one)
    expect(text.content).toBe(one.content)
    expectData(await anyone.get(`${kind}/${text.id}`))
    await fails(publishing(ann, kind, one), 'NOT_FOUND')
    expectData(await dropping(ann, kind, two))
    await fails(dropping(ann, kind, two), 'NOT_FOUND')
    expect(await waiting(ann, kind)).toEqual([])
    await anHourLater()
    expect(await shown(kind)).toHaveLength(1)
  })
  test('that were due while nobody looked appear at another moment: two of one author must not come together', async () => {
    const made = [await delay(ann, kind), await delay(ann, kind), await delay(ann, kind)]
    later(HOUR)
    const began = Date.now()
    await startDelayedTexts([KINDS[kind].queue])()()
    const times = made.map((each) => Date.parse(dueAt(kind, each)) - began)
    expect([new Set(times).size, times.every((ms) => ms >= 0 && ms < HOUR + 60_000)]).toEqual([3, true])
    await anHourLater()
    const contents = (texts: Data[]) => texts.map(({ content }) => content).toSorted()
    expect(contents(await shown(kind))).toEqual(contents(made))
  })
  test('are checked when they are written; once one has appeared it is changed a little, and once it was deleted written again', async () => {
    await fails(ask(ann, kind, CRUEL), 'CONTENT_POLICY_VIOLATION')
    const content = `${newWords()} ${newWords()} ${newWords()}`
    const made = await delay(ann, kind, { content })
    await fails(ask(ann, kind, { content }), 'DUPLICATE')
    const { id } = await publishNow(ann, kind, made)
    await fails(ask(ann, kind, { content }), 'DUPLICATE')
    await ann.patch(`${kind}/${id}`, { content: `${content}!` })
    const other = await delay(ann, kind)
    expectData(await dropping(ann, kind, other))
    expectData(await ask(ann, kind, { content: other.content }))
  })
  test('are held where their author may not write any more, and not published by themselves', async () => {
    const made = await delay(ann, kind)
    await sanction(ann.id, BLOCK, admin.id)
    await anHourLater()
    expect(await waiting(ann, kind)).toEqual([{ ...made, state: 'held' }])
    await fails(publishing(ann, kind, made), 403)
    await execute('DELETE FROM sanctions')
    await publishDue()
    expect(await shown(kind)).toEqual([])
    expectData(await dropping(ann, kind, made))
  })
  test('go with their author', async () => {
    const made = await delay(ann, kind)
    await ann.delete('auth/account')
    expect(dueAt(kind, made)).toBe('')
  })
  test('leave nothing that tells administrators when they were written', async () => {
    const made = await delay(ann, kind)
    const log = async ({ visitor }: Person) => (await visitor.get('admin/manage/logs?limit=100')).text
    for (const who of [admin, root]) expect(await log(who)).not.toMatch(new RegExp(`${made.id}|delayed`))
    await anHourLater()
    const [text] = await shown(kind)
    const entry = auditEntries(text.id).at(-1)
    const action = `user:created:${kind.slice(0, -1)}`
    expect(entry).toMatchObject({ action, actorId: ann.id, ip: null, requestId: null })
    expectWithout(entry, made.id)
  })
})

test('a delayed post is checked for its topic, a comment for its place', async () => {
  await fails(ask(ann, 'posts', { topic: 'None' }), 'VALIDATION_FAILED')
  for (const over of [{ postId: MISSING_ID }, { postId: MISSING_ID, ...CRUEL }, { parentCommentId: MISSING_ID }])
    await fails(ask(ann, 'comments', over), 'NOT_FOUND')
  await ben.post(`users/block/${ann.id}`)
  await fails(ask(ann, 'comments'), 'BLOCK_RELATION')
})

test('a delayed comment is held by a block, and says so when its author publishes it; it goes with the post', async () => {
  const made = await delay(ann, 'comments')
  await ben.post(`users/block/${ann.id}`)
  await anHourLater()
  expect(await waiting(ann, 'comments')).toEqual([{ ...made, state: 'held' }])
  await fails(publishing(ann, 'comments', made), 'BLOCK_RELATION')
  expect(await shown('comments')).toEqual([])
  await ben.delete(`posts/${thread}`)
  expect(await waiting(ann, 'comments')).toEqual([])
})

describe('what appears later under an alias', () => {
  const both = async (): Promise<[Kind, Data][]> => [
    ['posts', await delay(ann, 'posts', { alias: true })],
    ['comments', await delay(ann, 'comments', { alias: true })],
  ]
  test('has no alias before, and then one as any other', async () => {
    const made = await both()
    expect([...made.map(([, { alias }]) => alias), aliasesOf(ann)]).toEqual([true, true, []])
    await anHourLater()
    const all = [...expectData(await anyone.get('posts?limit=50')).posts, ...(await shown('comments'))]
    const texts = made.map(([, { content }]) => all.find((each) => each.content === content))
    for (const { postedBy, commentedBy } of texts) {
      expect((postedBy ?? commentedBy).id).not.toBe(ann.id)
      expect((postedBy ?? commentedBy).alias).toBe('other')
    }
    expect(aliasesOf(ann)).toHaveLength(2)
    expect((await ann.get(`posts/${texts[0].id}`)).post.postedBy.alias).toBe('own')
  })
  test('uses the alias of the thread where there is one, unless the own name is chosen', async () => {
    const body = newComment({ alias: true })
    const { commentedBy } = (await ann.post(`comments/post/${thread}`, body)).comment
    const [under, own] = [await delay(ann, 'comments'), await delay(ann, 'comments', { alias: false })]
    expect([under.alias, own.alias]).toEqual([true, false])
    await anHourLater()
    const byText = new Map((await shown('comments')).map((each) => [each.content, each.commentedBy.id]))
    expect([byText.get(under.content), byText.get(own.content)]).toEqual([commentedBy.id, ann.id])
  })
  test('is held when aliases are switched off meanwhile, never under the own name, and its author’s to publish', async () => {
    const made = await both()
    await switchAliases(false)
    await anHourLater()
    for (const [kind, text] of made) {
      expect(await waiting(ann, kind)).toEqual([{ ...text, state: 'held' }])
      await fails(publishing(ann, kind, text), 'FEATURE_DISABLED')
    }
    await switchAliases(true)
    for (const [kind, text] of made) {
      const { postedBy, commentedBy } = await publishNow(ann, kind, text)
      expect((postedBy ?? commentedBy).alias).toBe('own')
    }
  })
  test('leaves no entry that says by its time whose it is', async () => {
    const entriesOf = (person: Person) => auditEntries(person.id).filter(({ actorId }) => actorId === person.id)
    const before = entriesOf(ann).length
    const gone = await both()
    for (const [kind, text] of gone) expectData(await dropping(ann, kind, text))
    const remark = await delay(ann, 'comments', { alias: true })
    expect(entriesOf(ann)).toHaveLength(before)
    for (const { id } of [...gone.map(([, text]) => text), remark]) expect(auditEntries(id)).toEqual([])
    for (const { visitor } of [admin, root])
      for (const path of ['admin/manage/logs?limit=100', `admin/manage/logs?limit=100&actorId=${ann.id}`])
        expect((await visitor.get(path)).text).not.toMatch(/delayed/)
    await anHourLater()
    const [comment] = await shown('comments')
    const [entry] = auditEntries(comment?.id)
    expect(entry).toMatchObject({ action: 'user:created:comment', actorId: comment?.commentedBy.id, ip: null })
    expectWithout(entry, remark.id)
    // The negative twin: what waits under the own name is in the history of the account.
    await delay(ann, 'comments', { alias: false })
    expect(entriesOf(ann)).toHaveLength(before + 1)
  })
})
