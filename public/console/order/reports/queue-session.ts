import { batch, signal } from '@preact/signals'
import type { Failure } from '../../../app/lib/api'
import { loadOverview } from '../../lib/overview'
import type { Why } from '../moderation/moderation'
import { extendedTo, NOTHING_SELECTED, toggled } from './acts'
import { AT_ONCE, applyVerdict, filterKey, type QueueFilter, readQueue, type Undo } from './decisions'
import { type Claim, claimedBy, decidedFirst } from './desk'
import type { QueueChange } from './live-queue'
import type { Entry, Queue, Sanction, Verdict } from './queue'
import * as queues from './queue'

type Action = {
  verdict?: Verdict | undefined
  why?: Why
  /** The sanction of the author that came first, with the function that reverts it. */
  sanction?: Sanction & { undo: Undo }
}

/** The open reports as one moderator works on them, and the decisions that can be undone. */
export class QueueSession {
  readonly queue = signal<Queue>(queues.EMPTY)
  readonly failure = signal<Failure | null>(null)
  readonly loading = signal(false)
  /** Undefined until a page has loaded. */
  readonly pages = signal<{ page: number; totalPages: number } | undefined>(undefined)
  readonly undoing = signal(false)
  readonly selection = signal(NOTHING_SELECTED)
  readonly #undos = new Map<number, Promise<Undo | Failure>>()
  readonly #userId: string
  /** What was decided since the page was read, here or elsewhere. */
  readonly #decidedAbout = new Set<string>()
  #filter: QueueFilter = { order: 'weight' }
  #page = 1
  #serial = 0
  #latest = 0

  constructor(userId: string) {
    this.#userId = userId
  }

  /** Shows the page, and hides the entries of the one before. */
  open(filter: QueueFilter, page: number): Promise<void> {
    if (filterKey(filter) !== filterKey(this.#filter) || page !== this.#page)
      batch(() => {
        this.#filter = filter
        this.#page = page
        this.pages.value = undefined
        this.queue.value = { ...this.queue.value, entries: [], chosen: undefined }
      })
    return this.load()
  }

  async load(): Promise<void> {
    const mine = ++this.#latest
    const isOver = this.#decidedBefore()
    this.loading.value = true
    const answer = await readQueue(this.#filter, this.#page)
    if (mine !== this.#latest) return
    batch(() => {
      this.loading.value = false
      this.failure.value = answer.success ? null : answer
      if (!answer.success) return
      this.pages.value = answer.pagination
      const page = answer.entries.filter((entry) => !isOver(entry))
      const total = answer.pagination.total - (answer.entries.length - page.length)
      this.#change(queues.withPage, { page, total, decided: this.#decidedAbout, isTaken: this.#isTaken })
      for (const entry of page) this.#decidedAbout.delete(queues.entryId(entry))
    })
  }

  /**
   * Whether the entry was decided about since now, or was being decided: the server may have answered before it knew.
   */
  #decidedBefore(): (entry: Entry) => boolean {
    const since = this.#serial
    const settled = new Set(this.queue.value.decisions.filter((each) => each.isSettled).map(({ serial }) => serial))
    return (entry) =>
      this.queue.value.decisions.some(
        (each) =>
          each.verdict !== undefined &&
          queues.entryId(each.entry) === queues.entryId(entry) &&
          each.isSettled &&
          (each.serial > since || !settled.has(each.serial)),
      )
  }

  /** Another moderator, or somebody who reports, did something about a target. */
  async heard(changes: readonly QueueChange[]): Promise<void> {
    for (const { targetId, change } of changes) if (change === 'decided') this.#decidedAbout.add(targetId)
    await Promise.all([this.load(), loadOverview()])
  }

  #isTaken = (entry: Entry): boolean => claimedBy(entry, this.#userId, Date.now()) !== undefined

  claimed = (id: string, claim: Claim): void => this.#change(queues.claimed, id, claim)
  choose = (id: string | undefined): void => this.#change(queues.choose, id)

  step(by: 1 | -1): void {
    this.#change(queues.step, by)
    this.#refill()
  }

  /** Decides about the entry, and shows that at once. */
  async decide(entry: Entry, { verdict, why, sanction }: Action): Promise<void> {
    const serial = ++this.#serial
    const done = sanction && withoutUndo(sanction)
    this.#change(queues.decide, { serial, entry, verdict, sanction: done }, this.#isTaken)
    const work = verdict === undefined ? Promise.resolve(doNothing) : applyVerdict(entry, verdict, why)
    this.#undos.set(
      serial,
      work.then((undo) => (typeof undo === 'function' ? inSequence(undo, sanction?.undo) : (sanction?.undo ?? undo))),
    )
    const outcome = await work
    if (typeof outcome === 'function') {
      this.#change(queues.confirmed, serial)
      // What the author wrote may be removed, this entry and others: what is left opens.
      if (sanction?.undone !== undefined) this.#change(queues.choose, undefined)
      if (verdict === undefined) await this.load()
    } else if (decidedFirst(outcome)) {
      this.#change(queues.late, serial, outcome)
      await this.load()
    } else this.#change(queues.refused, serial, outcome)
    await this.#decided()
  }

  selected(): Entry[] {
    return this.queue.value.entries.filter((entry) => this.selection.value.ids.has(queues.entryId(entry)))
  }

  select = (id: string, isRange = false): void => {
    const order = this.queue.value.entries.map(queues.entryId)
    this.selection.value = isRange ? extendedTo(this.selection.value, order, id) : toggled(this.selection.value, id)
  }

  selectNone = (): void => {
    this.selection.value = NOTHING_SELECTED
  }

  /** Selects the open entry and the next or the previous one, which it opens. */
  stepSelecting(by: 1 | -1): void {
    const from = this.queue.value.chosen
    if (from !== undefined && !this.selection.value.ids.has(from)) this.select(from)
    this.step(by)
    const to = this.queue.value.chosen
    if (to !== undefined) this.select(to, true)
  }

  /** The same verdict about several entries; each is refused for itself where another moderator was faster. */
  async decideAll(entries: readonly Entry[], verdict: Verdict, why?: Why): Promise<void> {
    const group = ++this.#serial
    const decisions = entries.map((entry) => ({ entry, serial: ++this.#serial }))
    const tell = (failures: readonly Failure[]) =>
      this.#change(queues.noted, { kind: 'group', verdict, done: entries.length - failures.length, failures })
    batch(() => {
      this.selectNone()
      for (const each of decisions)
        this.#change(queues.decide, { ...each, verdict, sanction: undefined, group }, this.#isTaken)
      tell([])
    })
    const failures = await inTurns(decisions, async ({ entry, serial }) => {
      const work = applyVerdict(entry, verdict, why)
      this.#undos.set(serial, work)
      const outcome = await work
      if (typeof outcome === 'function') {
        this.#change(queues.confirmed, serial)
        return undefined
      }
      this.#change(decidedFirst(outcome) ? queues.late : queues.refused, serial, outcome)
      return outcome
    })
    tell(failures)
    if (failures.length > 0) await this.load()
    await this.#decided()
  }

  /** Reverts the last decision once the server has confirmed it. */
  async undo(): Promise<void> {
    const last = queues.lastDecision(this.queue.value)
    if (last === undefined || this.undoing.value) return
    this.undoing.value = true
    const all = queues.withGroup(this.queue.value, last)
    const outcomes = new Map<number, Failure | undefined>()
    const failures = await inTurns(all, async ({ serial }) => {
      const undo = await this.#undos.get(serial)
      const failure = typeof undo === 'function' ? await undo() : undo
      outcomes.set(serial, failure)
      return failure
    })
    batch(() => {
      this.undoing.value = false
      for (const { serial, entry } of all) {
        const failure = outcomes.get(serial)
        this.#decidedAbout.delete(queues.entryId(entry))
        if (failure) this.#change(queues.undoFailed, serial, failure)
        else this.#change(queues.undone, serial)
      }
      const { group, verdict } = last
      if (group !== undefined && verdict !== undefined)
        this.#change(queues.noted, { kind: 'groupUndone', verdict, done: all.length - failures.length, failures })
    })
    // A page that is under way may have been read before, and would be without the entry.
    if (failures.length < all.length) await this.load()
    await this.#decided()
  }

  /** Updates the open counts; when a page is worked off, the rest moves up. */
  async #decided(): Promise<void> {
    await Promise.all([loadOverview(), this.#refill()])
  }

  async #refill(): Promise<void> {
    const { entries, total, decisions } = this.queue.value
    if (entries.length === 0 && total > 0 && decisions.every(({ isSettled }) => isSettled)) await this.load()
  }

  #change<Rest extends unknown[]>(change: (queue: Queue, ...rest: Rest) => Queue, ...rest: Rest): void {
    this.queue.value = queues.withoutGone(change(this.queue.value, ...rest))
  }
}

/** Few at a time; resolves to the failures. */
async function inTurns<Item>(
  items: readonly Item[],
  act: (item: Item) => Promise<Failure | undefined>,
): Promise<Failure[]> {
  const failures: Failure[] = []
  for (let from = 0; from < items.length; from += AT_ONCE)
    for (const failure of await Promise.all(items.slice(from, from + AT_ONCE).map(act)))
      if (failure) failures.push(failure)
  return failures
}

const withoutUndo = ({ undo: _, ...words }: Sanction & { undo: Undo }): Sanction => words

const doNothing: Undo = async () => undefined

const inSequence =
  (first: Undo, second: Undo = doNothing): Undo =>
  async () =>
    (await first()) ?? (await second())

let current: { userId: string; session: QueueSession } | undefined

/** The session of the signed-in moderator. It lives as long as the tab, so that undo works after a visit elsewhere. */
export function queueSession(userId: string): QueueSession {
  if (current?.userId !== userId) current = { userId, session: new QueueSession(userId) }
  return current.session
}
