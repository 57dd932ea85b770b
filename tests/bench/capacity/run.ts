/**
 * `bun run capacity`: how many students a machine serves. See docs/capacity.md.
 *
 *   bun run capacity                          the campus of 10,000 students
 *   bun run capacity --campus /tmp/huge       the one that `quad seed --huge` has made; it is changed
 *
 * Requests of a realistic mix come at times of their own, at a rate that is raised until one in a hundred takes longer than
 * 200 ms from when it was due; students who are online hold a socket each.
 */
import { parseArgs } from 'node:util'
import { Workspace } from '../data'
import { markdown } from '../report'
import { startQuad, stopServers } from '../servers'
import { type Campus, findFurtherPages, openCampus } from './campus'
import { Crowd } from './crowd'
import { findKnee, type Habits, knee } from './knee'
import { causeOf, NOTICEABLE } from './processor'
import { kindsTable, othersThan, rungsTable, studentsTable, threadsTable } from './tables'

const { values } = parseArgs({
  options: {
    campus: { type: 'string' },
    from: { type: 'string', default: '1000' },
    most: { type: 'string', default: '8000' },
    seconds: { type: 'string', default: '5' },
    /** Seconds at a quarter of `from` before anything counts: what is read often comes from the disk into memory. */
    settle: { type: 'string', default: '5' },
    /** Without it, as many as are online at each rate. */
    sockets: { type: 'string' },
  },
})
const [from, most, seconds, settle] = [values.from, values.most, values.seconds, values.settle].map(Number) as [
  number,
  number,
  number,
  number,
]
const WARM_UP = 2
const LIMIT_MS = 200
const MOST_TRIES = 4
/** docs/capacity.md says where they are from. */
const HABITS: Habits = { requestsOfVisit: 38, secondsOfVisit: 300, onlineShare: 0.1 }

const workspace = new Workspace()

async function climb(campus: Campus) {
  const server = await startQuad(campus.folder, 'full', { NOTIFICATIONS: 'on' })
  await findFurtherPages(campus, `http://127.0.0.1:${server.port}`)
  const crowd = await Crowd.gather(campus, server, workspace)
  try {
    const atEach = values.sockets === undefined ? undefined : Number(values.sockets)
    const run = async (rate: number, warmUp: number) => {
      await crowd.connect(atEach ?? Math.round((rate * HABITS.secondsOfVisit) / HABITS.requestsOfVisit))
      return crowd.ask({ rate, warmUp, seconds })
    }
    const cold = settle > 0 ? await run(from / 4, settle) : undefined
    const rungs = await findKnee(from, most, async (rate) => {
      for (let tries = 1; ; tries++) {
        const detail = await run(rate, WARM_UP)
        const { p50, p99, behind } = detail.answered
        const [isKept, others] = [Math.max(p99, behind) <= LIMIT_MS, othersThan(detail)]
        console.error(
          `${rate} a second: p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(0)} ms, others ${(others * 100).toFixed(0)} %`,
        )
        // What is late because another program had the processor says nothing of this one.
        if (isKept || others < NOTICEABLE || tries === MOST_TRIES) return { isKept, detail }
      }
    })
    const best = knee(rungs)
    if (cold) rungs.unshift({ rate: from / 4, isKept: true, detail: cold })
    const tables = [rungsTable(rungs)]
    if (best) tables.push(kindsTable(best.detail), threadsTable(best.detail), studentsTable(best.rate, HABITS))
    console.log(tables.map(markdown).join('\n\n'))
    const first = rungs.filter(({ isKept }) => !isKept).toSorted((a, b) => a.rate - b.rate)[0]
    if (first)
      console.log(`\nThe knee: ${causeOf(first.detail.server, first.detail.generator, othersThan(first.detail))}.`)
    console.log(`\nStatuses: ${JSON.stringify(rungs.at(-1)?.detail.answered.statuses)}`)
  } finally {
    await crowd.leave()
  }
}

try {
  const campus = await openCampus(values.campus, workspace)
  console.log(`${campus.size}; ${campus.cookies.length.toLocaleString('en')} sessions`)
  await climb(campus)
} finally {
  await stopServers()
  workspace.remove()
}
process.exit(0)
