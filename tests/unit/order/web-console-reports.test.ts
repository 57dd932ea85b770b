import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import type { Failure } from '../../../public/app/lib/api'
import { barHeights, dayName, summarize } from '../../../public/console/keeping/dashboard/figures'
import {
  extendedTo,
  isPossible,
  KEYS,
  keyAction,
  NOTHING_SELECTED,
  toggled,
  verdictsFor,
} from '../../../public/console/order/reports/acts'
import {
  choose,
  chosenEntry,
  confirmed,
  decide,
  EMPTY,
  type Entry,
  entryId,
  lastDecision,
  type Queue,
  refused,
  step,
  undoFailed,
  undone,
  type Verdict,
  withGroup,
  withoutGone,
  withPage,
} from '../../../public/console/order/reports/queue'
import { noteText } from '../../../public/console/order/reports/queue-words'

const entry = (id: string, over: Partial<Entry> = {}): Entry => ({
  type: 'Post',
  target: { id, title: `Title ${id}`, content: 'words', authorId: 'author' },
  moderationState: 'active',
  author: { id: 'author', username: 'quiet-heron' },
  reports: [],
  reportCount: 1,
  reasons: [],
  version: '0',
  claim: null,
  escalated: null,
  readings: [],
  ...over,
})
const failure: Failure = { success: false, code: 'NOT_FOUND', message: 'gone' }
const queueOf = (...ids: string[]): Queue => withPage(EMPTY, { page: ids.map((id) => entry(id)), total: ids.length })
const idsOf = ({ entries }: Queue): string => entries.map(entryId).join('')
const deed = (id: string, serial: number, verdict: Verdict | undefined = 'banned') => ({
  serial,
  entry: entry(id),
  verdict,
  sanction: undefined,
})
const SANCTION = { words: 'They are suspended.' }

describe('a selection', () => {
  const order = ['a', 'b', 'c', 'd', 'e']
  const chosen = (of: { ids: ReadonlySet<string> }) => [...of.ids].sort().join('')
  test('grows and shrinks one by one, and by ranges from where the last one began, either way', () => {
    const one = toggled(NOTHING_SELECTED, 'b')
    expect(chosen(one)).toBe('b')
    expect(chosen(toggled(one, 'b'))).toBe('')
    expect(chosen(extendedTo(one, order, 'd'))).toBe('bcd')
    expect(chosen(extendedTo(one, order, 'a'))).toBe('ab')
    expect(chosen(extendedTo(toggled(one, 'e'), order, 'd'))).toBe('bde')
    expect(chosen(extendedTo(NOTHING_SELECTED, order, 'c'))).toBe('c')
    expect(chosen(extendedTo(toggled(NOTHING_SELECTED, 'gone'), order, 'c'))).toContain('c')
  })
  test('by ranges takes all between and loses nothing', () => {
    const id = fc.constantFrom(...order)
    fc.assert(
      fc.property(fc.array(id, { minLength: 1 }), id, (steps, to) => {
        const before = steps.reduce(toggled, NOTHING_SELECTED)
        const after = extendedTo(before, order, to)
        for (const each of before.ids) expect(after.ids.has(each)).toBe(true)
        const [low, high] = [order.indexOf(before.anchor!), order.indexOf(to)].sort((a, b) => a - b)
        for (const each of order.slice(low!, high! + 1)) expect(after.ids.has(each)).toBe(true)
      }),
    )
  })
})

describe('a decision about several', () => {
  const grouped = ['a', 'b', 'c'].reduce(
    (queue, id, n) => decide(queue, { ...deed(id, n + 2), group: 1 }),
    decide(queueOf('a', 'b', 'c', 'd'), deed('d', 0)),
  )
  test('is undone as one, the last first, and the one before it alone', () => {
    const all = withGroup(grouped, lastDecision(grouped)!)
    expect(all.map(({ serial }) => serial)).toEqual([4, 3, 2])
    const after = all.reduce((queue, { serial }) => undone(queue, serial), grouped)
    expect([idsOf(after), withGroup(after, lastDecision(after)!).map(({ serial }) => serial)]).toEqual(['abc', [0]])
  })
  test('says how many, and who was faster about the others', () => {
    const first = (username: string): Failure => ({
      ...failure,
      code: 'CONFLICT',
      meta: { decided: { by: { id: username, username }, state: 'banned', at: '' } },
    })
    const told = (failures: Failure[], kind: 'group' | 'groupUndone' = 'group') =>
      noteText({ kind, verdict: 'banned', done: 7, failures })
    expect(told([])).toBe('7 removed')
    expect(told([first('quiet-otter')])).toBe('7 removed, 1 had been decided by quiet-otter')
    expect(told([first('quiet-otter'), first('bold-heron'), first('quiet-otter')])).toBe(
      '7 removed, 2 had been decided by quiet-otter, 1 had been decided by bold-heron',
    )
    expect(told([failure])).toStartWith('7 removed, 1 not decided: It was deleted')
    expect(told([], 'groupUndone')).toBe('7 reopened')
  })
})

describe('the queue', () => {
  test('begins with its first entry and is walked through, staying at either end', () => {
    const queue = queueOf('a', 'b', 'c')
    expect(queue.chosen).toBe('a')
    expect(step(queue, -1).chosen).toBe('a')
    expect(step(step(queue, 1), 1).chosen).toBe('c')
    expect(step(choose(queue, 'c'), 1).chosen).toBe('c')
    expect(step(choose(queue, undefined), 1).chosen).toBe('a')
    expect(step(EMPTY, 1).chosen).toBeUndefined()
  })
  test('a decision takes the entry away at once and goes on to the one behind it, or the last', () => {
    const first = decide(choose(queueOf('a', 'b', 'c'), 'b'), deed('b', 1))
    expect([idsOf(first), first.chosen, first.total, first.note?.kind]).toEqual(['ac', 'c', 2, 'decided'])
    expect(first.turn).toBeGreaterThan(0)
    const second = decide(first, deed('c', 2))
    expect([idsOf(second), second.chosen]).toEqual(['a', 'a'])
    expect(decide(second, deed('a', 3))).toMatchObject({ entries: [], chosen: undefined, total: 0 })
    // About another entry than the open one it leaves that open.
    expect(decide(queueOf('a', 'b'), deed('b', 1)).chosen).toBe('a')
  })
  test('what is refused comes back to where it stood, and what is read meanwhile stays open', () => {
    const queue = decide(choose(queueOf('a', 'b', 'c'), 'b'), deed('b', 1))
    const after = refused(queue, 1, failure)
    expect([idsOf(after), after.chosen, after.total]).toEqual(['abc', 'c', 3])
    expect([after.note, after.decisions]).toEqual([expect.objectContaining({ kind: 'refused', failure }), []])
    expect(after.turn).toBe(queue.turn)
    expect(refused(after, 1, failure)).toBe(after)
    expect(refused(decide(queueOf('a'), deed('a', 2)), 2, failure).chosen).toBe('a')
  })
  test('what is taken back comes back to where it stood, and is looked at', () => {
    const queue = confirmed(decide(queueOf('a', 'b', 'c'), deed('a', 1)), 1)
    expect(lastDecision(queue)).toMatchObject({ serial: 1, isSettled: true })
    const after = undone(queue, 1)
    expect([idsOf(after), after.chosen, after.total, after.decisions]).toEqual(['abc', 'a', 3, []])
    expect(after.note?.kind).toBe('undone')
    expect(undone(after, 1)).toBe(after)
  })
  test('what cannot be taken back can be tried again', () => {
    const queue = decide(queueOf('a', 'b'), deed('a', 1))
    const after = undoFailed(queue, 1, failure)
    expect([idsOf(after), lastDecision(after)?.serial, after.note?.kind]).toEqual(['b', 1, 'stuck'])
    expect(undoFailed(queue, 9, failure)).toBe(queue)
  })
  test('a sanction alone leaves the entry, and can be taken back', () => {
    const queue = decide(queueOf('a', 'b'), { ...deed('a', 1), verdict: undefined, sanction: SANCTION })
    expect([idsOf(queue), queue.chosen, lastDecision(queue)?.isSettled]).toEqual(['ab', 'a', true])
    const after = undone(queue, 1)
    expect([idsOf(after), after.total, after.decisions]).toEqual(['ab', 2, []])
    const elsewhere = undone({ ...queue, entries: [entry('z')], chosen: 'z' }, 1)
    expect([idsOf(elsewhere), elsewhere.chosen]).toEqual(['z', 'z'])
  })
  test('a sanction stands, and can be taken back, though the ban that went with it was refused', () => {
    const queue = decide(queueOf('a', 'b'), { ...deed('a', 1), sanction: SANCTION })
    const after = refused(queue, 1, failure)
    expect([idsOf(after), lastDecision(after)]).toEqual([
      'ab',
      expect.objectContaining({ verdict: undefined, isSettled: true }),
    ])
  })
  test('a page that is read again is without what is being decided, and with what is not any more', () => {
    const page = [entry('a'), entry('b')]
    const queue = decide(withPage(EMPTY, { page, total: 2 }), deed('a', 1))
    const reread = withPage(queue, { page, total: 2 })
    expect([idsOf(reread), reread.total]).toEqual(['b', 1])
    expect(idsOf(withPage(confirmed(queue, 1), { page, total: 2 }))).toBe('ab')
    expect(idsOf(undone(withPage(confirmed(queue, 1), { page, total: 2 }), 1))).toBe('ab')
  })
  test('what is open stays open and in its place when a page is read again without it', () => {
    const queue = choose(queueOf('a', 'b', 'c'), 'b')
    expect(withPage(queue, { page: [entry('c'), entry('b')], total: 2 }).chosen).toBe('b')
    const moved = withPage(queue, { page: [entry('a'), entry('c')], total: 2 })
    expect([idsOf(moved), moved.chosen, chosenEntry(moved)?.isGone]).toEqual(['abc', 'b', undefined])
    expect(isPossible(chosenEntry(moved)!, 'banned')).toBe(true)
  })
  test('and cannot be decided when somebody else did that: one goes on, and it leaves the list', () => {
    const decided = new Set(['b'])
    const queue = withPage(choose(queueOf('a', 'b', 'c'), 'b'), { page: [entry('a'), entry('c')], total: 2, decided })
    expect([idsOf(queue), queue.chosen, queue.total]).toEqual(['abc', 'b', 2])
    for (const act of ['banned', 'resolved', 'suspend', 'block'] as const)
      expect(isPossible(chosenEntry(queue)!, act)).toBe(false)
    // It stays so with every further page, and comes back whole if the decision is taken back.
    const later = withPage(queue, { page: [entry('c')], total: 1 })
    expect([idsOf(later), chosenEntry(later)?.isGone]).toEqual(['cb', true])
    expect(chosenEntry(withPage(queue, { page: [entry('b')], total: 1 }))?.isGone).toBeUndefined()
    expect([idsOf(step(queue, 1)), step(queue, 1).chosen]).toEqual(['ac', 'c'])
    expect([idsOf(step(queue, -1)), step(queue, -1).chosen]).toEqual(['ac', 'a'])
    expect([step(later, 1).chosen, idsOf(step(later, 1))]).toEqual(['c', 'c'])
    const last = withPage(queue, { page: [], total: 0 })
    expect([last.chosen, step(last, 1)]).toEqual(['b', expect.objectContaining({ entries: [], chosen: undefined })])
    expect(idsOf(withoutGone(choose(queue, 'a')))).toBe('ac')
    expect(withoutGone(queue)).toBe(queue)
  })
  test('goes on to what nobody else looks at; to the nearest where others look at everything', () => {
    const taken = (ids: string) => (each: Entry) => ids.includes(entryId(each))
    const queue = queueOf('a', 'b', 'c', 'd')
    expect(decide(queue, deed('a', 1), taken('bc')).chosen).toBe('d')
    expect(decide(choose(queue, 'c'), deed('c', 1), taken('da')).chosen).toBe('b')
    expect(decide(queue, deed('a', 1), () => true).chosen).toBe('b')
    const page = [entry('a'), entry('b')]
    expect(withPage(EMPTY, { page, total: 2, isTaken: taken('a') }).chosen).toBe('b')
    expect(withPage(EMPTY, { page: [], total: 0 }).chosen).toBeUndefined()
  })
})

describe('whatever is decided, refused and taken back', () => {
  const letters = ['a', 'b', 'c', 'd', 'e']
  const verdict = fc.constantFrom<(Verdict | undefined)[]>('banned', 'shadow_banned', 'resolved', 'ignored', undefined)
  const event = fc.oneof(
    fc.record({ do: fc.constant('decide' as const), verdict }),
    fc.record({ do: fc.constantFrom('undo', 'refuse', 'settle', 'next', 'previous', 'close') }),
  )
  const events = fc.array(event, { maxLength: 25 })

  function happened(queue: Queue, each: { do: string; verdict?: Verdict | undefined }, serial: number): Queue {
    const open = chosenEntry(queue)
    const last = lastDecision(queue)
    if (each.do === 'decide')
      return open ? decide(queue, { serial, entry: open, verdict: each.verdict, sanction: undefined }) : queue
    if (each.do === 'next' || each.do === 'previous') return step(queue, each.do === 'next' ? 1 : -1)
    if (each.do === 'close') return choose(queue, undefined)
    if (last === undefined) return queue
    if (each.do === 'undo') return undone(queue, last.serial)
    return each.do === 'refuse' && !last.isSettled
      ? refused(queue, last.serial, failure)
      : confirmed(queue, last.serial)
  }

  test('each entry is there once, or decided; what is open is there; the count is right; all of it can be taken back', () => {
    fc.assert(
      fc.property(events, (list) => {
        let queue = queueOf(...letters)
        for (const [serial, each] of list.entries()) {
          queue = happened(queue, each, serial)
          const there = queue.entries.map(entryId)
          const decided = queue.decisions.flatMap((one) => (one.verdict ? [entryId(one.entry)] : []))
          expect([...there, ...decided].sort()).toEqual(letters)
          expect(queue.total).toBe(there.length)
          expect(queue.chosen === undefined || there.includes(queue.chosen)).toBe(true)
        }
        for (let last = lastDecision(queue); last; last = lastDecision(queue)) queue = undone(queue, last.serial)
        expect(queue.entries.map(entryId).sort()).toEqual(letters)
      }),
    )
  })
  test('in the order in which it was, where nothing was refused in between', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(4), { maxLength: 5 }), (places) => {
        let queue = queueOf(...letters)
        for (const [serial, at] of places.entries()) {
          const wanted = queue.entries[at]
          if (wanted) queue = decide(queue, { ...deed(entryId(wanted), serial), entry: wanted })
        }
        for (let last = lastDecision(queue); last; last = lastDecision(queue)) queue = undone(queue, last.serial)
        expect(idsOf(queue)).toBe('abcde')
      }),
    )
  })
})

describe('what can be decided', () => {
  test('depends on what it is and what has become of it', () => {
    const closing: Verdict[] = ['resolved', 'ignored']
    expect(verdictsFor(entry('a'))).toEqual(['banned', 'shadow_banned', ...closing])
    expect(verdictsFor(entry('a', { type: 'Comment' }))).toEqual(['banned', ...closing])
    expect(verdictsFor(entry('a', { moderationState: 'shadow_banned' }))).toEqual(['banned', ...closing])
    expect(verdictsFor(entry('a', { moderationState: 'banned' }))).toEqual(closing)
    expect(verdictsFor(entry('a', { moderationState: 'deleted' }))).toEqual(closing)
  })
  test('what is gone cannot be opened, and an account that is gone cannot be barred', () => {
    const acts = ['open', 'suspend', 'block', 'banned', 'ignored'] as const
    const possible = (of: Entry) => acts.filter((act) => isPossible(of, act))
    expect(possible(entry('a'))).toEqual([...acts])
    expect(possible(entry('a', { moderationState: 'deleted', author: null }))).toEqual(['ignored'])
  })
})

describe('the keys', () => {
  const press = (key: string, over: object = {}) =>
    keyAction(
      { key, code: '', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, repeat: false, ...over },
      KEYS,
    )
  const acts = (keys: string) => keys.split(' ').map((key) => press(key))
  test('do what they are for, and leave those of the browser alone', () => {
    expect(acts('j ArrowUp b h i r s x z o')).toEqual([
      ...(['next', 'previous', 'banned', 'shadow_banned', 'ignored', 'resolved'] as const),
      ...(['suspend', 'block', 'undo', 'open'] as const),
    ])
    expect(press('B', { shiftKey: true })).toBe('banned')
    expect(acts('q Enter Backspace')).toEqual([undefined, undefined, undefined])
    for (const key of ['ctrlKey', 'metaKey', 'altKey']) expect(press('b', { [key]: true })).toBeUndefined()
    // Held down they move on, but decide only once.
    expect([press('j', { repeat: true }), press('b', { repeat: true })]).toEqual(['next', undefined])
  })
  test('are found by their place where the keyboard writes other letters', () => {
    expect(press('ब', { code: 'KeyB' })).toBe('banned')
    expect(press('n', { code: 'KeyB' })).toBeUndefined()
    expect(press('प')).toBeUndefined()
  })
})

describe('the days of the overview', () => {
  const daily = [3, 0, 3, 1].map((posts, index) => ({ date: `2026-03-0${index + 1}`, users: 0, posts, comments: 1 }))
  test('come to a sum, today, and the day with most', () => {
    expect(summarize(daily, 'posts')).toMatchObject({ sum: 7, today: 1, most: { date: '2026-03-03' } })
    expect(summarize(daily, 'users')).toEqual({ sum: 0, today: 0, most: undefined })
    expect(summarize([], 'users')).toEqual({ sum: 0, today: 0, most: undefined })
  })
  test('stand as high as they count; little can be seen, none is none', () => {
    expect(barHeights([0, 5, 10], 80, 4)).toEqual([0, 40, 80])
    expect(barHeights([1, 1000], 80, 4)).toEqual([4, 80])
    expect(barHeights([0, 0], 80, 4)).toEqual([0, 0])
  })
  test('are named as their reader names them, and are days of UTC wherever that is', () => {
    expect(dayName('2026-03-01', 'en')).toBe('Mar 1')
    expect(dayName('2026-03-01', 'en', true)).toBe('Sun, Mar 1')
    expect(dayName('2026-03-01', 'hi')).toBe('1 मार्च')
  })
})
