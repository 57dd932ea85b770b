import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { config } from '../../config'
import { keyedHash } from '../crypto/keys'
import type { Rendition } from './images'
import { filesBefore, stageFile } from './uploads'

// The files of posts' pictures: one for each width, all named by a keyed hash of the largest. Without the key nobody can
// tell from a name whether the server, or a backup, has a picture that they know.

/** Of what is uploaded: as phones make them. */
export const PICTURE_BYTES = 10_000_000
const PICTURE_WIDTHS = [1600, 960, 480] as const
export type PictureWidth = (typeof PICTURE_WIDTHS)[number]

const folder = (): string => join(config.dataDir, 'pictures')
const pathOf = (file: string, width: PictureWidth): string => join(folder(), `${file}-${width}.webp`)
const NAME = /^([0-9a-f]{64})-(?:480|960|1600)\.webp$/

/** Where a form is while it arrives. What a crash leaves of it goes as other staged files do. */
export function spoolPath(): string {
  mkdirSync(folder(), { recursive: true, mode: 0o700 })
  return join(folder(), `.${crypto.randomUUID()}.part`)
}

/** Has its files on disk before a transaction stores their name: `stageFile` says what is to be called when. */
export async function stagePicture(renditions: readonly Rendition[]) {
  const content = new Bun.CryptoHasher('sha256').update(renditions[0]!.webp).digest('hex')
  const file = Buffer.from(keyedHash('picture', content), 'base64url').toString('hex')
  const staged: Awaited<ReturnType<typeof stageFile>>[] = []
  const discard = () => {
    for (const each of staged) each.discard()
  }
  try {
    for (const [at, { webp }] of renditions.entries())
      staged.push(await stageFile(folder(), `${file}-${PICTURE_WIDTHS[at]}.webp`, webp))
  } catch (error) {
    discard()
    throw error
  }
  const place = () => {
    for (const each of staged) each.place()
  }
  return { file, place, discard }
}

/** The file for that width: the next larger one where the picture is not wider. Undefined where there is none. */
export async function readPicture({ file, width: largest }: { file: string; width: number }, width: PictureWidth) {
  const found = Bun.file(pathOf(file, width < largest ? width : PICTURE_WIDTHS[0]))
  return (await found.exists()) ? found : undefined
}

/** The largest, for a copy of somebody's data; nothing where it was removed meanwhile. */
export function* pictureBytes(file: string): Generator<Uint8Array> {
  const path = pathOf(file, PICTURE_WIDTHS[0])
  if (existsSync(path)) yield readFileSync(path)
}

export function removePicture(file: string): void {
  for (const width of PICTURE_WIDTHS) rmSync(pathOf(file, width), { force: true })
}

/** By what the files from before `time` are named. */
export const picturesBefore = (time: number): string[] =>
  existsSync(folder()) ? [...new Set(filesBefore(folder(), time).flatMap((name) => NAME.exec(name)?.[1] ?? []))] : []
