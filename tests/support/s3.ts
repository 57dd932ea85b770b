import { createHash, createHmac } from 'node:crypto'

// A server on loopback that speaks as much S3 as a client of objects needs, and lets in only who signs as Amazon documents
// it (AWS Signature Version 4). It keeps what it is given in memory, and fails as it is told to.

export const CREDENTIALS = { accessKeyId: 'AKIATEST', secretAccessKey: 'a secret of the bucket', region: 'eu-test-1' }

type Asked = { method: string; key: string; query: URLSearchParams }
/** What a fault makes of a request; nothing lets it pass. */
type Fault = (asked: Asked) => Response | Promise<Response> | undefined

const sha256 = (text: string | Uint8Array) => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

/** As RFC 3986 reserves it, which is stricter than `encodeURIComponent`. */
const encoded = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`)

/** Whether a request has the signature that its headers, or its address, and the secret give. */
function isSigned(request: Request, body: Uint8Array) {
  const { searchParams: asked } = new URL(request.url)
  if (asked.has('X-Amz-Signature')) return isPresigned(request)
  const [, id, day, region, names = '', signature] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=(\w+)$/.exec(
      request.headers.get('authorization') ?? '',
    ) ?? []
  const at = request.headers.get('x-amz-date') ?? ''
  const digest = request.headers.get('x-amz-content-sha256') ?? ''
  if (id !== CREDENTIALS.accessKeyId || region !== CREDENTIALS.region || day === undefined) return false
  if (!at.startsWith(day) || !names.split(';').includes('host')) return false
  if (digest !== 'UNSIGNED-PAYLOAD' && digest !== sha256(body)) return false
  return signatureOf(request, { day, region, at, names, digest }) === signature
}

function isPresigned(request: Request) {
  const { searchParams: asked } = new URL(request.url)
  const [id, day, region] = (asked.get('X-Amz-Credential') ?? '').split('/')
  if (id !== CREDENTIALS.accessKeyId || region !== CREDENTIALS.region || day === undefined) return false
  const at = asked.get('X-Amz-Date') ?? ''
  const names = asked.get('X-Amz-SignedHeaders') ?? ''
  return signatureOf(request, { day, region, at, names, digest: 'UNSIGNED-PAYLOAD' }) === asked.get('X-Amz-Signature')
}

type Signed = { day: string; region: string; at: string; names: string; digest: string }

function signatureOf(request: Request, { day, region, at, names, digest }: Signed) {
  const { pathname, searchParams } = new URL(request.url)
  const query = [...searchParams]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .sort()
  const headers = names.split(';').map((name) => `${name}:${(request.headers.get(name) ?? '').trim()}\n`)
  const canonical = [request.method, pathname, query.join('&'), headers.join(''), names, digest].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const toSign = ['AWS4-HMAC-SHA256', at, scope, sha256(canonical)].join('\n')
  const key = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${CREDENTIALS.secretAccessKey}`)
  return hmac(key, toSign).toString('hex')
}

const xml = (text: string, status = 200): Response =>
  new Response(`<?xml version="1.0" encoding="UTF-8"?>\n${text}`, {
    status,
    headers: { 'content-type': 'application/xml' },
  })

export const refusal = (status: number, code: string): Response =>
  xml(`<Error><Code>${code}</Code><Message>the secret words of a server</Message></Error>`, status)

/** Never answers, until the server is stopped. */
export const silence = () => new Promise<Response>(() => {})

export function startS3(bucket = 'campus') {
  const objects = new Map<string, Uint8Array>()
  const uploads = new Map<string, Map<number, Uint8Array>>()
  const asked: string[] = []
  let unsigned = 0
  let fault: Fault = () => undefined
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      const body = new Uint8Array(await request.arrayBuffer())
      const { pathname, searchParams: query } = new URL(request.url)
      const key = decodeURIComponent(pathname).replace(new RegExp(`^/${bucket}/?`), '')
      asked.push(`${request.method} ${key}`)
      if (!isSigned(request, body)) {
        unsigned++
        return refusal(403, 'SignatureDoesNotMatch')
      }
      if (!pathname.startsWith(`/${bucket}`)) return refusal(404, 'NoSuchBucket')
      return (await fault({ method: request.method, key, query })) ?? answer(request, key, query, body)
    },
  })

  function answer({ method, headers }: Request, key: string, query: URLSearchParams, body: Uint8Array): Response {
    const upload = query.get('uploadId')
    if (key === '' && method === 'GET') return listed(query)
    if (method === 'POST' && query.has('uploads')) return begun()
    if (upload !== null) return ofUpload(method, key, upload, query, body)
    if (method === 'PUT') {
      if (headers.get('if-none-match') === '*' && objects.has(key)) return refusal(412, 'PreconditionFailed')
      objects.set(key, body)
      return new Response(null, { headers: { etag: `"${sha256(body)}"` } })
    }
    if (method === 'DELETE') {
      objects.delete(key)
      return new Response(null, { status: 204 })
    }
    const found = objects.get(key)
    if (found === undefined) return method === 'HEAD' ? new Response(null, { status: 404 }) : refusal(404, 'NoSuchKey')
    return new Response(method === 'HEAD' ? null : new Blob([found as BlobPart]), {
      headers: { 'content-length': `${found.length}`, etag: '"e"' },
    })
  }

  function begun(): Response {
    const id = crypto.randomUUID()
    uploads.set(id, new Map())
    return xml(`<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`)
  }

  function ofUpload(method: string, key: string, id: string, query: URLSearchParams, body: Uint8Array): Response {
    const parts = uploads.get(id)
    if (parts === undefined) return refusal(404, 'NoSuchUpload')
    if (method === 'PUT') {
      parts.set(Number(query.get('partNumber')), body)
      return new Response(null, { headers: { etag: `"${sha256(body)}"` } })
    }
    uploads.delete(id)
    if (method === 'DELETE') return new Response(null, { status: 204 })
    const inOrder = [...parts].sort(([one], [other]) => one - other).map(([, part]) => part)
    objects.set(key, new Uint8Array(Buffer.concat(inOrder)))
    return xml('<CompleteMultipartUploadResult><ETag>"whole"</ETag></CompleteMultipartUploadResult>')
  }

  /** Two at a time, so that whoever lists must ask again. */
  function listed(query: URLSearchParams): Response {
    const after = query.get('start-after') ?? ''
    const keys = [...objects.keys()].sort().filter((key) => key.startsWith(query.get('prefix') ?? '') && key > after)
    const page = keys.slice(0, 2)
    const contents = page.map((key) => `<Contents><Key>${key}</Key><Size>${objects.get(key)?.length}</Size></Contents>`)
    return xml(
      `<ListBucketResult><Name>${bucket}</Name><IsTruncated>${keys.length > page.length}</IsTruncated>${contents.join('')}</ListBucketResult>`,
    )
  }

  return {
    endpoint: `http://127.0.0.1:${server.port}`,
    bucket,
    /** What is kept, by key. */
    objects,
    /** Uploads that were begun and neither finished nor withdrawn. */
    uploads,
    asked,
    unsigned: () => unsigned,
    /** From now on; without a fault as it should. */
    failing(next: Fault = () => undefined) {
      fault = next
    },
    stop: () => server.stop(true),
  }
}
