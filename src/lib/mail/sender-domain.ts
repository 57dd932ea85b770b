import { Resolver as SystemResolver } from 'node:dns/promises'
import { isIP } from 'node:net'
import { errorCode } from '../../../db/error-code'
import { isWithin as isWithinNetworks } from '../net/network'
import { domainsAbove } from './email-address'

// What the domain name system says about mail of a domain: SPF (RFC 7208), DKIM (RFC 6376) and DMARC (RFC 7489).

/** Answers are empty where there is none; a server that does not answer is an error. */
export type Resolver = {
  txt(name: string): Promise<string[]>
  mx(name: string): Promise<string[]>
  addresses(name: string): Promise<string[]>
}

/** RFC 7208 §4.6.4: more lookups are a permanent error for whoever receives the mail. */
const MOST_LOOKUPS = 10

export type Spf = {
  record: string | undefined
  /** `covered`: it allows each of the addresses. `not-covered`: at least one is not named. */
  result: 'missing' | 'several' | 'everybody' | 'covered' | 'not-covered' | 'too-many-lookups' | 'invalid'
}

/** Whether the domain's SPF record allows addresses, those of the mail server that Quad uses, to send for it. */
export async function checkSpf(resolver: Resolver, domain: string, addresses: readonly string[]): Promise<Spf> {
  const records = await spfRecords(resolver, domain)
  const [record] = records
  if (record === undefined) return { record, result: 'missing' }
  if (records.length > 1) return { record, result: 'several' }
  if (/(?:^|\s)\+?all(?:\s|$)/i.test(record)) return { record, result: 'everybody' }
  try {
    const allowed = await Promise.all(
      addresses.map((address) => allows({ resolver, address, left: MOST_LOOKUPS }, domain, record)),
    )
    return { record, result: allowed.length > 0 && allowed.every(Boolean) ? 'covered' : 'not-covered' }
  } catch (error) {
    if (error instanceof SpfError) return { record, result: error.result }
    throw error
  }
}

class SpfError extends Error {
  constructor(readonly result: 'too-many-lookups' | 'invalid') {
    super(result)
  }
}

const spfRecords = async (resolver: Resolver, domain: string): Promise<string[]> =>
  (await resolver.txt(domain)).filter((text) => /^v=spf1(?: |$)/i.test(text))

/** Of one address; `left` is how many more lookups it may take. */
type Search = { resolver: Resolver; address: string; left: number }

function take(search: Search): void {
  if (--search.left < 0) throw new SpfError('too-many-lookups')
}

async function allows(search: Search, domain: string, record: string): Promise<boolean> {
  const terms = record.split(/\s+/).slice(1).filter(Boolean)
  for (const term of terms) {
    const [, qualifier = '', mechanism = ''] = /^([+?~-]?)(.*)$/.exec(term) ?? []
    if (/^[a-z][\w.-]*=/i.test(mechanism)) continue
    if (await matches(search, domain, mechanism)) return qualifier === '' || qualifier === '+'
  }
  const target = terms.map((term) => /^redirect=(.+)$/i.exec(term)?.[1]).find((each) => each !== undefined)
  return target === undefined ? false : follow(search, target)
}

async function follow(search: Search, domain: string): Promise<boolean> {
  take(search)
  const [record, ...others] = await spfRecords(search.resolver, domain)
  if (record === undefined || others.length > 0) throw new SpfError('invalid')
  return allows(search, domain, record)
}

async function matches(search: Search, domain: string, mechanism: string): Promise<boolean> {
  const { resolver, address } = search
  const [, kind = '', target, prefix] = /^(\w+)(?::([^/]+(?:\/\/?\d+)?))?((?:\/\d+)?)/.exec(mechanism) ?? []
  const name = target?.replace(/\/.*$/, '') ?? domain
  const bits = /\/(\d+)/.exec(target ?? prefix ?? '')?.[1]
  switch (kind.toLowerCase()) {
    case 'all':
      return true
    case 'ip4':
    case 'ip6':
      return isWithin(address, mechanism.slice(4).replace(/\/.*$/, ''), /\/(\d+)$/.exec(mechanism)?.[1])
    case 'include':
      return follow(search, name)
    case 'a':
      take(search)
      return (await resolver.addresses(name)).some((each) => isWithin(address, each, bits))
    case 'mx': {
      take(search)
      const hosts = (await resolver.mx(name)).slice(0, MOST_LOOKUPS)
      const found = await Promise.all(hosts.map((host) => resolver.addresses(host)))
      return found.flat().some((each) => isWithin(address, each, bits))
    }
    // Macros and reverse names depend on the mail at hand; what they allow is not known here.
    case 'exists':
    case 'ptr':
      take(search)
      return false
    default:
      throw new SpfError('invalid')
  }
}

function isWithin(address: string, network: string, bits: string | undefined): boolean {
  const version = isIP(network)
  if (version === 0) throw new SpfError('invalid')
  return isWithinNetworks(address, [{ address: network, bits: Number(bits ?? (version === 6 ? 128 : 32)) }])
}

function tagOf(record: string, tag: string): string | undefined {
  const part = record.split(';').find((each) => each.trim().toLowerCase().startsWith(`${tag}=`))
  return part?.slice(part.indexOf('=') + 1).trim()
}

export async function checkDkim(resolver: Resolver, domain: string, selector: string) {
  const records = await resolver.txt(`${selector}._domainkey.${domain}`)
  const key = records.map((record) => tagOf(record, 'p')).find((each) => each !== undefined)
  return { selector, domain, result: key === undefined ? 'missing' : key === '' ? 'revoked' : 'key' } as const
}

export type Signature = { domain: string; selector: string }

/** The signatures of a message as it arrived, by its text; of one that is no message, none. */
export function signaturesOf(message: string): Signature[] {
  return headersOf(message, 'dkim-signature').flatMap((value) => {
    const [domain, selector] = [tagOf(value, 'd')?.toLowerCase(), tagOf(value, 's')]
    return isName(domain) && isName(selector) ? [{ domain, selector }] : []
  })
}

const isName = (text: string | undefined): text is string => text !== undefined && /^[\w.-]{1,253}$/.test(text)

/** What the server that took the message in found: `pass`, `fail` … by method, from its topmost header. */
export function authenticationResults(message: string): Partial<Record<'spf' | 'dkim' | 'dmarc', string>> {
  const [value = ''] = headersOf(message, 'authentication-results')
  const results: Partial<Record<string, string>> = {}
  for (const [, method = '', result] of value.matchAll(/(?:^|[;\s])(spf|dkim|dmarc)=(\w+)/gi))
    results[method.toLowerCase()] ??= result?.toLowerCase()
  return results
}

function headersOf(message: string, name: string): string[] {
  const [head = ''] = message.split(/\r?\n\r?\n/, 1)
  const lines = head.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)
  return lines.flatMap((line) =>
    line.toLowerCase().startsWith(`${name}:`) ? [line.slice(name.length + 1).trim()] : [],
  )
}

/** The policy of the domain, or of the nearest one above it that has one. */
export async function findDmarc(resolver: Resolver, domain: string) {
  for (const name of domainsAbove(domain)) {
    const record = (await resolver.txt(`_dmarc.${name}`)).find((text) => /^v=DMARC1\s*(?:;|$)/i.test(text))
    if (record === undefined) continue
    const policy = (name === domain ? undefined : tagOf(record, 'sp')) ?? tagOf(record, 'p') ?? 'none'
    return { domain: name, record, policy: policy.toLowerCase(), isStrict: tagOf(record, 'adkim') === 's' }
  }
  return undefined
}

/** Whether a signature of one domain speaks for mail of another, as DMARC compares them. */
export const isAligned = (signature: string, domain: string, isStrict: boolean): boolean =>
  signature === domain || (!isStrict && (domain.endsWith(`.${signature}`) || signature.endsWith(`.${domain}`)))

const TIMEOUT_MS = 3_000
const TRIES = 2

/** There is no such name, or nothing of the kind asked for. */
const NOTHING = ['ENOTFOUND', 'ENODATA']

/** Asks the name server of this machine, or another one: `9.9.9.9` or `127.0.0.1:5353`. */
export function dnsResolver(server?: string): Resolver {
  const resolver = new SystemResolver({ timeout: TIMEOUT_MS, tries: TRIES })
  if (server !== undefined) resolver.setServers([server])
  return {
    txt: async (name) => (await orNothing(resolver.resolveTxt(name))).map((parts) => parts.join('')),
    mx: async (name) => (await orNothing(resolver.resolveMx(name))).map(({ exchange }) => exchange),
    async addresses(name) {
      if (isIP(name) !== 0) return [name]
      const found = await Promise.all([orNothing(resolver.resolve4(name)), orNothing(resolver.resolve6(name))])
      return found.flat()
    },
  }
}

async function orNothing<T>(answer: Promise<T[]>): Promise<T[]> {
  try {
    return await answer
  } catch (error) {
    if (NOTHING.includes(errorCode(error))) return []
    throw error
  }
}
