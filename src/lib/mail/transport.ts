import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { access, constants, mkdir, rm, writeFile } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { basename, join } from 'node:path'
import type { SMTPError } from 'nodemailer/lib/smtp-connection'
import type SMTPTransport from 'nodemailer/lib/smtp-transport'
import { config } from '../../config'
import { atFirstUse, lazy, net } from '../../config/lazy'
import { isLoopback } from '../../config/parse'
import { outboxFolder } from '../files/data-directory'
import { writeDurablyAside } from '../files/durable-files'
import { after, runEvery, unlessLate } from '../process/background'
import { log } from '../process/log'
import { MailFailure, message, nodemailer, type Transport } from './message'

export const configuredTransport = (): Transport =>
  config.smtpUrl
    ? smtpTransport({ url: config.smtpUrl, from: config.mailFrom })
    : outboxTransport({
        directory: outboxFolder(),
        from: config.mailFrom,
        isShown: process.stdout.isTTY && config.loopback,
      })

export const transport: Transport = lazy(configuredTransport)

export function mailWay() {
  if (!config.smtpUrl) return { via: 'outbox', host: null, encryption: null } as const
  const { host, port, secure, requireTLS, ignoreTLS } = serverOptions(config.smtpUrl)
  const encryption = secure ? 'tls' : ignoreTLS ? 'none' : requireTLS ? 'starttls' : 'offered'
  return { via: 'smtp', host: `${host}:${port}`, encryption } as const
}

/** For connecting, for the greeting, for silence, and for the whole. */
const BOUND_MS = 10_000

/** For silence and for the whole, where nobody waits: RFC 5321 §4.5.3.2.6 gives a server ten minutes to take a mail. */
const PATIENT_MS = 10 * 60_000

/** For the farewell, after which the connection is cut. */
const CLOSING_MS = 1_000

type Smtp = { url: string; from: string; boundMs?: number; patientMs?: number }

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

/** A connection that ends in time, whatever the server does: the library bounds only its silence. */
function openSocket(
  { host = 'localhost', port }: SMTPTransport.Options,
  lifeMs: number,
  done: (error: Error | null, opened: { connection: Socket }) => void,
): void {
  const socket = net().connect({ host, port: Number(port) })
  socket.once(
    'close',
    after(lifeMs, 'closing a connection to the mail server', () => socket.destroy()),
  )
  const settled = Promise.withResolvers<null>()
  socket.once('connect', () => settled.resolve(null))
  // Stays: an error that comes between the library's own listeners would end the process.
  socket.on('error', settled.reject)
  settled.promise.catch((error: Error) => error).then((error) => done(error, { connection: socket }))
}

/** The known parts of `SMTP_URL`: a parameter cannot turn on a log or turn off a timeout. */
export function serverOptions(address: string) {
  const url = new URL(address)
  const flag = (name: string) => url.searchParams.get(name) === 'true'
  const user = decodeURIComponent(url.username)
  const secure = url.protocol === 'smtps:'
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port ? Number(url.port) : secure ? 465 : 587,
    secure,
    auth: user ? { user, pass: decodeURIComponent(url.password) } : undefined,
    // Codes and passwords cross a network unencrypted only if the operator says so.
    requireTLS: flag('requireTLS') || (!flag('ignoreTLS') && !isLoopback(address)),
    ignoreTLS: flag('ignoreTLS'),
    tls: { rejectUnauthorized: url.searchParams.get('tls.rejectUnauthorized') !== 'false' },
    name: url.searchParams.get('name') ?? undefined,
  }
}

/** Rejects with a `MailFailure`, also when the work takes longer. */
async function within<T>(ms: number, work: Promise<T>, giveUp = () => {}): Promise<T> {
  try {
    return await unlessLate(ms, 'waiting for the mail server', work, () => {
      giveUp()
      return new MailFailure(`The mail server did not finish within ${ms / 1000} s`)
    })
  } catch (error) {
    throw error instanceof MailFailure ? error : plainFailure(error)
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

/** The library's messages quote addresses and the server; only its codes are used. */
export function plainFailure(error: unknown): MailFailure {
  const { code = '', responseCode, command, message } = error as Partial<SMTPError>
  const refused = code === 'ESOCKET' && message?.includes('ECONNREFUSED')
  const words = WORDS[refused ? 'ECONNREFUSED' : code] ?? 'The mail could not be sent'
  // What is wrong with the sender is wrong with the configuration, which can be mended while mail waits.
  const aboutThisMail = code === 'EMESSAGE' || (code === 'EENVELOPE' && command !== 'MAIL FROM')
  const status = responseCode ? ` (${responseCode})` : ''
  return new MailFailure(words + status, aboutThisMail && Number(responseCode) >= 500, responseCode)
}

/** `isShown`: the text is printed, too, for somebody who tries Quad on their own machine. */
type Outbox = { directory: string; from: string; isShown?: boolean }

/** Writes each mail with its headers to its own file, if no mail server is configured. */
export function outboxTransport({ directory, from, isShown = false }: Outbox): Transport {
  const composer = atFirstUse(() =>
    nodemailer().createTransport({ streamTransport: true, buffer: true, newline: 'windows' }),
  )
  return {
    async send(mail) {
      const composed = await composer().sendMail(message(mail, from))
      // Sorts by time, also within a millisecond, and contains nothing of the mail.
      const name = `${new Date().toISOString().replace(/[:.]/g, '-')}-${Bun.randomUUIDv7()}.eml`
      await writing(directory, () => writeDurablyAside(join(directory, name), composed.message as Buffer))
      log.info({ file: name }, 'mail written to the outbox')
      const { to, subject, text } = mail
      if (isShown) process.stdout.write(`\n  To: ${to}\n  Subject: ${subject}\n\n${text.replace(/^/gm, '  ')}\n\n`)
      return { messageId: composed.messageId, file: `${basename(directory)}/${name}` }
    },
    /** A folder that may be written to may still have no room for a mail. */
    verify: () =>
      writing(directory, async () => {
        const probe = join(directory, `.${crypto.randomUUID()}.part`)
        try {
          await writeFile(probe, new Uint8Array(MAIL_BYTES), { mode: 0o600, flag: 'wx' })
        } finally {
          await rm(probe, { force: true })
        }
      }),
  }
}

async function writing(directory: string, work: () => Promise<void>): Promise<void> {
  try {
    await mkdir(directory, { recursive: true, mode: 0o700 })
    await access(directory, constants.W_OK | constants.X_OK)
    await work()
  } catch (error) {
    throw new MailFailure(`The outbox cannot be written (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`)
  }
}

const MAIL_BYTES = 16 * 1024
const MAX_AGE_MS = 3_600_000
const SWEEP_MS = 300_000

/** Removes mails that are older than an hour, which hold addresses and codes, until the returned function is called. */
export const startOutboxSweep = (directory: string): (() => Promise<void>) =>
  runEvery(SWEEP_MS, 'removing old mails from the outbox', () => {
    for (const name of existsSync(directory) ? readdirSync(directory) : []) {
      if (!name.endsWith('.eml') && !name.endsWith('.part')) continue
      const file = join(directory, name)
      const writtenAt = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Number.POSITIVE_INFINITY
      if (writtenAt < Date.now() - MAX_AGE_MS) rmSync(file, { force: true })
    }
  })
