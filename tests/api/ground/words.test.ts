import { describe, expect, test } from 'bun:test'
import { comment, newWords, publish } from '../../support/content'
import { type Data, fails, MISSING_ID, type Person, statuses, useCampus } from '../../support/kit'
import { expectRefused } from '../../support/scenarios'
import { auditEntries } from '../../support/traces'

const { ann, admin, root } = await useCampus()

const PATH = 'moderation/words'
const ban = (by: Person, word: string, more: object = {}): Promise<Data> =>
  by.post(PATH, { word, severity: 'severe', ...more })
const list = (query = ''): Promise<Data> => admin.get(`${PATH}${query}`)
const wordsIn = ({ words }: Data) => words.map(({ word }: Data) => word)
const attempt = (content: string) =>
  ann.visitor
    .post('posts', { title: newWords(), content, topic: 'Showcase' })
    .then(({ code, status }) => code ?? status)
const AGAINST = 'CONTENT_POLICY_VIOLATION'

for (const role of ['admin', 'superadmin'] as const)
  describe(`as ${role}`, () => {
    const moderator = () => (role === 'admin' ? admin : root)
    const suffix = role === 'admin' ? 'ab' : 'ub'
    test('a word is banned, changed and let pass again, each from the next write on', async () => {
      const [first, second] = [`glorp${suffix}`, `fwimble${suffix}`]
      expect(await attempt(`so ${first}`)).toBe(201)
      const added = await ban(moderator(), ` ${first} `)
      expect(added).toEqual({
        id: expect.any(String),
        word: first,
        strictMode: false,
        severity: 'severe',
        createdAt: expect.any(String),
        updatedAt: added.createdAt,
      })
      expect([await attempt(`so ${first}!`), await attempt(`x${first}x`)]).toEqual([AGAINST, 201])
      const path = `${PATH}/${added.id}`
      expect(await moderator().patch(path, { strictMode: true })).toMatchObject({
        id: added.id,
        word: first,
        strictMode: true,
        severity: 'severe',
      })
      expect(await attempt(`x${first}x`)).toBe(AGAINST)
      await moderator().patch(path, { word: second, strictMode: false, severity: 'mild' })
      expect([await attempt(`so ${first}`), await attempt(`so ${second}`)]).toEqual([201, AGAINST])
      expect((await moderator().visitor.delete(path)).body).toEqual({ success: true, message: expect.any(String) })
      expect(await attempt(`so ${second}`)).toBe(201)
      for (const answer of [
        await moderator().visitor.delete(path),
        await moderator().visitor.patch(path, { severity: 'mild' }),
      ])
        await fails(answer, 'NOT_FOUND')
    })
    test('comments and edits are held to it as well', async () => {
      const post = await publish(ann)
      const remark = await comment(ann, post.id)
      await ban(moderator(), `brindle${suffix}`)
      const words = { content: `oh brindle${suffix}` }
      for (const answer of [
        await ann.visitor.patch(`posts/${post.id}`, words),
        await ann.visitor.patch(`comments/${remark.id}`, words),
        await ann.visitor.post(`comments/post/${post.id}`, { ...words, parentCommentId: null }),
      ])
        await fails(answer, AGAINST)
    })
    test('the log names the word by its id, never by its letters', async () => {
      const added = await ban(moderator(), `quaggle${suffix}`, { strictMode: true, severity: 'moderate' })
      const path = `${PATH}/${added.id}`
      for (const changes of [{ severity: 'mild' }, { severity: 'mild' }, { word: `quiggle${suffix}` }])
        await moderator().patch(path, changes)
      await moderator().delete(path)
      const entries = auditEntries(added.id)
      expect(entries.map(({ action, actorId, after }) => [action, actorId, after])).toEqual([
        ['admin:created:word', moderator().id, '{"strictMode":true,"severity":"moderate"}'],
        ['admin:updated:word', moderator().id, '{"strictMode":true,"severity":"mild"}'],
        ['admin:updated:word', moderator().id, '{"strictMode":true,"severity":"mild"}'],
        ['admin:deleted:word', moderator().id, null],
      ])
      expect(entries.map(({ metadata }) => metadata)).toEqual([null, '{"respelt":false}', '{"respelt":true}', null])
      expect(JSON.stringify(entries)).not.toMatch(/qu[ai]ggle/)
    })
  })

describe('a word that is banned already', () => {
  test('is 409 in any spelling, as a new one or as a change of another', async () => {
    await ban(admin, 'Twizzle')
    const other = await ban(admin, 'snorfle')
    for (const word of ['Twizzle', 'twizzle', 'TWÍZZLE', 't.w.i.z.z.l.e', ' twizzle ']) {
      await expectRefused(() => root.post(PATH, { word, severity: 'mild' }), 'CONFLICT')
      await expectRefused(() => root.patch(`${PATH}/${other.id}`, { word }), 'CONFLICT')
    }
    expect(wordsIn(await list('?query=twizz'))).toEqual(['Twizzle'])
  })
  test('may be spelt anew', async () => {
    const { id } = await ban(admin, 'flarnish')
    expect((await admin.patch(`${PATH}/${id}`, { word: 'FLARNISH' })).word).toBe('FLARNISH')
  })
  test('is banned once by two moderators at once', async () => {
    const body = { word: 'jibberwock', severity: 'mild' }
    const answers = await Promise.all([admin.visitor.post(PATH, body), root.visitor.post(PATH, body)])
    expect(statuses(answers)).toEqual([201, 409])
    expect(wordsIn(await list('?query=jibberwock'))).toEqual(['jibberwock'])
  })
})

describe('GET moderation/words', () => {
  test('in the order of the alphabet, in pages; a query finds part of a word in any spelling', async () => {
    for (const word of ['zzyzxen', 'Zzyzxam', 'zzyzxum kwapp']) await ban(admin, word)
    expect(wordsIn(await list('?query=zzyzx'))).toEqual(['Zzyzxam', 'zzyzxen', 'zzyzxum kwapp'])
    expect(wordsIn(await list(`?query=${encodeURIComponent('M KW')}`))).toEqual(['zzyzxum kwapp'])
    expect(wordsIn(await list(`?query=${encodeURIComponent('z.z.y.z.x.é')}`))).toEqual(['zzyzxen'])
    const second = await list('?query=zzyzx&limit=2&page=2')
    expect(wordsIn(second)).toEqual(['zzyzxum kwapp'])
    expect(second.pagination).toEqual({ total: 3, page: 2, limit: 2, totalPages: 2, hasMore: false })
    const all = await list('?limit=100')
    expect(all.pagination.total).toBe(all.words.length)
    for (const query of ['%', '_', '.', "' OR 1=1", 'nowherefound'])
      expect(wordsIn(await list(`?query=${encodeURIComponent(query)}`))).toEqual([])
    expect((await list('?query=%20')).pagination.total).toBe(all.pagination.total)
  })
  test.each(['page=0', 'limit=0', 'limit=101', 'limit=x', `query=${'x'.repeat(101)}`])('400 for %s', async (query) => {
    await expectRefused(() => admin.get(`${PATH}?${query}`), 'VALIDATION_FAILED')
  })
})

describe('POST moderation/words/test', () => {
  const tested = async (text: string): Promise<Data[]> => (await admin.post(`${PATH}/test`, { text })).matches
  test('says what would be refused, with offsets into the text as sent, and keeps nothing', async () => {
    await ban(admin, 'wibbleton', { severity: 'moderate' })
    const text = '  🦦 such a W.I.B.B.L.E.T.O.N'
    const matches = await tested(text)
    expect(matches).toEqual([
      { reason: 'banned_word', severity: 'moderate', start: text.indexOf('W.I'), end: text.length },
    ])
    expect(await tested('nothing of that kind')).toEqual([])
    expect(auditEntries(admin.id).map(({ action }) => action)).not.toContain('admin:tested:text')
  })
  test('agrees with what posting says, the built-in checks included', async () => {
    await ban(admin, 'wobbleton')
    for (const text of [
      '!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!',
      'wobbleton',
      'A fine day',
      'what a shithole',
    ]) {
      const refused = (await tested(text)).length > 0
      expect([text, await attempt(text)]).toEqual([text, refused ? AGAINST : 201])
    }
  })
  test.each([{}, { text: '' }, { text: ' ' }, { text: 5 }, { text: 'x'.repeat(10_001) }])(
    '400 for %j',
    async (body) => {
      await expectRefused(() => admin.post(`${PATH}/test`, body), 'VALIDATION_FAILED')
    },
  )
})

describe('what is refused', () => {
  test.each([
    {},
    { word: 'plinth' },
    { severity: 'mild' },
    { word: ' ', severity: 'mild' },
    { word: '\u200b', severity: 'mild' },
    { word: 'x'.repeat(101), severity: 'mild' },
    { word: 'plinth', severity: 'awful' },
    { word: 'plinth', severity: 'mild', strictMode: 'yes' },
    { word: ['plinth'], severity: 'mild' },
  ])('400 for a new %j', async (body) => {
    await expectRefused(() => admin.post(PATH, body), 'VALIDATION_FAILED')
    expect(await attempt('plinth')).toBe(201)
  })
  test.each([{}, { word: '' }, { word: '\u200b' }, { severity: 'awful' }, { severity: null }, { strictMode: 1 }])(
    '400 for a change %j',
    async (body) => {
      const word = await ban(admin, 'crumple')
      await expectRefused(() => admin.patch(`${PATH}/${word.id}`, body), 'VALIDATION_FAILED')
      expect((await list('?query=crumple')).words).toEqual([word])
      await admin.delete(`${PATH}/${word.id}`)
    },
  )
  test('404 for a word that is not there, 400 for what is no id', async () => {
    for (const method of ['PATCH', 'DELETE']) {
      const ask = (id: string) => admin.visitor.send(method, `${PATH}/${id}`, { severity: 'mild' })
      await expectRefused(() => ask(MISSING_ID), 'NOT_FOUND')
      await expectRefused(() => ask('xyz'), 'VALIDATION_FAILED')
    }
  })
})
