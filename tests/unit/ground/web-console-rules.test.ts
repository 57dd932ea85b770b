import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import type { ErrorCode } from '../../../client/routes'
import { conflictInWords, wrongAt } from '../../../public/app/lib/form'
import { hindiOf } from '../../../public/app/texts/catalogue'
import {
  type College,
  filterColleges,
  matchingCollege,
  ownPicture,
} from '../../../public/console/campus/colleges/colleges'
import { isSame, moved, providerAttributes, repeatedAt } from '../../../public/console/keeping/settings/settings'
import {
  isFiltered,
  type LogEntry,
  listChanges,
  logQuery,
  opensHistory,
  readTopic,
  readWho,
} from '../../../public/console/order/audit/log'
import {
  namelessActor,
  namelessObject,
  objectPath,
  piecesOf,
  reasonOf,
  sentenceOf,
} from '../../../public/console/order/audit/sentences'
import { pickedBy, type RemovalReason, suggested, whyIn } from '../../../public/console/order/moderation/reasons'
import { type Match, splitByMatches } from '../../../public/console/order/policy/words'
import { auditText } from '../../../public/console/texts/audit'
import { auditSentences } from '../../../public/console/texts/audit-sentences'
import { AUDIT_ACTIONS, isListed } from '../../../src/ground/audit/actions'

const college = (id: string, emailDomain: string): College => ({
  id,
  emailDomain,
  name: `College ${id}`,
  city: 'Pune',
  state: 'Maharashtra',
  profile: null,
  accentHue: null,
  coverLine: null,
  branches: [],
  createdAt: '',
  updatedAt: '',
})

describe('colleges', () => {
  const colleges = [college('a', 'a.edu'), college('b', 'b.edu')]
  test('an approval links the one linked before, else the one of the domain, else makes one', () => {
    expect(matchingCollege({ resolvedCollegeId: 'b', emailDomain: 'a.edu' }, colleges)?.id).toBe('b')
    expect(matchingCollege({ resolvedCollegeId: null, emailDomain: 'a.edu' }, colleges)?.id).toBe('a')
    expect(matchingCollege({ resolvedCollegeId: 'gone', emailDomain: 'c.edu' }, colleges)).toBeUndefined()
  })
  test('are found by name, domain and place', () => {
    expect(filterColleges(' B.EDU ', colleges).map(({ id }) => id)).toEqual(['b'])
    expect(filterColleges('pune', colleges)).toHaveLength(2)
    expect(filterColleges('nowhere', colleges)).toEqual([])
  })
  test('show pictures that are here, and no others', () => {
    const path = `/uploads/${'a1'.repeat(32)}.png`
    expect([ownPicture(path), ownPicture(`https://quad.example${path}`)]).toEqual([path, path])
    for (const foreign of [null, 'https://host.example/a.png', `/other${path}`, '/uploads/../secret', 'data:,x'])
      expect([foreign, ownPicture(foreign)]).toEqual([foreign, undefined])
  })
})

describe('removal reasons', () => {
  const reason = (rule: string | null, en: string): RemovalReason => ({ rule, en, hi: en })
  test('are picked by a digit alone, the first by 1', () => {
    const pressed = { key: '3', ctrlKey: false, metaKey: false, altKey: false }
    expect(pickedBy(pressed)).toBe(2)
    for (const other of [
      { key: '0' },
      { key: 'b' },
      { key: 'F1' },
      { ctrlKey: true },
      { metaKey: true },
      { altKey: true },
    ])
      expect([other, pickedBy({ ...pressed, ...other })]).toEqual([other, undefined])
  })
  test('are suggested by what was reported most; nothing where none stands on that', () => {
    const reasons = [reason('spam', 'a'), reason('hate', 'b'), reason('hate', 'c'), reason(null, 'd')]
    expect(suggested(reasons, ['other', 'hate', 'spam'])?.en).toBe('b')
    expect(suggested(reasons, ['other'])).toBeUndefined()
    expect(suggested([], ['spam'])).toBeUndefined()
  })
  test('are sent without what is empty', () => {
    const values = new FormData()
    for (const [name, value] of Object.entries({ preset: '', rule: 'spam', reason: '  Again \n', other: 'x' }))
      values.set(name, value)
    expect(whyIn(values)).toEqual({ rule: 'spam', reason: 'Again' })
    expect(whyIn(new FormData())).toEqual({})
  })
})

test('a conflict is said in the words given, at its field, and nothing else is', async () => {
  const failure = (code: ErrorCode) => Promise.resolve({ success: false as const, code, message: 'theirs' })
  const code = 'CONFLICT'
  expect(await conflictInWords(failure(code), 'ours', 'name')).toEqual({ ...wrongAt('name', 'ours'), code })
  expect(await conflictInWords(failure(code), 'ours')).toEqual({ success: false, code, message: 'ours' })
  expect(await conflictInWords(failure('NOT_FOUND'), 'ours')).toMatchObject({ message: 'theirs' })
  const done = { success: true as const }
  expect(await conflictInWords(Promise.resolve(done), 'ours')).toBe(done)
})

const match = (start: number, end: number): Match => ({ reason: 'slur', severity: 'mild', start, end })
test('a text that was tried stays the same text, and each of its letters is marked as often as it was found', () => {
  const matches = fc.array(fc.tuple(fc.nat(12), fc.nat(12)).map(([a, b]) => match(Math.min(a, b), Math.max(a, b))))
  fc.assert(
    fc.property(fc.string({ minLength: 12, maxLength: 20 }), matches, (text, found) => {
      const parts = splitByMatches(text, found)
      expect(parts.map((part) => part.text).join('')).toBe(text)
      const marks = parts.flatMap((part) => [...Array(part.text.length)].map(() => part.found.length))
      const wanted = [...Array(text.length)].map((_, at) => found.filter((m) => m.start <= at && at < m.end).length)
      expect(marks).toEqual(wanted)
    }),
  )
})

describe('the log', () => {
  test('is asked for what its address says', () => {
    expect(logQuery({})).toEqual({ by: 'moderators' })
    expect(logQuery({ who: 'all' })).toEqual({})
    expect(logQuery({ who: 'students', what: 'content', from: 'yesterday' })).toEqual({
      by: 'students',
      about: 'content',
    })
    // A moderator who is picked did as one what is shown; a history is opened by name alone.
    expect(logQuery({ who: 'an-id' })).toEqual({ by: 'moderators', actorId: 'an-id' })
    expect(logQuery({ actorId: 'an-id' })).toEqual({ actorId: 'an-id' })
    expect(logQuery({ entityId: 'a-post' })).toEqual({ entityId: 'a-post' })
    expect(logQuery({ entityId: 'a-post', who: 'moderators' })).toEqual({ by: 'moderators', entityId: 'a-post' })
    const { from, to } = logQuery({ from: '2026-03-01', to: '2026-03-02' })
    expect(Date.parse(to!) - Date.parse(from!)).toBe(2 * 86_400_000 - 1)
    expect(new Date(from!).getDate()).toBe(1)
    expect(logQuery({ from: '2026-13-45' }).from).toBeUndefined()
    const seen = [isFiltered({}), isFiltered({ to: 'x' }), readTopic({ what: 'toString' }), readWho({})]
    expect(seen).toEqual([false, true, undefined, 'moderators'])
  })
  test('opens a history for an account alone, and never for a moderator who was picked', () => {
    expect(opensHistory({ actorId: 'x' })).toBe(true)
    for (const address of [{}, { who: 'x' }, { actorId: 'x', who: 'moderators' }, { actorId: 'x', what: 'content' }])
      expect([address, opensHistory(address)]).toEqual([address, false])
  })
  test('tells what changed field by field', () => {
    const entry = { before: { name: 'a', gone: 1 }, after: { name: 'b', come: null } } as unknown as LogEntry
    expect(listChanges(entry)).toEqual([
      { field: 'name', before: 'a', after: 'b' },
      { field: 'gone', before: 1 },
      { field: 'come', after: null },
    ])
    expect(listChanges({} as LogEntry)).toEqual([])
  })

  const VISIBLE = [...AUDIT_ACTIONS].flatMap(([action, { visibility }]) => (visibility === 'chain' ? [] : [action]))
  const slots = (template: string) =>
    piecesOf(template).flatMap((piece) => (typeof piece === 'string' ? [] : [piece.slot]))

  test('has a sentence for every action, and none for what is no action', () => {
    for (const action of VISIBLE) {
      const pieces = sentenceOf({ action })
      expect([action, pieces.length > 1, JSON.stringify(pieces).includes(action)]).toEqual([action, true, false])
      expect([action, pieces.filter((piece) => typeof piece !== 'string' && piece.slot === 'who').length]).toEqual([
        action,
        1,
      ])
    }
    expect(sentenceOf({ action: 'user:brewed:tea' })).toEqual([{ slot: 'who' }, ': user:brewed:tea'])
    const known = new Set(VISIBLE.flatMap((action) => [action, action.replace(/^operator:/, 'admin:')]))
    const named = (texts: object) => Object.keys(texts).map((key) => key.split('=')[0]!)
    expect(named(auditSentences.actions).filter((action) => !known.has(action) || !isListed(action))).toEqual([])
    expect(named(auditSentences.hiddenActions).filter((action) => !known.has(action) || isListed(action))).toEqual([])
  })
  test('says in both languages the same about the same', async () => {
    for (const texts of ['actions', 'hiddenActions'] as const)
      for (const [action, template] of Object.entries(auditSentences[texts])) {
        const inHindi: Record<string, string> = (await hindiOf(auditSentences))[texts]
        const facts = (words: string) => ['{count}', '{fields}'].filter((fact) => words.includes(fact))
        const found = [action, slots(template).toSorted(), facts(template)]
        expect(found).toEqual([action, slots(inHindi[action]!).toSorted(), facts(inHindi[action]!)])
        expect([action, action in auditSentences.counts]).toEqual([action, template.includes('{count}')])
      }
  })
  test('says what was decided, how many, and which fields', () => {
    const words = (entry: object) =>
      sentenceOf(entry as LogEntry)
        .map((piece) => (typeof piece === 'string' ? piece : `<${piece.slot}>`))
        .join('')
    expect(words({ action: 'admin:changed:role', after: { role: 'admin' } })).toBe('<who> made <object> an admin')
    expect(words({ action: 'operator:changed:role', after: { role: 'user' } })).toBe(
      '<who> took the moderator role from <object>',
    )
    expect(words({ action: 'admin:updated:report', after: { status: 'ignored' } })).toBe(
      '<who> dismissed a report about <object>',
    )
    const closed = (count: number) => words({ action: 'admin:resolved:reports', metadata: { count } })
    expect([1, 3].map(closed)).toEqual([
      '<who> closed 1 report about <object>',
      '<who> closed 3 reports about <object>',
    ])
    expect(words({ action: 'admin:changed:settings', metadata: { fields: 'topics,holding' } })).toBe(
      '<who> changed settings: Topics, Hold for a moderator',
    )
  })
  test('gives the rule before the reason, and no long one in a sentence', () => {
    expect([
      reasonOf({}),
      reasonOf({ reason: 'Names people' }),
      reasonOf({ reason: 'so', metadata: { rule: 'spam' } }),
    ]).toEqual([undefined, 'Names people', 'spam'])
    expect(reasonOf({ reason: 'x'.repeat(300) })).toHaveLength(81)
  })
  test('leads to what is there, and names what is gone by its kind', () => {
    const about = (object: object | null, entityType = 'post') => ({ entityType, object }) as LogEntry
    const post = { kind: 'post', id: 'p', state: 'here', name: 'Tea', postId: 'p' }
    expect(objectPath(about(post))).toBe('/console/posts/p')
    expect(objectPath(about({ ...post, kind: 'comment', id: 'c' }))).toBe('/console/posts/p')
    expect(objectPath(about({ ...post, state: 'private', name: null }))).toBe('/console/posts/p')
    expect(objectPath(about({ kind: 'user', id: 'u', state: 'here', name: 'otter', postId: null }))).toBe(
      '/console/people/u',
    )
    expect(objectPath(about({ kind: 'word', id: 'w', state: 'here', name: 'tea', postId: null }))).toBe(
      '/console/words',
    )
    for (const nothing of [null, { ...post, state: 'gone', name: null, postId: null }])
      expect(objectPath(about(nothing))).toBeUndefined()
    const { objects } = auditSentences
    const { log } = auditText
    expect(namelessObject(about({ ...post, state: 'gone' }))).toBe(objects.gone.post!)
    expect(namelessObject(about({ ...post, state: 'private' }))).toBe(objects.private.post!)
    expect([namelessObject(about(null, 'webhook')), namelessObject(about(null, 'tea'))]).toEqual([
      objects.unnamed.webhook!,
      objects.something,
    ])
    const by = (actorId: string | null, actorRole: string | null, platform: string) =>
      namelessActor({ actorId, actorRole, platform } as LogEntry)
    const seen = [by(null, null, 'web'), by(null, null, 'cli'), by(null, null, 'system'), by('x', 'admin', 'web')]
    expect(seen).toEqual([log.stranger, log.nobody.cli!, log.nobody.system!, log.goneActor])
  })
})

describe('the settings', () => {
  test('a text that stands in a list twice is found where it stands again', () => {
    expect(repeatedAt(['a', 'b', ' A '])).toBe(2)
    expect(repeatedAt(['a', 'b'])).toBeUndefined()
  })
  test('a text that moves leaves the others in their order', () => {
    expect(moved(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b'])
    expect(moved(['a', 'b', 'c'], 0, 1)).toEqual(['b', 'a', 'c'])
    expect(moved(['a', 'b'], 0, -1)).toEqual(['a', 'b'])
    expect(moved(['a', 'b'], 1, 2)).toEqual(['a', 'b'])
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(), { minLength: 1 }), fc.nat(), fc.nat(), (items, a, b) => {
        const [from, to] = [a % items.length, b % items.length]
        const after = moved(items, from, to)
        expect(after[to]).toBe(items[from]!)
        expect(after.filter((each) => each !== items[from])).toEqual(items.filter((each) => each !== items[from]))
      }),
    )
  })
  test('scores of a kind that was not known are offered, too', () => {
    expect(providerAttributes('perspective', { SPAM: 0.5, TOXICITY: 0.9 })).toContain('SPAM')
    expect(providerAttributes('perspective', { TOXICITY: 0.9 }).filter((each) => each === 'TOXICITY')).toHaveLength(1)
  })
  test('are the same in any order of their names', () => {
    const told = [isSame({ a: 1, b: 2 }, { b: 2, a: 1 }), isSame({ a: 1 }, { a: 2 }), isSame({ a: 1 }, {})]
    expect(told).toEqual([true, false, false])
  })
})
