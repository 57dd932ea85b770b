import { beforeEach, describe, expect, test } from 'bun:test'
import { dropAllCaches } from '../../src/lib/cache'
import { comment, execute, noticesOf, publish, select } from '../support/content'
import type { Settings } from '../support/contract'
import { type Data, expectData, fails, type Person, student, useCampus } from '../support/kit'
import { auditActions } from '../support/traces'

const { root, admin, ben } = await useCampus()
beforeEach(async () => {
  await execute('DELETE FROM settings')
  dropAllCaches()
})

const read = (by: Person): Promise<Settings> => by.get('admin/settings')
const change = (changes: object, by = root) => by.visitor.patch('admin/settings', changes)
const ADS = { rule: 'spam', en: 'No ads here.', hi: 'यहाँ विज्ञापन नहीं।' }
const LATE = { rule: null, en: 'Too late.', hi: 'बहुत देर हुई।' }
const faultOf = async (removalReasons: unknown) => {
  const { status, body } = await change({ removalReasons })
  return [status, body.errors?.[0]?.field]
}
const judge = (kind: 'posts' | 'comments', id: string, decision: object) =>
  admin.visitor.put(`moderation/${kind}/${id}/moderation-state`, decision)
const remove = async (kind: 'posts' | 'comments', id: string, why: object) =>
  expectData(await judge(kind, id, { state: 'banned', ...why }))
const removalOf = async ({ visitor }: Person, id: string) => expectData(await visitor.get(`posts/${id}`)).post.removal
const BOTH = ({ en, hi }: typeof ADS | typeof LATE) => ({ en, hi })

describe('the setting', () => {
  test('has reasons on the rules that Quad comes with, which every moderator reads', async () => {
    const { removalReasons, reportReasons } = await read(admin)
    expect(removalReasons.length).toBeGreaterThan(5)
    for (const { rule, en, hi } of removalReasons) {
      expect(reportReasons).toContain(rule!)
      expect(hi).toMatch(/[\u0900-\u097f]/)
      expect(en).not.toMatch(/[\u0900-\u097f]/)
    }
    await fails(ben.visitor.get('admin/settings'), 403)
    expect((await ben.visitor.get('instance')).text).not.toContain(removalReasons[0]!.en)
  })
  test('is changed by a superadmin, trimmed, with an audit entry that names it; by nobody else', async () => {
    const removalReasons = [{ ...ADS, en: `  ${ADS.en} ` }, LATE]
    await fails(change({ removalReasons }, admin), 'FORBIDDEN')
    expect(expectData(await change({ removalReasons })).removalReasons).toEqual([ADS, LATE])
    expect((await read(admin)).removalReasons).toEqual([ADS, LATE])
    const [entry] = select(
      "SELECT metadata FROM audit_log WHERE action = 'admin:changed:settings' ORDER BY id DESC LIMIT 1",
    )
    expect(entry?.metadata).toContain('removalReasons')
    expect(expectData(await change({ removalReasons: [] })).removalReasons).toEqual([])
  })
  test('takes twenty at most, in both languages, each once, on a rule of the list or on none', async () => {
    const many = (count: number) => Array.from({ length: count }, (_, n) => ({ ...ADS, en: `Ad ${n}`, hi: `ऐड ${n}` }))
    expectData(await change({ removalReasons: many(20) }))
    expect(await faultOf(many(21))).toEqual([400, 'removalReasons'])
    expect(await faultOf([{ ...ADS, hi: ' ' }])).toEqual([400, 'removalReasons.0.hi'])
    expect(await faultOf([{ ...ADS, en: 'x'.repeat(301) }])).toEqual([400, 'removalReasons.0.en'])
    expect(await faultOf([ADS, { ...LATE, en: 'no ADS here.' }])).toEqual([400, 'removalReasons.1.en'])
    expect(await faultOf([ADS, { ...LATE, hi: ADS.hi }])).toEqual([400, 'removalReasons.1.hi'])
    expect(await faultOf([ADS, { ...LATE, rule: 'bad taste' }])).toEqual([400, 'removalReasons.1.rule'])
    const both = { reportReasons: ['bad taste'], removalReasons: [{ ...LATE, rule: 'bad taste' }] }
    expect(expectData(await change(both)).removalReasons).toEqual(both.removalReasons)
  })
})

describe('a removal for a reason of the settings', () => {
  test('tells its author, and moderators, the reason in both languages, its rule and the own words', async () => {
    expectData(await change({ removalReasons: [ADS, LATE] }))
    const ann = await student()
    const post = await publish(ann)
    const said = await comment(ann, post.id)
    await remove('comments', said.id, { preset: LATE.en })
    await remove('posts', post.id, { preset: ADS.en, reason: 'Third time today' })
    const why = { preset: BOTH(ADS), rule: 'spam', reason: 'Third time today' }
    expect(await removalOf(ann, post.id)).toMatchObject(why)
    expect((await ann.get('comments/mine')).comments[0].removal).toMatchObject({
      preset: BOTH(LATE),
      rule: null,
      reason: null,
    })
    const appealable = (resource: string, resourceId: string) => ({ appeal: { resource, resourceId } })
    expect(await noticesOf(ann)).toMatchObject([
      { kind: 'post_removed', ...why, ...appealable('post', post.id) },
      { kind: 'comment_removed', preset: BOTH(LATE), rule: null, ...appealable('comment', said.id) },
    ])
    expect((await admin.get(`moderation/history/${post.id}`)).history[0]).toMatchObject(why)
    expect(auditActions(post.id)).toContain('admin:banned:post')
  })
  test('stays as it was decided when the setting changes', async () => {
    expectData(await change({ removalReasons: [ADS] }))
    const ann = await student()
    const post = await publish(ann)
    await remove('posts', post.id, { preset: ADS.en })
    expectData(await change({ removalReasons: [LATE] }))
    expect(await removalOf(ann, post.id)).toMatchObject({ preset: BOTH(ADS), rule: 'spam' })
    await fails(judge('posts', post.id, { state: 'banned', preset: ADS.en }), 400)
  })
  test('stands on another rule where one is named, and on none when its own is not on the list any more', async () => {
    expectData(await change({ removalReasons: [ADS] }))
    const ann = await student()
    const [one, other] = [await publish(ann), await publish(ann)]
    await remove('posts', one.id, { preset: ADS.en, rule: 'harassment' })
    expect(await removalOf(ann, one.id)).toMatchObject({ preset: BOTH(ADS), rule: 'harassment' })
    expectData(await change({ reportReasons: ['bad taste'] }))
    await remove('posts', other.id, { preset: ADS.en })
    expect(await removalOf(ann, other.id)).toMatchObject({ preset: BOTH(ADS), rule: null })
  })
  test('is nothing but a removal, and one of the reasons', async () => {
    const { removalReasons } = await read(admin)
    const { id } = await publish(await student())
    const preset = removalReasons[0]!.en
    for (const decision of [
      { state: 'shadow_banned', preset },
      { state: 'active', preset },
      { state: 'banned', preset: 'Because' },
    ]) {
      const { status, body } = await judge('posts', id, decision)
      expect([status, body.errors[0].field]).toEqual([400, 'preset'])
    }
  })
})

describe('a notice', () => {
  test('leads to an appeal while the decision holds, and only the last about the same does', async () => {
    const ann = await student()
    const { id } = await publish(ann)
    const appeals = async () => (await noticesOf(ann)).map(({ appeal }) => appeal)
    const acknowledge = async () =>
      await ann.patch('notices/acknowledge', { ids: (await noticesOf(ann)).map((each: Data) => each.id) })
    await remove('posts', id, {})
    await acknowledge()
    expect(await appeals()).toEqual([{ resource: 'post', resourceId: id }])
    expectData(await judge('posts', id, { state: 'active' }))
    expect(await appeals()).toEqual([null])
    await remove('posts', id, {})
    expect(await appeals()).toEqual([{ resource: 'post', resourceId: id }, null])
    const about = { resource: 'post', resourceId: id, message: 'It was a question' }
    await ann.post('appeals', about)
  })
  test('of a sanction leads there, too, until it is lifted', async () => {
    const ann = await student()
    const put = (decision: object) => admin.put(`moderation/users/${ann.id}/moderation-state`, decision)
    await put({ blocked: true })
    const [notice] = await noticesOf(ann)
    expect(notice).toMatchObject({ kind: 'banned', appeal: { resource: 'user', resourceId: ann.id } })
    await ann.visitor.patch('notices/acknowledge', { ids: [notice!.id] })
    await put({ blocked: false })
    expect((await noticesOf(ann)).map(({ appeal }) => appeal)).toEqual([null, null])
  })
})
