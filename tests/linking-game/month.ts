import {
  deleteAccount,
  deleteText,
  nameIn,
  openComposer,
  openThread,
  react,
  readFeed,
  type Thread,
  write,
} from './acts'
import type { Probe } from './attacks/attack'
import { DAY, type Game, HOUR, MINUTE, SECOND, type Student } from './game'
import { advance } from './server'
import { firstFrom } from './wire'

// A month on the campus: everybody comes a few times a day, in the hours of the campus and their own, reads, and now and
// then does something. Between that the attackers try what they do while it happens.

const SESSIONS_A_DAY = 2.2
/** Of the hours of a day, from midnight on. */
const HOURS = [3, 1, 0, 0, 0, 0, 1, 3, 6, 7, 7, 6, 8, 8, 6, 6, 7, 8, 9, 10, 12, 13, 11, 7]
const LONGEST_SESSION = 14
const DELETED_IN_A_MONTH = 0.06

type Event = { at: number; run: () => Promise<void> }

/** Runs events in the order of their times. */
class Agenda {
  readonly #events: Event[] = []

  add(at: number, run: Event['run']) {
    // The next one is at the end.
    const before = firstFrom(this.#events, (event) => event.at <= at)
    this.#events.splice(before, 0, { at, run })
  }

  async run(game: Game) {
    for (let event = this.#events.pop(); event !== undefined; event = this.#events.pop()) {
      await advance(game, event.at)
      await event.run()
    }
  }
}

export async function playMonth(game: Game, probes: readonly Probe[]) {
  const agenda = new Agenda()
  const { began, options, random } = game
  for (let day = 0; day < options.days; day++) {
    for (const student of game.students.values())
      for (let n = poisson(game, SESSIONS_A_DAY); n > 0; n--)
        agenda.add(began + day * DAY + hourOf(game, student), () => beginSession(game, agenda, student))
    for (const { timesADay, run } of probes)
      for (let n = 0; n < timesADay; n++)
        agenda.add(began + (day + (n + random.fraction()) / timesADay) * DAY, () => run(game, later(agenda)))
  }
  await agenda.run(game)
  await advance(game, began + options.days * DAY + 2 * HOUR)
}

/** Lets a probe look again after a while. */
const later = (agenda: Agenda) => (ms: number, run: () => Promise<void>) => agenda.add(Date.now() + ms, run)

function poisson({ random }: Game, mean: number) {
  let count = 0
  for (let rest = random.fraction(); rest > Math.exp(-mean); rest *= random.fraction()) count++
  return count
}

function hourOf({ random }: Game, { shift }: Student) {
  let rest = random.fraction() * HOURS.reduce((sum, weight) => sum + weight)
  let hour = 0
  for (; rest >= (HOURS[hour] ?? Number.POSITIVE_INFINITY); hour++) rest -= HOURS[hour] ?? 0
  return ((hour + random.fraction()) * HOUR + shift + DAY) % DAY
}

/** Before somebody votes, or has written. */
const reading = ({ random }: Game) => 10 * SECOND + random.below(MINUTE)
const pause = ({ random }: Game) => 15 * SECOND + random.below(75 * SECOND)

async function beginSession(game: Game, agenda: Agenda, student: Student) {
  if (student.deletedAt !== null) return
  const { random, options } = game
  await student.device.connect()
  const feed = await readFeed(game, student)
  const steps = 3 + random.below(LONGEST_SESSION - 3)
  const leaves = random.chance(DELETED_IN_A_MONTH / (SESSIONS_A_DAY * options.days))
  const next = (left: number) =>
    agenda.add(Date.now() + pause(game), async () => {
      if (student.deletedAt !== null) return
      if (left === 0) return leaves ? deleteAccount(game, student) : student.device.disconnect()
      await step(game, agenda, student, feed)
      next(left - 1)
    })
  next(steps)
}

async function step(game: Game, agenda: Agenda, student: Student, feed: string[]) {
  const { random } = game
  await student.device.ping()
  if (random.chance(0.05)) return compose(game, agenda, student, null)
  if (random.chance(0.01)) return deleteText(game, student)
  const own = [...student.names.keys()].slice(-5)
  const postId = random.chance(0.25) && own.length > 0 ? random.pick(own) : random.pick(feed, 1.5)
  if (postId === undefined) return compose(game, agenda, student, null)
  const thread = await openThread(game, student, postId)
  if (thread === null) return
  if (random.chance(0.15)) await compose(game, agenda, student, thread)
  else if (random.chance(0.4)) agenda.add(Date.now() + reading(game), () => react(game, student, thread))
}

/** Opens the composer, and sends what was written half a minute later or so. */
async function compose(game: Game, agenda: Agenda, student: Student, thread: Thread | null) {
  const name = nameIn(game, student, thread?.postId ?? null)
  await openComposer(game, student)
  agenda.add(Date.now() + reading(game), async () => {
    if (student.deletedAt === null) await write(game, student, thread, name)
  })
}
