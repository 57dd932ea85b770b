import { beforeEach, describe, expect, test } from 'bun:test'
import { allSettings, optionalMails } from '../../../src/ground/settings/settings'
import { dropAllCaches } from '../../../src/lib/process/cache'
import { words } from '../../../src/lib/text/words'
import { comment, execute, ids, newPost, noticesOf, publish, select, sure } from '../../support/content'
import type { Instance, Settings } from '../../support/contract'
import {
  type Data,
  expectData,
  expectWithout,
  fails,
  type Person,
  student,
  times,
  useCampus,
  Visitor,
} from '../../support/kit'
import { attempts, auditActions } from '../../support/traces'

const { root, admin, ann: pupil } = await useCampus()
beforeEach(async () => {
  await execute('DELETE FROM settings')
  dropAllCaches()
})

const LABELS = words('harassment threat hate sexual self-harm spam doxxing')
const read = (by = admin): Promise<Settings> => by.get('admin/settings')
const change = (changes: object, by = root) => by.visitor.patch('admin/settings', changes)
const changed = sure(change)
const instance = async (): Promise<Instance> => expectData(await new Visitor().get('instance'))
const entries = () =>
  attempts('admin:changed:settings').map(({ actorId, metadata, before, after }) => ({
    actor_id: actorId,
    metadata,
    before,
    after,
  }))

test('GET /admin/settings: shows everything that can be set, to both roles', async () => {
  const shown = await read()
  const names = `administratorPasskeys aliases bursts checklist classifier collegeDomains contactPage contentPatterns feedbackTypes helpLines holding linkDomains
    mails moderationPage newAccounts notifications pictures privacyPage readers removalReasons reportReasons rulesPage signUp topics toxicityThresholds transparency youngAccountPosts`
  expect(Object.keys(shown).sort()).toEqual(names.split(/\s+/))
  expect([shown.collegeDomains, shown.youngAccountPosts]).toEqual(['admin', 50])
  expect(shown.topics).toHaveLength(11)
  expect(shown.feedbackTypes).toEqual(['feedback', 'bug', 'feature', 'other'])
  expect(shown.contentPatterns).toMatchObject({ linkSpam: true, phoneNumbers: false })
  expect(shown.toxicityThresholds.openai.hate).toBe(0.5)
  expect(shown.toxicityThresholds.perspective.TOXICITY).toBe(0.85)
  expect(shown.mails).toEqual({ contentRemoved: true, suspended: true, collegeAvailable: true })
  expect(await read(root)).toEqual(shown)
})

describe('PATCH /admin/settings', () => {
  test('takes each of them as it is shown', async () => {
    for (const [name, value] of Object.entries(await read()))
      expect([name, (await change({ [name]: value })).status]).toEqual([name, 200])
  })

  test('changes what is given and nothing else, at once, for everybody', async () => {
    const before = await read()
    const topics = ['Chess', 'Go']
    expect(await changed({ topics: [' Chess ', 'Go'] })).toEqual({ ...before, topics })
    expect(await read()).toEqual({ ...before, topics })
    expect((await instance()).topics).toEqual(topics)
    await publish(pupil, newPost({ topic: 'chess' }))
    expect((await pupil.visitor.post('posts', newPost())).body.errors[0].field).toBe('topic')
    await changed({ feedbackTypes: ['Praise'], reportReasons: ['Boring'] })
    expect(await instance()).toMatchObject({ topics, feedbackTypes: ['Praise'], reportReasons: ['Boring'] })
  })
  test('a switch or a provider is changed alone', async () => {
    const before = await read()
    await changed({ contentPatterns: { phoneNumbers: true }, mails: { suspended: false } })
    await changed({ mails: { contentRemoved: false } })
    await changed({ toxicityThresholds: { openai: { hate: 0.25 } } })
    const after = await read()
    expect(after.contentPatterns).toEqual({ ...before.contentPatterns, phoneNumbers: true })
    expect(after.mails).toEqual({ contentRemoved: false, suspended: false, collegeAvailable: true })
    expect(after.toxicityThresholds).toEqual({ ...before.toxicityThresholds, openai: { hate: 0.25 } })
    expect([await optionalMails(), (await allSettings()).toxicityThresholds]).toEqual([
      after.mails,
      after.toxicityThresholds,
    ])
    const refused = await pupil.visitor.post('posts', newPost({ content: 'Ring me: +1 415 555 2671' }))
    expect(refused.code).toBe('CONTENT_POLICY_VIOLATION')
  })
  test('the classifier predicts until a superadmin says more; a threshold is changed with its others, and self-harm never holds', async () => {
    const { classifier } = await read()
    expect(Object.keys(classifier.notice)).toEqual([...LABELS])
    expect(Object.keys(classifier.hold)).toEqual(LABELS.filter((label) => label !== 'self-harm'))
    expect([classifier.mode, ...Object.values(classifier.notice)]).toEqual(['shadow', ...LABELS.map(() => null)])
    const hold = { ...classifier.hold, threat: 0.8 }
    await changed({ classifier: { hold: { ...hold, 'self-harm': 0.5 } } })
    await changed({ classifier: { mode: 'on' } })
    expect((await read()).classifier).toEqual({ ...classifier, mode: 'on', hold })
    await fails(change({ classifier: { mode: 'on' } }, admin), 'FORBIDDEN')
    await fails(change({ classifier: { hold: { ...hold, spam: 1.1 } } }), 'VALIDATION_FAILED', 'classifier.hold.spam')
  })
  test('two at once lose nothing of each other; a hundred topics of a hundred characters fit', async () => {
    await Promise.all([change({ mails: { suspended: false } }), change({ mails: { contentRemoved: false } })])
    expect((await read()).mails).toEqual({ contentRemoved: false, suspended: false, collegeAvailable: true })
    const topics = Array.from({ length: 100 }, (_, at) => String(at).padEnd(100, 'x'))
    expect((await changed({ topics })).topics).toEqual(topics)
  })
  test('is noted by the names of what changed, without a value; the same again is not; what it does not know is not stored', async () => {
    const known = entries().length
    const changes = { topics: ['Chess'], mails: { suspended: false } }
    await times(2, () => changed(changes))
    const fresh = entries().slice(known)
    expect(fresh).toEqual([{ actor_id: root.id, metadata: '{"fields":"topics,mails"}', before: null, after: null }])
    await changed({ topics: ['Chess'], colour: 'red', mails: { suspended: false, weekly: true } })
    const stored = select('SELECT key, value FROM settings')
    expect(stored.map(({ key }) => key).sort()).toEqual(['mails', 'topics'])
    expectWithout(stored, 'weekly')
  })
  test('a post keeps a topic that is offered no more, can be read and edited, and is found again when it is back', async () => {
    const stranger = new Visitor()
    const { topics } = await read()
    const offered = [...topics, 'Teas']
    await changed({ topics: offered })
    const made = await publish(pupil, { topic: 'Teas' })
    const inTopic = async () => {
      const found: Data[] = []
      // As a browser asks, and twice as whoever gets finished answers.
      for (const headers of [{}, { origin: null }, { origin: null }] as Record<string, null>[])
        found.push(expectData(await stranger.get('posts?topic=Teas', { headers })))
      return found.map(({ posts, meta }) => [posts.length, meta.total])
    }
    expect(await inTopic()).toEqual(Array(3).fill([1, 1]))
    await changed({ topics })
    expect(expectData(await stranger.get(`posts/${made.id}`)).post.topic).toBe('Teas')
    expect(ids(expectData(await stranger.get('posts')).posts)).toContain(made.id)
    expect(await inTopic()).toEqual(Array(3).fill([0, 0]))
    const edited = (await pupil.patch(`posts/${made.id}`, { title: 'Another' })).post
    expect([edited.title, edited.topic]).toEqual(['Another', 'Teas'])
    await changed({ topics: offered })
    expect(await inTopic()).toEqual(Array(3).fill([1, 1]))
    await changed({ topics })
  })
  const many = Array.from({ length: 101 }, (_, at) => `Topic ${at}`)
  test.each<[string, object]>([
    ['topics', { topics: [] }],
    ['topics', { topics: many }],
    ['topics.1', { topics: ['Chess', '  '] }],
    ['topics.2', { topics: ['Chess', 'Go', ' chess '] }],
    ['feedbackTypes.1', { feedbackTypes: ['bug', 'BUG'] }],
    ['reportReasons', { reportReasons: [] }],
    ['contentPatterns.slurs', { contentPatterns: { slurs: 'no' } }],
    ['toxicityThresholds.openai', { toxicityThresholds: { openai: {} } }],
    ['toxicityThresholds.openai.hate', { toxicityThresholds: { openai: { hate: 1.5 } } }],
  ])('400 on %s for %j, nothing changed and nothing noted', async (field, changes) => {
    const [before, known] = [await read(), entries().length]
    await fails(change({ reportReasons: ['Boring'], ...changes }), 'VALIDATION_FAILED', field)
    expect([await read(), entries().length]).toEqual([before, known])
  })
  test.each([{}, { colour: 'red' }, { mails: {} }, { contentPatterns: { colour: true } }])(
    '400 for %j: there is nothing to change',
    async (changes) => {
      await fails(change(changes), 'VALIDATION_FAILED')
    },
  )
})

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

describe('reasons of removals', () => {
  test('has reasons on the rules that Quad comes with, which every moderator reads; is changed, trimmed, with an audit entry that names it', async () => {
    const { removalReasons, reportReasons } = await read()
    expect(removalReasons.length).toBeGreaterThan(5)
    for (const { rule, en, hi } of removalReasons) {
      expect(reportReasons).toContain(rule!)
      expect(hi).toMatch(/[\u0900-\u097f]/)
      expect(en).not.toMatch(/[\u0900-\u097f]/)
    }
    expectWithout((await pupil.visitor.get('instance')).text, removalReasons[0]!.en)
    const ours = [{ ...ADS, en: `  ${ADS.en} ` }, LATE]
    expect((await changed({ removalReasons: ours })).removalReasons).toEqual([ADS, LATE])
    expect((await read()).removalReasons).toEqual([ADS, LATE])
    expect(attempts('admin:changed:settings').at(-1)?.metadata).toContain('removalReasons')
    expect((await changed({ removalReasons: [] })).removalReasons).toEqual([])
  })
  test('takes twenty at most, in both languages, each once, on a rule of the list or on none', async () => {
    const many = (count: number) => Array.from({ length: count }, (_, n) => ({ ...ADS, en: `Ad ${n}`, hi: `ऐड ${n}` }))
    await changed({ removalReasons: many(20) })
    for (const [reasons, field] of [
      [many(21), 'removalReasons'],
      [[{ ...ADS, hi: ' ' }], 'removalReasons.0.hi'],
      [[{ ...ADS, en: 'x'.repeat(301) }], 'removalReasons.0.en'],
      [[ADS, { ...LATE, en: 'no ADS here.' }], 'removalReasons.1.en'],
      [[ADS, { ...LATE, hi: ADS.hi }], 'removalReasons.1.hi'],
      [[ADS, { ...LATE, rule: 'bad taste' }], 'removalReasons.1.rule'],
    ] as const)
      expect(await faultOf(reasons)).toEqual([400, field])
    const both = { reportReasons: ['bad taste'], removalReasons: [{ ...LATE, rule: 'bad taste' }] }
    expect((await changed(both)).removalReasons).toEqual(both.removalReasons)
  })
})

describe('a removal for a reason of the settings', () => {
  test('tells its author, and moderators, the reason in both languages, its rule and the own words', async () => {
    await changed({ removalReasons: [ADS, LATE] })
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
  test('stays as it was decided when the setting changes; stands on another rule where one is named, and on none when its own is not on the list any more', async () => {
    await changed({ removalReasons: [ADS] })
    const ann = await student()
    const post = await publish(ann)
    await remove('posts', post.id, { preset: ADS.en })
    await changed({ removalReasons: [LATE] })
    expect(await removalOf(ann, post.id)).toMatchObject({ preset: BOTH(ADS), rule: 'spam' })
    await fails(judge('posts', post.id, { state: 'banned', preset: ADS.en }), 400)
    await changed({ removalReasons: [ADS] })
    const [one, other] = [await publish(ann), await publish(ann)]
    await remove('posts', one.id, { preset: ADS.en, rule: 'harassment' })
    expect(await removalOf(ann, one.id)).toMatchObject({ preset: BOTH(ADS), rule: 'harassment' })
    await changed({ reportReasons: ['bad taste'] })
    await remove('posts', other.id, { preset: ADS.en })
    expect(await removalOf(ann, other.id)).toMatchObject({ preset: BOTH(ADS), rule: null })
  })
  test('is nothing but a removal, and one of the reasons', async () => {
    const { removalReasons } = await read()
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
