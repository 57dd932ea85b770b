import { rmSync, statfsSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { config } from '../../config'
import { isSwapUnderWay } from '../../lib/data-swap'
import { plainFault } from '../../lib/faults'
import { LEAST_FREE_BYTES } from '../../lib/storage-notices'
import { type Finding, fail, ok, warn } from './finding'

const WARN_BELOW_BYTES = 1_000_000_000

/** Whether the data directory can be written, and how much room there is. */
export function* checkDirectory(): Generator<Finding> {
  const { dataDir } = config
  const fault = writeFault()
  if (fault !== undefined) yield fail('data directory', fault)
  else if (!exists(dataDir)) yield ok('data directory', `${dataDir} is not there yet; the first start makes it`)
  else yield ok('data directory', `${dataDir} can be written`)
  if (isSwapUnderWay(dataDir))
    yield fail('restore', 'a restore was interrupted; the next start, or any other command, finishes it')
  yield* checkSpace()
}

/** A file that is written and removed proves more than permission bits do. */
function writeFault(): string | undefined {
  const probe = join(nearest(config.dataDir), `.doctor-${process.pid}`)
  try {
    writeFileSync(probe, '', { flag: 'wx' })
    rmSync(probe)
    return undefined
  } catch (error) {
    return (
      plainFault(error, config.dataDir) ??
      `${config.dataDir} cannot be written (${error instanceof Error ? error.message : 'unknown'})`
    )
  }
}

function* checkSpace(): Generator<Finding> {
  const { bavail, bsize } = statfsSync(nearest(config.dataDir))
  const free = bavail * bsize
  const space = `${(free / 1_000_000_000).toFixed(1)} GB are free`
  if (free < LEAST_FREE_BYTES) yield fail('disk space', `${space}; Quad stops taking writes when none is left`)
  else if (free < WARN_BELOW_BYTES) yield warn('disk space', `${space}; free some before it runs out`)
  else yield ok('disk space', space)
}

function exists(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false }) !== undefined
  } catch {
    return false
  }
}

/** The directory, or what is there of the way to it. */
function nearest(path: string): string {
  return exists(path) || path === dirname(path) ? path : nearest(dirname(path))
}
