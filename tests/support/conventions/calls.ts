import type { Source } from './source'

/** An endpoint as the documentation names it: its method and its path without the prefix of the API. */
export type Endpoint = `${string} ${string}`

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** A segment as Eden has it: `.posts`, `['bulk-deletion']`, `({ id })`. */
const segment = (each: string) =>
  each.startsWith(':')
    ? String.raw`\(\s*\{[^{}]*\}\s*\)`
    : String.raw`(?:\.${escaped(each)}\b|\[['"]${escaped(each)}['"]\])`

/** As it stands in an address or in a template. */
const literal = (segments: readonly string[]) =>
  segments.map((each) => (each.startsWith(':') ? String.raw`\$\{[^}]+\}` : escaped(each))).join('/')

/**
 * The sources that call the endpoint, by what stands in them:
 * - the whole call, `api.posts({ id }).view.post(`;
 * - its path by a name of its own, `const state = api.moderation.users({ userId })['moderation-state']`, and somewhere
 *   below it the method;
 * - `endpointAt(api.comments, 'post', { postId })` and somewhere below it the method, for a segment before an id that is
 *   named like a method, and no other call for these: Eden would send a request of that method;
 * - its address, `/api/v1/auth/idp/start`, for links and sockets, which are a GET; a socket is subscribed to, too.
 */
export function callersOf(endpoint: Endpoint, sources: readonly Source[]) {
  const [method = '', path = ''] = endpoint.split(' ')
  const segments = path.split('/').filter(Boolean)
  const verb = String.raw`\s*\.${method.toLowerCase()}\(`
  const named = String.raw`(?<!typeof )\bapi${segments.map((each) => String.raw`\s*${segment(each)}`).join('')}`
  const at = segments.findIndex((each, index) => /^(?:post|delete)$/.test(each) && segments[index + 1]?.startsWith(':'))
  const parent = segments.slice(0, at).map(segment).join('')
  const forms =
    at < 0
      ? [named + verb, String.raw`${named}\s*(?:\n|;|$)[^]*${verb}`]
      : [String.raw`endpointAt\(\s*api${parent}, '${segments[at]}', \{[^{}]*\}\)[^]*${verb}`]
  if (method === 'GET')
    forms.push(String.raw`['"\`}]/api/v1/${literal(segments)}['"\`?]`, String.raw`${named}\s*\.subscribe\(`)
  const called = new RegExp(forms.join('|'))
  return sources.filter(({ text }) => called.test(text)).map(({ path }) => path)
}

/** An endpoint, the pages from which it is reached, and why none leads to it where it is for programs only. */
export type Row = { endpoint: Endpoint; pages: string[]; reason: string }

export const rowsOf = (reached: Record<string, string | string[]>): Row[] =>
  Object.entries(reached).map(([endpoint, where]) => ({
    endpoint: endpoint as Endpoint,
    pages: typeof where === 'string' ? [] : where,
    reason: typeof where === 'string' ? where : '',
  }))
