import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { contentSecurityPolicy } from '../http/headers'
import { packaged } from '../packaged'

type Bytes = Uint8Array<ArrayBuffer>

/** A page or a file of the web client. */
export type Asset = {
  body: Bytes
  /** The compressed body; undefined if it is not smaller. */
  encoded: (coding: Coding) => Bytes | undefined
  type: string
  etag: string
  /** Its name changes with its content. */
  hashed: boolean
}

const TYPES: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml; charset=utf-8',
  png: 'image/png',
  woff2: 'font/woff2',
  tgz: 'application/gzip',
  // Some browsers download Markdown; all show plain text.
  md: 'text/plain; charset=utf-8',
}

/** The build writes these beside a file. */
const ENDINGS: Record<Coding, string> = { br: '.br', gzip: '.gz' }

/** The built web client: its files by path (`assets/index-….js`), and what its documents need. */
type Build = {
  files: ReadonlyMap<string, Asset>
  /** Paths of the scripts that each part (`public/scripts.ts`) needs beside the first. */
  parts: Readonly<Record<string, readonly string[]>>
  /** The content security policy of the documents: their import map cannot be a file. */
  policy: string
}

const NO_BUILD: Build = { files: new Map(), parts: {}, policy: contentSecurityPolicy([]) }
let served: Build | undefined

export const isClientBuilt = (): boolean => served !== undefined || existsSync(join(packaged('web'), 'parts.json'))

/** Read into memory once, when somebody first asks for a page; empty until there is a build. */
export function client(): Build {
  if (served) return served
  return isClientBuilt() ? serveAssetsFrom(packaged('web')) : NO_BUILD
}

export const assets = (): ReadonlyMap<string, Asset> => client().files

/** Reads a build into memory and replaces the one before. */
export function serveAssetsFrom(directory: string): Build {
  const files = new Map(filesIn(directory).map((file) => [file, load(join(directory, file))]))
  const textOf = (file: string) => new TextDecoder().decode(files.get(file)!.body)
  const [, importMap = ''] = IMPORT_MAP.exec(textOf('index.html')) ?? []
  const hash = new Bun.CryptoHasher('sha256').update(importMap).digest('base64')
  served = { files, parts: JSON.parse(textOf('parts.json')), policy: contentSecurityPolicy([`'sha256-${hash}'`]) }
  return served
}

const IMPORT_MAP = /<script type="importmap">(.*?)<\/script>/

function filesIn(directory: string): string[] {
  const files = readdirSync(directory, { withFileTypes: true, recursive: true }).filter((entry) => entry.isFile())
  return files
    .map(({ parentPath, name }) => join(parentPath, name).slice(directory.length + 1))
    .filter((file) => !/\.(?:br|gz)$/.test(file))
}

function load(file: string): Asset {
  const body = readFileSync(file)
  const readForm = (ending: string) => (existsSync(file + ending) ? readFileSync(file + ending) : undefined)
  const forms = { br: readForm(ENDINGS.br), gzip: readForm(ENDINGS.gzip) }
  return {
    body,
    encoded: (coding) => forms[coding],
    type: TYPES[file.slice(file.lastIndexOf('.') + 1)] ?? 'application/octet-stream',
    etag: weakEtag(body),
    hashed: /-[a-z0-9]{8}\.\w+$/.test(file),
  }
}

/** Weak, because the compressed forms are other bytes of the same content. */
const weakEtag = (body: Bytes): string => `W/"${Bun.hash(body).toString(36)}"`

/** Loaded with the first text that is compressed. */
const zlib = (): typeof import('node:zlib') => require('node:zlib')

/** For a few kilobytes made for one request, a higher quality takes longer than it saves. */
const BROTLI_QUALITY = 4
const COMPRESSORS: Record<Coding, (body: Bytes) => Bytes> = {
  br: (body) => {
    const { brotliCompressSync, constants } = zlib()
    return new Uint8Array(brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }))
  },
  gzip: (body) => new Uint8Array(zlib().gzipSync(body)),
}

/** An asset of a generated text, which is compressed when a client first accepts that. */
export function generatedAsset(text: string, type: string = TYPES.html!): Asset {
  const body = new TextEncoder().encode(text)
  const forms: Partial<Record<Coding, Bytes>> = {}
  const encoded = (coding: Coding): Bytes => (forms[coding] ??= COMPRESSORS[coding](body))
  return { body, encoded, type, etag: weakEtag(body), hashed: false }
}

/** The first one is smaller, and wins if a client accepts both alike. */
const CODINGS = ['br', 'gzip'] as const

type Coding = (typeof CODINGS)[number]

/**
 * The accepted coding with the highest weight (RFC 9110 §12.5.3); undefined for the uncompressed text, if no coding is
 * accepted, `identity` weighs more, or the header is missing.
 */
export function codingFor(acceptEncoding: string | null): Coding | undefined {
  const weights = weightsIn(acceptEncoding ?? '')
  const weight = (coding: Coding) => weights.get(coding) ?? weights.get('*') ?? 0
  const best = CODINGS.reduce((first, second) => (weight(second) > weight(first) ? second : first))
  return weight(best) > 0 && weight(best) >= (weights.get('identity') ?? 0) ? best : undefined
}

function weightsIn(acceptEncoding: string): Map<string, number> {
  const weights = new Map<string, number>()
  for (const each of acceptEncoding.toLowerCase().split(',')) {
    const [name = '', ...parameters] = each.split(';').map((part) => part.trim())
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1'
    // A malformed weight counts as a refusal: every client can read the uncompressed text.
    if (name !== '') weights.set(name === 'x-gzip' ? 'gzip' : name, Number(weight) || 0)
  }
  return weights
}
