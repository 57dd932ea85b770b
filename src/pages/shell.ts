import { cookieNames } from '../http/session-cookies'
import { campusColors } from '../lib/text/campus-colors'

/** What a page adds to the document that all pages share. */
export type Additions = {
  title?: string
  description?: string
  /** Markup for the head, made of escaped parts. */
  head?: string
  /** Markup for browsers without JavaScript, instead of the sentence that the page needs it. */
  plain?: string
  /** Addresses of the API that the page requests at once. */
  preloads?: readonly string[]
  /** Paths of the scripts that the page needs beside the first. */
  scripts?: readonly string[]
  /** Responses that the page would request at once, as JSON by their addresses. */
  answers?: Readonly<Record<string, string>>
}

const SESSION = new RegExp(`(?:^|;\\s*)${cookieNames.token.replaceAll('.', '\\.')}=[^;\\s]`)

/** Whether the request has a session cookie, valid or not: the client then asks who is signed in. */
export const hasSession = (request: Request): boolean => SESSION.test(request.headers.get('cookie') ?? '')

const THEME_COLOR = /(<meta name="theme-color" content=")[^"]*/

/** The document in the colours of the campus; as it is for a campus without a hue. */
export function documentInHue(shell: string, hue: number | null): string {
  if (hue === null) return shell
  return shell
    .replace(THEME_COLOR, (_, start) => start + campusColors(hue).sky)
    .replace('</head>', () => `<link rel="stylesheet" href="/assets/hue/${hue}.css"></head>`)
}

const TITLE = /<title>[^<]*<\/title>/
const DESCRIPTION = /(<meta name="description" content=")[^"]*/
const PLAIN = /<noscript>[\s\S]*?<\/noscript>/

/** The document with a page's additions. Replacements are functions, because `$&` in a title would be a pattern. */
export function documentWith(
  shell: string,
  { title, description, head = '', plain, preloads = [], scripts = [], answers = {} }: Additions,
): string {
  const links = [
    ...scripts.map((path) => `<link rel="modulepreload" href="/${path}">`),
    ...preloads.map((path) => `<link rel="preload" as="fetch" crossorigin="anonymous" href="${Bun.escapeHTML(path)}">`),
  ]
  // JSON is no script for the content security policy; `<` could end the element.
  const data = Object.entries(answers).map(
    ([path, json]) =>
      `<script type="application/json" data-answer="${Bun.escapeHTML(path)}">${json.replaceAll('<', '\\u003c')}</script>`,
  )
  let html = shell
    .replace('</head>', () => `${head}${links.join('')}</head>`)
    .replace('</body>', () => `${data.join('')}</body>`)
  if (title !== undefined) html = html.replace(TITLE, () => `<title>${Bun.escapeHTML(title)}</title>`)
  if (description !== undefined)
    html = html.replace(DESCRIPTION, (_, start) => `${start}${Bun.escapeHTML(description)}`)
  if (plain !== undefined) html = html.replace(PLAIN, () => `<noscript>${plain}</noscript>`)
  return html
}
