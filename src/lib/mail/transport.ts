import { config } from '../../config'
import { lazy } from '../../config/lazy'
import { outboxFolder } from '../data-directory'
import type { Mail, Transport } from './message'
import { outboxTransport } from './outbox'
import { smtpTransport } from './smtp'

/** How this process sends mail. */
export const transport: Transport = lazy(() =>
  config.smtpUrl
    ? smtpTransport({ url: config.smtpUrl, from: config.mailFrom })
    : outboxTransport({
        directory: outboxFolder(),
        from: config.mailFrom,
        show: process.stdout.isTTY && config.loopback ? printMail : undefined,
      }),
)

function printMail({ to, subject, text }: Mail) {
  process.stdout.write(`\n  To: ${to}\n  Subject: ${subject}\n\n${text.replace(/^/gm, '  ')}\n\n`)
}
