import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isServerRunning } from '../../db/lock'
import { config } from '../config'
import { isCopy } from '../lib/files/data-directory'
import { COPY_STATES, type CopyState } from '../lib/follower/following'
import { readServerNote, type ServerNote } from '../lib/process/server-note'
import { STORAGE_ADVICE } from '../lib/process/storage-notices'
import { serverAddress } from './healthcheck'

const TIMEOUT_MS = 4_000

export type RunningServer = {
  /** What it noted of itself; undefined for an older version, and on a full disk. */
  note: ServerNote | undefined
  /** `unreachable`: it runs, and nothing responds at its address. Else why it is not ready, or nothing. */
  problem: string | undefined
}

export async function runningServer(): Promise<RunningServer | undefined> {
  if (!existsSync(join(config.dataDir, 'lock')) || !isServerRunning(config.dataDir)) return undefined
  const note = readServerNote(config.dataDir)
  return { note, problem: await askReady(note?.url ?? serverAddress().origin) }
}

type Said = { success?: boolean; meta?: { reason?: string }; data?: { copy?: string } }

const ask = (url: string): Promise<Said | undefined> =>
  fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) })
    .then((response) => response.json() as Promise<Said>)
    .catch(() => undefined)

export async function askReady(origin: string): Promise<string | undefined> {
  const said = await ask(`${origin}/readyz`)
  return said?.success === true ? undefined : (said?.meta?.reason ?? 'unreachable')
}

export const storageAdvice = (problem: string): string | undefined =>
  Object.entries(STORAGE_ADVICE).find(([reason]) => reason === problem)?.[1]

/** The database of a follower: where its primary is, and what the server that runs here says of it. */
export type FollowersCopy = { primary: string | null; state: CopyState | null }

export async function followersCopy(server: RunningServer | undefined): Promise<FollowersCopy | null> {
  if (!isCopy()) return null
  const url = server?.note?.url
  const said = url === undefined ? undefined : await ask(`${url}/up`)
  const state = Object.keys(COPY_STATES).find((state): state is CopyState => state === said?.data?.copy) ?? null
  return { primary: config.primaryUrl ?? null, state }
}

export function describeCopy({ primary, state }: FollowersCopy): string {
  const whose = primary === null ? '' : ` of the database at ${primary}`
  return `a follower's, which Litestream keeps${whose}; ${state === null ? 'no follower answers from it' : COPY_STATES[state]}`
}
