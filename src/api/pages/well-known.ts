import { config } from '../../config'
import { strangersRead } from '../../core/settings/settings'

export const robots = (): string =>
  config.indexing && strangersRead() ? 'User-agent: *\nDisallow: /api/\n' : 'User-agent: *\nDisallow: /\n'

/** RFC 9116 §2.5.5 advises less than a year. */
const VALID_MONTHS = 6

/** Where to report a weakness (RFC 9116): the mailbox of RFC 2142 §4 at the domain of Quad's mail. */
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
