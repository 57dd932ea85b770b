import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { errorCode } from '../../../db/error-code'
import { tryLock } from '../../../db/lock'
import { encryptStream } from '../../lib/crypto/sealing'
import { filesIn } from '../../lib/files/data-swap'
import { writePieces } from '../../lib/files/durable-files'
import { plainFault } from '../../lib/process/faults'
import { bytesOf, type CountDrift, databaseBytes, type Progress, packData, proveArchive, refuseTight } from './make'
import { BackupFailed, NOTHING, type Ran } from './records'
import { backupName, type Store, sortOut, unfinishedMark } from './stores'

/** In `DATA_DIR`: what is there is as confidential as the data. One that a killed run left, the next one removes. */
const WORK = '.quad-scheduled-backup'

/** What must be left beside the work for those who write meanwhile. */
const LEFT_TO_WRITES_BYTES = 64_000_000

export type Plan = {
  dataDir: string
  store: Store
  /** Whose backups they are, among others in the same place. */
  host: string
  recipient: string | undefined
  keep: Keep
  countDrift: CountDrift
}

/**
 * Makes a backup, proves it, stores it, reads it back, and removes what is not kept. @throws BackupRunning, nothing
 * else
 */
export async function runBackup(plan: Plan, progress: Progress): Promise<Ran> {
  const unlock = lockBackups(plan.dataDir)
  const work = join(plan.dataDir, WORK)
  const ran: Ran = { ...NOTHING, startedAt: new Date().toISOString(), reason: null, message: null, removed: [] }
  try {
    rmSync(work, { recursive: true, force: true })
    mkdirSync(work, { mode: 0o700 })
    await intoStore(plan, work, ran, progress)
  } catch (error) {
    ran.outcome = 'failed'
    ran.reason = error instanceof BackupFailed ? error.reason : isFull(error) ? 'no-room' : 'unforeseen'
    ran.message = error instanceof BackupFailed ? error.message : (plainFault(error) ?? stackOf(error))
  } finally {
    rmSync(work, { recursive: true, force: true })
    unlock()
  }
  return ran
}

/** What a run says that found another one at work. */
export const ALREADY_RUNNING = { isRunning: true }

const stackOf = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error))

const isFull = (error: unknown): boolean => ['ENOSPC', 'EDQUOT', 'SQLITE_FULL'].includes(errorCode(error))

async function intoStore(plan: Plan, work: string, ran: Ran, progress: Progress): Promise<void> {
  const { dataDir, store, host, recipient } = plan
  // Before the work: a place that cannot be reached costs nothing.
  const { left, whole } = sortOut(host, await store.list())
  for (const name of left) await store.remove(name)
  const seconds = new Set(whole.map(({ at }) => Math.floor(at / 1000)))
  // Names tell seconds, and no backup replaces another.
  while (seconds.has(Math.floor(Date.parse(ran.startedAt) / 1000))) {
    await Bun.sleep(1000 - new Date(ran.startedAt).getMilliseconds())
    ran.startedAt = new Date().toISOString()
  }
  const needed = 2 * (databaseBytes(dataDir) + uploadedBytes(dataDir))
  refuseTight(dataDir, needed + LEFT_TO_WRITES_BYTES, 'twice the database and the uploads')

  let since = performance.now()
  const lap = () => {
    const [from, to] = [since, performance.now()]
    since = to
    return Math.round(to - from)
  }
  const { archive } = await packData(dataDir, { work, links: work }, progress)
  // The room of the copy is for the restored one.
  for (const name of readdirSync(work)) if (join(work, name) !== archive) rmSync(join(work, name), { recursive: true })
  ran.makeMs = lap()
  const doubt = await proveArchive(archive, join(work, 'restored'), plan.countDrift, progress)
  rmSync(join(work, 'restored'), { recursive: true })
  ran.proveMs = lap()
  const sealed = recipient === undefined ? archive : await encrypted(archive, recipient, progress)
  const name = backupName(host, new Date(ran.startedAt), recipient !== undefined)
  ran.bytes = statSync(sealed).size
  await keepProven(store, name, sealed, progress)
  ran.name = name
  ran.storeMs = lap()
  ran.outcome = doubt === null ? 'proven' : 'doubtful'
  ran.reason = doubt
  // What is in doubt takes the place of nothing.
  if (doubt === null) await removeOld(plan, ran)
}

function uploadedBytes(dataDir: string): number {
  const sizes = filesIn(dataDir).map((name) => statSync(join(dataDir, name), { throwIfNoEntry: false })?.size ?? 0)
  return sizes.reduce((sum, size) => sum + size, 0)
}

/** From the very bytes that were proven: whoever has only the recipient cannot look at the result. */
async function encrypted(archive: string, recipient: string, progress: Progress): Promise<string> {
  const path = `${archive}.age`
  const done = bytesOf(progress, 'Encrypting', statSync(archive).size)
  const sealed = await encryptStream(recipient, Bun.file(archive).stream())
  await writePieces(path, sealed, ({ length }) => done(length))
  return path
}

/** Stores a file, and believes no answer: what the store has is read back, and must have the same hash. */
async function keepProven(store: Store, name: string, file: string, progress: Progress): Promise<void> {
  const { size } = Bun.file(file)
  const expected = await digestOf(Bun.file(file).stream())
  const mark = unfinishedMark(name)
  await store.mark(mark)
  try {
    await store.put(name, file, bytesOf(progress, 'Storing', size))
    const found = await digestOf(store.read(name), bytesOf(progress, 'Reading back', size))
    if (found !== expected)
      throw new BackupFailed('stored-differently', 'BACKUP_TO does not hold what was stored there.')
  } catch (error) {
    // The next run removes what this one cannot.
    for (const each of [name, mark]) await store.remove(each).catch(() => {})
    throw error
  }
  await store.remove(mark)
}

async function digestOf(bytes: AsyncIterable<Uint8Array>, progress?: (bytes: number) => void): Promise<string> {
  const hasher = new Bun.CryptoHasher('sha256')
  for await (const chunk of bytes) {
    hasher.update(chunk)
    progress?.(chunk.length)
  }
  return hasher.digest('hex')
}

/** The backup is there, whatever comes of this. */
async function removeOld({ store, host, keep }: Plan, ran: Ran): Promise<void> {
  try {
    const { whole } = sortOut(host, await store.list())
    const times = whole.map(({ at }) => at)
    const old = superfluous(times, keep)
    for (const { name } of whole.filter(({ at }) => old.includes(at))) {
      await store.remove(name)
      ran.removed.push(name)
    }
  } catch (error) {
    if (!(error instanceof BackupFailed)) throw error
    ran.message = `Old backups could not be removed. ${error.message}`
  }
}

/** How many days, weeks and months keep a backup, counted by those that have one. */
export type Keep = { daily: number; weekly: number; monthly: number }

const DAY_MS = 86_400_000
/** 1970 began with a Thursday. */
const MONDAY_MS = 3 * DAY_MS

const PERIODS: Record<keyof Keep, (time: number) => number | string> = {
  daily: (time) => Math.floor(time / DAY_MS),
  weekly: (time) => Math.floor((time + MONDAY_MS) / (7 * DAY_MS)),
  monthly: (time) => new Date(time).toISOString().slice(0, 7),
}

/**
 * Times that may go: not the newest, and not the newest of each of the last days, weeks and months (UTC) that are kept.
 */
export function superfluous(times: readonly number[], keep: Keep): number[] {
  const newestFirst = times.toSorted((one, other) => other - one)
  const kept = new Set(newestFirst.slice(0, 1))
  for (const name of Object.keys(PERIODS) as (keyof Keep)[])
    for (const [newest = 0] of Map.groupBy(newestFirst, PERIODS[name]).values().take(keep[name])) kept.add(newest)
  return newestFirst.filter((time) => !kept.has(time))
}

export class BackupRunning extends Error {
  override name = 'BackupRunning'
  constructor() {
    super('A backup into BACKUP_TO is being made already.')
  }
}

/** Keeps a second run out until the returned function is called or the process ends in any way. */
export function lockBackups(dataDir: string): () => void {
  const lock = tryLock(join(dataDir, 'backup-lock'))
  if (lock === undefined) throw new BackupRunning()
  return () => lock.sqlite.close()
}
