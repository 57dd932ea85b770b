import { config } from '../../config'

const trusted = new Set([config.publicUrl, ...config.corsOrigins])
const scheme = config.secure ? 'https' : 'http'

/** Whether an `Origin` is the server's own, as the client addresses it. */
export const isOwnOrigin = (origin: string, { headers }: Request): boolean =>
  origin === `${scheme}://${headers.get('host')}`

/** Whether it is that, or one that the operator trusts. */
export const isTrustedOrigin = (origin: string, request: Request): boolean =>
  trusted.has(origin) || isOwnOrigin(origin, request)

/**
 * The URL, normalized, if it leads to this server or to a trusted origin, so that a mail may contain it. The parser
 * drops what it forgives, such as a line break, which would begin another link in the mail.
 */
export function trustedUrl(url: string): string | undefined {
  const parsed = URL.parse(url)
  // `origin` of a `blob:` URL is the origin of the URL inside.
  if (
    parsed === null ||
    parsed.username !== '' ||
    parsed.password !== '' ||
    !trusted.has(`${parsed.protocol}//${parsed.host}`)
  )
    return undefined
  parsed.hash = ''
  return parsed.href
}

/** The origins of pages whose passkeys this request may be about. */
export const passkeyOrigins = (request: Request): string[] => [...trusted, `${scheme}://${request.headers.get('host')}`]
