import type { Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'
import type SMTPConnection from 'nodemailer/lib/smtp-connection'
import { MailFailure, smtpConnection } from './message'
import { plainFailure, serverOptions } from './transport'

// A look at the mail server, step by step, as the transport would use it: nothing is sent.

const BOUND_MS = 10_000

export type Certificate = {
  subject: string
  issuer: string
  validTo: string
  /** Why this machine does not trust it, as OpenSSL names it; undefined if it does. */
  problem: string | undefined
}

export type Encryption = { protocol: string; certificate: Certificate }

export type Inspection = Awaited<ReturnType<typeof inspectServer>>

/** The mail server was not of use from this step on. The certificate is known if it is the reason. */
export class InspectionFailed extends MailFailure {
  constructor(
    readonly step: 'connection' | 'TLS' | 'login',
    message: string,
    readonly certificate?: Certificate,
  ) {
    super(message)
  }
}

/** Signs in, names the sender, and resets: without an addressee there is no mail. @throws InspectionFailed */
export async function inspectServer(smtpUrl: string, mailFrom: string) {
  const { auth, ...server } = serverOptions(smtpUrl)
  await using connection = await connect(smtpUrl, server)
  if (auth)
    await new Promise<void>((done, fail) => {
      const refused = () => fail(new InspectionFailed('login', plainFailure({ code: 'EAUTH' }).message))
      connection.smtp.once('error', refused)
      connection.smtp.login(auth, (error) => (error ? refused() : done()))
    })
  const encryption = connection.smtp.secure ? encryptionOf(socketOf(connection.smtp) as TLSSocket) : undefined
  const reply = await ask(connection.smtp, `MAIL FROM:<${/<([^<>]+)>/.exec(mailFrom)?.[1] ?? mailFrom}>`)
  return {
    host: server.host,
    port: server.port,
    encryption,
    isSignedIn: auth !== undefined,
    /** The status with which it takes no mail from MAIL_FROM. */
    senderRefused: reply.startsWith('2') ? undefined : reply.slice(0, 3),
  }
}

type ServerOptions = Omit<ReturnType<typeof serverOptions>, 'auth'>

async function connect(smtpUrl: string, server: ServerOptions) {
  try {
    return await open(server)
  } catch (error) {
    const certificate = await distrustedCertificate(server)
    if (certificate?.problem !== undefined)
      throw new InspectionFailed('TLS', 'This machine does not trust the certificate of the mail server', certificate)
    // Plain, and never what the server says, which may quote a password.
    const { message } = plainFailure(error)
    if ((error as { code?: string }).code !== 'ETLS') throw new InspectionFailed('connection', message)
    throw new InspectionFailed('TLS', smtpUrl.startsWith('smtp:') ? `${message}: it offers no STARTTLS` : message)
  }
}

/** Looks once more without trust, says nothing, and goes: only to tell what is wrong with the certificate. */
async function distrustedCertificate(server: ServerOptions): Promise<Certificate | undefined> {
  if (!server.tls.rejectUnauthorized || server.ignoreTLS) return undefined
  try {
    await using connection = await open({ ...server, tls: { rejectUnauthorized: false } })
    if (!connection.smtp.secure) return undefined
    return encryptionOf(socketOf(connection.smtp) as TLSSocket).certificate
  } catch {
    return undefined
  }
}

async function open(server: ServerOptions): Promise<AsyncDisposable & { smtp: SMTPConnection }> {
  const bounds = { connectionTimeout: BOUND_MS, greetingTimeout: BOUND_MS, socketTimeout: BOUND_MS }
  const smtp = new (smtpConnection())({ ...server, ...bounds })
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  // Stays: an error that comes later would end the process.
  smtp.on('error', reject)
  smtp.connect((error) => (error ? reject(error) : resolve()))
  try {
    await promise
  } catch (error) {
    smtp.close()
    throw error
  }
  return { smtp, [Symbol.asyncDispose]: async () => smtp.close() }
}

const socketOf = (smtp: SMTPConnection): Socket | undefined => (smtp as unknown as { _socket?: Socket })._socket

function encryptionOf(socket: TLSSocket): Encryption {
  const { subject, issuer, valid_to: validTo } = socket.getPeerCertificate()
  const problem = socket.authorized ? undefined : String(socket.authorizationError ?? 'unknown')
  const name = (each: { CN?: unknown; O?: unknown } | undefined) => String(each?.CN ?? each?.O ?? '(no name)')
  const until = new Date(validTo ?? 0).toISOString()
  const certificate = { subject: name(subject), issuer: name(issuer), validTo: until, problem }
  return { protocol: socket.getProtocol() ?? 'unknown', certificate }
}

/** The library cannot send a single command, and must not see the response, which it does not expect. */
async function ask(smtp: SMTPConnection, command: string): Promise<string> {
  const socket = socketOf(smtp)
  if (!socket) throw new InspectionFailed('connection', 'The connection to the mail server failed')
  socket.removeAllListeners('data')
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const fail = (why: string) => () => reject(new InspectionFailed('connection', why))
  const timer = setTimeout(fail('The mail server did not respond in time'), BOUND_MS)
  socket.once('close', fail('The mail server closed the connection'))
  let reply = ''
  socket.on('data', (chunk: Buffer) => {
    reply += chunk.toString()
    if (/^\d{3}( .*)?\r?\n/m.test(reply)) resolve(reply)
    else if (/^(?!\d{3}-).*\n/.test(reply)) fail('What answers is not a mail server')()
  })
  socket.write(`${command}\r\n`)
  return promise.finally(() => {
    clearTimeout(timer)
    socket.write('RSET\r\nQUIT\r\n')
  })
}
