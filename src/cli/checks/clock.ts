import { rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { config } from '../../config'
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
