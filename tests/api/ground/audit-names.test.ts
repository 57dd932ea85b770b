import { beforeAll, describe, expect, test } from 'bun:test'
import { storage } from '../../../db/storage'
import { systemActor } from '../../../src/ground/audit/audit'
import { auditAt } from '../../support/audit-log'
import { judge, newWords, publish, comment as reply, report, upvote } from '../../support/content'
import type { Logs } from '../../support/contract'
import { expectWithout, fails, type Person, useCampus } from '../../support/kit'
import { auditActions, auditEntries } from '../../support/traces'

const { ann, ben, cat, admin, root } = await useCampus()

const logs = (by: Person, query = ''): Promise<Logs> => by.get(`admin/manage/logs?limit=100&${query}`)
const objectsOf = async (by: Person, query: string) => (await logs(by, query)).data.map(({ object }) => object)
const newest = async (by: Person, query: string) => (await logs(by, query)).data[0]
const actionsOf = async (by: Person, query: string): Promise<string[]> => [
  ...new Set((await logs(by, query)).data.map(({ action }) => action)),
]
const decide = (id: string, state: string, by = admin) => judge(by, 'post', { id }, { state, reason: 'Names people' })

describe('an entry names', () => {
  test('who acted, and the post, or that of the comment, as it is called now, also while it is removed', async () => {
    const { id } = await publish(ann, { title: 'Rate the tea' })
    await decide(id, 'banned')
    const object = { kind: 'post', id, state: 'here', name: 'Rate the tea', postId: id } as const
    expect(await newest(admin, `entityId=${id}`)).toMatchObject({
      action: 'admin:banned:post',
      actorName: admin.user.username,
      reason: 'Names people',
      object,
    })
    await decide(id, 'active')
    await ann.patch(`posts/${id}`, { title: 'Rate the coffee' })
    expect(await objectsOf(admin, `entityId=${id}`)).toEqual(Array(4).fill({ ...object, name: 'Rate the coffee' }))
    const remark = await reply(ben, id)
    expect(await objectsOf(admin, `entityId=${remark.id}`)).toEqual([
      { kind: 'comment', id: remark.id, state: 'here', name: 'Rate the coffee', postId: id },
    ])
  })
  test('people, words, colleges, branches and feedback', async () => {
    await admin.post('moderation/words', { word: 'tealeaf', severity: 'mild', strictMode: false })
    await ben.post('feedbacks', { type: 'bug', title: 'A small map', content: newWords() })
    for (const blocked of [true, false]) await judge(admin, 'user', ben, { blocked, reason: 'Rude' })
    const name = async (action: string) => (await newest(admin, `action=${action}`))?.object?.name
    expect(await name('admin:created:word')).toBe('tealeaf')
    expect(await name('user:created:feedback')).toBe('A small map')
    expect(await name('admin:blocked:user')).toBe(ben.user.username)
  })
  test('the target of a report, without its reporter, and not to whom it is about', async () => {
    const post = await publish(ann, { title: 'About a bus' })
    const own = await publish(admin, { title: 'The own words' })
    for (const target of [post, own]) {
      const { id } = await report(ben, target.id)
      await root.patch(`reports/${id}`, { status: 'ignored' })
    }
    const closed = async (by: Person) =>
      (await logs(by, 'action=admin:updated:report')).data.slice(0, 2).map(({ object }) => object?.name)
    expect(await closed(root)).toEqual(['The own words', 'About a bus'])
    expect(await closed(admin)).toEqual([undefined, 'About a bus'])
    expectWithout(await logs(admin, 'action=admin:updated:report'), ben.id)
  })
})

describe('an entry does not name', () => {
  test('a post or comment that is gone: no word of it is left, and no link', async () => {
    const post = await publish(ann, { title: 'Short lived words' })
    const remark = await reply(ann, post.id)
    await decide(post.id, 'banned')
    await decide(post.id, 'active')
    await ann.delete(`comments/${remark.id}`)
    const gone = { state: 'gone', name: null, postId: null }
    expect(await objectsOf(admin, `entityId=${remark.id}`)).toEqual(
      Array(2).fill({ kind: 'comment', id: remark.id, ...gone }),
    )
    await ann.delete(`posts/${post.id}`)
    expect(await objectsOf(admin, `entityId=${post.id}`)).toEqual(Array(4).fill({ kind: 'post', id: post.id, ...gone }))
    for (const by of [admin, root]) expectWithout(await logs(by), 'Short lived words')
  })
  test('a private post of another college, whose title would be a read without a trace', async () => {
    const post = await publish(cat, { title: 'For us alone', isPrivate: true })
    const remark = await reply(cat, post.id)
    for (const by of [admin, root])
      for (const id of [post.id, remark.id]) {
        const [object] = await objectsOf(by, `entityId=${id}`)
        expect(object).toMatchObject({ state: 'private', name: null, postId: post.id })
      }
    expectWithout(await logs(root), 'For us alone')
    expect(auditActions(post.id)).not.toContain('admin:read:post')
    const own = await publish(ann, { title: 'For our college', isPrivate: true })
    expect(await objectsOf(admin, `entityId=${own.id}`)).toMatchObject([{ state: 'here', name: 'For our college' }])
  })
  test('an account that is gone, and nobody where nobody was signed in', async () => {
    const id = '01890a5d-0000-7000-8000-0000000000aa'
    const entry = { action: 'admin:blocked:user', entityType: 'user', entityId: id } as const
    const gone = { ...systemActor('system'), id, role: 'admin' }
    await storage.write((tx) => auditAt(tx, Date.UTC(2020, 0, 1), entry, gone))
    expect(await newest(admin, 'to=2020-12-31')).toMatchObject({
      actorName: null,
      object: { kind: 'user', state: 'gone', name: null },
    })
  })
})

describe('what is picked', () => {
  beforeAll(async () => {
    const { id } = await publish(ben)
    await decide(id, 'banned')
    await upvote(ben, (await publish(ann)).id)
    await ben.visitor.post('auth/login', { email: ben.email, password: 'wrong but long' })
  })
  test('by whom: moderators, students, strangers, and each entry once', async () => {
    const [all, ...parts] = await Promise.all(
      ['', 'by=moderators', 'by=students', 'by=strangers'].map((query) => logs(admin, `to=2030-01-01&${query}`)),
    )
    expect(parts.every(({ pagination }) => pagination.total > 0)).toBe(true)
    expect(parts.reduce((sum, { pagination }) => sum + pagination.total, 0)).toBe(all!.pagination.total)
    const [moderators, students, strangers] = parts.map(({ data }) => data.map(({ action }) => action))
    expect(moderators!.every((action) => !action.startsWith('user:'))).toBe(true)
    expect(students!).toContain('user:created:post')
    expect(strangers!).toContain('user:failed:login')
    expect([...students!, ...strangers!].every((action) => action.startsWith('user:'))).toBe(true)
  })
  test('about what, together with whom, when and the object', async () => {
    await admin.post('moderation/words', { word: 'oakleaf', severity: 'mild', strictMode: false })
    await ann.post('feedbacks', { type: 'bug', title: 'Broken', content: 'It is broken' })
    expect(new Set(await actionsOf(admin, 'by=moderators&about=policy'))).toEqual(new Set(['admin:created:word']))
    expect(new Set(await actionsOf(admin, 'by=students&about=feedback'))).toEqual(new Set(['user:created:feedback']))
    expect((await logs(admin, 'by=strangers&about=campus')).pagination.total).toBe(0)
    const { id } = await publish(ann)
    await decide(id, 'shadow_banned', root)
    expect(await actionsOf(admin, `by=moderators&entityId=${id}`)).toEqual(['admin:shadow-banned:post'])
    expect(await actionsOf(admin, `by=moderators&about=content&actorId=${root.id}`)).toContain(
      'admin:shadow-banned:post',
    )
    expect((await logs(admin, `by=moderators&about=content&actorId=${root.id}&from=2099-01-01`)).data).toEqual([])
  })
  test('opens no history: a superadmin who picks an account sees what is listed, and no entry says otherwise', async () => {
    const opened = () => auditEntries(ben.id).filter(({ action }) => action === 'admin:read:history').length
    const before = opened()
    for (const query of ['by=students', 'about=content', 'by=moderators']) {
      const { data } = await logs(root, `actorId=${ben.id}&${query}`)
      expect(
        data.filter(({ action, ip }) => action.includes('vote') || action.includes('login') || ip !== null),
      ).toEqual([])
    }
    expect(opened()).toBe(before)
    expect(await actionsOf(root, `actorId=${ben.id}`)).toContain('user:upvoted:post')
    expect(opened()).toBe(before + 1)
  })
  test.each(['by=admins', 'by=', 'about=votes', 'about=__proto__'])('%s is 400', async (query) => {
    await fails(admin.visitor.get(`admin/manage/logs?${query}`), 'VALIDATION_FAILED')
  })
})
