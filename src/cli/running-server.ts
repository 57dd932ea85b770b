import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isServerRunning } from '../../db/lock'
import { config } from '../config'
import { isCopy } from '../lib/files/data-directory'
import { COPY_STATES, type CopyState } from '../lib/follower/following'
import { readServerNote, type ServerNote } from '../lib/process/server-note'
import { serverAddress } from './healthcheck'

const TIMEOUT_MS = 4_000

export type RunningServer = {
  /** What it noted of itself; undefined for an older version, and on a full disk. */
  note: ServerNote | undefined
  /** `unreachable`: it runs, and nothing responds at its address. Else why it is not ready, or nothing. */
  problem: string | undefined
}

/** The server that uses the data directory now; undefined if none runs. */
export async function runningServer(): Promise<RunningServer | undefined> {
  if (!existsSync(join(config.dataDir, 'lock')) || !isServerRunning(config.dataDir)) return undefined
  const note = readServerNote(config.dataDir)
  return { note, problem: await askReady(note?.url ?? serverAddress().origin) }
}

/** Why the server says that it is not ready. */
export async function askReady(origin: string): Promise<string | undefined> {
  try {
    const response = await fetch(`${origin}/readyz`, { signal: AbortSignal.timeout(TIMEOUT_MS) })
    if (response.ok) return undefined
    const { meta } = (await response.json()) as { meta?: { reason?: string } }
    return meta?.reason ?? 'unreachable'
  } catch {
    return 'unreachable'
  }
}

/** What a follower says its copy is good for; null if it says nothing that is known here. */
async function askCopy(origin: string): Promise<CopyState | null> {
  try {
    const response = await fetch(`${origin}/up`, { signal: AbortSignal.timeout(TIMEOUT_MS) })
    const { data } = (await response.json()) as { data?: { copy?: string } }
    return Object.keys(COPY_STATES).find((state): state is CopyState => state === data?.copy) ?? null
  } catch {
    return null
  }
}

/** The database of a follower: where its primary is, and what the server that runs here says of it. */
export type FollowersCopy = { primary: string | null; state: CopyState | null }

/** Null where the database is a primary's. */
export async function followersCopy(server: RunningServer | undefined): Promise<FollowersCopy | null> {
  if (!isCopy()) return null
  const url = server?.note?.url
  return { primary: config.primaryUrl ?? null, state: url === undefined ? null : await askCopy(url) }
}

export function describeCopy({ primary, state }: FollowersCopy): string {
  const whose = primary === null ? '' : ` of the database at ${primary}`
  return `a follower's, which Litestream keeps${whose}; ${state === null ? 'no follower answers from it' : COPY_STATES[state]}`
}
