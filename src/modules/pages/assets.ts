import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** One file of the built web client, as it goes out. */
export type Asset = {
  body: Uint8Array<ArrayBuffer>
  brotli: Uint8Array<ArrayBuffer> | undefined
  type: string
  etag: string
  /** Its name changes with its content. */
  hashed: boolean
}

const TYPES: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  // As plain text browsers show it, as Markdown some download it.
  md: 'text/plain; charset=utf-8',
}

/** Of the sources, and of the built server. */
const PLACES = [join(import.meta.dir, '../../../dist/web'), join(import.meta.dir, 'web')]

let loaded: ReadonlyMap<string, Asset> | undefined

/**
 * The built web client by path (`assets/index-….js`), read into memory once. Empty, and read again next time, as
 * long as nothing has been built.
 */
export function assets(): ReadonlyMap<string, Asset> {
  if (loaded) return loaded
  const directory = PLACES.find((place) => existsSync(join(place, 'index.html')))
  if (directory === undefined) return new Map()
  loaded = new Map(filesIn(directory).map((file) => [file, load(join(directory, file))]))
  return loaded
}

function filesIn(directory: string): string[] {
  const files = readdirSync(directory, { withFileTypes: true, recursive: true }).filter((entry) => entry.isFile())
  return files
    .map(({ parentPath, name }) => join(parentPath, name).slice(directory.length + 1))
    .filter((file) => !file.endsWith('.br'))
}

function load(file: string): Asset {
  const body = new Uint8Array(readFileSync(file))
  const compressed = `${file}.br`
  return {
    body,
    brotli: existsSync(compressed) ? new Uint8Array(readFileSync(compressed)) : undefined,
    type: TYPES[file.slice(file.lastIndexOf('.') + 1)] ?? 'application/octet-stream',
    // Weak: the compressed form is the same thing in other bytes.
    etag: `W/"${Bun.hash(body).toString(36)}"`,
    hashed: /-[a-z0-9]{8}\.\w+$/.test(file),
  }
}
