import type { Target } from './fill'
import type { Moderator, Plan } from './moderator'

// Two moderators at one queue until it is empty.

export type Shift = {
  /** Authors about whom every decision is taken back, and their texts then kept. */
  acquitted: ReadonlySet<string>
  /** What both decide at the same time. */
  contested: ReadonlySet<string>
  /** How many reports are open. */
  countOpen(): number
}

/** What a moderator finds right about a target: fixed, so that two never disagree. */
function planFor({ number, type }: Target): Plan {
  if (number % 9 === 4) return 'suspend'
  if (number % 9 === 7) return 'ignored'
  if (number % 9 === 8) return 'resolved'
  return number % 9 === 5 && type === 'Post' ? 'shadow_banned' : 'banned'
}

/** Where two moderators meet at what both decide; nobody waits for one who has gone home. */
class Meetings {
  #code: string | undefined
  #arrived = 0
  #both = Promise.withResolvers<void>()
  #present = 2
  readonly held: string[] = []

  /** Where the other one waits. */
  get calledTo(): string | undefined {
    return this.#code
  }

  async meet(code: string): Promise<void> {
    this.#code = code
    this.#arrived++
    const { promise, resolve } = this.#both
    if (this.#arrived < this.#present) return promise
    if (this.#arrived > 1) this.held.push(code)
    this.#end(resolve)
  }

  #end(resolve: () => void): void {
    this.#code = undefined
    this.#arrived = 0
    this.#both = Promise.withResolvers()
    resolve()
  }

  /** Whoever cannot come, or leaves, lets the other go on alone. */
  decline(): void {
    if (this.#code !== undefined) this.#end(this.#both.resolve)
  }

  leave(): void {
    this.#present--
    this.decline()
  }
}

/** Whoever has passed so many that others look at takes the next one anyway. */
const PATIENCE = 5

/** Both work until nothing is open; returns the codes at which they met. */
export async function workShift(moderators: readonly [Moderator, Moderator], shift: Shift): Promise<string[]> {
  const meetings = new Meetings()
  await Promise.all(
    moderators.map(async (moderator) => {
      await work(moderator, shift, meetings)
      meetings.leave()
      await moderator.settled()
    }),
  )
  return meetings.held
}

async function work(moderator: Moderator, shift: Shift, meetings: Meetings): Promise<void> {
  let passed = 0
  const isOver = () => shift.countOpen() === 0
  for (;;) {
    const screen = await moderator.until(({ code, isEmpty }) => code !== undefined || (isEmpty && isOver()), 'an entry')
    const target = moderator.targetOf(screen)
    if (target === undefined) return
    const isContested = shift.contested.has(target.code) && !meetings.held.includes(target.code)
    if (meetings.calledTo !== undefined && meetings.calledTo !== target.code) {
      // On the way to a meeting, to which nobody goes but here, no key is counted.
      const { keys } = moderator.effort
      if (!(await moderator.goTo(meetings.calledTo))) meetings.decline()
      moderator.effort.keys = keys
      continue
    }
    if (isContested) await meetings.meet(target.code)
    const now = await moderator.look()
    if (now.code !== target.code || now.isGone) {
      moderator.seen.gone++
      if (now.code === target.code) await moderator.step('j')
    } else if (now.isClaimed && !isContested && passed < PATIENCE) {
      passed++
      moderator.seen.claims++
      await moderator.step('j')
    } else {
      passed = 0
      await judge(moderator, target, shift)
    }
  }
}

async function judge(moderator: Moderator, target: Target, { acquitted }: Shift): Promise<void> {
  const plan = planFor(target)
  const isTaken = await moderator.decide(target, plan)
  if (!isTaken || !acquitted.has(target.author.id) || plan === 'resolved' || plan === 'ignored') return
  await moderator.undo(target)
  await moderator.decide(target, 'resolved')
}
