import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

type Behaviour = {
  /** The user and password that are let in; without them nobody needs to sign in. */
  user?: string
  password?: string
  /** Every addressee is refused with this status. */
  rejectRecipient?: number
  /** Offers STARTTLS with the library's own (expired) certificate. */
  startTls?: boolean
}

export type Received = Email & { envelopeTo: string[]; raw: string }

/** A mail server on the loopback that keeps what it was sent. */
export async function startSmtp(behaviour: Behaviour = {}) {
  const messages: Received[] = []
  const server = new SMTPServer({
    logger: false,
    secure: false,
    authOptional: !behaviour.user,
    allowInsecureAuth: true,
    disableReverseLookup: true,
    disabledCommands: behaviour.startTls ? [] : ['STARTTLS'],
    closeTimeout: 50,
    onAuth: ({ username, password }, _session, done) => {
      const known = username === behaviour.user && password === behaviour.password
      done(known ? null : new Error('Invalid user or password'), { user: username })
    },
    onRcptTo: (address, _session, done) => {
      const status = behaviour.rejectRecipient
      done(status ? Object.assign(new Error(`No such user ${address.address}`), { responseCode: status }) : null)
    },
    onData: async (stream, session, done) => {
      const chunks: Buffer[] = []
      try {
        for await (const chunk of stream) chunks.push(chunk)
      } catch {
        // The client hung up in the middle of its message.
        return
      }
      const raw = Buffer.concat(chunks).toString()
      const envelopeTo = session.envelope.rcptTo.map(({ address }) => address)
      messages.push({ ...(await PostalMime.parse(raw)), envelopeTo, raw })
      done()
    },
  })
  server.on('error', () => {})
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  return {
    port,
    /** For `SMTP_URL`; signs in as `user`, or as told. */
    url: (user = behaviour.user, password = behaviour.password) =>
      `smtp://${user ? `${encodeURIComponent(user)}:${encodeURIComponent(password ?? '')}@` : ''}127.0.0.1:${port}`,
    messages,
    async stop() {
      for (const connection of server.connections) connection.close()
      await new Promise<void>((done) => server.close(done))
    },
  }
}
