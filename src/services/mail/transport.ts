import { join } from 'node:path'
import { config } from '../../config'
import type { Mail } from './message'
import { outboxTransport } from './outbox'
import { smtpTransport } from './smtp'

export type Transport = {
  /** @throws MailFailure */
  send(mail: Mail): Promise<{ messageId: string }>
  /** Proves that mail could be sent now. @throws MailFailure */
  verify(): Promise<void>
}

/** How this process sends mail. */
export const transport: Transport = config.smtpUrl
  ? smtpTransport({ url: config.smtpUrl, from: config.mailFrom })
  : outboxTransport({
      directory: join(config.dataDir, 'outbox'),
      from: config.mailFrom,
      show: process.stdout.isTTY && config.loopback ? printMail : undefined,
    })

function printMail({ to, subject, text }: Mail) {
  process.stdout.write(`\n  To: ${to}\n  Subject: ${subject}\n\n${text.replace(/^/gm, '  ')}\n\n`)
}
