import type { TSchema } from 'elysia'
import { config } from '../../config'
import { refuse, refuseField } from '../../errors'
import { type Encoding, fitsLengths, largestBody } from '../../lib/body-size'
import { readFormFields } from './form'

/** 16 KB: JSON and URL-encoded bodies (interface, Limits). */
export const TEXT_BODY_BYTES = 16_384
/** Validation recurses; no route needs half as many levels. */
const MAX_DEPTH = 16
/** Room for the boundaries and headers around an uploaded file. */
const MULTIPART_FRAME_BYTES = 16_384

/** The largest form with a picture. */
export const LARGEST_BODY_BYTES = config.profileImageMaxBytes + MULTIPART_FRAME_BYTES

const uploadRoutes = new Set<string>()

/** Lets a route read multipart forms; other routes refuse them with 415. */
export function acceptUpload(route: string): string {
  uploadRoutes.add(route)
  return route
}

export const isUpload = (route: string): boolean => [...uploadRoutes].some((each) => route.endsWith(each))

type LargeBody = Record<Encoding, number> & { schema: TSchema }
type Route = { method: string; path: string; hooks?: { body?: unknown } }

const schemas = new Map<string, TSchema>()
/** The routes that were asked about, and what they read if that is more than 16 KB. */
const largeBodies = new Map<string, LargeBody | undefined>()

/** Makes the schemas known by whose lengths `largeBody` decides. */
export function registerBodies(routes: readonly Route[]): void {
  for (const { method, path, hooks } of routes)
    if (hooks?.body !== undefined) schemas.set(`${method} ${path}`, hooks.body as TSchema)
}

/** How much the route reads, if its longest texts and lists take more than 16 KB. */
function largeBody(method: string, path: string): LargeBody | undefined {
  const route = `${method} ${path}`
  const schema = schemas.get(route)
  if (schema !== undefined && !largeBodies.has(route)) {
    const { json, form } = largestBody(schema)
    const large = { json: readable(json), form: readable(form), schema }
    largeBodies.set(route, Math.max(large.json, large.form) > TEXT_BODY_BYTES ? large : undefined)
  }
  return largeBodies.get(route)
}

/** What a schema without a bound could take is not read; a test finds it. */
const readable = (bytes: number): number =>
  Number.isFinite(bytes) ? Math.max(TEXT_BODY_BYTES, bytes) : TEXT_BODY_BYTES

/** How many bytes the route reads of JSON and of a form. */
export function bodyLimits(method: string, path: string): Record<Encoding, number> {
  const { json, form } = largeBody(method, path) ?? { json: TEXT_BODY_BYTES, form: TEXT_BODY_BYTES }
  return { json, form }
}

/** Reads the body by its content type. Refuses a declared length before it reads a byte, a chunked body as it comes. */
export async function readBody(request: Request, route: string): Promise<unknown> {
  const type = (request.headers.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase()
  if (type === 'application/json') return requireObject(request, route, await readFields(request, route, 'json'))
  if (type === 'application/x-www-form-urlencoded') return readFields(request, route, 'form')
  if (type === 'multipart/form-data' && isUpload(route)) return readForm(request)
  if (type === '' && (request.body === null || request.headers.get('content-length') === '0')) return {}
  if (type === '' && (await readBytes(request, TEXT_BODY_BYTES)).byteLength === 0) return {}
  return refuse('UNSUPPORTED_MEDIA_TYPE')
}

/** Elysia checks fields alone: where none is required, a list or a number would do for an object. */
function requireObject({ method }: Request, route: string, body: unknown): unknown {
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body)
  return isObject || !schemas.has(`${method} ${route}`) ? body : refuseField('body', 'fields.object')
}

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

const parseForm = (text: string): unknown => Object.fromEntries(new URLSearchParams(text))
const PARSERS = { json: parseJson, form: parseForm } as const

/** A body with a declared length is read at once: as a stream it costs 20 microseconds more. */
async function readFields(request: Request, route: string, encoding: Encoding): Promise<unknown> {
  const { method, headers } = request
  const parse = PARSERS[encoding]
  const length = headers.has('transfer-encoding') ? Number.NaN : Number(headers.get('content-length') ?? Number.NaN)
  if (length <= TEXT_BODY_BYTES) return parse(await request.text().catch((error) => refuseIfHungUp(request, error)))
  const large = largeBody(method, route)
  const bytes = await readBytes(request, large?.[encoding] ?? TEXT_BODY_BYTES)
  const text = new TextDecoder().decode(bytes)
  if (large === undefined || bytes.byteLength <= TEXT_BODY_BYTES) return parse(text)
  const body = parseOrUndefined(parse, text)
  return body !== undefined && fitsLengths(large.schema, body) ? body : refuse('PAYLOAD_TOO_LARGE')
}

function parseOrUndefined(parse: (text: string) => unknown, text: string): unknown {
  try {
    return parse(text)
  } catch {
    return undefined
  }
}

async function readForm(request: Request): Promise<unknown> {
  const bytes = await readBytes(request, LARGEST_BODY_BYTES)
  try {
    return await readFormFields(bytes, request.headers.get('content-type') ?? '')
  } catch {
    return refuse('VALIDATION_FAILED', 'requests.formUnreadable')
  }
}

async function readBytes(request: Request, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(request.headers.get('content-length') ?? 0) > limit) refuse('PAYLOAD_TOO_LARGE')
  if (request.body === null) return new Uint8Array()
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of request.body) {
      size += chunk.byteLength
      if (size > limit) refuse('PAYLOAD_TOO_LARGE')
      chunks.push(chunk)
    }
  } catch (error) {
    refuseIfHungUp(request, error)
  }
  return Buffer.concat(chunks)
}

/** If the client hung up, nobody reads the response, and the server is not at fault. */
function refuseIfHungUp(request: Request, error: unknown): never {
  if (request.signal.aborted) refuse('INVALID_JSON', 'requests.bodyCutOff')
  throw error
}
