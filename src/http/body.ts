import { open, writeFile } from 'node:fs/promises'
import type { TSchema } from 'elysia'
import { config } from '../config'
import { refuse, refuseField } from '../errors'
import { writePieces } from '../lib/files/durable-files'
import { PICTURE_BYTES, spoolPath } from '../lib/files/pictures'
import { type Encoding, fitsLengths, largestBody } from '../lib/net/body-size'
import { Semaphore } from '../lib/process/semaphore'
import { requestContext } from './request'

/** JSON and URL-encoded bodies (interface, Limits). */
export const TEXT_BODY_BYTES = 16_384
/** Validation recurses; no route needs half as many levels. */
const MAX_DEPTH = 16
/** Room for the boundaries and headers around an uploaded file. */
const MULTIPART_FRAME_BYTES = 16_384

/** The largest form with a picture. */
export const LARGEST_BODY_BYTES = Math.max(config.profileImageMaxBytes, PICTURE_BYTES) + MULTIPART_FRAME_BYTES

/** Whether the body is a multipart form; other routes refuse one with 415. */
export const takesFile = (body: object = {}): boolean => fileIn(body) !== undefined

/** The field with the file of a form, and how large that may be. */
function fileIn(body: object = {}): { name: string; most: number } | undefined {
  const { properties = {} }: { properties?: Record<string, { format?: unknown; 'x-max-bytes'?: number }> } = body
  const [name, file] = Object.entries(properties).find(([, { format }]) => format === 'binary') ?? []
  return name === undefined ? undefined : { name, most: file?.['x-max-bytes'] ?? config.profileImageMaxBytes }
}

const schemas = new Map<string, TSchema>()
/** Of the schemas that were asked about. */
const limits = new Map<TSchema, Record<Encoding, number>>()

/** Makes the schemas known by whose lengths `bodyLimits` decides. */
export function registerBodies(routes: readonly { method: string; path: string; hooks?: { body?: unknown } }[]): void {
  for (const { method, path, hooks } of routes)
    if (hooks?.body !== undefined) schemas.set(`${method} ${path}`, hooks.body as TSchema)
}

/** How many bytes the route reads of JSON and of a form: more than 16 KB if its longest texts and lists take more. */
export function bodyLimits(method: string, path: string): Record<Encoding, number> {
  const schema = schemas.get(`${method} ${path}`)
  if (schema === undefined) return { json: TEXT_BODY_BYTES, form: TEXT_BODY_BYTES }
  const known = limits.get(schema)
  if (known !== undefined) return known
  const { json, form } = largestBody(schema)
  const found = { json: readable(json), form: readable(form) }
  limits.set(schema, found)
  return found
}

/** What a schema without a bound could take is not read; a test finds it. */
const readable = (bytes: number): number =>
  Number.isFinite(bytes) ? Math.max(TEXT_BODY_BYTES, bytes) : TEXT_BODY_BYTES

/** Reads the body by its content type. Refuses a declared length before it reads a byte, a chunked body as it comes. */
export async function readBody(request: Request, route: string): Promise<unknown> {
  const type = (request.headers.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase()
  if (type === 'application/json') return requireObject(request, route, await readFields(request, route, 'json'))
  if (type === 'application/x-www-form-urlencoded') return readFields(request, route, 'form')
  const file = fileIn(schemas.get(`${request.method} ${route}`))
  if (type === 'multipart/form-data' && file) return readForm(request, file)
  if (type === '' && (request.body === null || request.headers.get('content-length') === '0')) return {}
  if (type === '' && (await readBytes(request, TEXT_BODY_BYTES)).byteLength === 0) return {}
  return refuse('UNSUPPORTED_MEDIA_TYPE')
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Elysia checks fields alone: where none is required, a list or a number would do for an object. */
const requireObject = ({ method }: Request, route: string, body: unknown): unknown =>
  isObject(body) || !schemas.has(`${method} ${route}`) ? body : refuseField('body', 'fields.object')

function parseJson(text: string): unknown {
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    return refuse('INVALID_JSON')
  }
  return nestedDeeper(MAX_DEPTH, body) ? refuse('INVALID_JSON', 'requests.bodyTooDeep') : body
}

const nestedDeeper = (levels: number, value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((each) => nestedDeeper(levels - 1, each)))

const PARSERS = { json: parseJson, form: (text: string): unknown => Object.fromEntries(new URLSearchParams(text)) }

/** A body with a declared length is read at once: as a stream it costs 20 microseconds more. */
async function readFields(request: Request, route: string, encoding: Encoding): Promise<unknown> {
  const { method, headers } = request
  const parse = PARSERS[encoding]
  const length = headers.has('transfer-encoding') ? Number.NaN : Number(headers.get('content-length') ?? Number.NaN)
  if (length <= TEXT_BODY_BYTES) return parse(await request.text().catch((error) => refuseIfHungUp(request, error)))
  const bytes = await readBytes(request, bodyLimits(method, route)[encoding])
  const text = new TextDecoder().decode(bytes)
  const schema = schemas.get(`${method} ${route}`)
  if (schema === undefined || bytes.byteLength <= TEXT_BODY_BYTES) return parse(text)
  try {
    const body = parse(text)
    if (fitsLengths(schema, body)) return body
  } catch {
    // Too large to say more about it.
  }
  return refuse('PAYLOAD_TOO_LARGE')
}

/** One at a time, in memory that is kept for that. */
const reading = new Semaphore(1)
let memory: Buffer | undefined

/** A form waits on disk, and its file for the end of the request: twenty large ones would fill the memory. */
async function readForm(request: Request, { name, most }: { name: string; most: number }): Promise<unknown> {
  const path = spoolPath()
  requestContext(request).spooled = path
  await writePieces(path, pieces(request, most + MULTIPART_FRAME_BYTES))
  return reading.run(async () => {
    memory ??= Buffer.allocUnsafeSlow(LARGEST_BODY_BYTES)
    const form = await open(path)
    const { bytesRead } = await form.read(memory, 0, memory.length).finally(() => form.close())
    const file = fieldsOf(request, memory.subarray(0, bytesRead))[name]
    if (file === undefined || typeof file === 'string') return { [name]: file }
    requestContext(request).fileHash = new Bun.CryptoHasher('sha256').update(file.bytes).digest('hex')
    await writeFile(path, file.bytes)
    return { [name]: Bun.file(path, { type: file.type }) }
  })
}

function fieldsOf({ headers }: Request, form: Buffer) {
  try {
    return readFormFields(form, headers.get('content-type') ?? '')
  } catch {
    return refuse('VALIDATION_FAILED', 'requests.formUnreadable')
  }
}

async function readBytes(request: Request, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  return Buffer.concat(await Array.fromAsync(pieces(request, limit)))
}

async function* pieces(request: Request, limit: number): AsyncGenerator<Uint8Array> {
  if (Number(request.headers.get('content-length') ?? 0) > limit) refuse('PAYLOAD_TOO_LARGE')
  if (request.body === null) return
  let size = 0
  try {
    for await (const chunk of request.body) {
      size += chunk.byteLength
      if (size > limit) refuse('PAYLOAD_TOO_LARGE')
      yield chunk
    }
  } catch (error) {
    refuseIfHungUp(request, error)
  }
}

/** If the client hung up, nobody reads the response, and the server is not at fault. */
function refuseIfHungUp(request: Request, error: unknown): never {
  if (request.signal.aborted) refuse('INVALID_JSON', 'requests.bodyCutOff')
  throw error
}

/** No form has half as many fields, and no browser writes headers half as long. */
const MAX_PARTS = 16
const MAX_HEADER_BYTES = 2048

/** `bytes`: where the form has them. */
type SentFile = { type: string; bytes: Buffer }

/** A file has the type that its sender declared. Of fields with the same name the last counts. Throws for no form, or many parts. */
export function readFormFields(body: Buffer, contentType: string): Record<string, string | SentFile> {
  const delimiter = `--${boundaryIn(contentType)}`
  const fields: Record<string, string | SentFile> = {}
  let at = body.indexOf(delimiter)
  for (let parts = 0; !isLast(body, at + delimiter.length); parts++) {
    const end = body.indexOf('\r\n\r\n', at + delimiter.length)
    // After the headers: a delimiter within them is none.
    const next = body.indexOf(`\r\n${delimiter}`, end + 2)
    if (at === -1 || end === -1 || next === -1) throw new Error('A form that breaks off')
    if (parts === MAX_PARTS || end - at > MAX_HEADER_BYTES) throw new Error('A form that takes long to read')
    const headers = body.toString('utf8', at, end)
    const [, name] = /^content-disposition:[^\r\n]*\bname="([^"\r\n]*)"/im.exec(headers) ?? []
    const [, type = ''] = /^content-type:\s*([^\s;]+)/im.exec(headers) ?? []
    const bytes = body.subarray(end + 4, next)
    if (name !== undefined)
      fields[name] = /\bfilename\*?=/i.test(headers) ? { type: type.toLowerCase(), bytes } : bytes.toString()
    at = next + 2
  }
  return fields
}

const isLast = (body: Buffer, end: number): boolean => body.toString('latin1', end, end + 2) === '--'

/** RFC 2046 §5.1.1: up to 70 characters. */
function boundaryIn(contentType: string): string {
  const [, quoted, plain] = /\bboundary=(?:"([^"]{1,70})"|([^\s;"]{1,70})(?=[\s;]|$))/i.exec(contentType) ?? []
  const boundary = quoted ?? plain
  if (boundary === undefined) throw new Error('A form without a boundary')
  return boundary
}
