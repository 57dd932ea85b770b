import { config } from '../../config'
import { lazy } from '../../config/lazy'
import { outboxFolder } from '../data-directory'
import type { Mail, Transport } from './message'
import { outboxTransport } from './outbox'
import { serverOptions, smtpTransport } from './smtp'

/** A way to send mail as the configuration says. */
export const configuredTransport = (): Transport =>
  config.smtpUrl
    ? smtpTransport({ url: config.smtpUrl, from: config.mailFrom })
    : outboxTransport({
        directory: outboxFolder(),
        from: config.mailFrom,
        show: process.stdout.isTTY && config.loopback ? printMail : undefined,
      })

/** How this process sends mail. */
export const transport: Transport = lazy(configuredTransport)

function printMail({ to, subject, text }: Mail) {
  process.stdout.write(`\n  To: ${to}\n  Subject: ${subject}\n\n${text.replace(/^/gm, '  ')}\n\n`)
}

type MailWay = {
  via: 'smtp' | 'outbox'
  host: string | null
  encryption: 'tls' | 'starttls' | 'offered' | 'none' | null
}

/** Where mail goes, without user and password. */
export function mailWay(): MailWay {
  if (!config.smtpUrl) return { via: 'outbox', host: null, encryption: null }
  const { host, port, secure, requireTLS, ignoreTLS } = serverOptions(config.smtpUrl)
  const encryption = secure ? 'tls' : ignoreTLS ? 'none' : requireTLS ? 'starttls' : 'offered'
  return { via: 'smtp', host: `${host}:${port ?? (secure ? 465 : 587)}`, encryption }
}
