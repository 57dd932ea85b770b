import { describe, expect, test } from 'bun:test'
import { storage } from '../../../db/storage'
import { addBannedWord, type BannedWordInput } from '../../../src/ground/policy/banned-words'
import { refuseByPolicy } from '../../../src/ground/policy/check-texts'
import { allSettings, storeSetting } from '../../../src/ground/settings/settings'
import { dropAllCaches } from '../../../src/lib/process/cache'
import { execute } from '../../support/content'
import { type Answer, administrator, type Data, expectData, fails, student, useQuad, Visitor } from '../../support/kit'
import { auditEntries } from '../../support/traces'

await useQuad()
const ann = await student()

const ban = (word: string, over: Partial<BannedWordInput> = {}) =>
  storage.write((tx) => addBannedWord(tx, { word, strictMode: false, severity: 'severe', ...over }))

let serial = 0
const input = (over: object = {}) => ({
  title: `Title ${++serial}`,
  content: `Content ${serial}`,
  topic: 'Ask Campus',
  ...over,
})
const publish = (over: object = {}) => ann.visitor.post('posts', input(over))
const read = async (id: string): Promise<Data> => expectData(await new Visitor().get(`posts/${id}`)).post
const total = async (): Promise<number> => expectData(await new Visitor().get('posts')).meta.total

/** Source, reasons and what was pointed at, of a refusal by the policy; fails for any other answer. */
function refusal({ status, code, body }: Answer, sent: Record<string, string>) {
  expect([status, code]).toEqual([400, 'CONTENT_POLICY_VIOLATION'])
  expect(body.errors.map(({ field }: { field: string }) => field).sort()).toEqual(
    [...new Set(body.meta.matches.map(({ field }: { field: string }) => field))].sort(),
  )
  return {
    source: body.meta.source,
    reasons: body.meta.reasons,
    matches: body.meta.matches.map(({ field, start, end, severity }: Data) => [
      field,
      sent[field]!.slice(start, end),
      severity,
    ]),
  }
}

describe('banned words', () => {
  test('in title or content are refused, and nothing is stored', async () => {
    await ban('blorpish', { severity: 'moderate' })
    const before = await total()
    const created = () => auditEntries(ann.id).filter(({ action }) => action === 'user:created:post').length
    const known = created()
    const sent = { title: '  🦦 B.L.O.R.P.I.S.H!', content: 'so bl0rpish,  \n and blorpish again' }
    expect(refusal(await publish(sent), sent)).toEqual({
      source: 'words',
      reasons: ['banned_word'],
      matches: [
        ['title', 'B.L.O.R.P.I.S.H', 'moderate'],
        ['content', 'bl0rpish', 'moderate'],
        ['content', 'blorpish', 'moderate'],
      ],
    })
    expect(await total()).toBe(before)
    expect(created()).toBe(known)
    const { post } = expectData(await publish({ title: ' trimmed ', content: ' unblorpished \n' }))
    expect(await read(post.id)).toMatchObject({ title: 'trimmed', content: 'unblorpished' })
  })
  test('in an edited field, or in the one that was left alone: refused, and the old text stays', async () => {
    const { post } = expectData(await publish({ content: 'before the ban snorkle was fine' }))
    await ban('snorkle')
    for (const over of [{ title: 'x snorkle' }, { content: 'snorkle y' }, { title: 'innocent' }])
      await fails(ann.visitor.patch(`posts/${post.id}`, over), 'CONTENT_POLICY_VIOLATION')
    expect((await ann.visitor.get(`posts/${post.id}`)).data.post).toEqual(post)
    await ann.patch(`posts/${post.id}`, { isPrivate: true })
    await ann.patch(`posts/${post.id}`, { title: 'innocent', content: ' as well ' })
    expect((await ann.visitor.get(`posts/${post.id}`)).data.post).toMatchObject({
      title: 'innocent',
      content: 'as well',
    })
  })
  test('a stranger learns nothing from the policy: the rules of reading and owning come first', async () => {
    const { post } = expectData(await publish())
    const other = await student()
    await fails(other.visitor.patch(`posts/${post.id}`, { title: 'flibbet' }), 'NOT_OWNER')
    const nowhere = '01890a5d-ac96-774b-bcce-b302099a8057'
    await fails(ann.visitor.patch(`posts/${nowhere}`, { title: 'flibbet' }), 'NOT_FOUND')
    await fails(
      ann.visitor.post(`comments/post/${nowhere}`, { content: 'flibbet', parentCommentId: null }),
      'NOT_FOUND',
    )
  })
  test('administrators are held to it as well', async () => {
    const root = await administrator('superadmin')
    await ban('flebbet')
    await fails(root.visitor.post('posts', input({ title: 'flebbet' })), 'CONTENT_POLICY_VIOLATION')
  })
  test('a ban that is rolled back is none', async () => {
    const failing = storage.write(async (tx) => {
      await addBannedWord(tx, { word: 'vorple', strictMode: false, severity: 'mild' })
      throw new Error('undone')
    })
    await expect(failing).rejects.toThrow('undone')
    expect((await publish({ title: 'vorple' })).status).toBe(201)
  })
  test('what another process banned counts once its write was noticed', async () => {
    expect((await publish({ title: 'drubbish' })).status).toBe(201)
    await execute(
      `INSERT INTO banned_words (id, word, key, severity, created_at, updated_at) VALUES ('foreign', 'drubbish', 'drubbish', 'mild', '', '')`,
    )
    dropAllCaches()
    await fails(publish({ title: 'drubbish' }), 400)
  })
  test('a word that was banned while the text waited is found inside the write', async () => {
    const passed = await refuseByPolicy({ content: 'a wibblo day' }, { author: ann.user, mayHold: false })
    await storage.write(() => passed.recheck())
    await ban('wibblo')
    await expect(storage.write(() => passed.recheck())).rejects.toMatchObject({ code: 'CONTENT_POLICY_VIOLATION' })
  })
})

describe('patterns', () => {
  const switched = async (over: object) => {
    const on = { ...allSettings().contentPatterns, ...over }
    await storage.write((tx) => storeSetting(tx, 'contentPatterns', on))
  }
  test('the operator may switch each of them', async () => {
    const contact = { content: 'call 98765 43210 or write to fest@example.org' }
    expect((await publish(contact)).status).toBe(201)
    await switched({ phoneNumbers: true, emailAddresses: true, selfHarm: false })
    expect(refusal(await publish(contact), contact)).toEqual({
      source: 'patterns',
      reasons: ['phone_number', 'email_address'],
      matches: [
        ['content', '98765 43210', 'moderate'],
        ['content', 'fest@example.org', 'moderate'],
      ],
    })
    expect((await publish({ content: 'kys' })).status).toBe(201)
    await switched({ phoneNumbers: false, emailAddresses: false, selfHarm: true })
    const other = { content: 'reach the hostel office at 91234 56780 or ask.us@example.com' }
    expect((await publish(other)).status).toBe(201)
  })
  test('a switch that an earlier version did not know is as by default', async () => {
    await execute(
      `INSERT OR REPLACE INTO settings (key, value, updated_at) VALUES ('contentPatterns', '{"linkSpam":false}', '')`,
    )
    dropAllCaches()
    expect(allSettings().contentPatterns).toMatchObject({ linkSpam: false, selfHarm: true, phoneNumbers: false })
    await switched({ linkSpam: true })
  })
  test('words come before patterns', async () => {
    await ban('flubbet')
    const sent = { title: 'go kill yourself', content: 'flubbet' }
    expect(refusal(await publish(sent), sent)).toMatchObject({
      source: 'words',
      matches: [['content', 'flubbet', 'severe']],
    })
  })
})

test('a text with more matches than anybody reads is refused with the first of them', async () => {
  await ban('flabbet')
  const content = 'flabbet '.repeat(1_000).trim()
  const { body } = await publish({ content })
  expect(body.meta.matches).toHaveLength(100)
})
