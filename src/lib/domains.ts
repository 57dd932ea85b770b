/** No port, path or name of a user, and no address of a machine. */
const NAME = /^[^\s/:@?#[\]\\]{1,253}$/
const DOMAIN = /^(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/

/**
 * The name as the network knows it (UTS 46): in lower case, other scripts in Punycode, without a dot at the end.
 * Undefined for what is no domain.
 */
export function domainOf(name: string): string | undefined {
  if (!NAME.test(name)) return undefined
  const host = URL.parse(`http://${name}`)?.hostname.replace(/\.$/, '') ?? ''
  return DOMAIN.test(host) ? host : undefined
}

/** The domain and those above it, the nearest first. */
export function domainsAbove(domain: string): string[] {
  const labels = domain.split('.')
  return labels.slice(0, -1).map((_, at) => labels.slice(at).join('.'))
}
