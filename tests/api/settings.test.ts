import { beforeEach, describe, expect, test } from 'bun:test'
import { allSettings, optionalMails } from '../../src/core/settings/settings'
import { dropAllCaches } from '../../src/lib/cache'
import { execute, newWords, publish, select } from '../support/content'
import type { Instance, Settings } from '../support/contract'
import { administrator, BLOCK, type Data, expectData, fails, sanction, useCampus, Visitor } from '../support/kit'

const { root, admin, ann: pupil } = await useCampus()
const barred = await administrator('superadmin')
await sanction(barred.id, BLOCK, root.id)
beforeEach(async () => {
  await execute('DELETE FROM settings')
  dropAllCaches()
})

const read = (by = admin): Promise<Settings> => by.get('admin/settings')
const change = (changes: object, by = root) => by.visitor.patch('admin/settings', changes)
const instance = async (): Promise<Instance> => expectData(await new Visitor().get('instance'))
const entries = () =>
  select("SELECT actor_id, metadata, before, after FROM audit_log WHERE action = 'admin:changed:settings' ORDER BY id")
const draft = (more: object = {}) => ({ title: 'Title', content: newWords(), topic: 'Showcase', ...more })

describe('GET /admin/settings', () => {
  test('shows everything that can be set, to both roles', async () => {
    const shown = await read()
    expect(Object.keys(shown).sort()).toEqual([
      'administratorPasskeys',
      'aliases',
      'bursts',
      'checklist',
      'collegeDomains',
      'contactPage',
      'contentPatterns',
      'feedbackTypes',
      'helpLines',
      'holding',
      'linkDomains',
      'mails',
      'moderationPage',
      'newAccounts',
      'notifications',
      'privacyPage',
      'readers',
      'removalReasons',
      'reportReasons',
      'rulesPage',
      'signUp',
      'topics',
      'toxicityThresholds',
      'transparency',
      'youngAccountPosts',
    ])
    expect([shown.collegeDomains, shown.youngAccountPosts]).toEqual(['admin', 50])
    expect(shown.topics).toHaveLength(11)
    expect(shown.feedbackTypes).toEqual(['feedback', 'bug', 'feature', 'other'])
    expect(shown.contentPatterns).toMatchObject({ linkSpam: true, phoneNumbers: false })
    expect(shown.toxicityThresholds.openai.hate).toBe(0.5)
    expect(shown.toxicityThresholds.perspective.TOXICITY).toBe(0.85)
    expect(shown.mails).toEqual({ contentRemoved: true, suspended: true, collegeAvailable: true })
    expect(await read(root)).toEqual(shown)
  })
})

describe('PATCH /admin/settings', () => {
  test('changes what is given and nothing else, at once, for everybody', async () => {
    const before = await read()
    const topics = ['Chess', 'Go']
    expect(expectData(await change({ topics: [' Chess ', 'Go'] }))).toEqual({ ...before, topics })
    expect(await read()).toEqual({ ...before, topics })
    expect((await instance()).topics).toEqual(topics)
    await publish(pupil, draft({ topic: 'chess' }))
    expect((await pupil.visitor.post('posts', draft())).body.errors[0].field).toBe('topic')
    expectData(await change({ feedbackTypes: ['Praise'], reportReasons: ['Boring'] }))
    expect(await instance()).toMatchObject({ topics, feedbackTypes: ['Praise'], reportReasons: ['Boring'] })
  })
  test('a switch or a provider is changed alone', async () => {
    const before = await read()
    expectData(await change({ contentPatterns: { phoneNumbers: true }, mails: { suspended: false } }))
    expectData(await change({ mails: { contentRemoved: false } }))
    expectData(await change({ toxicityThresholds: { openai: { hate: 0.25 } } }))
    const after = await read()
    expect(after.contentPatterns).toEqual({ ...before.contentPatterns, phoneNumbers: true })
    expect(after.mails).toEqual({ contentRemoved: false, suspended: false, collegeAvailable: true })
    expect(after.toxicityThresholds).toEqual({ ...before.toxicityThresholds, openai: { hate: 0.25 } })
    expect([await optionalMails(), (await allSettings()).toxicityThresholds]).toEqual([
      after.mails,
      after.toxicityThresholds,
    ])
    const refused = await pupil.visitor.post('posts', draft({ content: 'Ring me: +1 415 555 2671' }))
    expect(refused.code).toBe('CONTENT_POLICY_VIOLATION')
  })
  test('two at once lose nothing of each other', async () => {
    await Promise.all([change({ mails: { suspended: false } }), change({ mails: { contentRemoved: false } })])
    expect((await read()).mails).toEqual({ contentRemoved: false, suspended: false, collegeAvailable: true })
  })
  test('is noted by the names of what changed, without a value; the same again is not', async () => {
    const known = entries().length
    const changes = { topics: ['Chess'], mails: { suspended: false } }
    for (let n = 0; n < 2; n++) expectData(await change(changes))
    const fresh = entries().slice(known)
    expect(fresh).toEqual([{ actor_id: root.id, metadata: '{"fields":"topics,mails"}', before: null, after: null }])
  })
  test('a post keeps a topic that is offered no more, can be read and edited, and is found again when it is back', async () => {
    const stranger = new Visitor()
    const made = await publish(pupil, draft())
    const inTopic = async () => {
      const found: Data[] = []
      // As a browser asks, and twice as whoever gets finished answers.
      for (const headers of [{}, { origin: null }, { origin: null }] as Record<string, null>[])
        found.push(expectData(await stranger.get('posts?topic=Showcase', { headers })))
      return found.map(({ posts, meta }) => [posts.length, meta.total])
    }
    expect(await inTopic()).toEqual(Array(3).fill([1, 1]))
    const { topics } = await read()
    expectData(await change({ topics: topics.filter((topic: string) => topic !== 'Showcase') }))
    expect(expectData(await stranger.get(`posts/${made.id}`)).post.topic).toBe('Showcase')
    expect(expectData(await stranger.get('posts')).posts.map(({ id }: Data) => id)).toContain(made.id)
    expect(await inTopic()).toEqual(Array(3).fill([0, 0]))
    const edited = (await pupil.patch(`posts/${made.id}`, { title: 'Another' })).post
    expect([edited.title, edited.topic]).toEqual(['Another', 'Showcase'])
    expectData(await change({ topics }))
    expect(await inTopic()).toEqual(Array(3).fill([1, 1]))
  })
  test('a hundred topics of a hundred characters fit', async () => {
    const topics = Array.from({ length: 100 }, (_, at) => String(at).padEnd(100, 'x'))
    expect(expectData(await change({ topics })).topics).toEqual(topics)
  })
  const many = Array.from({ length: 101 }, (_, at) => `Topic ${at}`)
  test.each<[string, object]>([
    ['topics', { topics: [] }],
    ['topics', { topics: many }],
    ['topics', { topics: 'Chess' }],
    ['topics', { topics: null }],
    ['topics.1', { topics: ['Chess', '  '] }],
    ['topics.0', { topics: ['x'.repeat(101)] }],
    ['topics.0', { topics: [7] }],
    ['topics.2', { topics: ['Chess', 'Go', ' chess '] }],
    ['feedbackTypes.0', { feedbackTypes: ['x'.repeat(51)] }],
    ['feedbackTypes.1', { feedbackTypes: ['bug', 'BUG'] }],
    ['reportReasons', { reportReasons: [] }],
    ['contentPatterns.slurs', { contentPatterns: { slurs: 'no' } }],
    ['mails.suspended', { mails: { suspended: 1 } }],
    ['mails', { mails: true }],
    ['toxicityThresholds.openai', { toxicityThresholds: { openai: {} } }],
    ['toxicityThresholds.openai.hate', { toxicityThresholds: { openai: { hate: 1.5 } } }],
    ['toxicityThresholds.perspective.TOXICITY', { toxicityThresholds: { perspective: { TOXICITY: '0.5' } } }],
  ])('400 on %s for %j, nothing changed and nothing noted', async (field, changes) => {
    const [before, known] = [await read(), entries().length]
    const answer = await change({ reportReasons: ['Boring'], ...changes })
    expect([answer.status, answer.code, answer.body.errors[0].field]).toEqual([400, 'VALIDATION_FAILED', field])
    expect([await read(), entries().length]).toEqual([before, known])
  })
  test.each([{}, { colour: 'red' }, { mails: {} }, { contentPatterns: { colour: true } }])(
    '400 for %j: there is nothing to change',
    async (changes) => {
      await fails(change(changes), 'VALIDATION_FAILED')
    },
  )
  test('what it does not know is not stored', async () => {
    expectData(await change({ topics: ['Chess'], colour: 'red', mails: { suspended: false, weekly: true } }))
    const stored = select('SELECT key, value FROM settings')
    expect(stored.map(({ key }) => key).sort()).toEqual(['mails', 'topics'])
    expect(JSON.stringify(stored)).not.toContain('weekly')
  })
})
