import { atFirstUse } from '../../config/lazy'
import { isLoopback } from '../../config/parse'
import { MailFailure } from './errors'
import { message, type Transport } from './message'
import { nodemailer } from './nodemailer'

type Smtp = { url: string; from: string; boundMs?: number }

/** For connecting, for the greeting, for silence, and for the whole. */
const BOUND_MS = 10_000

/** Sends each mail over a new connection to the server of `SMTP_URL`. */
export function smtpTransport({ url, from, boundMs = BOUND_MS }: Smtp): Transport {
  const options = {
    ...serverOptions(url),
    connectionTimeout: boundMs,
    greetingTimeout: boundMs,
    socketTimeout: boundMs,
    dnsTimeout: boundMs,
    socketCloseTimeout: 1_000,
    logger: false,
  }
  const server = atFirstUse(() => nodemailer().createTransport(options))
  return {
    async send(mail) {
      const ready = message(mail, from)
      const bound = new AbortController()
      const sent = server().sendMail({ ...ready, signal: bound.signal })
      const { messageId } = await within(boundMs, sent, () => bound.abort())
      return { messageId }
    },
    async verify() {
      await within(boundMs, server().verify())
    },
  }
}

/** The known parts of `SMTP_URL`: a parameter cannot turn on a log or turn off a timeout. */
export function serverOptions(address: string) {
  const url = new URL(address)
  const flag = (name: string) => url.searchParams.get(name) === 'true'
  const user = decodeURIComponent(url.username)
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port ? Number(url.port) : undefined,
    secure: url.protocol === 'smtps:',
    auth: user ? { user, pass: decodeURIComponent(url.password) } : undefined,
    // Codes and passwords cross a network unencrypted only if the operator says so.
    requireTLS: flag('requireTLS') || (!flag('ignoreTLS') && !isLoopback(address)),
    ignoreTLS: flag('ignoreTLS'),
    tls: { rejectUnauthorized: url.searchParams.get('tls.rejectUnauthorized') !== 'false' },
    name: url.searchParams.get('name') ?? undefined,
  }
}

async function within<T>(ms: number, work: Promise<T>, giveUp?: () => void): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    reject(new MailFailure(`The mail server did not finish within ${ms / 1000} s`))
    giveUp?.()
  }, ms)
  try {
    return await Promise.race([work, late])
  } catch (error) {
    throw error instanceof MailFailure ? error : plainFailure(error)
  } finally {
    clearTimeout(timer)
  }
}

const WORDS: Record<string, string> = {
  EAUTH: 'The mail server did not accept the user or password of SMTP_URL',
  ECONNECTION: 'The mail server closed the connection',
  ECONNREFUSED: 'The mail server refused the connection',
  EDNS: 'The host of SMTP_URL cannot be found',
  EENVELOPE: 'The mail server refused the sender or the addressee',
  EMESSAGE: 'The mail server refused the message',
  ESOCKET: 'The connection to the mail server failed',
  ETIMEDOUT: 'The mail server did not respond in time',
  ETLS: 'No encrypted connection to the mail server could be made',
}

/** The library's messages quote addresses and the server; only its codes are used. */
function plainFailure(error: unknown): MailFailure {
  const { code, responseCode, message } = error as { code?: string; responseCode?: number; message?: string }
  const refused = code === 'ESOCKET' && message?.includes('ECONNREFUSED')
  const words = WORDS[refused ? 'ECONNREFUSED' : (code ?? '')] ?? 'The mail could not be sent'
  const aboutThisMail = code === 'EENVELOPE' || code === 'EMESSAGE'
  return new MailFailure(
    responseCode ? `${words} (${responseCode})` : words,
    aboutThisMail && Number(responseCode) >= 500,
  )
}
