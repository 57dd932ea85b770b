import { beforeEach, describe, expect, test } from 'bun:test'
import { featuresOf } from '../../../src/parts/classifier/features'
import { publishAliased } from '../../support/aliased'
import { logEntries } from '../../support/audit-log'
import {
  comment,
  decide,
  execute,
  judge,
  newWords,
  noReports,
  publish,
  report,
  reportComment,
  select,
} from '../../support/content'
import { administrator, expectData, fails, later, type Person, student, useCampus, Visitor } from '../../support/kit'

const { ann, ben, admin, root } = await useCampus()
const second = await administrator()
const DAY = 86_400_000
let author: Person
beforeEach(async () => {
  author = await student()
  await noReports()
  await execute('DELETE FROM classifier_decisions')
})

type Row = {
  author_id: string
  moderator_id: string
  is_kept: 0 | 1
  labels: string
  features: Uint8Array
}
const decided = (id: string): Row | undefined => select('SELECT * FROM classifier_decisions WHERE target_id = ?', id)[0]
const about = (id: string) => {
  const row = decided(id)
  return row && [row.is_kept === 1 ? 'kept' : 'removed', ...JSON.parse(row.labels)]
}
const remove = async (id: string, why: object = {}, by = admin, kind: 'post' | 'comment' = 'post') =>
  expectData(await judge(by, kind, { id }, { state: 'banned', ...why }))
const restore = async (id: string, by = admin) => expectData(await judge(by, 'post', { id }, { state: 'active' }))
const learned = () => select('SELECT 1 FROM classifier_decisions').length

describe('what a moderator decides is noted', () => {
  test('a removal with the labels that its rule means, its features and who decided; not its words', async () => {
    const words = newWords()
    const { id } = await publish(author, { title: 'A title', content: words })
    await remove(id, { rule: 'harassment' })
    const { author_id, moderator_id, features } = decided(id)!
    expect(about(id)).toEqual(['removed', 'harassment'])
    expect({ author_id, moderator_id }).toEqual({ author_id: author.id, moderator_id: admin.id })
    expect(new Uint32Array(features.slice().buffer)).toEqual(featuresOf(`A title\n\n${words}`))
    expect(JSON.stringify(select('SELECT * FROM classifier_decisions'))).not.toContain(words)
  })
  test.each([
    ['spam', ['spam']],
    ['violence', ['threat']],
    ['sexual content', ['sexual']],
    ['misinformation', []],
  ])('a removal for %s', async (rule, labels) => {
    const { id } = await publish(author)
    await remove(id, { rule })
    expect(about(id)).toEqual(['removed', ...labels])
  })
  test('a removal without a rule means what its reports say, but for those that were dismissed', async () => {
    const { id } = await publish(author)
    await report(ben, id, { reason: 'hate' })
    await decide(admin, (await report(ann, id, { reason: 'spam' })).id, 'ignored')
    await remove(id)
    expect(about(id)).toEqual(['removed', 'hate'])
  })
  test('a shadow ban, a comment, and what is restored; the last decision stands', async () => {
    const post = await publish(author)
    expectData(await judge(admin, 'post', post, { state: 'shadow_banned' }))
    expect(about(post.id)).toEqual(['removed'])
    await restore(post.id, second)
    expect(about(post.id)).toEqual(['kept'])
    expect(decided(post.id)?.moderator_id).toBe(second.id)
    const { id } = await comment(author, post.id, { content: newWords() })
    await remove(id, { rule: 'spam' }, admin, 'comment')
    expect(about(id)).toEqual(['removed', 'spam'])
    expect(learned()).toBe(2)
  })
  test('a dismissed report says that the text is fine, unless it was removed; a resolved one and an open one say nothing', async () => {
    const post = await publish(author)
    const { id } = await comment(author, post.id, { content: newWords() })
    const [first, other] = [await report(ben, post.id), await reportComment(ben, id)]
    await decide(admin, first.id, 'resolved')
    expect(learned()).toBe(0)
    await decide(admin, first.id, 'ignored')
    await decide(admin, other.id, 'ignored')
    expect([about(post.id), about(id)]).toEqual([['kept'], ['kept']])
    await remove(post.id, { rule: 'spam' })
    await decide(second, first.id, 'pending')
    await decide(second, first.id, 'ignored')
    expect(about(post.id)).toEqual(['removed', 'spam'])
  })
  test('an appeal that is granted, a bulk removal and its end', async () => {
    const [first, other] = [await publish(author), await publish(author)]
    await remove(first.id, { rule: 'spam' })
    const { appeal } = await author.post('appeals', { resource: 'post', resourceId: first.id, message: 'A question' })
    expectData(await second.visitor.put(`moderation/appeals/${appeal.id}`, { outcome: 'overturned', reason: 'Fine' }))
    expect(about(first.id)).toEqual(['kept'])
    const { removal } = await admin.post(`moderation/users/${author.id}/removals`, { rule: 'hate' })
    expect([about(first.id), about(other.id)]).toEqual([
      ['removed', 'hate'],
      ['removed', 'hate'],
    ])
    await admin.delete(`moderation/removals/${removal.id}`)
    expect([about(first.id), about(other.id)]).toEqual([['kept'], ['kept']])
  })
  test('a held text that is released or refused; one that waits again was not decided about', async () => {
    await root.patch('admin/settings', { linkDomains: { allow: [], hold: ['example.org'], refuse: [] } })
    const hold = async () =>
      (
        await author.post('posts', {
          title: newWords(),
          content: `${newWords()} https://example.org`,
          topic: 'Showcase',
        })
      ).post.id
    const [released, refused] = [await hold(), await hold()]
    const put = (id: string, body: object) => admin.put(`moderation/held/${id}`, body)
    await put(refused, { decision: 'refuse', rule: 'spam' })
    expect(about(refused)).toEqual(['removed', 'spam'])
    await put(refused, { decision: 'reopen' })
    expect(about(refused)).toBeUndefined()
    await put(released, { decision: 'release' })
    expect(about(released)).toEqual(['kept'])
    await put(refused, { decision: 'refuse', rule: 'spam' })
    await author.delete(`held/${refused}`)
    expect(about(refused)).toBeUndefined()
  })
})

describe('nothing is noted', () => {
  test('about a text of a moderator, or what is said officially', async () => {
    const own = await publish(second)
    const official = await publish(admin, { official: true })
    await remove(own.id, { rule: 'spam' }, root)
    await remove(official.id, { rule: 'spam' }, root)
    expect(learned()).toBe(0)
  })
  test('while it is switched off; an earlier decision that another one follows then is gone', async () => {
    const { id } = await publish(author)
    await remove(id, { rule: 'spam' })
    await root.patch('admin/settings', { classifier: { mode: 'off' } })
    await restore(id)
    expect(learned()).toBe(0)
    await root.patch('admin/settings', { classifier: { mode: 'shadow' } })
  })
  test('of an alias beside its account', async () => {
    const { id, alias } = await publishAliased(author)
    await remove(id, { rule: 'spam' })
    expect(decided(id)?.author_id).toBe(alias.id)
    expect(JSON.stringify(decided(id))).not.toContain(author.id)
  })
  test('that outlives the text: a deleted post with its thread, a deleted comment, and the texts of a deleted account', async () => {
    const thread = await publish(author)
    const answered = await comment(author, thread.id, { content: newWords() })
    await comment(ben, thread.id, { content: newWords(), parentCommentId: answered.id })
    const alone = await publish(author)
    for (const { id } of [thread, alone]) await decide(admin, (await report(ben, id)).id, 'ignored')
    await decide(admin, (await reportComment(ben, answered.id)).id, 'ignored')
    expect(learned()).toBe(3)
    await author.delete(`comments/${answered.id}`)
    expect([learned(), about(answered.id)]).toEqual([2, undefined])
    await author.delete(`posts/${alone.id}`)
    expect([learned(), about(alone.id)]).toEqual([1, undefined])
    await author.delete('auth/account')
    expect(learned()).toBe(0)
  })
  test('for longer than a year, or beyond the last two thousand', async () => {
    const { deleteOldDecisions } = await import('../../../src/parts/classifier/decisions')
    const { storage } = await import('../../../db/storage')
    const { id } = await publish(author)
    await remove(id)
    await storage.write(deleteOldDecisions)
    expect(learned()).toBe(1)
    later(366 * DAY)
    await storage.write(deleteOldDecisions)
    expect(learned()).toBe(0)
  })
})

describe('the state', () => {
  const STATE = 'admin/classifier'
  test('is for moderators, and a reset for superadmins: of what was learned and of the decisions', async () => {
    const { id } = await publish(author)
    await remove(id, { rule: 'spam' })
    const before = await admin.get(STATE)
    expect(before).toMatchObject({ isHolding: false, version: null, rolledBack: false, decisions: 1 })
    expect(before.agreement.predicted).toBe(1)
    await fails(author.visitor.get(STATE), 'FORBIDDEN')
    await fails(new Visitor().get(STATE), 'UNAUTHENTICATED')
    await fails(admin.visitor.post(`${STATE}/reset`), 'FORBIDDEN')
    expect(learned()).toBe(1)
    expectData(await root.visitor.post(`${STATE}/reset`))
    expect((await admin.get(STATE)).decisions).toBe(0)
    expect(logEntries().map(({ action }) => action)).toContain('admin:reset:classifier')
  })
  test('has no text, no author and no id', async () => {
    const { id } = await publish(author, { content: newWords() })
    await remove(id, { rule: 'spam' })
    const told = JSON.stringify(await admin.get(STATE))
    for (const word of [id, author.id, author.user.username, admin.id]) expect(told).not.toContain(word)
  })
})

test('a student reads nothing of it: not in the text, its notice, the own export or the record of the removal', async () => {
  const { id } = await publish(author)
  await remove(id, { rule: 'spam' })
  for (const path of [`posts/${id}`, 'notices', 'appeals', 'held', 'auth/me'])
    expect((await author.visitor.get(path)).text).not.toMatch(/reading|feature|score|label|classif/i)
})
