import { errorCode } from '../../../db/error-code'
import {
  authenticationResults,
  checkDkim,
  checkSpf,
  findDmarc,
  isAligned,
  type Resolver,
  type Signature,
  type Spf,
  signaturesOf,
} from '../../lib/mail/sender-domain'
import { type Finding, fail, ok, warn } from './finding'

export type DomainQuestion = {
  /** Of MAIL_FROM. */
  domain: string
  /** Of SMTP_URL; undefined without one. */
  host: string | undefined
  /** A message as it arrived, which names the key that it was signed with. */
  message: string | undefined
  selector: string | undefined
}

/** What the domain name system says about mail from the domain of MAIL_FROM. */
export async function* checkMailDomain(resolver: Resolver, question: DomainQuestion): AsyncGenerator<Finding> {
  const checks: [what: string, check: () => AsyncIterable<Finding>][] = [
    ['domain', () => checkExistence(resolver, question)],
    ['SPF', () => checkSpfRecord(resolver, question)],
    ['DKIM', () => checkSignatures(resolver, question)],
    ['DMARC', () => checkPolicy(resolver, question)],
  ]
  for (const [what, check] of checks) {
    try {
      yield* check()
    } catch (error) {
      yield warn(what, `could not be looked up: the name server did not answer (${errorCode(error) || 'unknown'})`)
    }
  }
  if (question.message !== undefined) yield* readResults(question.message)
}

async function* checkExistence(resolver: Resolver, { domain }: DomainQuestion): AsyncGenerator<Finding> {
  const isThere = (await resolver.mx(domain)).length > 0 || (await resolver.addresses(domain)).length > 0
  yield isThere
    ? ok('domain', `${domain} can take answers`)
    : fail('domain', `${domain} has no server for mail in the DNS: many servers refuse mail from such a domain`)
}

const SPF_PROBLEMS: Record<Exclude<Spf['result'], 'covered' | 'not-covered'>, string> = {
  missing: 'there is no record: nobody can tell mail of this domain from forged mail',
  several: 'there are several records, which counts as an error: keep one',
  everybody: 'the record allows everybody (+all), which is worse than none',
  'too-many-lookups': 'the record needs more than ten lookups, which counts as an error',
  invalid: 'the record cannot be read, or names one that is not there',
}

async function* checkSpfRecord(resolver: Resolver, { domain, host }: DomainQuestion): AsyncGenerator<Finding> {
  const addresses = host === undefined ? [] : await resolver.addresses(host)
  const { record, result } = await checkSpf(resolver, domain, addresses)
  if (result === 'covered') yield ok('SPF', `${record} allows ${host}`)
  else if (result === 'not-covered')
    yield warn(
      'SPF',
      `${record} does not name ${host ?? 'a mail server'}: fine only if that server passes mail on to one that it names`,
    )
  else yield fail('SPF', SPF_PROBLEMS[result])
}

/** Names that mail services give their keys, for where no message says which one. */
const COMMON_SELECTORS = ['default', 'google', 'selector1', 'selector2', 'mail', 'dkim', 's1', 's2', 'k1']

async function* checkSignatures(
  resolver: Resolver,
  { domain, message, selector }: DomainQuestion,
): AsyncGenerator<Finding> {
  const named: Signature[] = message === undefined ? [] : signaturesOf(message)
  if (message !== undefined && named.length === 0) {
    yield fail('DKIM', 'the message was not signed')
    return
  }
  if (selector !== undefined) named.push({ domain, selector })
  const isStrict = (await findDmarc(resolver, domain))?.isStrict ?? false
  for (const signature of named) yield await checkKey(resolver, signature, domain, isStrict)
  if (named.length > 0) return
  const guessed = await Promise.all(COMMON_SELECTORS.map((each) => checkDkim(resolver, domain, each)))
  const keys = guessed.filter(({ result }) => result === 'key').map((each) => each.selector)
  yield keys.length > 0
    ? ok(
        'DKIM',
        `there is a key by the name ${keys.join(', ')}; whether mail is signed, only a message shows: --message`,
      )
    : warn('DKIM', 'no key by a usual name; save a message that arrived, and give it with --message')
}

async function checkKey(resolver: Resolver, signature: Signature, domain: string, isStrict: boolean): Promise<Finding> {
  const { result } = await checkDkim(resolver, signature.domain, signature.selector)
  const name = `${signature.selector}._domainkey.${signature.domain}`
  if (result === 'missing') return fail('DKIM', `there is no key at ${name}`)
  if (result === 'revoked') return fail('DKIM', `the key at ${name} was withdrawn`)
  return isAligned(signature.domain, domain, isStrict)
    ? ok('DKIM', `there is a key at ${name}`)
    : warn('DKIM', `there is a key at ${name}, but a signature of ${signature.domain} does not count for ${domain}`)
}

async function* checkPolicy(resolver: Resolver, { domain }: DomainQuestion): AsyncGenerator<Finding> {
  const dmarc = await findDmarc(resolver, domain)
  if (dmarc === undefined)
    yield warn('DMARC', `neither ${domain} nor a domain above it has a policy; large providers ask for one`)
  else yield ok('DMARC', `${dmarc.domain} asks to treat mail that fails as "${dmarc.policy}"`)
}

function* readResults(message: string): Generator<Finding> {
  const results = Object.entries(authenticationResults(message))
  if (results.length === 0) yield warn('arrival', 'the message does not say what the server that took it in found')
  for (const [method, result] of results)
    yield result === 'pass'
      ? ok('arrival', `${method} passed where the message arrived`)
      : fail('arrival', `${method} did not pass where the message arrived (${result})`)
}
