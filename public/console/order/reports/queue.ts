import type { Picture } from '../../../app/forum/posts/posts'
import type { api, Failure, ResponseData } from '../../../app/lib/api'

type Page = ResponseData<Promise<Extract<Awaited<ReturnType<typeof api.admin.manage.reports.get>>['data'], object>>>

/** A reported post or comment with its reports. */
export type Entry = Required<Page['data'][number]> & {
  target: { picture?: Picture | null }
  /** Decided by somebody else while it was open: it stays until one goes on. */
  isGone?: boolean
}

/** A decision about reported content; each closes its open reports. */
export type Verdict = 'banned' | 'shadow_banned' | 'resolved' | 'ignored'

/** What was done to the author or to all that they wrote, in words, and what is said when it is undone. */
export type Sanction = { words: string; undone?: string }

/** A decision that can be undone. Without a verdict it is about the author alone, and the entry stays. */
export type Decided = {
  serial: number
  entry: Entry
  /** The index of the entry in the list. */
  at: number
  verdict: Verdict | undefined
  sanction: Sanction | undefined
  /** The same for all entries that were decided about at once. */
  group?: number | undefined
  /** Whether the server has confirmed it. */
  isSettled: boolean
}

/** What to say about the last decision: made, refused, undone, or not undone. */
export type Note =
  | { kind: 'decided' | 'undone'; decided: Decided }
  | { kind: 'refused' | 'stuck' | 'late'; decided: Decided; failure: Failure }
  | { kind: 'group' | 'groupUndone'; verdict: Verdict; done: number; failures: readonly Failure[] }

/** The open entries as the page shows them: a decision shows before the server has confirmed it. */
export type Queue = {
  entries: readonly Entry[]
  /** The id of the entry that is open. */
  chosen: string | undefined
  /** The number of entries on all pages. */
  total: number
  /** Newest last. */
  decisions: readonly Decided[]
  note: Note | undefined
  /** Incremented when the queue itself chooses another entry, which then takes the focus. */
  turn: number
  /** Whether one steps through the list, and may not stay at what is open. */
  isPassing: boolean
}

export const EMPTY: Queue = {
  entries: [],
  chosen: undefined,
  total: 0,
  decisions: [],
  note: undefined,
  turn: 0,
  isPassing: false,
}

const MAX_DECISIONS = 100

export const entryId = ({ target }: Entry): string => target.id

const chosenIndex = ({ entries, chosen }: Queue): number => entries.findIndex((entry) => entryId(entry) === chosen)

export const chosenEntry = ({ entries, chosen }: Queue): Entry | undefined =>
  entries.find((entry) => entryId(entry) === chosen)

const without = (entries: readonly Entry[], id: string): Entry[] => entries.filter((entry) => entryId(entry) !== id)

/** The entry at this index, or the last one. */
const nearest = (entries: readonly Entry[], at: number): string | undefined => {
  const entry = entries[Math.min(at, entries.length - 1)]
  return entry && entryId(entry)
}

/** The entry at this index or after it, else before it, that nobody else looks at; else the nearest one. */
function nearestFree(entries: readonly Entry[], at: number, isTaken: (entry: Entry) => boolean): string | undefined {
  const free = [...entries.slice(at), ...entries.slice(0, at).reverse()].find((entry) => !isTaken(entry))
  return free ? entryId(free) : nearest(entries, at)
}

const leaves = ({ verdict }: Decided): boolean => verdict !== undefined

export type PageRead = {
  page: readonly Entry[]
  total: number
  /** What was decided since the page before, by anybody. */
  decided?: ReadonlySet<string>
  /** Whether another moderator looks at it. */
  isTaken?: (entry: Entry) => boolean
}

const nobody = () => false

/**
 * A page from the server, without the entries whose decision is under way. What is open stays open, because whoever reads
 * it is about to press a key; what was closed on a phone stays closed.
 */
export function withPage(queue: Queue, { page, total, decided, isTaken = nobody }: PageRead): Queue {
  const underWay = new Set(
    queue.decisions.filter((each) => leaves(each) && !each.isSettled).map(({ entry }) => entryId(entry)),
  )
  const waiting = page.filter((entry) => !underWay.has(entryId(entry)))
  const left = total - (page.length - waiting.length)
  const open = chosenEntry(queue)
  const isClosed = queue.chosen === undefined && queue.entries.length > 0
  if (isClosed) return { ...queue, entries: waiting, total: left }
  if (open === undefined) return { ...queue, entries: waiting, chosen: nearestFree(waiting, 0, isTaken), total: left }
  const id = entryId(open)
  if (waiting.some((entry) => entryId(entry) === id)) return { ...queue, entries: waiting, total: left }
  const kept = open.isGone || decided?.has(id) ? { ...open, isGone: true } : open
  return { ...queue, entries: waiting.toSpliced(chosenIndex(queue), 0, kept), total: left }
}

/** Without what others decided and is not open any more. */
export function withoutGone(queue: Queue): Queue {
  const isOver = (entry: Entry) => entry.isGone === true && entryId(entry) !== queue.chosen
  return queue.entries.some(isOver) ? { ...queue, entries: queue.entries.filter((each) => !isOver(each)) } : queue
}

/** Opens the entry; `undefined` closes the open one. */
export const choose = (queue: Queue, chosen: string | undefined): Queue => ({ ...queue, chosen, isPassing: false })

/** Opens the next or the previous entry; stays at either end, unless what is open there is gone. */
export function step(queue: Queue, by: 1 | -1): Queue {
  const at = chosenIndex(queue)
  const isGone = queue.entries[at]?.isGone === true
  const entries = isGone ? queue.entries.toSpliced(at, 1) : queue.entries
  const to = at === -1 ? 0 : Math.max(0, isGone && by === 1 ? at : at + by)
  return { ...queue, entries, chosen: nearest(entries, to), turn: queue.turn + 1, isPassing: true }
}

type NewDecision = Pick<Decided, 'serial' | 'entry' | 'verdict' | 'sanction' | 'group'>

/**
 * Removes the entry at once and opens the one after it that nobody else looks at; after a sanction alone the entry
 * stays.
 */
export function decide(queue: Queue, decision: NewDecision, isTaken: (entry: Entry) => boolean = nobody): Queue {
  const at = queue.entries.findIndex((entry) => entryId(entry) === entryId(decision.entry))
  const decided: Decided = { ...decision, at: Math.max(0, at), isSettled: decision.verdict === undefined }
  const decisions = [...queue.decisions, decided].slice(-MAX_DECISIONS)
  const note: Note = { kind: 'decided', decided }
  if (!leaves(decided) || at === -1) return { ...queue, decisions, note }
  const entries = without(queue.entries, entryId(decision.entry))
  const isOpen = queue.chosen === entryId(decision.entry)
  return {
    entries,
    chosen: isOpen ? nearestFree(entries, at, isTaken) : queue.chosen,
    total: queue.total - 1,
    decisions,
    note,
    turn: queue.turn + 1,
    isPassing: false,
  }
}

const findDecision = ({ decisions }: Queue, serial: number): Decided | undefined =>
  decisions.find((each) => each.serial === serial)

/** The server has confirmed the decision. */
export const confirmed = (queue: Queue, serial: number): Queue => ({
  ...queue,
  decisions: queue.decisions.map((each) => (each.serial === serial ? { ...each, isSettled: true } : each)),
})

/** The server has refused: the entry returns to its place. The sanction of its author stays. */
export function refused(queue: Queue, serial: number, failure: Failure): Queue {
  const decided = findDecision(queue, serial)
  if (decided === undefined) return queue
  const decisions = queue.decisions.flatMap((each) => {
    if (each !== decided) return [each]
    return each.sanction ? [{ ...each, verdict: undefined, isSettled: true }] : []
  })
  return { ...back(queue, decided), decisions, note: { kind: 'refused', decided, failure } }
}

/** Another moderator was faster: the entry is theirs, and comes back only if it still waits. */
export function late(queue: Queue, serial: number, failure: Failure): Queue {
  const decided = findDecision(queue, serial)
  if (decided === undefined) return queue
  return {
    ...refused(queue, serial, failure),
    entries: queue.entries,
    chosen: queue.chosen,
    total: queue.total,
    note: { kind: 'late', decided, failure },
  }
}

/** The claim that holds on the entry. */
export const claimed = (queue: Queue, id: string, claim: Entry['claim']): Queue => ({
  ...queue,
  entries: queue.entries.map((entry) => (entryId(entry) === id ? { ...entry, claim } : entry)),
})

/** The decision is undone: the entry is open again. */
export function undone(queue: Queue, serial: number): Queue {
  const decided = findDecision(queue, serial)
  if (decided === undefined) return queue
  const restored = leaves(decided) ? back(queue, decided) : queue
  const isThere = restored.entries.some((entry) => entryId(entry) === entryId(decided.entry))
  return {
    ...restored,
    decisions: queue.decisions.filter((each) => each !== decided),
    chosen: isThere ? entryId(decided.entry) : queue.chosen,
    note: { kind: 'undone', decided },
    turn: queue.turn + 1,
    isPassing: false,
  }
}

/** The decision could not be undone; it can be tried again. */
export function undoFailed(queue: Queue, serial: number, failure: Failure): Queue {
  const decided = findDecision(queue, serial)
  return decided === undefined ? queue : { ...queue, note: { kind: 'stuck', decided, failure } }
}

function back(queue: Queue, { entry, at }: Decided): Queue {
  if (queue.entries.some((each) => entryId(each) === entryId(entry))) return queue
  const entries = queue.entries.toSpliced(at, 0, entry)
  return { ...queue, entries, chosen: queue.chosen ?? entryId(entry), total: queue.total + 1 }
}

/** The decision that undo reverts next. */
export const lastDecision = ({ decisions }: Queue): Decided | undefined => decisions.at(-1)

/** What undo reverts with this: all of its group, the last first. */
export const withGroup = ({ decisions }: Queue, last: Decided): Decided[] =>
  last.group === undefined ? [last] : decisions.filter(({ group }) => group === last.group).toReversed()

/** What is said of several entries at once. */
export const noted = (queue: Queue, note: Note): Queue => ({ ...queue, note })
