import { batch, signal } from '@preact/signals'
import type { Failure } from '../../../app/lib/api'
import { loadOverview } from '../dashboard/overview'
import type { Why } from '../moderation/moderation'
import { applyVerdict, type QueueFilter, readQueue, type Undo } from './decisions'
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
    const { type, reason, order } = this.#filter
    if (type !== filter.type || reason !== filter.reason || order !== filter.order || page !== this.#page)
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
    const done = sanction && { words: sanction.words }
    this.#change(queues.decide, { serial, entry, verdict, sanction: done }, this.#isTaken)
    const work = verdict === undefined ? Promise.resolve(doNothing) : applyVerdict(entry, verdict, why)
    this.#undos.set(
      serial,
      work.then((undo) => (typeof undo === 'function' ? inSequence(undo, sanction?.undo) : (sanction?.undo ?? undo))),
    )
    const outcome = await work
    if (typeof outcome === 'function') this.#change(queues.confirmed, serial)
    else if (decidedFirst(outcome)) {
      this.#change(queues.late, serial, outcome)
      await this.load()
    } else this.#change(queues.refused, serial, outcome)
    await this.#decided()
  }

  /** Reverts the last decision once the server has confirmed it. */
  async undo(): Promise<void> {
    const last = queues.lastDecision(this.queue.value)
    if (last === undefined || this.undoing.value) return
    this.undoing.value = true
    const undo = await this.#undos.get(last.serial)
    const failure = typeof undo === 'function' ? await undo() : undo
    batch(() => {
      this.undoing.value = false
      if (failure) this.#change(queues.undoFailed, last.serial, failure)
      else this.#change(queues.undone, last.serial)
      this.#decidedAbout.delete(queues.entryId(last.entry))
    })
    // A page that is under way may have been read before, and would be without the entry.
    if (!failure) await this.load()
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
