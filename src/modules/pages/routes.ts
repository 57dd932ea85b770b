import { Elysia } from 'elysia'
import { config } from '../../config'
import { refuse } from '../../errors'
import { access } from '../../http/access'
import { isKnown } from '../../http/etag'
import { log } from '../../services/log'
import { type Asset, assets } from './assets'

const YEAR = 31_536_000
const open = { public: true, detail: { hide: true } } as const

/** The web client: every page is the same document, which finds out in the browser which one it is. */
export const pages = new Elysia({ name: 'pages' })
  .use(access)
  .get('/', ({ request }) => file(request, 'index.html'), open)
  .get('/login', ({ request }) => file(request, 'index.html'), open)
  .get('/reset', ({ request }) => file(request, 'index.html'), open)
  .get('/setup', ({ request }) => file(request, 'index.html'), open)
  .get('/api/v1/docs', ({ request }) => file(request, 'docs/index.html'), open)
  .get('/docs/*', ({ request, params }) => file(request, `docs/${params['*']}`), open)
  .get('/assets/*', ({ request, params }) => file(request, `assets/${params['*']}`), open)
  .get('/favicon.svg', ({ request }) => file(request, 'favicon.svg'), open)
  .get('/robots.txt', () => new Response(robots(), { headers: { 'cache-control': 'no-cache' } }), open)

const robots = () => (config.indexing ? 'User-agent: *\nDisallow: /api/\n' : 'User-agent: *\nDisallow: /\n')

/**
 * The web client's "page not found", with status 404, for a browser that asks for a page that there is not;
 * undefined for any other request, which gets the failure envelope.
 */
export function shellNotFound(request: Request): Response | undefined {
  const { pathname } = new URL(request.url)
  const navigates = /^(GET|HEAD)$/.test(request.method) && request.headers.get('accept')?.includes('text/html')
  const shell = assets().get('index.html')
  if (!navigates || !shell || /^\/(api|uploads)(\/|$)/.test(pathname)) return undefined
  const { body, headers } = represented(request, shell)
  headers.delete('etag')
  return new Response(body, { status: 404, headers })
}

function file(request: Request, path: string): Response {
  const asset = assets().get(path)
  if (!asset) {
    if (path.endsWith('index.html')) log.error('the web client has not been built: run `bun run build`')
    return refuse('NOT_FOUND')
  }
  const { body, headers } = represented(request, asset)
  if (isKnown(request, asset.etag)) return new Response(null, { status: 304, headers })
  return new Response(body, { headers })
}

function represented(request: Request, asset: Asset): { body: Uint8Array<ArrayBuffer>; headers: Headers } {
  const compressed = acceptsBrotli(request) ? asset.brotli : undefined
  const headers = new Headers({
    'content-type': asset.type,
    'cache-control': asset.hashed ? `public, max-age=${YEAR}, immutable` : 'no-cache',
    etag: asset.etag,
    vary: 'Accept-Encoding',
  })
  if (compressed) headers.set('content-encoding', 'br')
  if (asset.type.startsWith('text/html') && !config.indexing) headers.set('x-robots-tag', 'noindex')
  return { body: compressed ?? asset.body, headers }
}

/** Whether `br` is among the accepted encodings and not refused by a weight of 0 (RFC 9110 §12.5.3). */
function acceptsBrotli(request: Request): boolean {
  const accepted = request.headers.get('accept-encoding') ?? ''
  return /\bbr\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i.test(accepted)
}
