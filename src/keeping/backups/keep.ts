import { setPriority } from 'node:os'
import { sql } from '../../../db/sql'
import { storage, type Tx } from '../../../db/storage'
import { mailTo } from '../../campus/colleges/directory'
import { mailOwner } from '../../campus/notices/notices'
import { config } from '../../config'
import { superadminIds } from '../../ground/access/account'
import { backupMail } from '../../lib/mail/templates'
import { after, runEvery } from '../../lib/process/background'
import { log } from '../../lib/process/log'
import { counted, gauge } from '../../lib/process/metrics'
import { parseObject } from '../../lib/text/json'
import {
  type Attempt,
  backupStatus,
  isMailDue,
  NOTHING,
  nextDue,
  noteAttempt,
  type Ran,
  REASONS,
  readRecords,
  triedOf,
} from './records'

// Backups by the clock. Each is made by another process; this one decides when, and remembers and tells what came of it.

const CHECK_INTERVAL_MS = 60_000
const HOUR_MS = 3_600_000
const LONGEST_MS = 12 * HOUR_MS

/** Tried, and not remembered on disk yet, which may be full. Newest first. */
let unwritten: Attempt[] = []
let child: ReturnType<typeof startChild> | undefined

/** Makes a backup if one is due, and mails what is wrong. `command` makes one. */
export async function keepBackups(command: readonly string[]): Promise<void> {
  if (config.backups === undefined) return
  const { everyMs } = config.backups
  const history = () => [
    ...unwritten.map((each) => triedOf({ ...each, mailedAt: null })),
    ...readRecords(storage.reader).map(triedOf),
  ]
  if (nextDue(history(), everyMs, Date.now()) <= Date.now()) {
    const attempt = await tried(command, Math.min(Math.max(everyMs, HOUR_MS), LONGEST_MS))
    if (attempt !== undefined) unwritten.unshift(attempt)
  }
  if (unwritten.length === 0 && !isMailDue(history(), everyMs, Date.now())) return
  await storage.write((tx) => {
    for (const attempt of unwritten.toReversed()) noteAttempt(tx, attempt)
    if (isMailDue(readRecords(tx).map(triedOf), everyMs, Date.now())) mailSuperadmins(tx)
  })
  unwritten = []
}

async function tried(command: readonly string[], longestMs: number): Promise<Attempt | undefined> {
  child = startChild(command, longestMs)
  try {
    const attempt = await child.ended
    if (attempt !== undefined) countAttempt(attempt.outcome)
    return attempt
  } finally {
    child = undefined
  }
}

/** Tells every superadmin once that something is wrong; the console says what. */
function mailSuperadmins(tx: Tx): void {
  const proven = readRecords(tx).find(({ outcome }) => outcome === 'proven')
  const provenAt = proven?.startedAt ?? null
  let mailed = 0
  for (const id of superadminIds(tx))
    mailed += Number(mailOwner(tx, id, (...owner) => backupMail(mailTo(...owner), { provenAt })))
  // Also where this server can read no address: the console and `doctor` say it.
  if (mailed === 0) log.error('something is wrong with the backups, and no superadmin can be mailed')
  sql`UPDATE backups SET mailed_at = ${new Date().toISOString()} WHERE id = (SELECT max(id) FROM backups)`.run(tx)
}

export function startBackups(command: readonly string[]): () => Promise<void> {
  if (config.backups === undefined) return async () => {}
  const stop = runEvery(CHECK_INTERVAL_MS, 'backups', () => keepBackups(command))
  return () => {
    child?.stop()
    return stop()
  }
}

/** The least that others are asked to wait for. */
const LOWEST_PRIORITY = 19

/**
 * Makes a backup in a process that ends with this one. Its last line says what it came to; `ended` is undefined if it
 * was stopped, or another process was at it.
 */
function startChild(command: readonly string[], longestMs: number) {
  const startedAt = new Date().toISOString()
  const child = Bun.spawn([...command], { stdin: 'pipe', stdout: 'pipe', stderr: 'inherit' })
  // Before it has threads, which have the priority of the one that makes them.
  lowerPriority(child.pid)
  let end: 'stopped' | 'too-long' | undefined
  const kill = (why: typeof end) => {
    end ??= why
    child.kill('SIGKILL')
  }
  const cancel = after(longestMs, 'waiting for a backup', () => kill('too-long'))
  const failed = (reason: 'too-long' | 'ended-early'): Attempt => ({ ...NOTHING, startedAt, reason })
  const ended = (async (): Promise<Attempt | undefined> => {
    const [said] = await Promise.all([new Response(child.stdout).text(), child.exited])
    cancel()
    const last = parseObject(said.trim().split('\n').at(-1) ?? '')
    if (end === 'stopped' || last.isRunning === true) return undefined
    if (end === 'too-long') return failed('too-long')
    return read(last) ?? failed('ended-early')
  })()
  return { ended, stop: () => kill('stopped') }
}

function lowerPriority(pid: number): void {
  try {
    setPriority(pid, LOWEST_PRIORITY)
  } catch {
    // It has ended already, or the system has no priorities.
    return
  }
}

function read(said: Partial<Ran>): Attempt | undefined {
  const { message, removed, ...attempt } = said
  const isOne =
    typeof attempt.startedAt === 'string' &&
    (attempt.outcome === 'proven' || REASONS.some((reason) => reason === attempt.reason))
  if (!isOne) return undefined
  const seen = { outcome: attempt.outcome, reason: attempt.reason, bytes: attempt.bytes, removed: removed?.length }
  if (attempt.outcome === 'proven' && typeof message !== 'string') log.info(seen, 'a backup was made and proven')
  else log.error({ ...seen, problem: message }, 'a backup failed, or is in doubt')
  return attempt as Attempt
}

const countAttempt = counted<Attempt['outcome']>(
  { name: 'quad_backups_total', help: 'Backups that Quad made by itself', label: 'outcome' },
  ['proven', 'doubtful', 'failed'],
)

type Status = NonNullable<ReturnType<typeof backupStatus>>
type Read = (status: Status) => number | Record<string, number> | undefined

/** Nothing where Quad makes no backups by itself, and while storage opens or closes. */
function told(name: string, help: string, read: Read, label?: string): void {
  const readNow = () => {
    const status = storage.health() && backupStatus(storage.reader)
    return status && read(status)
  }
  gauge(`quad_backup_${name}`, help, readNow, label)
}

const WELL = 'Whether the newest backup is proven and none is overdue; only with `BACKUP_TO`'
told('well', WELL, ({ problem, isOverdue }) => Number(problem === null && !isOverdue))
const secondsOf: Read = ({ proven }) => proven && Math.round(Date.parse(proven.startedAt) / 1000)
told('proven_timestamp_seconds', 'When the newest proven backup began, since 1970', secondsOf)
told('bytes', 'Size of the newest proven backup', ({ proven }) => proven?.bytes ?? undefined)
const partsOf: Read = ({ proven }) =>
  proven && {
    make: (proven.makeMs ?? 0) / 1000,
    prove: (proven.proveMs ?? 0) / 1000,
    store: (proven.storeMs ?? 0) / 1000,
  }
told('duration_seconds', 'How long the parts of the newest proven backup took', partsOf, 'part')
