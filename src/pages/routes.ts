import { Elysia } from 'elysia'
import { campusName, readCampusLook } from '../campus/colleges/directory'
import { PAGE_PATHS, PLACE_PAGES } from '../campus/instance/service'
import { config } from '../config'
import { refuse } from '../errors'
import { postRecords } from '../forum/posts/record'
import { strangersRead } from '../ground/settings/settings'
import { access } from '../http/access'
import { ok } from '../http/envelope'
import { requestLanguage, requestTarget } from '../http/request'
import { type CachedBody, cachedBodyAt, FIRST_POSTS, matchesEtag } from '../http/response-cache'
import { log } from '../lib/process/log'
import { campusColors } from '../lib/text/campus-colors'
import { type Asset, assets, client, codingFor, generatedAsset } from './assets'
import { CLIENT_PATHS, type ClientPath } from './client-paths'
import { placePageAdditions, plainFeed } from './plain'
import { postPage, shareCard } from './post-page'
import { type Additions, documentInHue, documentWith, hasSession } from './shell'

const YEAR = 31_536_000
const CSS = 'text/css; charset=utf-8'
const MANIFEST = 'application/manifest+json; charset=utf-8'
const open = { public: true, follower: 'copy', fails: ['NOT_FOUND'], detail: { hide: true } } as const
/** Their session is looked up so that an account is limited wherever it comes from. */
const forViewer = { viewer: true, follower: 'copy', fails: ['NOT_FOUND'], detail: { hide: true } } as const

const clientPages = new Elysia({ name: 'pages:client' }).use(access)
for (const path of CLIENT_PATHS) clientPages.get(path, ({ request }) => page(request, path), forViewer)
for (const name of ['favicon.svg', 'sw.js', 'proof-of-work.js', 'offline.html'])
  clientPages.get(`/${name}`, ({ request }) => file(request, name), open)

/** The web client: every page is the same document, and its script decides which page to show. */
export const pages = new Elysia({ name: 'pages' })
  .use(access)
  .use(clientPages)
  .get('/api/v1/docs', ({ request }) => file(request, 'docs/index.html'), open)
  .get('/docs/*', ({ request, params }) => file(request, `docs/${params['*']}`), open)
  .get('/assets/*', ({ request, params }) => file(request, `assets/${params['*']}`), open)
  .get('/assets/hue/:file', ({ request, params }) => hue(request, params.file), open)
  .get('/cards/:file', async ({ request, params }) => respond(request, await shareCard(params.file)), {
    content: true,
    follower: 'copy',
    detail: { hide: true },
    fails: ['NOT_FOUND', 'BUSY'],
  })
  .get('/icons/*', ({ request, params }) => file(request, `icons/${params['*']}`), open)
  .get('/manifest.webmanifest', async ({ request }) => respond(request, generatedAsset(manifest(), MANIFEST)), open)
  .get('/robots.txt', () => plainText(robots()), open)
  .get('/.well-known/security.txt', () => plainText(securityContact()), open)

const plainText = (text: string): Response =>
  new Response(text, { headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-cache' } })

/** The page's document. It preloads the first requests of the page, so that they start before the script does. */
async function page(request: Request, path: ClientPath): Promise<Response> {
  const { pathname, search } = requestTarget(request)
  campusHue = readCampusLook().accentHue
  if (path === '/' && search === '') return respond(request, await feedDocument(request))
  const placePage = PLACE_PAGES.find((each) => path === PAGE_PATHS[each])
  if (placePage !== undefined) {
    const additions = placePageAdditions(placePage, requestLanguage(request))
    return respond(request, generatedAsset(composeDocument(request, additions)))
  }
  if (path !== '/post/:id') return respond(request, sharedDocument(request))
  const id = pathname.split('/')[2] ?? ''
  const { reading, additions } = postPage(id)
  if (reading === 'missing') return respond(request, sharedDocument(request), 404)
  const scripts = client().parts.posts ?? []
  if (reading !== 'readable' && (strangersRead() || !hasSession(request)))
    return respond(request, generatedAsset(composeDocument(request, { ...additions, scripts })))
  const address = `/api/v1/posts/${id}`
  const preloads = [`/api/v1/comments/post/${id}/tree${firstComments(search)}`]
  const [post] = hasSession(request) ? [] : postRecords(null, [id])
  const brought = post
    ? { preloads, answers: { [address]: JSON.stringify(ok('Post', { post })) } }
    : { preloads: [address, ...preloads] }
  return respond(request, generatedAsset(composeDocument(request, { ...additions, ...brought, scripts })))
}

/** Exactly what the web client requests. */
const FIRST_COMMENTS = '?depth=50&limit=100'

const LINKED_COMMENT = /[?&]comment=([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})(?:&|$)/i

const COMMENT_SORT = /[?&]sort=(new|old|top)(?:&|$)/

function firstComments(search: string): string {
  const sort = COMMENT_SORT.exec(search)?.[1] ?? 'best'
  const comment = LINKED_COMMENT.exec(search)?.[1]
  return `${FIRST_COMMENTS}&sort=${sort}${comment === undefined ? '' : `&comment=${comment}`}`
}

const documents = new Map<string, { shell: Asset; document: Asset }>()

/** The document of a page without additions of its own; there are few, so each is cached. */
function sharedDocument(request: Request, preloads: readonly string[] = []): Asset {
  const key = `${hasSession(request)} ${strangersRead()} ${preloads}`
  const cached = documents.get(key)
  if (cached?.shell === shell()) return cached.document
  const document = generatedAsset(composeDocument(request, { preloads }))
  documents.set(key, { shell: shell(), document })
  return document
}

let strangersFeed: { shell: Asset; posts: CachedBody; document: Asset } | undefined

/** That of a stranger brings the newest posts along. */
async function feedDocument(request: Request): Promise<Asset> {
  const posts = hasSession(request) ? undefined : await cachedBodyAt(FIRST_POSTS)
  // What a page would be refused is not preloaded.
  if (posts === undefined) return sharedDocument(request, strangersRead() || hasSession(request) ? [FIRST_POSTS] : [])
  if (strangersFeed?.shell === shell() && strangersFeed.posts === posts) return strangersFeed.document
  const response = new TextDecoder().decode(posts.body)
  const additions = { answers: { [FIRST_POSTS]: response }, plain: plainFeed(response, campusName()) }
  const document = generatedAsset(composeDocument(request, additions))
  strangersFeed = { shell: shell(), posts, document }
  return document
}

const FOR_MEMBERS = '<meta name="quad-readers" content="members">'
const HAS_SESSION = '<meta name="quad-session" content="yes">'

function composeDocument(request: Request, { head = '', preloads = [], ...more }: Additions): string {
  const isSignedIn = hasSession(request)
  return documentWith(new TextDecoder().decode(shell().body), {
    ...more,
    head: head + (isSignedIn ? HAS_SESSION : '') + (strangersRead() ? '' : FOR_MEMBERS),
    preloads: ['/api/v1/instance', ...(isSignedIn ? ['/api/v1/auth/me'] : []), ...preloads],
  })
}

/** As the last page read it: what is not found waits for nothing. */
let campusHue: number | null = null
let coloured: { built: Asset; hue: number | null; shell: Asset } | undefined

/** The document that all pages share, in the colours of the campus. */
function shell(): Asset {
  const built = assets().get('index.html')
  if (built) {
    if (coloured?.built !== built || coloured.hue !== campusHue) {
      const text = new TextDecoder().decode(built.body)
      coloured = { built, hue: campusHue, shell: generatedAsset(documentInHue(text, campusHue)) }
    }
    return coloured.shell
  }
  log.error('the web client has not been built: run `bun run build`')
  return refuse('NOT_FOUND')
}

/** "Page not found" for a browser that navigates to an unknown path; undefined for requests that get the envelope. */
export function shellNotFound(request: Request): Response | undefined {
  const { pathname } = requestTarget(request)
  const navigates = /^(GET|HEAD)$/.test(request.method) && request.headers.get('accept')?.includes('text/html')
  if (!navigates || !assets().has('index.html') || /^\/(api|uploads|pictures)(\/|$)/.test(pathname)) return undefined
  return respond(request, sharedDocument(request), 404)
}

const file = (request: Request, path: string): Response => respond(request, assets().get(path) ?? refuse('NOT_FOUND'))

/** What a campus with a hue loads beside the style sheet: the content security policy allows no style in the page. */
function hue(request: Request, name: string): Response {
  const [, degrees] = /^(\d{1,3})\.css$/.exec(name) ?? []
  if (degrees === undefined || Number(degrees) > 359) return refuse('NOT_FOUND')
  return respond(request, { ...generatedAsset(`:root{--hue:${Number(degrees)}}`, CSS), hashed: true })
}

function respond(request: Request, asset: Asset, status = 200): Response {
  const headers = validators(asset)
  if (status !== 200) headers.delete('etag')
  else if (matchesEtag(request, asset.etag)) return new Response(null, { status: 304, headers })
  headers.set('content-type', asset.type)
  const coding = codingFor(request.headers.get('accept-encoding'))
  const encoded = coding && asset.encoded(coding)
  if (coding && encoded) headers.set('content-encoding', coding)
  return new Response(encoded ?? asset.body, { status, headers })
}

/** Headers that a 304 has, too (RFC 9110 §15.4.5). */
function validators({ type, etag, hashed }: Asset): Headers {
  const isPage = type.startsWith('text/html')
  return new Headers({
    etag,
    'cache-control': hashed ? `public, max-age=${YEAR}, immutable` : 'no-cache',
    vary: isPage ? 'Accept-Encoding, Cookie' : 'Accept-Encoding',
    ...(isPage ? { 'content-security-policy': client().policy } : {}),
    ...(isPage && !isIndexed() ? { 'x-robots-tag': 'noindex' } : {}),
  })
}

/** Systems cut off longer names beneath an icon (Web Application Manifest, `short_name`). */
const SHORT_NAME_LENGTH = 12

/** What a system needs to install the web client as an app (Web Application Manifest). */
function manifest(): string {
  const campus = campusName()
  const colors = campusColors(readCampusLook().accentHue)
  return JSON.stringify({
    id: '/',
    name: campus,
    short_name: campus.length <= SHORT_NAME_LENGTH ? campus : 'Quad',
    description: 'Ask, rant, recommend and argue with your campus, without your real name.',
    lang: 'en',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    theme_color: colors.sky,
    background_color: colors.ground,
    icons: [
      { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
      { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
    ],
  })
}

const isIndexed = (): boolean => config.indexing && strangersRead()

const robots = (): string => `User-agent: *\nDisallow: ${isIndexed() ? '/api/' : '/'}\n`

/** RFC 9116 §2.5.5 advises less than a year. */
const VALID_MONTHS = 6

/** Where to report a weakness (RFC 9116): the mailbox of RFC 2142 §4 at the domain of Quad's mail. */
function securityContact(): string {
  const now = new Date()
  const domain = /@([^<>\s]+)/.exec(config.mailFrom)?.[1] ?? new URL(config.publicUrl).hostname
  const expires = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + VALID_MONTHS, 1))
  return [
    `Contact: mailto:security@${domain}`,
    `Expires: ${expires.toISOString()}`,
    'Preferred-Languages: en, hi',
    `Canonical: ${config.publicUrl}/.well-known/security.txt`,
    `Policy: ${config.publicUrl}/docs/security.md`,
    '',
  ].join('\n')
}
