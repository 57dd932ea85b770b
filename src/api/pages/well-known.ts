import { config } from '../../config'

/** What search engines may read: nothing, unless the operator lets them in. */
export const robots = (): string =>
  config.indexing ? 'User-agent: *\nDisallow: /api/\n' : 'User-agent: *\nDisallow: /\n'

/** RFC 9116 §2.5.5 advises less than a year. */
const VALID_MONTHS = 6

/** Whom to tell of a weakness (RFC 9116): the mailbox that RFC 2142 §4 names for it, at the domain that Quad's mail comes from. */
export function securityContact(now: Date): string {
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
