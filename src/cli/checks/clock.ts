import { rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Connection } from '../../../db/connection'
import { config } from '../../config'
import { clockDoubt } from '../../core/audit/day-notes'
import { futureRows } from '../../core/maintenance/recount'
import { QUAD } from '../../packaged'
import { type Finding, fail, ok, warn } from './finding'

/** Quad was written in this year: an earlier clock is a machine that lost its battery. */
const FIRST_YEAR = 2026
const LAST_YEAR = 2100

/** File systems round, and networks of machines disagree a little. */
const TOLERANCE_MS = 5_000

/** Whether the clock can be believed: codes, sessions and suspensions end by it. */
export async function* checkClock(): AsyncGenerator<Finding> {
  const year = new Date().getUTCFullYear()
  if (year < FIRST_YEAR || year > LAST_YEAR) {
    yield fail('clock', `it says ${new Date().toISOString()}; set it, for codes, sessions and suspensions end by it`)
    return
  }
  const apart = await fileSystemApart()
  const jumped = await jumpWithin(50)
  if (jumped > TOLERANCE_MS)
    yield warn('clock', `it moved by ${Math.round(jumped)} ms within a moment; is something setting it?`)
  else if (apart !== undefined && apart > TOLERANCE_MS)
    yield warn('clock', `the file system of the data directory is ${Math.round(apart / 1000)} s apart from it`)
  else
    yield ok(
      'clock',
      `it says ${new Date().toISOString()} and agrees with the file system (not compared with any other machine)`,
    )
}

/** Whether the database agrees with the clock. */
export function* checkTimes(db: Connection): Generator<Finding> {
  const doubt = clockDoubt(db)
  if (doubt)
    yield warn(
      'times',
      `the clock is far ahead of the last day that Quad ran (${doubt.last}): nothing old is deleted before ${doubt.believedAt}; if the clock is wrong, set it`,
    )
  const future = Object.entries(futureRows(db)).map(([table, rows]) => `${rows.toLocaleString('en')} of ${table}`)
  if (future.length > 0)
    yield fail(
      'times',
      `rows are from the future and lead their lists (${future.join(', ')}). If the clock is right, stop Quad and give them the present time: ${QUAD} doctor --fix`,
    )
  else if (!doubt) yield ok('times', 'nothing is from the future, and Quad ran within the last days')
}

async function fileSystemApart(): Promise<number | undefined> {
  for (const directory of [config.dataDir, tmpdir()]) {
    const probe = join(directory, `.doctor-clock-${process.pid}`)
    try {
      writeFileSync(probe, '', { flag: 'wx' })
      const apart = Math.abs(statSync(probe).mtimeMs - Date.now())
      rmSync(probe)
      return apart
    } catch {
      // Whether it can be written is another check's business.
    }
  }
  return undefined
}

/** How far the clock departs from the time that really passes. */
async function jumpWithin(ms: number): Promise<number> {
  const [date, monotonic] = [Date.now(), performance.now()]
  await Bun.sleep(ms)
  return Math.abs(Date.now() - date - (performance.now() - monotonic))
}
