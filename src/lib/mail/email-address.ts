import { atFirstUse } from '../../config/lazy'

// The subset of RFC 5321 that campus mail systems use: dot-atoms before the @, a dotted host name after it.
const ADDRESS =
  /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/

/** RFC 5321 §4.5.3.1.3 */
const MAX_LENGTH = 254

export type Address = { email: string; local: string; domain: string }

/** The address in lower case, and its parts; undefined if it is no address. */
export function parseAddress(text: string): Address | undefined {
  const email = text.trim().toLowerCase()
  if (email.length > MAX_LENGTH || !ADDRESS.test(email)) return undefined
  const at = email.lastIndexOf('@')
  const local = email.slice(0, at)
  return local.length > 64 ? undefined : { email, local, domain: email.slice(at + 1) }
}

/** 9,000 domains, loaded with the first address. The library's own check builds the set at each call. */
const disposable = atFirstUse(() => {
  const blocklists: typeof import('disposable-email-domains-js') = require('disposable-email-domains-js')
  return blocklists.disposableEmailBlocklistSet()
})

/** Whether the domain or one of its parent domains belongs to a disposable mail service. */
export const isDisposable = (domain: string): boolean => domainsAbove(domain).some((each) => disposable().has(each))

/** A shorter local part is hidden whole: at least four of its characters must stay unknown. */
const SHORTEST_SHOWN = 6

/** An address as administrators and superadmins see it: `2…7@campus.edu`, or `…@campus.edu` for a short one. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return at < SHORTEST_SHOWN ? `…${email.slice(at)}` : `${email[0]}…${email.slice(at - 1)}`
}

/** No port, path or name of a user, and no address of a machine. */
const NAME = /^[^\s/:@?#[\]\\]{1,253}$/
const DOMAIN = /^(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/

/** The name as the network knows it (UTS 46), in lower case and Punycode. Undefined for what is no domain. */
export function domainOf(name: string): string | undefined {
  if (!NAME.test(name)) return undefined
  const host = URL.parse(`http://${name}`)?.hostname.replace(/\.$/, '') ?? ''
  return DOMAIN.test(host) ? host : undefined
}

export function domainsAbove(domain: string): string[] {
  const labels = domain.split('.')
  return labels.slice(0, -1).map((_, at) => labels.slice(at).join('.'))
}
