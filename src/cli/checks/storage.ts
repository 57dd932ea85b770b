import { statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { maxLogBytes } from '../../../db/watch'
import { config } from '../../config'
import { databaseFile } from '../../lib/data-directory'
import { STORAGE_ADVICE } from '../../lib/storage-notices'
import { askReady, runningServer } from '../running-server'
import { serverAddress } from '../server-address'
import { type Finding, fail, ok, warn } from './finding'
import { type OpenFile, openFiles } from './open-files'

/** What the third file holds, the next start makes again. */
const SAVED = ['quad.db', 'quad.db-wal']
/** Only a server has it open. */
const LOCK = 'lock'

/** Whether the server takes writes, has the files open that are here, and can move its log. */
export async function* checkStorage(): AsyncGenerator<Finding> {
  const open = openFiles(config.dataDir, [...SAVED, LOCK])
  const servers = new Set(open.filter(({ name }) => name === LOCK).map(({ pid }) => pid))
  const removed = open.filter((each) => each.isRemoved && SAVED.includes(each.name) && servers.has(each.pid))
  if (removed.length > 0) yield fail('storage', rescue(removed))
  const others = open.filter(({ pid }) => !servers.has(pid))
  const server = await runningServer()
  const problem = server?.problem ?? (removed.length > 0 ? await askReady(serverAddress().origin) : undefined)
  if (server?.problem === 'unreachable') yield fail('server', silence(server.note?.pid))
  else if (problem !== undefined && isReason(problem) && (problem !== 'replaced' || removed.length === 0)) {
    const holders = problem === 'busy' && others.length > 0 ? ` ${readers(others)}` : ''
    yield fail('storage', `the server refuses writes (${problem}). ${STORAGE_ADVICE[problem]}${holders}`)
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

const isReason = (text: string): text is keyof typeof STORAGE_ADVICE => Object.hasOwn(STORAGE_ADVICE, text)

function checkLog(others: readonly OpenFile[]): Finding {
  const bytes = statSync(`${databaseFile()}-wal`, { throwIfNoEntry: false })?.size ?? 0
  const size = `the write-ahead log has ${(bytes / 1_000_000).toFixed(1)} MB`
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
