import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Glob } from 'bun'
import fc from 'fast-check'
import type { ErrorCode } from '../../client/routes'
import { conflictInWords, wrongAt } from '../../public/app/lib/form'
import {
  isFiltered,
  type LogEntry,
  listChanges,
  logQuery,
  readOrder,
  subjectPath,
} from '../../public/console/lib/audit/log'
import { type College, filterColleges, matchingCollege, ownPicture } from '../../public/console/lib/colleges/colleges'
import { type Match, splitByMatches } from '../../public/console/lib/policy/words'
import { isSame, moved, providerAttributes, repeatedAt } from '../../public/console/lib/settings/settings'
import { auditText } from '../../public/console/texts/audit'
import { AUDIT_ACTIONS, isListed } from '../../src/core/audit/actions'

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

describe('a conflict', () => {
  const failure = (code: ErrorCode) => Promise.resolve({ success: false as const, code, message: 'theirs' })
  test('is said in the words given, at its field', async () => {
    expect(await conflictInWords(failure('CONFLICT'), 'ours', 'name')).toEqual({
      ...wrongAt('name', 'ours'),
      code: 'CONFLICT',
    })
    expect(await conflictInWords(failure('CONFLICT'), 'ours')).toEqual({
      success: false,
      code: 'CONFLICT',
      message: 'ours',
    })
  })
  test('is not what anything else is', async () => {
    expect(await conflictInWords(failure('NOT_FOUND'), 'ours')).toMatchObject({ message: 'theirs' })
    const done = { success: true as const }
    expect(await conflictInWords(Promise.resolve(done), 'ours')).toBe(done)
  })
})

describe('a text that was tried', () => {
  const match = (start: number, end: number): Match => ({ reason: 'slur', severity: 'mild', start, end })
  test('is cut where something was found, also where that overlaps', () => {
    const parts = splitByMatches('abcdef', [match(1, 4), match(3, 5)])
    expect(parts.map(({ text, found }) => [text, found.length])).toEqual([
      ['a', 0],
      ['bc', 1],
      ['d', 2],
      ['e', 1],
      ['f', 0],
    ])
  })
  test('stays the same text, and each of its letters is marked as often as it was found', () => {
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
})

describe('the log', () => {
  test('is asked for what its address says', () => {
    expect(logQuery({})).toEqual({ sortBy: 'timestamp', sortOrder: 'desc' })
    expect(logQuery({ action: 'user:created:post', actorId: 'u', order: 'actor', from: 'yesterday' })).toEqual({
      sortBy: 'actorId',
      sortOrder: 'asc',
      action: 'user:created:post',
      actorId: 'u',
    })
    const { from, to } = logQuery({ from: '2026-03-01', to: '2026-03-02' })
    expect(Date.parse(to!) - Date.parse(from!)).toBe(2 * 86_400_000 - 1)
    expect(new Date(from!).getDate()).toBe(1)
    expect(logQuery({ from: '2026-13-45' }).from).toBeUndefined()
    expect([readOrder({ order: 'toString' }), isFiltered({ order: 'oldest' }), isFiltered({ to: 'x' })]).toEqual([
      'newest',
      false,
      true,
    ])
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
  test('leads to people and posts', () => {
    expect(subjectPath({ entityType: 'user', entityId: 'x' })).toBe('/console/people/x')
    expect(subjectPath({ entityType: 'post', entityId: 'x' })).toBe('/console/posts/x')
    expect(subjectPath({ entityType: 'word', entityId: 'x' })).toBeUndefined()
    expect(subjectPath({ entityType: 'user', entityId: null })).toBeUndefined()
  })
  test('has words for every action that the program names', () => {
    const root = join(import.meta.dir, '../../src')
    const program = [...new Glob('**/*.ts').scanSync(root)].map((file) => readFileSync(join(root, file), 'utf8')).join()
    const named = [...program.matchAll(/'((?:user|admin|operator):[a-z-]+:[a-z:-]+)'/g)].map(([, action]) => action!)
    expect(named.length).toBeGreaterThan(50)
    const words = { ...auditText.actions, ...auditText.hiddenActions }
    expect(named.filter((action) => !(action in words))).toEqual([])
    const all = [...AUDIT_ACTIONS].flatMap(([action, { visibility }]) => (visibility === 'chain' ? [] : [action]))
    expect(Object.keys(auditText.actions).toSorted()).toEqual(all.filter(isListed).toSorted())
    expect(Object.keys(auditText.hiddenActions).toSorted()).toEqual(all.filter((each) => !isListed(each)).toSorted())
    // Those that are put together from parts, by the parts that stay.
    for (const end of ['login:otp', 'upvoted:comment', 'withdrew:vote:on:post', 'created:college', 'banned:post'])
      expect([end, Object.keys(words).some((action) => action.endsWith(`:${end}`))]).toEqual([end, true])
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
    expect([isSame({ a: 1, b: 2 }, { b: 2, a: 1 }), isSame({ a: 1 }, { a: 2 }), isSame({ a: 1 }, {})]).toEqual([
      true,
      false,
      false,
    ])
  })
})
