import { config } from '../../config'
import { refuse } from '../../errors'
import { readFormFields } from './form'

/** 16 KB: JSON and URL-encoded bodies (interface, Limits). */
const TEXT_BODY_BYTES = 16_384
/** Validation recurses; no route needs half as many levels. */
const MAX_DEPTH = 16
/** Room for the boundaries and headers around an uploaded file. */
const MULTIPART_FRAME_BYTES = 16_384

/** The largest body that any route reads. */
export const LARGEST_BODY_BYTES = config.profileImageMaxBytes + MULTIPART_FRAME_BYTES

const uploadRoutes = new Set<string>()

/** Lets a route read multipart forms; other routes refuse them with 415. */
export function acceptUpload(route: string): string {
  uploadRoutes.add(route)
  return route
}

/** Reads the body by its content type. Refuses a declared length before it reads a byte, a chunked body as it comes. */
export async function readBody(request: Request, route: string): Promise<unknown> {
  const type = (request.headers.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase()
  if (type === 'application/json') return parseJson(await readText(request))
  if (type === 'application/x-www-form-urlencoded')
    return Object.fromEntries(new URLSearchParams(await readText(request)))
  if (type === 'multipart/form-data' && [...uploadRoutes].some((each) => route.endsWith(each))) return readForm(request)
  if (type === '' && (request.body === null || request.headers.get('content-length') === '0')) return {}
  if (type === '' && (await readText(request)) === '') return {}
  return refuse('UNSUPPORTED_MEDIA_TYPE')
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

/** A body with a declared length is read at once: as a stream it costs 20 microseconds more. */
async function readText(request: Request): Promise<string> {
  const { headers } = request
  const length = headers.has('transfer-encoding') ? Number.NaN : Number(headers.get('content-length') ?? Number.NaN)
  if (length <= TEXT_BODY_BYTES) return request.text().catch((error) => refuseIfHungUp(request, error))
  return new TextDecoder().decode(await readBytes(request, TEXT_BODY_BYTES))
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
