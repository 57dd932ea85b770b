import { storage, type Tx } from '../../../db/storage'
import { config } from '../../config'
import { runEvery } from '../../lib/background'
import { log } from '../../lib/log'
import { backupMail } from '../../lib/mail/templates'
import { superadminIds } from '../colleges/alerts'
import { mailCampus } from '../colleges/directory'
import { mailOwner } from '../notices/notices'
import { type Child, startChild } from './child'
import { countAttempt } from './metrics'
import { noteAttempt, noteMail, readRecords, triedOf } from './records'
import type { Attempt } from './run'
import { isMailDue, nextDue } from './schedule'

// Backups by the clock. Each is made by another process; this one decides when, and remembers and tells what came of it.

const CHECK_INTERVAL_MS = 60_000
const HOUR_MS = 3_600_000
const LONGEST_MS = 12 * HOUR_MS

/** Tried, and not remembered on disk yet, which may be full. Newest first. */
let unwritten: Attempt[] = []
let child: Child | undefined

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
  await storage.write(async (tx) => {
    for (const attempt of unwritten.toReversed()) noteAttempt(tx, attempt)
    if (isMailDue(readRecords(tx).map(triedOf), everyMs, Date.now())) await mailSuperadmins(tx)
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
async function mailSuperadmins(tx: Tx): Promise<void> {
  const proven = readRecords(tx).find(({ outcome }) => outcome === 'proven')
  const about = { campus: await mailCampus(), publicUrl: config.publicUrl, provenAt: proven?.startedAt ?? null }
  let mailed = 0
  for (const id of superadminIds(tx))
    mailed += Number(await mailOwner(tx, id, ({ email, language }) => backupMail(language, { to: email, ...about })))
  // Also where this server can read no address: the console and `doctor` say it.
  if (mailed === 0) log.error('something is wrong with the backups, and no superadmin can be mailed')
  noteMail(tx)
}

/** Makes backups from now on. The returned function stops that, and one that is being made. */
export function startBackups(command: readonly string[]): () => Promise<void> {
  if (config.backups === undefined) return async () => {}
  const stop = runEvery(CHECK_INTERVAL_MS, 'backups', () => keepBackups(command))
  return () => {
    child?.stop()
    return stop()
  }
}
