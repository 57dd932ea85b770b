import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { type FileHandle, open, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { errorCode } from '../../../db/error-code'

// A file is on disk when its content is, and then the folder that names it. What Quad relies on later is written with
// these.

/** File systems without a way to sync a folder, such as some network shares. */
const CANNOT_SYNC = new Set(['EINVAL', 'ENOTSUP'])

/** A new name, or a removed one, is on disk only when its folder is. */
export function syncFolder(path: string): void {
  const folder = openSync(path, 'r')
  try {
    fsyncSync(folder)
  } catch (error) {
    refuseUnsynced(error)
  } finally {
    closeSync(folder)
  }
}

/** Has the content of a file that another program wrote on disk. */
export function syncFile(path: string): void {
  const file = openSync(path, 'r')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/** As `syncFolder`, without blocking the event loop. */
export async function syncFolderAside(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } catch (error) {
    refuseUnsynced(error)
  } finally {
    await folder.close()
  }
}

function refuseUnsynced(error: unknown): void {
  if (!CANNOT_SYNC.has(errorCode(error))) throw error
}

/** Makes a folder (0700) and those above it, and has its name on disk. */
export function makeFolderDurably(path: string): void {
  const topmost = mkdirSync(path, { recursive: true, mode: 0o700 })
  if (topmost === undefined) return
  for (let made = resolve(path); made.length >= resolve(topmost).length; made = dirname(made)) syncFolder(dirname(made))
}

/** Writes a file (0600) in place of one that may be there: after a power cut there is either, whole. */
export function writeDurably(path: string, content: string): void {
  const unfinished = `${path}.part`
  try {
    rmSync(unfinished, { force: true })
    writeFileSync(unfinished, content, { mode: 0o600, flag: 'wx', flush: true })
    renameSync(unfinished, path)
  } catch (error) {
    rmSync(unfinished, { force: true })
    throw error
  }
  syncFolder(dirname(path))
}

/** As `writeDurably`, for a new file, and without blocking the event loop. */
export async function writeDurablyAside(path: string, content: Uint8Array): Promise<void> {
  const unfinished = `${path}.part`
  try {
    await writeFile(unfinished, content, { mode: 0o600, flag: 'wx', flush: true })
    await rename(unfinished, path)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
  await syncFolderAside(dirname(path))
}

/** How much of a large file may wait for the disk: a sync of gigabytes at once holds up those of a server beside it. */
const UNSYNCED_BYTES = 16 * 1024 * 1024

/** Appends to a large file, and has what it wrote on disk now and then. The caller syncs the end. */
export function appendPaced(file: Pick<FileHandle, 'writeFile' | 'datasync'>): (chunk: Uint8Array) => Promise<void> {
  let unsynced = 0
  return async (chunk) => {
    await file.writeFile(chunk)
    unsynced += chunk.length
    if (unsynced < UNSYNCED_BYTES) return
    unsynced = 0
    await file.datasync()
  }
}

/** Writes a new file (0600) piece by piece, and has it on disk. Only with the flag `w` may there be one already. */
export async function writePieces(
  path: string,
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  wrote: (piece: Uint8Array) => void = () => {},
  flag: 'wx' | 'w' = 'wx',
): Promise<void> {
  const file = await open(path, flag, 0o600)
  const append = appendPaced(file)
  try {
    for await (const piece of pieces) {
      await append(piece)
      wrote(piece)
    }
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Renames across folders. The new name is on disk before the former one is gone from it. */
export function renameDurably(from: string, to: string): void {
  renameSync(from, to)
  syncFolder(dirname(to))
  if (dirname(from) !== dirname(to)) syncFolder(dirname(from))
}

export function removeDurably(path: string): void {
  rmSync(path, { force: true })
  syncFolder(dirname(path))
}
