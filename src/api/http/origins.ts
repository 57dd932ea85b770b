import { config } from '../../config'

const trusted = new Set([config.publicUrl, ...config.corsOrigins])
const scheme = config.secure ? 'https' : 'http'

/** Whether an `Origin` is this server's own (as the client addresses it) or one that the operator trusts. */
export function isTrustedOrigin(origin: string, request: Request): boolean {
  return trusted.has(origin) || origin === `${scheme}://${request.headers.get('host')}`
}

/**
 * The URL in its plain form where it leads to this server or to a trusted origin, and so may stand in a mail. What the
 * parser forgives, such as a line break that would begin a link of its own in the mail, is not in it any more.
 */
export function trustedUrl(url: string): string | undefined {
  const parsed = URL.parse(url)
  // Not `origin`, which for `blob:` is that of the URL inside.
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
