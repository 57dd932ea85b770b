import { cookieNames } from '../http/session-cookies'

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
  /** Answers of the API that the page would ask for at once, as JSON by their addresses. */
  answers?: Readonly<Record<string, string>>
}

const SESSION = new RegExp(`(?:^|;\\s*)${cookieNames.token.replaceAll('.', '\\.')}=[^;\\s]`)

/** Whether the request comes with a session, be it good or bad: the client then asks who is signed in. */
export const hasSession = (request: Request): boolean => SESSION.test(request.headers.get('cookie') ?? '')

const TITLE = /<title>[^<]*<\/title>/
const DESCRIPTION = /(<meta name="description" content=")[^"]*/
const PLAIN = /<noscript>[\s\S]*?<\/noscript>/

/** The document with what a page adds to it. Replacements are functions: `$&` in a title is no pattern. */
export function documentWith(
  shell: string,
  { title, description, head = '', plain, preloads = [], answers = {} }: Additions,
): string {
  const links = preloads.map(
    (path) => `<link rel="preload" as="fetch" crossorigin="anonymous" href="${Bun.escapeHTML(path)}">`,
  )
  // No script to the browser, so the policy has nothing against it; `<` could end the element.
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
