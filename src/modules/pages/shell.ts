import { brotliCompressSync, constants } from 'node:zlib'
import { cookieNames } from '../../http/session-cookies'
import type { Asset } from './assets'

/** What a page adds to the document that all pages share. */
export type Additions = {
  title?: string
  description?: string
  /** Markup for the head, made of escaped parts. */
  head?: string
  /** Markup for whoever has no JavaScript, in place of the sentence that the page needs it. */
  plain?: string
  /** Addresses of the API that the page will ask for at once. */
  preloads?: readonly string[]
}

const SESSION = new RegExp(`(?:^|;\\s*)${cookieNames.token.replaceAll('.', '\\.')}=[^;\\s]`)

/** Whether the request comes with a session, be it good or bad: the client then asks who is signed in. */
export const hasSession = (request: Request): boolean => SESSION.test(request.headers.get('cookie') ?? '')

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** A text as it may stand between tags and in quoted attributes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign]!)

const TITLE = /<title>[^<]*<\/title>/
const DESCRIPTION = /(<meta name="description" content=")[^"]*/
const PLAIN = /<noscript>[\s\S]*?<\/noscript>/

/** The document with what a page adds to it. Replacements are functions: `$&` in a title is no pattern. */
export function documentWith(
  shell: string,
  { title, description, head = '', plain, preloads = [] }: Additions,
): string {
  const links = preloads.map(
    (path) => `<link rel="preload" as="fetch" crossorigin="anonymous" href="${escapeHtml(path)}">`,
  )
  let html = shell.replace('</head>', () => `${head}${links.join('')}</head>`)
  if (title !== undefined) html = html.replace(TITLE, () => `<title>${escapeHtml(title)}</title>`)
  if (description !== undefined) html = html.replace(DESCRIPTION, (_, start) => `${start}${escapeHtml(description)}`)
  if (plain !== undefined) html = html.replace(PLAIN, () => `<noscript>${plain}</noscript>`)
  return html
}

/** Enough for a few kilobytes that are made for one request. */
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }

/** The document as it goes out. */
export function finished(html: string): Asset {
  const body = new TextEncoder().encode(html)
  return {
    body,
    brotli: new Uint8Array(brotliCompressSync(body, QUALITY)),
    type: 'text/html; charset=utf-8',
    etag: `W/"${Bun.hash(body).toString(36)}"`,
    hashed: false,
  }
}
