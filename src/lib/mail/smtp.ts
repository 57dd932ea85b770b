import type { Socket } from 'node:net'
import type SMTPTransport from 'nodemailer/lib/smtp-transport'
import { atFirstUse, net } from '../../config/lazy'
import { isLoopback } from '../../config/parse'
import { after } from '../background'
import { MailFailure } from './errors'
import { message, type Transport } from './message'
import { nodemailer } from './nodemailer'

type Smtp = { url: string; from: string; boundMs?: number; patientMs?: number }

/** For connecting, for the greeting, for silence, and for the whole. */
const BOUND_MS = 10_000

/** For silence and for the whole, where nobody waits: RFC 5321 §4.5.3.2.6 gives a server ten minutes to take a mail. */
const PATIENT_MS = 10 * 60_000

/** For the farewell, after which the connection is cut. */
const CLOSING_MS = 1_000

/** Sends each mail over a new connection to the server of `SMTP_URL`. */
export function smtpTransport({ url, from, boundMs = BOUND_MS, patientMs = PATIENT_MS }: Smtp): Transport {
  const sender = (silenceMs: number) =>
    atFirstUse(() =>
      nodemailer().createTransport({
        ...serverOptions(url),
        connectionTimeout: boundMs,
        greetingTimeout: boundMs,
        socketTimeout: silenceMs,
        getSocket: (options, done) => openSocket(options, silenceMs + CLOSING_MS, done),
        logger: false,
      }),
    )
  const [hasty, patient] = [sender(boundMs), sender(patientMs)]
  return {
    async send(mail, isAwaited = true) {
      const ready = message(mail, from)
      const [server, ms] = isAwaited ? [hasty(), boundMs] : [patient(), patientMs]
      const bound = new AbortController()
      const sent = server.sendMail({ ...ready, signal: bound.signal })
      const { messageId, response } = await within(ms, sent, () => bound.abort())
      const code = Number.parseInt(response, 10)
      return Number.isNaN(code) ? { messageId } : { messageId, code }
    },
    async verify() {
      await within(boundMs, hasty().verify())
    },
  }
}

type Opened = (error: Error | null, opened: { connection: Socket }) => void

/** A connection that ends in time, whatever the server does: the library bounds only its silence. */
function openSocket({ host, port, secure }: SMTPTransport.Options, lifeMs: number, done: Opened): void {
  const socket = net().connect({ host: host ?? 'localhost', port: Number(port ?? (secure ? 465 : 587)) })
  const keep = after(lifeMs, 'closing a connection to the mail server', () => socket.destroy())
  socket.once('close', keep)
  const settled = Promise.withResolvers<void>()
  socket.once('connect', settled.resolve)
  // Stays: an error that comes between the library's own listeners would end the process.
  socket.on('error', settled.reject)
  settled.promise.then(
    () => done(null, { connection: socket }),
    (error) => done(error, { connection: socket }),
  )
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
  ENOTFOUND: 'The host of SMTP_URL cannot be found',
  EENVELOPE: 'The mail server refused the sender or the addressee',
  EMESSAGE: 'The mail server refused the message',
  ESOCKET: 'The connection to the mail server failed',
  ETIMEDOUT: 'The mail server did not respond in time',
  ETLS: 'No encrypted connection to the mail server could be made',
}

type SmtpError = { code?: string; responseCode?: number; command?: string; message?: string }

/** The library's messages quote addresses and the server; only its codes are used. */
export function plainFailure(error: unknown): MailFailure {
  const { code, responseCode, command, message } = error as SmtpError
  const refused = code === 'ESOCKET' && message?.includes('ECONNREFUSED')
  const words = WORDS[refused ? 'ECONNREFUSED' : (code ?? '')] ?? 'The mail could not be sent'
  // What is wrong with the sender is wrong with the configuration, which can be mended while mail waits.
  const aboutThisMail = code === 'EMESSAGE' || (code === 'EENVELOPE' && command !== 'MAIL FROM')
  return new MailFailure(
    responseCode ? `${words} (${responseCode})` : words,
    aboutThisMail && Number(responseCode) >= 500,
    responseCode,
  )
}
