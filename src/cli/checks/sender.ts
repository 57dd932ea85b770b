import SMTPConnection from 'nodemailer/lib/smtp-connection'
import { MailFailure } from '../../lib/mail/errors'
import { serverOptions } from '../../lib/mail/smtp'

const BOUND_MS = 10_000

/**
 * Signs in as the transport does, names the sender, and resets: without an addressee there is no mail.
 * @throws MailFailure if the server refuses before that
 */
export async function senderAccepted(
  smtpUrl: string,
  mailFrom: string,
): Promise<{ encrypted: boolean; refused?: string }> {
  const { auth, ...server } = serverOptions(smtpUrl)
  const bounds = { connectionTimeout: BOUND_MS, greetingTimeout: BOUND_MS, socketTimeout: BOUND_MS }
  const connection = new SMTPConnection({ ...server, ...bounds })
  const { promise: broken, reject } = Promise.withResolvers<never>()
  connection.on('error', () => reject(new MailFailure('The connection to the mail server failed')))
  try {
    return await Promise.race([dialogue(connection, auth, mailFrom), broken])
  } finally {
    connection.close()
  }
}

async function dialogue(
  connection: SMTPConnection,
  auth: { user: string; pass: string } | undefined,
  mailFrom: string,
) {
  const unreachable = new MailFailure('The connection to the mail server failed')
  await new Promise<void>((done, fail) => connection.connect((error) => (error ? fail(unreachable) : done())))
  if (auth) {
    const refused = new MailFailure('The mail server did not accept the user or password of SMTP_URL')
    await new Promise<void>((done, fail) => connection.login(auth, (error) => (error ? fail(refused) : done())))
  }
  const reply = await ask(connection, `MAIL FROM:<${/<([^<>]+)>/.exec(mailFrom)?.[1] ?? mailFrom}>`)
  const encrypted = connection.secure
  if (reply.startsWith('2')) return { encrypted }
  return { encrypted, refused: reply.slice(0, 3) }
}

/** The library cannot send a single command, and must not see the response, which it does not expect. */
async function ask({ _socket: socket }: SMTPConnection, command: string): Promise<string> {
  if (!socket) throw new MailFailure('The connection to the mail server failed')
  socket.removeAllListeners('data')
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const timer = setTimeout(() => reject(new MailFailure('The mail server did not respond in time')), BOUND_MS)
  let reply = ''
  socket.on('data', (chunk: Buffer) => {
    reply += chunk.toString()
    if (/^\d{3}( .*)?\r?\n/m.test(reply)) resolve(reply)
  })
  socket.write(`${command}\r\n`)
  return promise.finally(() => {
    clearTimeout(timer)
    socket.write('RSET\r\nQUIT\r\n')
  })
}
