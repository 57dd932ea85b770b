import { Elysia } from 'elysia'
import { config } from '../../config'
import { campusName } from '../../core/colleges/directory'
import { refuse } from '../../errors'
import { log } from '../../lib/log'
import { access } from '../http/access'
import { isKnown } from '../http/etag'
import { cachedResponseAt, type Finished } from '../http/response-cache'
import { type Asset, assets, finished } from './assets'
import { CLIENT_PATHS, type ClientPath } from './client-paths'
import { codingFor } from './codings'
import { manifest } from './manifest'
import { postPage } from './post-page'
import { type Additions, documentWith, hasSession } from './shell'
import { robots, securityContact } from './well-known'

const YEAR = 31_536_000
const MANIFEST = 'application/manifest+json; charset=utf-8'
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
  .get('/icons/*', ({ request, params }) => file(request, `icons/${params['*']}`), open)
  .get('/favicon.svg', ({ request }) => file(request, 'favicon.svg'), open)
  .get('/sw.js', ({ request }) => file(request, 'sw.js'), open)
  .get('/offline.html', ({ request }) => file(request, 'offline.html'), open)
  .get(
    '/manifest.webmanifest',
    async ({ request }) => sent(request, finished(manifest(await campusName()), MANIFEST)),
    open,
  )
  .get('/robots.txt', () => plainText(robots()), open)
  .get('/.well-known/security.txt', () => plainText(securityContact(new Date())), open)

const plainText = (text: string): Response =>
  new Response(text, { headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-cache' } })

/** The page's document. What it asks for first is named in it, so that it is on its way before the program is. */
async function page(request: Request, path: ClientPath): Promise<Response> {
  const { pathname, search } = new URL(request.url)
  if (path === '/' && search === '')
    return sent(request, common(request, true, hasSession(request) ? undefined : await cachedResponseAt(FIRST_POSTS)))
  if (path !== '/post/:id') return sent(request, common(request, false))
  const id = pathname.split('/')[2] ?? ''
  const { reading, additions } = await postPage(id)
  if (reading === 'missing') return sent(request, common(request, false), 404)
  const preloads = reading === 'readable' ? [`/api/v1/posts/${id}`, `/api/v1/comments/post/${id}${FIRST_COMMENTS}`] : []
  return sent(request, finished(composed(request, { ...additions, preloads })))
}

/** As the web client asks for them: another address would be asked for twice. */
const FIRST_POSTS = '/api/v1/posts?limit=20'
const FIRST_COMMENTS = '?limit=20&parent=none'

const kept = new Map<string, { shell: Asset; posts: Finished | undefined; document: Asset }>()

/** The document of a page that adds nothing of its own, finished once for each of the few it can be. */
function common(request: Request, withPosts: boolean, posts?: Finished): Asset {
  const key = `${hasSession(request)} ${withPosts}`
  const known = kept.get(key)
  if (known?.shell === shell() && known.posts === posts) return known.document
  const additions: Additions = posts
    ? { answers: { [FIRST_POSTS]: new TextDecoder().decode(posts.body) } }
    : { preloads: withPosts ? [FIRST_POSTS] : [] }
  const document = finished(composed(request, additions))
  kept.set(key, { shell: shell(), posts, document })
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
  const headers = validatorsOf(asset)
  if (status !== 200) headers.delete('etag')
  else if (isKnown(request, asset.etag)) return new Response(null, { status: 304, headers })
  headers.set('content-type', asset.type)
  const coding = codingFor(request.headers.get('accept-encoding'))
  const encoded = coding && asset.encoded(coding)
  if (coding && encoded) headers.set('content-encoding', coding)
  return new Response(encoded ?? asset.body, { status, headers })
}

/** What an answer without a body says of it, too (RFC 9110 §15.4.5). */
function validatorsOf({ type, etag, hashed }: Asset): Headers {
  const isPage = type.startsWith('text/html')
  return new Headers({
    etag,
    'cache-control': hashed ? `public, max-age=${YEAR}, immutable` : 'no-cache',
    vary: isPage ? 'Accept-Encoding, Cookie' : 'Accept-Encoding',
    ...(isPage && !config.indexing ? { 'x-robots-tag': 'noindex' } : {}),
  })
}
