import { existsSync } from 'node:fs'
import type { Connection } from '../../../db/connection'
import { errorCode } from '../../../db/error-code'
import { config } from '../../config'
import { outboxFolder } from '../../lib/files/data-directory'
import { hourAgo } from '../../lib/mail/budget'
import { type Encryption, type Inspection, InspectionFailed, inspectServer } from '../../lib/mail/inspect'
import { sentSince } from '../../lib/mail/mail'
import { type Mail, MailFailure } from '../../lib/mail/message'
import { countQueued } from '../../lib/mail/queue'
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
import { configuredTransport, transport } from '../../lib/mail/transport'
import { type Finding, fail, ok, warn } from '../../lib/process/finding'

/** Whether the mail server lets Quad in and takes mail from its address, or the outbox takes a file. Sends nothing. */
export async function* checkMail(): AsyncGenerator<Finding> {
  try {
    if (!config.smtpUrl && existsSync(outboxFolder())) await transport.verify()
    if (!config.smtpUrl) {
      const outbox = 'SMTP_URL is not set: mail is written to the outbox in the data directory'
      yield config.loopback ? ok('mail', outbox) : warn('mail', `${outbox}, and reaches nobody`)
      return
    }
    const { encryption, senderRefused } = await inspectServer(config.smtpUrl, config.mailFrom)
    if (senderRefused !== undefined)
      yield fail('mail', `the mail server takes no mail from MAIL_FROM (${senderRefused})`)
    else
      yield ok(
        'mail',
        `the mail server answers, lets Quad in${encryption ? ' over TLS' : ', unencrypted,'} and takes mail from MAIL_FROM`,
      )
  } catch (error) {
    if (!(error instanceof MailFailure)) throw error
    yield fail('mail', config.smtpUrl ? `${error.message}; check SMTP_URL` : `${error.message}: mail is lost`)
  }
}

export async function* checkMailLoad(db: Connection): AsyncGenerator<Finding> {
  const sent = sentSince(db, hourAgo()).length
  const queued = countQueued(db)
  const load = `${sent} of ${config.mailPerHour} mails went out within the hour, ${queued} wait`
  if (sent >= config.mailPerHour)
    yield warn('mail load', `${load}: requests that need mail get 429 now; raise MAIL_PER_HOUR if this is no attack`)
  else if (sent > config.mailPerHour * 0.8) yield warn('mail load', `${load}: near the limit`)
  else yield ok('mail load', load)
}

const DAY_MS = 86_400_000
/** Certificates that renew themselves have more left. */
const SOON_DAYS = 14

const CURRENT_PROTOCOLS = ['TLSv1.2', 'TLSv1.3']

/** The mail server step by step; what is returned is undefined where it is of no use. */
export async function* checkMailServer(smtpUrl: string): AsyncGenerator<Finding, Inspection | undefined> {
  try {
    const inspection = await inspectServer(smtpUrl, config.mailFrom)
    yield ok('connection', `${inspection.host} answers on port ${inspection.port}`)
    yield* checkEncryption(inspection.encryption)
    yield inspection.isSignedIn
      ? ok('login', 'it takes the user and password of SMTP_URL')
      : ok('login', 'SMTP_URL names no user: the server takes mail from this machine without one')
    yield inspection.senderRefused === undefined
      ? ok('sender', 'it takes mail from MAIL_FROM')
      : fail('sender', `it takes no mail from MAIL_FROM (${inspection.senderRefused})`)
    return inspection.senderRefused === undefined ? inspection : undefined
  } catch (error) {
    if (!(error instanceof InspectionFailed)) throw error
    const { step, message, certificate } = error
    yield fail(step, certificate === undefined ? message : `${message}: ${describe(certificate)}`)
    return undefined
  }
}

const describe = ({ subject, issuer, validTo, problem }: Encryption['certificate']): string =>
  `it is for ${subject}, from ${issuer}, until ${validTo.slice(0, 10)}${problem === undefined ? '' : ` (${problem})`}`

function* checkEncryption(encryption: Encryption | undefined): Generator<Finding> {
  if (encryption === undefined) {
    const text = 'the connection is not encrypted: others on the way can read codes and links'
    yield config.local ? ok('TLS', text) : warn('TLS', text)
    return
  }
  const { protocol, certificate } = encryption
  const days = Math.floor((Date.parse(certificate.validTo) - Date.now()) / DAY_MS)
  const text = `${protocol}; the certificate: ${describe(certificate)}`
  if (certificate.problem !== undefined)
    yield warn('TLS', `${text}; it is used all the same, because SMTP_URL says tls.rejectUnauthorized=false`)
  else if (!CURRENT_PROTOCOLS.includes(protocol)) yield warn('TLS', `${text}; the protocol is outdated`)
  else if (days < SOON_DAYS) yield warn('TLS', `${text}; it ends in ${days} days`)
  else yield ok('TLS', text)
}

/** Sends a real message as the server would. Neither limits nor counts it: the operator sends it by hand. */
export async function sendTest(mail: Mail): Promise<Finding> {
  try {
    const { code, file } = await configuredTransport().send(mail)
    return file === undefined
      ? ok(
          'message',
          `the mail server took it${code === undefined ? '' : ` (${code})`}; look whether it arrives, and where`,
        )
      : warn('message', `without SMTP_URL it is the file ${file} in the data directory, and reaches nobody`)
  } catch (error) {
    if (!(error instanceof MailFailure)) throw error
    return fail('message', error.message)
  }
}

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
