import { existsSync, linkSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { config } from '../../config'
import { syncFolder, syncFolderAside } from './durable-files'

const uploadsFolder = (): string => join(config.dataDir, 'uploads')
const PATH = '/uploads/'

/** SHA-256 of the content: no name that a user chose reaches the disk. New files are WebP, older ones may be others. */
const NAME = /^[0-9a-f]{64}\.(?:png|jpg|webp|gif|avif)$/

type Staged = { place(): void; discard(): void }

/** As `stageFile`, under the hash of the content. */
export async function stageImage(webp: Uint8Array): Promise<Staged & { url: string }> {
  const name = `${new Bun.CryptoHasher('sha256').update(webp).digest('hex')}.webp`
  return { url: `${config.publicUrl}${PATH}${name}`, ...(await stageFile(uploadsFolder(), name, webp)) }
}

/**
 * Has the file on disk before a transaction stores its name. Call `place` in that transaction, for another write may
 * have removed the same file, and `discard` after it.
 */
export async function stageFile(folder: string, name: string, content: Uint8Array): Promise<Staged> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const staged = join(folder, `.${crypto.randomUUID()}.part`)
  const path = join(folder, name)
  try {
    await writeFile(staged, content, { mode: 0o600, flag: 'wx', flush: true })
    if (!existsSync(path)) giveName(staged, path)
    await syncFolderAside(folder)
  } catch (error) {
    rmSync(staged, { force: true })
    throw error
  }
  return {
    place: () => {
      if (existsSync(path)) return
      giveName(staged, path)
      syncFolder(folder)
    },
    discard: () => rmSync(staged, { force: true }),
  }
}

/** By a link, so that the file can get its name once more. */
function giveName(staged: string, path: string): void {
  try {
    linkSync(staged, path)
  } catch {
    // Some file systems have no links.
    renameSync(staged, path)
  }
}

const STAGED = /^\.[0-9a-f-]{36}\.part$/

export const uploadsBefore = (time: number): string[] =>
  filesBefore(uploadsFolder(), time).filter((name) => NAME.test(name))

/** The files from before `time`. Removes staged ones of that age, which a crash left behind. */
export function filesBefore(folder: string, time: number): string[] {
  if (!existsSync(folder)) return []
  const writtenAt = (name: string) => statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? time
  const old = readdirSync(folder).filter((name) => writtenAt(name) < time)
  for (const name of old) if (STAGED.test(name)) rmSync(join(folder, name), { force: true })
  return old
}

export function uploadName(url: string): string | undefined {
  const path = url.startsWith(config.publicUrl) ? url.slice(config.publicUrl.length) : url
  const name = path.startsWith(PATH) ? path.slice(PATH.length) : ''
  return NAME.test(name) ? name : undefined
}

/** The path of an upload as a URL; any other URL unchanged. */
export const absoluteUrl = (url: string): string => (url.startsWith(PATH) ? `${config.publicUrl}${url}` : url)

/** The file of that name, if there is one; its type follows from its name. Undefined for a name that Quad did not give. */
export async function readUpload(name: string): Promise<Bun.BunFile | undefined> {
  if (!NAME.test(name)) return undefined
  const file = Bun.file(join(uploadsFolder(), name))
  return (await file.exists()) ? file : undefined
}

export function removeUpload(name: string): void {
  if (NAME.test(name)) rmSync(join(uploadsFolder(), name), { force: true })
}
