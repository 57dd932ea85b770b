import { beforeEach, describe, expect, test } from 'bun:test'
import { matchesStoredHash } from '../../../src/lib/crypto/keys'
import { backgroundIdle } from '../../../src/lib/process/background'
import { newPost, newWords, select, sendComment, sendPost } from '../../support/content'
import {
  administrator,
  atOnce,
  collegeId,
  type Data,
  expectData,
  expectWithout,
  fails,
  MISSING_ID,
  newEmail,
  type Person,
  student,
  useQuad,
  Visitor,
} from '../../support/kit'
import { isReplay, keyed } from '../../support/repeats'
import { auditEntries } from '../../support/traces'

await useQuad()
const anyone = new Visitor()
await collegeId('away.edu')
const [ben, admin, root] = [await student(), await administrator(), await administrator('superadmin')]
let ann: Person
beforeEach(async () => {
  ann = await student()
})

const post = async (by: Person, over: object = {}): Promise<Data> => expectData(await sendPost(by, over)).post
const aliased = (by: Person, over: object = {}): Promise<Data> => post(by, { alias: true, ...over })
const comment = async (by: Person, postId: string, over: object = {}): Promise<Data> =>
  expectData(await sendComment(by, postId, over)).comment
const links = (accountId: string) =>
  select(
    'SELECT n.id, a.post_id FROM aliases a JOIN users n ON n.key = a.alias JOIN users u ON u.key = a.account WHERE u.id = ? ORDER BY a.created_at',
    accountId,
  )

/** Every entry about a text is its alias's, and says nothing of the account but by the hash. */
function expectEntriesOfAlias(id: string, alias: string, account: Person, actions: string[]) {
  const entries = auditEntries(id).filter(({ entityId }) => entityId === id)
  expect(entries.map(({ action }) => action)).toEqual(actions)
  for (const entry of entries) {
    expect(entry).toMatchObject({ actorId: alias, actorRole: 'user', ip: null, requestId: null })
    const { account: hash } = JSON.parse(entry.metadata ?? '{}')
    expect(matchesStoredHash(hash, 'alias-account', `${alias}\0${account.id}`)).toBe(true)
    expectWithout(entry, account.id)
  }
  expect(entries.filter(({ userAgent }) => userAgent !== null)).toEqual([])
  // Nor does any entry of the account name the text or the alias.
  const own = JSON.stringify(auditEntries(account.id))
  expect([own.includes(id), own.includes(alias)]).toEqual([false, false])
}

describe('a post under an alias', () => {
  test('has an author of its own, who is nobody elsewhere', async () => {
    const made = await aliased(ann)
    const { postedBy } = made
    const username = expect.stringMatching(/^[a-z]+-[a-z]+-\d{4}$/)
    expect(postedBy).toMatchObject({ username, branch: null, collegeId: ann.user.collegeId, alias: 'own' })
    expect([postedBy.id === ann.id, postedBy.username === ann.user.username]).toEqual([false, false])
    expect(made).toMatchObject({ moderationState: 'active' })
    expect((await ann.get(`posts/${made.id}`)).post).toEqual(made)
    for (const other of [ben.visitor, anyone, admin.visitor, root.visitor]) {
      const read = expectData(await other.get(`posts/${made.id}`)).post
      expect(read.postedBy).toEqual({ ...postedBy, alias: 'other' })
    }
    expect(links(ann.id)).toEqual([{ id: postedBy.id, post_id: made.id }])
    expectEntriesOfAlias(made.id, postedBy.id, ann, ['user:created:post'])
  })
  test('is another one’s in each thread, and the hashes of the log differ, too', async () => {
    const [one, two] = [await aliased(ann), await aliased(ann)]
    expect(one.postedBy.id).not.toBe(two.postedBy.id)
    const hashOf = ({ id }: Data) => JSON.parse(auditEntries(id)[0]?.metadata ?? '').account
    expect(hashOf(one)).not.toBe(hashOf(two))
  })
  test('is changed and deleted by its owner alone, in the name of the alias', async () => {
    const { id, postedBy } = await aliased(ann)
    for (const other of [ben, admin]) {
      await fails(other.visitor.patch(`posts/${id}`, { title: 'Mine' }), 'NOT_OWNER')
      await fails(other.visitor.delete(`posts/${id}`), 'NOT_OWNER')
    }
    const changed = (await ann.patch(`posts/${id}`, { title: 'Said twice' })).post
    expect(changed).toMatchObject({ title: 'Said twice', postedBy: { id: postedBy.id, alias: 'own' } })
    expect((await ann.get(`posts/${id}/history`)).versions).toHaveLength(1)
    await ann.delete(`posts/${id}`)
    expectEntriesOfAlias(id, postedBy.id, ann, ['user:created:post', 'user:updated:post', 'user:deleted:post'])
  })
  test('is created once for a key, and a repeat reads it as one’s own', async () => {
    const body = { title: 'Once', content: newWords() }
    const made = expectData(await sendPost(ann, { ...body, alias: true }, keyed('a'))).post
    const again = await sendPost(ann, { ...body, alias: true }, keyed('a'))
    expect([isReplay(again), expectData(again).post]).toEqual([true, made])
    expect(links(ann.id)).toHaveLength(1)
  })
  test('is compared with all that the account wrote', async () => {
    const body = newPost()
    await aliased(ann, body)
    await fails(sendPost(ann, body), 'DUPLICATE')
    await fails(sendPost(ann, { ...body, alias: true }), 'DUPLICATE')
    expect(links(ann.id)).toHaveLength(1)
    expectData(await sendPost(ben, body))
  })
  test('is not written as moderator', async () => {
    const known = links(admin.id)
    await fails(sendPost(admin, { alias: true, official: true }), 'VALIDATION_FAILED', 'alias')
    await fails(sendPost(ann, { alias: true, official: true }), 'FORBIDDEN')
    const { id } = await post(ben)
    await fails(sendComment(admin, id, { alias: true, official: true }), 'VALIDATION_FAILED')
    expect(links(admin.id)).toEqual(known)
  })
  test('of an administrator is that of a student, who writes where students of the college do', async () => {
    const away = await student({ email: newEmail('away.edu') })
    const { id: elsewhere } = await post(away, { isPrivate: true })
    const { id: removed } = await post(ben)
    await admin.put(`moderation/posts/${removed}/moderation-state`, { state: 'banned', reason: 'No' })
    await fails(sendComment(admin, elsewhere, { alias: true }), 'FORBIDDEN')
    await fails(sendComment(admin, removed, { alias: true }), 'NOT_FOUND')
    for (const thread of [elsewhere, removed]) await comment(admin, thread)
    expect(links(admin.id)).toEqual([])

    const { id, postedBy } = await aliased(admin)
    expect(auditEntries(id)[0]).toMatchObject({ actorId: postedBy.id, actorRole: 'user', ip: null })
  })
})

describe('a comment under an alias', () => {
  test('has the same name for all that the account says in the thread, and another elsewhere', async () => {
    const [here, there] = [await post(ben), await post(ben)]
    const first = await comment(ann, here.id, { alias: true })
    const { commentedBy } = first
    expect(commentedBy).toMatchObject({ branch: null, alias: 'own' })
    expect(commentedBy.id).not.toBe(ann.id)
    expect((await comment(ann, here.id, { alias: true })).commentedBy).toEqual(commentedBy)
    // Who has a name here writes under it, unless the own one is chosen.
    expect((await comment(ann, here.id, { parentCommentId: first.id })).commentedBy).toEqual(commentedBy)
    const own = (await comment(ann, here.id, { alias: false })).commentedBy
    expect([own.id, own.alias]).toEqual([ann.id, undefined])
    expect((await comment(ann, here.id)).commentedBy).toEqual(commentedBy)
    expect((await comment(ann, there.id)).commentedBy.id).toBe(ann.id)
    const elsewhere = (await comment(ann, there.id, { alias: true })).commentedBy
    expect([ann.id, commentedBy.id]).not.toContain(elsewhere.id)
    expect(links(ann.id).map(({ post_id }) => post_id)).toEqual([here.id, there.id])
    expectEntriesOfAlias(first.id, commentedBy.id, ann, ['user:created:comment'])
    const { id, postedBy } = await aliased(ann)
    expect((await comment(ann, id)).commentedBy).toEqual(postedBy)
  })
  test('twice at once makes one alias', async () => {
    const { id } = await post(ben)
    const made = await atOnce(3, () => sendComment(ann, id, { alias: true }))
    const authors = new Set(made.map((each) => expectData(each).comment.commentedBy.id))
    expect([authors.size, links(ann.id).length]).toEqual([1, 1])
  })
  test('is created once for a key, changed and deleted by its owner alone, in the name of the alias', async () => {
    const thread = await post(ben)
    const body = { content: newWords(), alias: true }
    const made = expectData(await sendComment(ann, thread.id, body, keyed('c'))).comment
    const again = await sendComment(ann, thread.id, body, keyed('c'))
    expect([isReplay(again), expectData(again).comment]).toEqual([true, made])
    const { id, commentedBy } = made
    await fails(ben.visitor.patch(`comments/${id}`, { content: 'Mine' }), 'NOT_OWNER')
    await fails(ben.visitor.delete(`comments/${id}`), 'NOT_OWNER')
    const changed = (await ann.patch(`comments/${id}`, { content: newWords() })).comment
    expect(changed.commentedBy).toEqual(commentedBy)
    await ann.delete(`comments/${id}`)
    const actions = ['user:created:comment', 'user:updated:comment', 'user:deleted:comment']
    expectEntriesOfAlias(id, commentedBy.id, ann, actions)
  })
  test('raises an alert about the alias alone', async () => {
    await root.patch('admin/settings', { bursts: { texts: 3 } })
    const { id } = await post(ben)
    const made: Data[] = []
    for (let n = 0; n < 3; n++) made.push(await comment(ann, id, { alias: true }))
    for (let n = 0; n < 3; n++) await aliased(ann)
    await backgroundIdle()
    const alerts = (await admin.visitor.get('moderation/bursts')).text
    expect(alerts).toContain(made[0]?.commentedBy.id)
    expect(alerts).not.toMatch(new RegExp(`${ann.id}|${ann.user.username}`))
    await root.patch('admin/settings', { bursts: { texts: 15 } })
  })
  test('makes no alias where it is refused', async () => {
    await fails(sendComment(ann, MISSING_ID, { alias: true }), 404)
    const thread = await post(ben)
    await fails(
      sendComment(ann, thread.id, { alias: true, content: 'You should kill yourself' }),
      'CONTENT_POLICY_VIOLATION',
    )
    const gone = { alias: true, parentCommentId: MISSING_ID }
    await fails(sendComment(ann, thread.id, gone), 'NOT_FOUND')
    const blocker = await student()
    await blocker.post(`users/block/${ann.id}`)
    const theirs = await post(blocker)
    await fails(sendComment(ann, theirs.id, { alias: true }), 'BLOCK_RELATION')
    expect(links(ann.id)).toEqual([])
  })
})
