import {
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import type { Connection } from '../../../db/connection'
import { maxLogBytes } from '../../../db/watch'
import { config } from '../../config'
import { clockDoubt } from '../../ground/audit/day-notes'
import { futureRows } from '../../keeping/maintenance/recount'
import { databaseFile } from '../../lib/files/data-directory'
import { isSwapUnderWay } from '../../lib/files/data-swap'
import { plainFault } from '../../lib/process/faults'
import { type Finding, fail, ok, warn } from '../../lib/process/finding'
import { LEAST_FREE_BYTES } from '../../lib/process/storage-notices'
import { QUAD } from '../../packaged'
import { serverAddress } from '../healthcheck'
import { megabytes } from '../run'
import { askReady, runningServer, storageAdvice } from '../running-server'

const WARN_BELOW_BYTES = 1_000_000_000

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
  try {
    timeOfNewFile(nearest(config.dataDir))
    return undefined
  } catch (error) {
    const why = error instanceof Error ? error.message : 'unknown'
    return plainFault(error, config.dataDir) ?? `${config.dataDir} cannot be written (${why})`
  }
}

function timeOfNewFile(folder: string): number {
  const probe = join(folder, `.doctor-${process.pid}`)
  writeFileSync(probe, '', { flag: 'wx' })
  const { mtimeMs } = statSync(probe)
  rmSync(probe)
  return mtimeMs
}

function* checkSpace(): Generator<Finding> {
  const { bavail, bsize } = statfsSync(nearest(config.dataDir))
  const free = bavail * bsize
  const space = `${(free / 1_000_000_000).toFixed(1)} GB are free`
  if (free < LEAST_FREE_BYTES) yield fail('disk space', `${space}; Quad stops taking writes when none is left`)
  else if (free < WARN_BELOW_BYTES) yield warn('disk space', `${space}; free some before it runs out`)
  else yield ok('disk space', space)
}

const exists = (path: string): boolean => attempt(() => statSync(path, { throwIfNoEntry: false })) !== undefined

/** The directory, or what is there of the way to it. */
function nearest(path: string): string {
  return exists(path) || path === dirname(path) ? path : nearest(dirname(path))
}

/** What the third file holds, the next start makes again. */
const SAVED = ['quad.db', 'quad.db-wal']
/** Only a server has it open. */
const LOCK = 'lock'

export async function* checkStorage(): AsyncGenerator<Finding> {
  const open = openFiles(config.dataDir, [...SAVED, LOCK])
  const servers = new Set(open.filter(({ name }) => name === LOCK).map(({ pid }) => pid))
  const removed = open.filter((each) => each.isRemoved && SAVED.includes(each.name) && servers.has(each.pid))
  if (removed.length > 0) yield fail('storage', rescue(removed))
  const others = open.filter(({ pid }) => !servers.has(pid))
  const server = await runningServer()
  const problem = server?.problem ?? (removed.length > 0 ? await askReady(serverAddress().origin) : undefined)
  const advice = problem === undefined ? undefined : storageAdvice(problem)
  if (server?.problem === 'unreachable') yield fail('server', silence(server.note?.pid))
  else if (advice !== undefined && (problem !== 'replaced' || removed.length === 0)) {
    const holders = problem === 'busy' && others.length > 0 ? ` ${readers(others)}` : ''
    yield fail('storage', `the server refuses writes (${problem}). ${advice}${holders}`)
  }
  yield checkLog(others)
}

/** Nothing writes to the files any more, so that a copy is whole. */
function rescue(removed: readonly OpenFile[]): string {
  const saved = join(config.dataDir, 'saved')
  const copies = SAVED.map((name) => {
    const file = removed.find((each) => each.name === name)
    return `cp ${file?.path ?? join(config.dataDir, name)} ${join(saved, name)}`
  })
  const [{ pid, program } = { pid: 0, program: '' }] = removed
  return `the process ${pid} (${program}) has files of the database open that were removed, and is the only one that has them. Before you stop it: mkdir -p ${saved} && ${copies.join(' && ')}. Then stop it, remove quad.db-shm, move both files to ${config.dataDir}, and start Quad`
}

/** Of a server that has the data directory and does not answer. */
function silence(pid: number | undefined): string {
  const named = pid === undefined ? '' : ` (process ${pid})`
  return `it runs${named}, and nothing responds at its address. It begins, hangs, was stopped, or has no file handle left: the end of its log says which`
}

function checkLog(others: readonly OpenFile[]): Finding {
  const bytes = statSync(`${databaseFile()}-wal`, { throwIfNoEntry: false })?.size ?? 0
  const size = `the write-ahead log has ${megabytes(bytes)}`
  if (bytes <= config.walLimits.warnBytes) return ok('storage', size)
  const { bavail, bsize } = statfsSync(config.dataDir)
  const limit = maxLogBytes(config.walLimits.maxBytes, bytes, bavail * bsize)
  const cause = `${readers(others)} Until that ends, the log grows, and above ${Math.round(limit / 1_000_000)} MB writes are refused`
  return bytes > limit ? fail('storage', `${size}: ${cause}`) : warn('storage', `${size}: ${cause}`)
}

function readers(others: readonly OpenFile[]): string {
  const programs = new Map(others.map(({ pid, program }) => [pid, program]))
  if (programs.size === 0) return 'another program may keep quad.db open and read an old state.'
  return `quad.db is open in ${[...programs].map(([pid, program]) => `${program} (process ${pid})`).join(', ')}.`
}

/** A file of the data directory that a process has open. */
export type OpenFile = {
  pid: number
  program: string
  /** What leads to the file, though it has no name any more. */
  path: string
  name: string
  isRemoved: boolean
}

const REMOVED = ' (deleted)'

/** Which processes have files of the folder open, as far as Linux tells this user; on other systems none. */
export function openFiles(folder: string, names: readonly string[]): OpenFile[] {
  const wanted = new Set(names.map((name) => join(attempt(() => realpathSync(folder)) ?? folder, name)))
  const pids = (attempt(() => readdirSync('/proc')) ?? []).map(Number).filter((pid) => pid > 0 && pid !== process.pid)
  return pids.flatMap((pid) => {
    const descriptors = attempt(() => readdirSync(`/proc/${pid}/fd`)) ?? []
    return descriptors.flatMap((descriptor) => {
      const path = `/proc/${pid}/fd/${descriptor}`
      const target = attempt(() => readlinkSync(path)) ?? ''
      const isRemoved = target.endsWith(REMOVED)
      const file = isRemoved ? target.slice(0, -REMOVED.length) : target
      if (!wanted.has(file)) return []
      // Its arguments may hold a secret.
      const program = attempt(() => readFileSync(`/proc/${pid}/comm`, 'utf8').trim()) ?? 'unknown'
      return [{ pid, program, path, name: basename(file), isRemoved }]
    })
  })
}

/** Undefined for a process that has ended meanwhile, or belongs to somebody else. */
function attempt<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}

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
  const apart = fileSystemApart()
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

/** Whether the directory can be written is another check's business. */
function fileSystemApart(): number | undefined {
  const time = attempt(() => timeOfNewFile(config.dataDir)) ?? attempt(() => timeOfNewFile(tmpdir()))
  return time === undefined ? undefined : Math.abs(time - Date.now())
}

async function jumpWithin(ms: number): Promise<number> {
  const [date, monotonic] = [Date.now(), performance.now()]
  await Bun.sleep(ms)
  return Math.abs(Date.now() - date - (performance.now() - monotonic))
}
