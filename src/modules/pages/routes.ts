import { Elysia } from 'elysia'
import { config } from '../../config'
import { refuse } from '../../errors'
import { access } from '../../http/access'
import { isKnown } from '../../http/etag'
import { log } from '../../services/log'
import { type Asset, assets } from './assets'
import { CLIENT_PATHS, type ClientPath } from './client-paths'
import { postPage } from './post-page'
import { type Additions, documentWith, finished, hasSession } from './shell'
import { robots, securityContact } from './well-known'

const YEAR = 31_536_000
const open = { public: true, detail: { hide: true } } as const

const clientPages = new Elysia({ name: 'pages:client' }).use(access)
for (const path of CLIENT_PATHS) clientPages.get(path, ({ request }) => page(request, path), open)

/** The web client: every page is the same document, which finds out in the browser which one it is. */
export const pages = new Elysia({ name: 'pages' })
  .use(access)
  .use(clientPages)
  .get('/api/v1/docs', ({ request }) => file(request, 'docs/index.html'), open)
  .get('/docs/*', ({ request, params }) => file(request, `docs/${params['*']}`), open)
  .get('/assets/*', ({ request, params }) => file(request, `assets/${params['*']}`), open)
  .get('/favicon.svg', ({ request }) => file(request, 'favicon.svg'), open)
  .get('/robots.txt', () => plainText(robots()), open)
  .get('/.well-known/security.txt', () => plainText(securityContact(new Date())), open)

const plainText = (text: string): Response =>
  new Response(text, { headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-cache' } })

/** The page's document. What it asks for first is named in it, so that it is on its way before the program is. */
async function page(request: Request, path: ClientPath): Promise<Response> {
  const { pathname, search } = new URL(request.url)
  if (path !== '/post/:id') return sent(request, common(request, path === '/' && search === ''))
  const id = pathname.split('/')[2] ?? ''
  const { reading, additions } = await postPage(id)
  if (reading === 'missing') return sent(request, common(request, false), 404)
  const preloads = reading === 'readable' ? [`/api/v1/posts/${id}`, `/api/v1/comments/post/${id}${FIRST_COMMENTS}`] : []
  return sent(request, finished(composed(request, { ...additions, preloads })))
}

/** As the web client asks for them: another address would be asked for twice. */
const FIRST_POSTS = '/api/v1/posts?limit=20'
const FIRST_COMMENTS = '?limit=20&parent=none'

const kept = new Map<string, { shell: Asset; document: Asset }>()

/** The document of a page that adds nothing of its own, finished once for each of the few it can be. */
function common(request: Request, withPosts: boolean): Asset {
  const key = `${hasSession(request)} ${withPosts}`
  const known = kept.get(key)
  if (known?.shell === shell()) return known.document
  const document = finished(composed(request, { preloads: withPosts ? [FIRST_POSTS] : [] }))
  kept.set(key, { shell: shell(), document })
  return document
}

const HAS_SESSION = '<meta name="quad-session" content="yes">'

function composed(request: Request, { head = '', preloads = [], ...more }: Additions): string {
  const isSignedIn = hasSession(request)
  return documentWith(new TextDecoder().decode(shell().body), {
    ...more,
    head: head + (isSignedIn ? HAS_SESSION : ''),
    preloads: ['/api/v1/instance', ...(isSignedIn ? ['/api/v1/auth/me'] : []), ...preloads],
  })
}

function shell(): Asset {
  const built = assets().get('index.html')
  if (built) return built
  log.error('the web client has not been built: run `bun run build`')
  return refuse('NOT_FOUND')
}

/**
 * The web client's "page not found", with status 404, for a browser that asks for a page that there is not;
 * undefined for any other request, which gets the failure envelope.
 */
export function shellNotFound(request: Request): Response | undefined {
  const { pathname } = new URL(request.url)
  const navigates = /^(GET|HEAD)$/.test(request.method) && request.headers.get('accept')?.includes('text/html')
  if (!navigates || !assets().has('index.html') || /^\/(api|uploads)(\/|$)/.test(pathname)) return undefined
  return sent(request, common(request, false), 404)
}

function file(request: Request, path: string): Response {
  return sent(request, assets().get(path) ?? refuse('NOT_FOUND'))
}

function sent(request: Request, asset: Asset, status = 200): Response {
  const { body, headers } = represented(request, asset)
  if (status !== 200) headers.delete('etag')
  else if (isKnown(request, asset.etag)) return new Response(null, { status: 304, headers })
  return new Response(body, { status, headers })
}

function represented(request: Request, asset: Asset): { body: Uint8Array<ArrayBuffer>; headers: Headers } {
  const compressed = acceptsBrotli(request) ? asset.brotli : undefined
  const isPage = asset.type.startsWith('text/html')
  const headers = new Headers({
    'content-type': asset.type,
    'cache-control': asset.hashed ? `public, max-age=${YEAR}, immutable` : 'no-cache',
    etag: asset.etag,
    vary: isPage ? 'Accept-Encoding, Cookie' : 'Accept-Encoding',
  })
  if (compressed) headers.set('content-encoding', 'br')
  if (isPage && !config.indexing) headers.set('x-robots-tag', 'noindex')
  return { body: compressed ?? asset.body, headers }
}

/** Whether `br` is among the accepted encodings and not refused by a weight of 0 (RFC 9110 §12.5.3). */
function acceptsBrotli(request: Request): boolean {
  const accepted = request.headers.get('accept-encoding') ?? ''
  return /\bbr\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i.test(accepted)
}
