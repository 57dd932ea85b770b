import { mkdirSync, renameSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { config } from '../config'

const folder = join(config.dataDir, 'uploads')
const PATH = '/uploads/'

/** The types that are served, by extension: what browsers show and what holds no script (so no SVG). */
const TYPES = {
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  gif: 'image/gif',
  avif: 'image/avif',
} as const
type Extension = keyof typeof TYPES

/** SHA-256 of the content and what the content is: no name that anybody chose ever reaches the disk. */
const NAME = /^[0-9a-f]{64}\.(?<extension>png|jpg|webp|gif|avif)$/

const SIGNATURES: readonly (readonly [Extension, (head: string) => boolean])[] = [
  ['png', (head) => head.startsWith('\x89PNG\r\n\x1a\n')],
  ['jpg', (head) => head.startsWith('\xff\xd8\xff')],
  ['gif', (head) => head.startsWith('GIF87a') || head.startsWith('GIF89a')],
  ['webp', (head) => head.startsWith('RIFF') && head.startsWith('WEBP', 8)],
  [
    'avif',
    (head) => head.startsWith('ftyp', 4) && brandsOf(head).some((brand) => brand === 'avif' || brand === 'avis'),
  ],
]

/** The major and the compatible brands of a file of that family (ISO/IEC 14496-12 §4.3): films have others. */
const brandsOf = (head: string): string[] => [head.slice(8, 12), ...(head.slice(16).match(/.{4}/gs) ?? [])]

/** What the content is, whatever its sender calls it; undefined where it is no image that Quad serves. */
export function imageKind(bytes: Uint8Array): Extension | undefined {
  const head = Buffer.from(bytes.subarray(0, 64)).toString('latin1')
  return SIGNATURES.find(([, begins]) => begins(head))?.[0]
}

/** A file that is written but not in its place yet. */
export type StagedUpload = { url: string; place(): void; discard(): void }

/**
 * Writes the image beside the others, on disk and under no name yet. `place` gives it its name, in the transaction
 * that stores the URL; `discard` removes what was not placed. Undefined where the content is no image.
 */
export async function stageImage(bytes: Uint8Array): Promise<StagedUpload | undefined> {
  const extension = imageKind(bytes)
  if (extension === undefined) return undefined
  const name = `${new Bun.CryptoHasher('sha256').update(bytes).digest('hex')}.${extension}`
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const staged = join(folder, `.${Bun.randomUUIDv7()}.part`)
  const file = await open(staged, 'wx', 0o600)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
  return {
    url: `${config.publicUrl}${PATH}${name}`,
    place: () => renameSync(staged, join(folder, name)),
    discard: () => rmSync(staged, { force: true }),
  }
}

/** The name of the upload that a URL of ours, whole or its path, leads to. */
export function uploadNameOf(url: string): string | undefined {
  const path = url.startsWith(config.publicUrl) ? url.slice(config.publicUrl.length) : url
  const name = path.startsWith(PATH) ? path.slice(PATH.length) : ''
  return NAME.test(name) ? name : undefined
}

/** A URL of ours in whole; any other as it is. */
export const absoluteUrl = (url: string): string => (url.startsWith(PATH) ? `${config.publicUrl}${url}` : url)

/** The file of that name with its type, if there is one. Anything but a name that Quad gave is none. */
export async function readUpload(name: string): Promise<{ file: Bun.BunFile; type: string } | undefined> {
  const extension = NAME.exec(name)?.groups?.extension
  if (extension === undefined) return undefined
  const file = Bun.file(join(folder, name))
  return (await file.exists()) ? { file, type: TYPES[extension as Extension] } : undefined
}

export function removeUpload(name: string): void {
  if (NAME.test(name)) rmSync(join(folder, name), { force: true })
}
