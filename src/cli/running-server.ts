import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isServerRunning } from '../../db/lock'
import { config } from '../config'
import { COPY_STATES, type CopyState } from '../lib/follower/following'
import { readServerNote, type ServerNote } from '../lib/server-note'
import { serverAddress } from './server-address'

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
export async function askCopy(origin: string): Promise<CopyState | null> {
  try {
    const response = await fetch(`${origin}/up`, { signal: AbortSignal.timeout(TIMEOUT_MS) })
    const { data } = (await response.json()) as { data?: { copy?: string } }
    return Object.keys(COPY_STATES).find((state): state is CopyState => state === data?.copy) ?? null
  } catch {
    return null
  }
}
