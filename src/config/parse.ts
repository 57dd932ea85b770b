import { resolve } from 'node:path'
import { net } from './lazy'

/** The message says what the value must be: it follows `NAME must be`. */
export class ConfigValueError extends Error {}

const invalid = (expected: string): never => {
  throw new ConfigValueError(expected)
}

export const anyText = (text: string) => text

export const directory = (text: string) => resolve(text)

export const length = (least: number, most: number) => (text: string) =>
  text.length >= least && text.length <= most
    ? text
    : invalid(
        `${most === Infinity ? `at least ${least}` : `${least} to ${most}`} characters long (it has ${text.length})`,
      )

export const wholeNumber = (least: number, most: number) => (text: string) => {
  const value = Number(text)
  const fits = /^\d+$/.test(text) && value >= least && value <= most
  return fits ? value : invalid(`a whole number from ${least} to ${most}`)
}

export const oneOf =
  <const Choice extends string>(...choices: Choice[]) =>
  (text: string): Choice =>
    choices.find((choice) => choice === text.toLowerCase()) ??
    invalid(`${choices.slice(0, -1).join(', ')} or ${choices.at(-1)}`)

/** Some of the choices, with commas between them. */
export const someOf =
  <const Choice extends string>(...choices: Choice[]) =>
  (text: string): Choice[] => [...new Set(text.split(',').map((each) => oneOf(...choices)(each.trim())))]

export const onOff = (text: string) => oneOf('on', 'off')(text) === 'on'

/** Loaded for a recipient. */
const scure = (): typeof import('@scure/base') => require('@scure/base')

/** X25519, or hybrid with ML-KEM. A mistyped one would seal for nobody. */
export const ageRecipient = (text: string) =>
  /^age1[02-9ac-hj-np-z]{58}$|^age1pq1[02-9ac-hj-np-z]{1000,3000}$/.test(text) &&
  scure().bech32.decodeUnsafe(text, false)
    ? text
    : invalid('a recipient that age-keygen printed, such as age1… (never its secret key)')

export const hostName = (text: string) =>
  /^[\w.-]+$|^[\da-f:.]+$/i.test(text) ? text : invalid('a host name or an IP address, without scheme or port')

const DOMAIN = /^(?=.{3,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/i

export const domainName = (text: string) =>
  DOMAIN.test(text) ? text.toLowerCase() : invalid('a domain such as campus.edu')

export const cookieDomain = (text: string) => domainName(text.replace(/^\./, ''))

function isAddress(text: string) {
  const at = text.lastIndexOf('@')
  return /^[^\s@<>(),;:"\\[\]]{1,64}$/.test(text.slice(0, at)) && DOMAIN.test(text.slice(at + 1))
}

export const emailAddress = (text: string) => (isAddress(text) ? text.toLowerCase() : invalid('an email address'))

export function sender(text: string) {
  const address = /^[^<>\r\n,]*<([^<>]+)>$/.exec(text)?.[1] ?? text
  return isAddress(address) ? text : invalid('an address such as no-reply@campus.edu or Quad <no-reply@campus.edu>')
}

const isWeb = (url: URL) => url.protocol === 'http:' || url.protocol === 'https:'

/** An origin as browsers send it: scheme, host, and the port unless it is the default. */
export function origin(text: string) {
  const url = URL.parse(text)
  const bare = url && isWeb(url) && /^[a-z]+:\/\/[^/?#@\\]+\/?$/i.test(text)
  return bare ? url.origin : invalid('an origin such as https://quad.campus.edu: http or https, a host, no path')
}

/** Whoever reads what is sent there could ask the primary as its follower. */
export function primaryOrigin(text: string) {
  const address = origin(text)
  return address.startsWith('https:') || isLoopback(address)
    ? address
    : invalid(
        'an origin such as https://primary.campus.edu: a follower proves itself there with a token, and http is for a tunnel on this machine only (docs/operating.md#followers)',
      )
}

export function origins(text: string) {
  try {
    return text.split(',').map((each) => origin(each.trim()))
  } catch {
    return invalid(
      'a comma-separated list of origins such as https://app.campus.edu, without a path (and * is not one)',
    )
  }
}

export function webAddress(text: string) {
  const url = URL.parse(text)
  return url && isWeb(url) ? text : invalid('an http or https URL')
}

/** What stands in clear in `quad config` and in errors, and gets a path of ours at its end. */
export function bareAddress(text: string) {
  const url = URL.parse(text)
  return url && isWeb(url) && isBare(url) ? text : invalid('an http or https URL without user, password, ? or #')
}

const isBare = (url: URL) => !url.username && !url.password && !/[?#]/.test(url.href)

/** Printable ASCII, which a header can carry whatever program sends it. */
export const token = (least: number) => (text: string) =>
  /^[\x20-\x7e]*$/.test(text) ? length(least, Infinity)(text) : invalid('plain letters, digits and signs on one line')

/** Headers as OpenTelemetry writes them: https://www.w3.org/TR/baggage/ without its properties. */
export function headers(text: string): Record<string, string> {
  const pairs = text.split(',').map((pair) => /^\s*([\w-]+)\s*=\s*([\x21-\x7e]*)\s*$/.exec(pair))
  if (!pairs.every((pair) => pair !== null && decodes(pair[2] ?? '') && !/%(?:[01]|7f)/i.test(pair[2] ?? '')))
    return invalid('headers such as authorization=Basic%20abc, with commas between them')
  return Object.fromEntries(pairs.map((pair) => [pair?.[1]?.toLowerCase(), decodeURIComponent(pair?.[2] ?? '')]))
}

/** Where backups go. */
export type Place = { kind: 'folder'; path: string } | { kind: 's3'; bucket: string; prefix: string }

/** A folder or a part of a bucket. */
export function place(text: string): Place {
  const [, bucket, prefix = ''] = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([\w.\-/]*))?$/.exec(text) ?? []
  if (bucket !== undefined) return { kind: 's3', bucket, prefix: prefix.replace(/^\/+|\/+$/g, '') }
  return /^[a-z][a-z0-9+.-]*:/i.test(text)
    ? invalid('a folder, or s3://bucket/prefix')
    : { kind: 'folder', path: resolve(text) }
}

/** How many days, weeks and months keep a backup. */
export function backupKeep(text: string) {
  const keep = { daily: 0, weekly: 0, monthly: 0 }
  for (const part of text.split(',')) {
    const [, count, name] = /^(\d{1,3}) (daily|weekly|monthly)$/.exec(part.trim()) ?? []
    if (name === undefined) return invalid('numbers such as 7 daily, 4 weekly, 6 monthly')
    keep[name as keyof typeof keep] = Number(count)
  }
  return keep
}

export const isLoopback = (address: string) => isLoopbackHost(new URL(address).hostname)

export const isLoopbackHost = (host: string) =>
  host === 'localhost' || host.endsWith('.localhost') || /^(\[::1\]|::1|127(\.\d+){3})$/.test(host)

export function issuer(text: string) {
  const url = URL.parse(text)
  const safe = url && (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(text)))
  return safe && isBare(url) ? text : invalid('an https URL (http only on this machine) without user, password, ? or #')
}

const SMTP_PARAMETERS = ['requireTLS', 'ignoreTLS', 'tls.rejectUnauthorized', 'name']

export function smtpUrl(text: string) {
  const url = URL.parse(text)
  const areParametersKnown = url && [...url.searchParams.keys()].every((name) => SMTP_PARAMETERS.includes(name))
  if (
    !areParametersKnown ||
    !/^smtps?:$/.test(url.protocol) ||
    !url.hostname ||
    !decodes(url.username + url.password)
  ) {
    return invalid(
      'smtp://user:password@host:port or smtps://… (special characters of user and password percent-encoded; ' +
        `the parameters are ${SMTP_PARAMETERS.join(', ')})`,
    )
  }
  return text
}

function decodes(text: string) {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

export type Network = { address: string; bits: number }

/** Networks, or single addresses, with commas between them. */
export const networks = (text: string): Network[] =>
  text.split(',').map((each) => {
    const [, address = '', prefix] = /^([\d.a-f:]+)(?:\/(\d{1,3}))?$/i.exec(each.trim()) ?? []
    const most = { 4: 32, 6: 128 }[net().isIP(address)] ?? 0
    const bits = Number(prefix ?? most)
    if (most > 0 && bits <= most) return { address, bits }
    return invalid('networks such as 10.1.0.0/16 or fd00::/8, or addresses, with commas between them')
  })

/** A pattern that takes time linear in the length of the text. */
export type LinearPattern = Pick<RegExp, 'source' | 'test'>

/** RE2 in JavaScript, loaded for a pattern other than the default: it takes 40 ms. */
const re2 = (): typeof import('re2js') => require('re2js')

export const ENROLLMENT_NUMBER = String.raw`^\d+$`

/** Each character takes a step for each: 80,000 kept the server busy for 39 seconds. Patterns of colleges have 50. */
const MOST_INSTRUCTIONS = 1_000

/**
 * Matches the whole local part. JavaScript can take hours for 64 characters (`(a+)+$`), so the pattern is one of RE2;
 * and one of JavaScript, too, because clients are told it.
 */
export function pattern(text: string): LinearPattern {
  const source = `^(?:${text})$`
  try {
    new RegExp(text)
    const whole = new RegExp(source)
    if (text === ENROLLMENT_NUMBER) return whole
    const compiled = re2().RE2JS.compile(source)
    if (compiled.programSize() > MOST_INSTRUCTIONS) throw new RangeError('too large')
    return { source: whole.source, test: (local) => compiled.test(local) }
  } catch {
    throw new ConfigValueError(
      String.raw`a regular expression such as ^\d+$, without look-around, back-references and large repetitions (the syntax of RE2)`,
    )
  }
}
