import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmdirSync,
  rmSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { ForOperator } from '../../../db/error-code'
import { TERM_FILE } from '../primary/claims'
import { parseObject } from '../text/json'
import { makeFolderDurably, removeDurably, renameDurably, syncFolder, writeDurably } from './durable-files'

// No file system replaces several files at once. So a note says first what moves where, and every start finishes what
// it describes: each step is decided by what is on disk, and is on disk before the next one.

const DATABASE = 'quad.db'
/** With what people uploaded. */
export const FILE_FOLDERS = ['uploads', 'pictures'] as const

/** The names of all files in them, with the folder. */
export const filesIn = (dataDir: string): string[] =>
  FILE_FOLDERS.flatMap((folder) =>
    existsSync(join(dataDir, folder)) ? readdirSync(join(dataDir, folder)).map((name) => `${folder}/${name}`) : [],
  )

const withItsOwn = (name: string): string[] => [name, `${name}-journal`, `${name}-wal`, `${name}-shm`]

export const STAGING = '.quad-restore'
const NOTE = 'restore-under-way.json'
const FORMER = /^before-(?:restore|takeover)-[\w-]+$/

/** How far a copy is, by Litestream. A takeover leaves a folder of that name, so that Litestream cannot go on. */
export const COPY_NOTE = `${DATABASE}-txid`

/** In this order, the database last; the term and the folder in place of the note are of a takeover. */
const RESTORED = [...FILE_FOLDERS, TERM_FILE, COPY_NOTE, DATABASE]

/** `lock` stays because it is held, and so do the keys. Beside another database its log would destroy that. */
const REPLACED = [...withItsOwn('limits.db'), ...FILE_FOLDERS, 'outbox']

/** What Litestream knows of the database that it replicates, and of a follower's copy: by this it would write over it. */
const REPLICATION = ['.quad.db-litestream', COPY_NOTE]

const Swap = Type.Object({
  /** The folder of the former data, named by what replaces it. */
  former: Type.String({ pattern: FORMER.source }),
  restored: Type.Array(Type.Union(RESTORED.map((name) => Type.Literal(name)))),
  /** Back, after a step failed. */
  direction: Type.Union([Type.Literal('forward'), Type.Literal('back')]),
})
export type Swap = Static<typeof Swap>

const checksum = (swap: Swap): string => new Bun.CryptoHasher('sha256').update(JSON.stringify(swap)).digest('hex')

const writeNote = (dataDir: string, swap: Swap): void =>
  writeDurably(join(dataDir, NOTE), `${JSON.stringify({ ...swap, sha256: checksum(swap) }, null, 2)}\n`)

export const isSwapUnderWay = (dataDir: string): boolean => existsSync(join(dataDir, NOTE))

/** A restore replaces all data, a takeover the database alone. */
type Replacement = 'restore' | 'takeover'

/**
 * Brings `STAGING` into place, and returns where the former data is. After a kill `finishSwap` goes on; a step that
 * fails undoes the others, and throws.
 */
export function swapData(dataDir: string, by: Replacement = 'restore'): string | undefined {
  const swap = beginSwap(dataDir, by)
  try {
    finishSwap(dataDir)
  } catch (error) {
    // With the database in place, the next start has the rest to do.
    if (!existsSync(join(dataDir, STAGING, DATABASE))) throw error
    try {
      writeNote(dataDir, { ...swap, direction: 'back' })
    } catch {
      // On a full disk. A process that is killed while it goes back leaves a start that goes forward again.
    }
    for (const step of stepsBack(dataDir, swap)) step()
    throw error
  }
  const former = join(dataDir, swap.former)
  return existsSync(former) ? former : undefined
}

/** Has the new data on disk, and then the note: from here on a start brings it into place. */
export function beginSwap(dataDir: string, by: Replacement = 'restore'): Swap {
  const staging = join(dataDir, STAGING)
  if (by === 'takeover') mkdirSync(join(staging, COPY_NOTE), { recursive: true })
  const restored = RESTORED.filter((name) => existsSync(join(staging, name)))
  for (const name of restored) if (statSync(join(staging, name)).isDirectory()) syncFolder(join(staging, name))
  syncFolder(staging)
  const former = `before-${by}-${new Date().toISOString().replace(/[:.]/g, '-')}`
  const swap: Swap = { former, restored, direction: 'forward' }
  writeNote(dataDir, swap)
  return swap
}

/** Does what the note says, from where it stopped. The caller has the lock. */
export function finishSwap(dataDir: string): void {
  for (const step of swapSteps(dataDir)) step()
}

/** What remains to be done, each step known only after the one before. @throws ForOperator if the note is damaged */
export function swapSteps(dataDir: string): Generator<() => void> {
  const file = join(dataDir, NOTE)
  const { sha256, ...swap } = parseObject(readFileSync(file, 'utf8'))
  if (!Value.Check(Swap, swap) || sha256 !== checksum(swap))
    throw new ForOperator(
      `A restore was interrupted, and its note ${file} is damaged. Put the files of one campus into ${dataDir}, those of the newest before-… or those of ${STAGING}, and remove the note.`,
    )
  return swap.direction === 'forward' ? stepsForward(dataDir, swap) : stepsBack(dataDir, swap)
}

function namesOf({ former, restored }: Swap): string[] {
  const others = former.startsWith('before-takeover-') ? REPLICATION : REPLACED
  return [...new Set([...withItsOwn(DATABASE), ...others, ...restored])]
}

function* stepsForward(dataDir: string, swap: Swap): Generator<() => void> {
  const { restored } = swap
  const [staging, former] = [join(dataDir, STAGING), join(dataDir, swap.former)]
  if (!existsSync(join(staging, DATABASE)) && !existsSync(join(dataDir, DATABASE)))
    throw new ForOperator(
      `A restore was interrupted, and the database that it made is gone. The former data is in ${former}: move it back into ${dataDir}, remove ${join(dataDir, NOTE)}, and restore again.`,
    )
  // What has its counterpart in the staging folder, or belongs to a database that has, is still the former one.
  const isFormer = (name: string) => existsSync(join(staging, restored.includes(name) ? name : DATABASE))
  for (const name of namesOf(swap)) {
    if (!isFormer(name) || !isWorthKeeping(join(dataDir, name))) continue
    if (!existsSync(former)) yield () => makeFolderDurably(former)
    yield () => move(name, dataDir, former)
  }
  for (const name of restored)
    if (existsSync(join(staging, name)))
      yield () => {
        // Whoever still keeps the copy may have written another one.
        if (name === COPY_NOTE) rmSync(join(dataDir, name), { recursive: true, force: true })
        move(name, staging, dataDir)
      }
  yield* end(dataDir)
}

function* stepsBack(dataDir: string, swap: Swap): Generator<() => void> {
  const [staging, former] = [join(dataDir, STAGING), join(dataDir, swap.former)]
  for (const name of swap.restored.toReversed())
    if (existsSync(staging) && !existsSync(join(staging, name))) yield () => move(name, dataDir, staging)
  for (const name of namesOf(swap)) if (existsSync(join(former, name))) yield () => move(name, former, dataDir)
  if (existsSync(former)) yield () => rmdirSync(former)
  yield* end(dataDir)
}

/** The note goes last. */
function* end(dataDir: string): Generator<() => void> {
  const staging = join(dataDir, STAGING)
  if (existsSync(staging))
    yield () => {
      rmSync(staging, { recursive: true })
      syncFolder(dataDir)
    }
  yield () => removeDurably(join(dataDir, NOTE))
}

function move(name: string, from: string, to: string): void {
  // A folder in which there is nothing makes room.
  if (isWorthKeeping(join(to, name)))
    throw new ForOperator(
      `A restore was interrupted, and meanwhile something else made ${join(to, name)}. Move that away, and start again.`,
    )
  renameDurably(join(from, name), join(to, name))
}

/** It exists, and is not an empty folder. */
function isWorthKeeping(path: string): boolean {
  const stat = statSync(path, { throwIfNoEntry: false })
  return stat !== undefined && !(stat.isDirectory() && readdirSync(path).length === 0)
}

/** What only a campus leaves: beside an empty database, whoever came first could set the campus up anew. */
export function remainsWithoutDatabase(dataDir: string): string[] {
  if (hasDatabase(join(dataDir, DATABASE)) || !existsSync(dataDir)) return []
  const holds = (folder: string, name: RegExp) =>
    existsSync(join(dataDir, folder)) && readdirSync(join(dataDir, folder)).some((each) => name.test(each))
  return readdirSync(dataDir)
    .sort()
    .filter(
      (name) =>
        (name === STAGING && holds(name, /^quad\.db$/)) ||
        (name === 'keys' && holds(name, /\.key$/)) ||
        (FILE_FOLDERS.some((folder) => name === folder) && holds(name, /^[0-9a-f]{64}[.-]/)) ||
        (FORMER.test(name) && holds(name, /./)) ||
        name === 'limits.db' ||
        (name === `${DATABASE}-wal` && statSync(join(dataDir, name)).size > 0),
    )
}

/** Where SQLite counts changes of the schema, in the header of the file (https://sqlite.org/fileformat2.html). */
const SCHEMA_COOKIE = 40

function hasDatabase(file: string): boolean {
  const size = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0
  if (size(file) < SCHEMA_COOKIE + 4) return false
  if (size(`${file}-wal`) > 0) return true
  const cookie = Buffer.alloc(4)
  const opened = openSync(file, 'r')
  try {
    readSync(opened, cookie, 0, 4, SCHEMA_COOKIE)
  } finally {
    closeSync(opened)
  }
  return cookie.readUInt32BE() !== 0
}
