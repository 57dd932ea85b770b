import { beforeEach, describe, expect, setSystemTime, test } from 'bun:test'
import { storage } from '../../../db/storage'
import { dropAllCaches } from '../../../src/lib/process/cache'
import { countMonths } from '../../../src/order/transparency/service'
import { featuresOf } from '../../../src/parts/classifier/features'
import { LABELS, type Label } from '../../../src/parts/classifier/labels'
import { baseModel, logistic, scoresOf } from '../../../src/parts/classifier/model'
import { publishAliased } from '../../support/aliased'
import { logEntries } from '../../support/audit-log'
import {
  comment,
  decide,
  execute,
  newPost,
  newWords,
  noReports,
  publish,
  report,
  select,
  sendComment,
  sendPost,
} from '../../support/content'
import { type Data, expectData, expectWithout, type Person, student, useCampus, Visitor } from '../../support/kit'
import { newPicture, setPictures } from '../../support/pictures'
import { keyed } from '../../support/repeats'

const { ben, admin, root } = await useCampus()
const HELP = 'I want to kill myself tonight'
const INSULT = 'You are a worthless idiot, everybody hates you'
const other = await student()
let ann: Person
beforeEach(async () => {
  ann = await student()
  await noReports()
  await execute('DELETE FROM classifier_decisions')
  await set('shadow')
})

const none = Object.fromEntries(LABELS.map((label) => [label, null]))
type Scores = Partial<Record<Label, number>>
const set = async (mode: string, hold: Scores = {}, notice: Scores = {}) =>
  expectData(
    await root.visitor.patch('admin/settings', {
      classifier: { mode, hold: { ...none, ...hold }, notice: { ...none, 'self-harm': 0.6, ...notice } },
    }),
  )
/** It has predicted the last 200 decisions; so many of them wrongly. */
async function proven(wrong = 0): Promise<void> {
  await execute(`
    WITH n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 200)
    INSERT INTO classifier_decisions
      (target_id, author_id, moderator_id, is_kept, labels, features, scores, is_noticed, decided_at)
    SELECT 'x' || n, '${ben.id}', '${admin.id}', n <= ${wrong}, '[]', x'', x'', 1, '2026-01-01T00:00:00.000Z' FROM n`)
  dropAllCaches()
}
const on = async (hold: Scores = { harassment: 0.5 }, notice: Scores = { harassment: 0.5 }) => {
  await proven()
  await set('on', hold, notice)
}
const written = async (by: Person, content: string) =>
  expectData(await sendPost(by, newPost({ title: 'A word', content }))).post
const automatic = (id: string): Data[] =>
  select('SELECT id, reason, message, status, reporter_id FROM reports WHERE automatic = 1 AND target_id = ?', id)
const inQueue = async (id: string, by = admin) => {
  const { data } = await by.get('admin/manage/reports?status=pending,ignored,resolved&limit=50')
  return data.find(({ target }: Data) => target.id === id)
}

describe('help', () => {
  test('is for whoever writes of harming themselves: said in the answer to a post and to a comment, to an edit, and nowhere else', async () => {
    const post = await written(ann, HELP)
    expect(post).toMatchObject({ care: true })
    expect(post.held).toBeUndefined()
    const { comment: said } = expectData(await sendComment(ann, post.id, { content: HELP }))
    expect(said.care).toBe(true)
    for (const by of [ann.visitor, ben.visitor, admin.visitor, new Visitor()])
      for (const path of ['posts', `posts/${post.id}`, `posts/${post.id}/comments`])
        expectWithout(await by.get(path), '"care"')
    const walk = await written(ann, 'A quiet walk by the lake')
    const { comment: fine } = expectData(await sendComment(ann, post.id, { content: 'Fine' }))
    expect([walk.care, fine.care]).toEqual([undefined, undefined])
    expect((await ann.patch(`posts/${walk.id}`, { content: `${HELP}, alone by the lake` })).post.care).toBe(true)
    expect((await ann.patch(`posts/${walk.id}`, { question: true })).post.care).toBeUndefined()
    expect(
      (await ann.patch(`comments/${fine.id}`, { content: 'Nobody would care if I killed myself' })).comment.care,
    ).toBe(true)
    expect((await ann.patch(`comments/${fine.id}`, { content: 'Lunch at one' })).comment.care).toBeUndefined()
    expect(select('SELECT reason FROM reports').map(({ reason }) => reason)).toEqual(Array(4).fill('self-harm'))
    expectWithout(await ann.visitor.get('users/me'), 'care')
  })
  test('holds nothing, at any score; reaches the desk first, without a reporter; where support was given it is closed as kept', async () => {
    const rude = await publish(other)
    await on(Object.fromEntries(LABELS.filter((label) => label !== 'self-harm').map((label) => [label, 0])))
    const { id } = await written(ann, HELP)
    await report(ben, rude.id, { reason: 'harassment' })
    const { data } = await admin.get('admin/manage/reports?order=weight')
    expect(data[0]).toMatchObject({ target: { id }, reasons: [{ reason: 'self-harm', count: 1 }], reportCount: 1 })
    const [shown] = data[0].reports
    expect(shown).toMatchObject({ automatic: true, reportedBy: null, message: '', reason: 'self-harm' })
    expectData(await decide(admin, shown.id, 'ignored'))
    expect(select('SELECT is_kept FROM classifier_decisions WHERE target_id = ?', id)).toEqual([{ is_kept: 1 }])
  })
  test('is not said of what is sent again, by nobody who has turned the classifier off, and not to moderators', async () => {
    const sent = keyed(crypto.randomUUID())
    const post = newPost({ content: HELP })
    const [first, again] = [await sendPost(ann, post, sent), await sendPost(ann, post, sent)]
    expect([expectData(first).post.care, expectData(again).post.care]).toEqual([true, undefined])
    await set('off')
    const off = await written(ann, `${HELP} again`)
    expect([off.care, automatic(off.id)]).toEqual([undefined, []])
  })
})

describe('while it only predicts', () => {
  test.each([
    ['in the shadow', () => proven().then(() => set('shadow', { harassment: 0.5 }, { harassment: 0.5 }))],
    ['on without decisions', () => set('on', { harassment: 0.5 }, { harassment: 0.5 })],
    [
      'on, and wrong about more than a fifth',
      () => proven(41).then(() => set('on', { harassment: 0.5 }, { harassment: 0.5 })),
    ],
  ])('%s, nothing is held, noticed or said of it to moderators', async (_, begin) => {
    await begin()
    const { id, held } = await written(ann, INSULT)
    expect([held, automatic(id)]).toEqual([undefined, []])
    await report(ben, id)
    expect((await inQueue(id)).readings).toEqual([])
  })
})

describe('once it has agreed', () => {
  test('what reaches the threshold waits for a moderator, who reads why; its author does not', async () => {
    await on()
    const post = await written(ann, INSULT)
    expect(post.held).toBe('waiting')
    const { held } = await admin.get('moderation/held')
    const entry = held.find(({ id }: Data) => id === post.id)
    expect(entry).toMatchObject({ doubts: ['uncertain'], readings: [{ label: 'harassment' }] })
    expect(entry.readings[0].because.length).toBeGreaterThan(0)
    for (const answer of [await ann.visitor.get('held'), await ann.visitor.get(`posts/${post.id}`)])
      expectWithout(answer, 'readings', 'harassment', 'because')
    expect(automatic(post.id)).toEqual([])
    expectData(await admin.visitor.put(`moderation/held/${post.id}`, { decision: 'release' }))
    expect(automatic(post.id)).toEqual([])
  })
  test('what reaches the lower one appears, and is reported once, by nobody, for the campus’s own reason', async () => {
    await on({ harassment: 1 })
    const { id } = await written(ann, INSULT)
    expect(automatic(id)).toMatchObject([{ reason: 'harassment', message: '', status: 'pending', reporter_id: null }])
    const entry = await inQueue(id)
    expect(entry.reports).toMatchObject([{ automatic: true, reportedBy: null }])
    expect(entry.readings[0]).toMatchObject({ label: 'harassment', score: expect.any(Number) })
    expectWithout(await ann.visitor.get(`posts/${id}`), 'readings', 'automatic')
    await ann.visitor.patch(`posts/${id}`, { content: `${INSULT}, you idiot` })
    expect(automatic(id)).toHaveLength(1)
    const fields = await admin.get('admin/manage/reports?fields=type')
    expect(Object.keys(fields.data[0])).toEqual(['type'])
  })
  test('an edit that turns bad is reported; words that a moderator has kept are not reported again', async () => {
    await on({ harassment: 1 })
    const { id } = await written(ann, 'A quiet walk by the lake')
    const edit = (content: string) => ann.patch(`posts/${id}`, { content })
    expect(automatic(id)).toEqual([])
    await edit(INSULT)
    const [{ reports }] = [await inQueue(id)]
    await decide(admin, reports[0].id, 'ignored')
    await edit(INSULT)
    expect(automatic(id).map(({ status }) => status)).toEqual(['ignored'])
    await edit(`${INSULT} and you know it`)
    expect(
      automatic(id)
        .map(({ status }) => status)
        .sort(),
    ).toEqual(['ignored', 'pending'])
    expect((await decide(admin, reports[0].id, 'pending')).code).toBe('CONFLICT')
    const { id: said } = await comment(ann, id, { content: 'Fine' })
    await ann.patch(`comments/${said}`, { content: INSULT })
    expect(automatic(said)).toHaveLength(1)
  })
  test('an open report says the most urgent of what its text said', async () => {
    await on({ harassment: 1 })
    const { id } = await written(ann, INSULT)
    const [{ reason, id: reportId }] = automatic(id)
    const edit = (content: string) => ann.patch(`posts/${id}`, { content })
    await edit(HELP)
    await edit(`${INSULT}, you idiot`)
    for (const again of ['now', 'please', 'at last']) await edit(`${HELP} ${again}`)
    expect([reason, automatic(id).map(({ reason }) => reason)]).toEqual(['harassment', ['self-harm']])
    // Nobody is told of the same again, by however many edits.
    const filed = logEntries().filter(({ entityId }) => entityId === reportId)
    expect(filed.map(({ action }) => action)).toEqual(Array(2).fill('user:created:report'))
    const { data } = await admin.get('admin/manage/reports?order=weight')
    expect(data[0].target).toMatchObject({ id, content: `${HELP} at last` })
  })
  test('an open report shows the words of now, so that nobody decides about others', async () => {
    await on({ harassment: 1 })
    const { id } = await written(ann, INSULT)
    const worse = `${INSULT}, and you deserve it, you pathetic pig`
    await ann.patch(`posts/${id}`, { content: worse })
    expect((await inQueue(id)).target.content).toBe(worse)
  })
  test('the desk shows the words that an edit made urgent, also where somebody reported the earlier ones since', async () => {
    await on({ harassment: 1 })
    const { id } = await written(ann, INSULT)
    setSystemTime(Date.now() + 1000)
    await report(ben, id)
    setSystemTime(Date.now() + 1000)
    await ann.patch(`posts/${id}`, { content: HELP })
    setSystemTime()
    expect((await inQueue(id)).target.content).toBe(HELP)
  })
  test('the choices of a poll are read with what its author changes beside them', async () => {
    await set('off')
    const choices = { options: [INSULT, 'You are an idiot'], hours: 24 }
    const { id } = expectData(await sendPost(ann, newPost({ title: 'Which?', content: 'Say', poll: choices }))).post
    await on({ harassment: 1 })
    await ann.patch(`posts/${id}`, { course: null })
    expect(automatic(id)).toEqual([])
    await ann.patch(`posts/${id}`, { content: 'Tell me' })
    expect(automatic(id)).toMatchObject([{ reason: 'harassment' }])
  })
  test('words beside a picture are read as others, also where a moderator has kept the rest', async () => {
    await on({ harassment: 1 })
    await setPictures()
    const { id: picture } = await newPicture(ann)
    const { id } = await publish(ann, { picture: { id: picture, alt: 'A lake' } })
    await decide(admin, (await report(ben, id)).id, 'ignored')
    const describe = (alt: string) => ann.patch(`posts/${id}`, { picture: { id: picture, alt } })
    await describe(INSULT)
    expect(automatic(id)).toHaveLength(1)
    expect((await inQueue(id)).readings).toMatchObject([{ label: 'harassment' }])
  })
  test('an edit cannot wait, and is not refused; official words are nobody’s', async () => {
    await on({ harassment: 0.5 })
    const { id } = await publish(ann)
    await ann.patch(`posts/${id}`, { content: INSULT })
    expect(automatic(id)).toHaveLength(1)
    const official = expectData(
      await sendPost(admin, { ...newPost({ content: INSULT }), official: true } as never),
    ).post
    expect([official.held, automatic(official.id)]).toEqual([undefined, []])
  })
  test('the numbers of what students report leave it out', async () => {
    await on({ harassment: 1 })
    await written(ann, INSULT)
    expect((await admin.get('admin/dashboard/overview')).reports.pending).toBe(1)
    const counted = countMonths(storage.reader, { from: '2000-01', until: '2100-01' })
    expect([...counted.values()].reduce((sum, { reports }) => sum + reports, 0)).toBe(0)
  })
})

/** The score of the insult for harassment, with so much more of a sum. */
const scoreWith = (more: number): number => {
  const score = scoresOf(baseModel(), featuresOf(`A word\n\n${INSULT}`))[0]!
  return logistic(Math.log(score / (1 - score)) + more)
}

describe('who tries until it passes', () => {
  const isHeld = async (by: Person, more: object = {}): Promise<boolean> =>
    expectData(await sendPost(by, { ...newPost({ title: 'A word', content: INSULT }), ...more })).post.held ===
    'waiting'
  const tries = async (by: Person, content: () => string) => {
    for (let n = 0; n < 6; n++) await sendPost(by, newPost({ content: content() }))
  }
  const refused = () => `madarchod ${newWords()}`
  test('is held sooner by what was noticed within the hour, and nobody else is', async () => {
    await on({ harassment: scoreWith(1) }, { harassment: scoreWith(-3) })
    await tries(ann, () => `${INSULT} ${newWords()}`)
    expect(await isHeld(ann)).toBe(true)
    expect(await isHeld(await student())).toBe(false)
    const later = await student()
    await tries(later, () => `${INSULT} ${newWords()}`)
    setSystemTime(Date.now() + 3_700_000)
    expect(await isHeld(later)).toBe(false)
    setSystemTime()
  })
  test('what the rules refuse counts, too; the same sent again counts once', async () => {
    await on({ harassment: scoreWith(1) }, { harassment: 1 })
    await tries(ann, () => 'madarchod')
    expect(await isHeld(ann)).toBe(false)
    const second = await student()
    await tries(second, refused)
    expect(await isHeld(second)).toBe(true)
  })
  test('an alias is not its account: neither makes the other suspect', async () => {
    await on({ harassment: scoreWith(1) }, { harassment: 1 })
    await tries(ann, refused)
    expect(await isHeld(ann, { alias: true })).toBe(false)
    const second = await student()
    const { id } = await publishAliased(second)
    for (let n = 0; n < 6; n++) await sendComment(second, id, { content: refused() })
    expect(await isHeld(second)).toBe(false)
  })
})
