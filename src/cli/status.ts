import { existsSync, statfsSync, statSync } from 'node:fs'
import { defineCommand } from 'citty'
import { type Connection, openReadOnly } from '../../db/connection'
import { MigrationRefused, migrationsFolder, needsMigration } from '../../db/migrate'
import { version } from '../../package.json'
import { config } from '../config'
import { backupStatus } from '../keeping/backups/records'
import { readTotals } from '../keeping/dashboard/overview'
import { databaseFile } from '../lib/files/data-directory'
import { hourAgo } from '../lib/mail/budget'
import { sentSince } from '../lib/mail/mail'
import { countQueued } from '../lib/mail/queue'
import type { ServerNote } from '../lib/process/server-note'
import { type Answer, CommandFailed, megabytes } from './run'
import { describeCopy, followersCopy, type RunningServer, runningServer, storageAdvice } from './running-server'

export const status = defineCommand({
  async run(): Promise<Answer> {
    const data = await readStatus()
    return { data, text: asLines(data), status: data.server?.isReady === true ? 0 : 1 }
  },
})

async function readStatus() {
  const server = await runningServer()
  const [own, data] = [describeServer(server), measureData()]
  return { version, server: own, data, copy: await followersCopy(server), content: countContent() }
}
type Status = Awaited<ReturnType<typeof readStatus>>

function describeServer(server: RunningServer | undefined) {
  if (server === undefined) return null
  const { note, problem } = server
  const { version = null, pid = null, url = null, startedAt = null } = note ?? {}
  return { isReady: problem === undefined, problem: problem ?? null, version, pid, url, startedAt }
}

function measureData() {
  const size = (name: string) => statSync(name, { throwIfNoEntry: false })?.size ?? 0
  if (!existsSync(config.dataDir)) return null
  const { bavail, bsize } = statfsSync(config.dataDir)
  const database = databaseFile()
  const [databaseBytes, logBytes] = [size(database), size(`${database}-wal`)]
  return { folder: config.dataDir, databaseBytes, logBytes, freeBytes: bavail * bsize }
}

/** Null before the first start, and while the database is of another version, as between an installation and its start. */
function countContent() {
  if (!existsSync(databaseFile())) return null
  using db = openReadOnly(databaseFile())
  if (!isOfThisVersion(db)) return null
  const mail = {
    sentLastHour: sentSince(db, hourAgo()).length,
    limit: config.mailPerHour,
    queued: countQueued(db),
  }
  return { ...readTotals(db), mail, backups: backupsOf(db) }
}

function isOfThisVersion({ sqlite }: Connection): boolean {
  try {
    return !needsMigration(sqlite, migrationsFolder())
  } catch (error) {
    if (error instanceof MigrationRefused) return false
    throw error
  }
}

/** Null where Quad makes none by itself. */
function backupsOf(db: Connection) {
  const backups = backupStatus(db)
  if (backups === undefined) return null
  const { proven, problem, isOverdue } = backups
  return { lastProvenAt: proven?.startedAt ?? null, lastBytes: proven?.bytes ?? null, problem, isOverdue }
}

function problemLine(problem: string): string {
  if (problem === 'unreachable') return 'Nothing responds at its address.'
  const advice = storageAdvice(problem)
  return advice === undefined ? `It is not ready (${problem}).` : `It refuses writes (${problem}). ${advice}`
}

function serverLines(server: Status['server']): string[] {
  if (server === null) return ['Quad does not run on this data directory.']
  const { version, startedAt, url, pid, problem } = server
  const since = version === null ? '' : ` ${version}, since ${startedAt}, at ${url} (process ${pid})`
  return [`Quad runs${since}.`, problem === null ? 'It is ready.' : problemLine(problem)]
}

function asLines({ server, data, copy, content }: Status): string[] {
  return [
    ...serverLines(server),
    data === null
      ? `There is no folder ${config.dataDir} yet.`
      : `data     ${data.folder}: ${megabytes(data.databaseBytes)}, log ${megabytes(data.logBytes)}, ${megabytes(data.freeBytes)} free`,
    ...(copy === null ? [] : [`copy     ${describeCopy(copy)}`]),
    ...(content !== null
      ? contentLines(content)
      : data?.databaseBytes
        ? ['content  unknown: the database is of another version than this program']
        : []),
  ]
}

function contentLines({ users, posts, comments, mail, backups }: NonNullable<Status['content']>): string[] {
  const [people, texts, answers] = [users, posts, comments].map((count) => count.toLocaleString('en'))
  return [
    `content  ${people} users, ${texts} posts, ${answers} comments`,
    `mail     ${mail.sentLastHour} of ${mail.limit} sent within the hour, ${mail.queued} wait`,
    `backup   ${backupLine(backups)}`,
  ]
}

function backupLine(backups: NonNullable<Status['content']>['backups']): string {
  if (backups === null) return 'none by itself: BACKUP_TO is not set'
  const { lastProvenAt, problem, isOverdue } = backups
  const last = lastProvenAt === null ? 'none is proven yet' : `the last proven one is of ${lastProvenAt}`
  return `${last}${isOverdue ? ', the next is overdue' : ''}${problem === null ? '' : `; wrong with the newest: ${problem}`}`
}

export const jobs = defineCommand({
  async run(): Promise<Answer> {
    const server = await runningServer()
    if (server === undefined) throw new CommandFailed('Quad does not run on this data directory, so no job does.')
    if (server.note === undefined)
      throw new CommandFailed('The server has noted no jobs: it has just started, or its disk is full.')
    const { notedAt, jobs } = server.note
    const width = Math.max(...jobs.map(({ task }) => task.length))
    const text = [`As of ${notedAt}:`, ...jobs.map((job) => `${job.task.padEnd(width)}  ${lineOf(job)}`)]
    return { data: { notedAt, jobs }, text }
  },
})

function lineOf({ outcome, startedAt, tookMs, nextAt, isRunning }: ServerNote['jobs'][number]): string {
  const last =
    outcome === null
      ? 'has not finished yet'
      : `${outcome === 'done' ? 'ok    ' : 'FAILED'}  ${startedAt}, ${tookMs} ms`
  return isRunning ? `${last}  running since ${startedAt}` : `${last}  next ${nextAt}`
}
