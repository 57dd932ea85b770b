import { setSystemTime } from 'bun:test'
import { Random } from '../../db/seed/context'
import { app } from '../../src/app'
import { administrator, collegeId, openQuad, student, times } from '../support/kit'
import { setPictures } from '../support/pictures'
import { beginTime } from './clock'
import { Device } from './device'
import { DAY, type Game, HOUR, type Options, type Student } from './game'
import { Wire } from './wire'

/** The first has half of the students, the others share the rest. */
const DOMAINS = ['campus.edu', 'away.edu', 'third.edu']
const BEGAN = Date.UTC(2027, 1, 1)

/** Two or three of four students use aliases. */
const USE_ALIASES = 0.75

/** A campus whose server listens on the loopback, with students who joined in the days before. */
export async function openCampus(options: Options): Promise<{ game: Game; close: () => Promise<void> }> {
  setSystemTime(new Date(BEGAN - 3 * DAY))
  const closeQuad = await openQuad()
  // Else those of accounts as young as these wait for a moderator.
  await setPictures()
  const random = new Random(options.seed, 'campus')
  const wire = new Wire()
  for (const domain of DOMAINS) await collegeId(domain)
  const join = async (domain: string, watched: Wire | null): Promise<Student> => {
    setSystemTime(new Date(Date.now() + 60_000))
    const person = await student({ domain })
    const { id, user } = person
    const device = new Device(id, person, watched)
    const usesAliases = random.chance(USE_ALIASES)
    const shift = random.logNormal(1, 0.5) * 2 * HOUR - 2 * HOUR
    const isNew = { hasWaiting: false, names: new Map(), aliasesAt: [], deletedAt: null }
    return { id, name: user.username, college: user.collegeId, device, usesAliases, shift, ...isNew }
  }
  const attacker = await join('campus.edu', null)
  const students = new Map<string, Student>()
  for (let n = 0; n < options.students; n++) {
    const one = await join(DOMAINS[n % 2 === 0 ? 0 : 1 + (n % 3 === 0 ? 1 : 0)] ?? '', wire)
    students.set(one.id, one)
  }
  const moderator = await administrator()
  const courses = new Map<string, string[]>()
  for (const domain of DOMAINS) {
    const college = await collegeId(domain)
    const added = await times(3, (n) =>
      moderator.post('admin/courses', { collegeId: college, code: `C${n}`, name: `Course ${n}` }),
    )
    courses.set(
      college,
      added.map(({ course }) => course.id),
    )
  }
  await administrator('superadmin')
  app.listen({ hostname: '127.0.0.1', port: 0 })
  const endTime = beginTime(BEGAN)
  const game: Game = {
    ...{ options, students, attacker, wire, began: BEGAN, random: new Random(options.seed, 'month') },
    administrator: new Device(moderator.id, moderator, null),
    ...{ targets: new Map(), trials: new Map(), sent: new Map(), refusals: new Map(), courses },
  }
  const close = async () => {
    for (const { device } of students.values()) await device.disconnect()
    endTime()
    await app.stop(true)
    await closeQuad()
  }
  return { game, close }
}
