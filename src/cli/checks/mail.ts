import { existsSync } from 'node:fs'
import type { Connection } from '../../../db/connection'
import { config } from '../../config'
import { outboxFolder } from '../../lib/data-directory'
import { hourAgo } from '../../lib/mail/budget'
import { MailFailure } from '../../lib/mail/errors'
import { inspectServer } from '../../lib/mail/inspect'
import { countQueued, sentSince } from '../../lib/mail/queries'
import { transport } from '../../lib/mail/transport'
import { type Finding, fail, ok, warn } from './finding'

/**
 * Whether the mail server can be reached, lets Quad in, and takes mail from its address, or the outbox a file. Sends
 * nothing.
 */
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

/** How much of MAIL_PER_HOUR is used up. */
export async function* checkMailLoad(db: Connection): AsyncGenerator<Finding> {
  const sent = (await sentSince(db, hourAgo())).length
  const queued = await countQueued(db)
  const load = `${sent} of ${config.mailPerHour} mails went out within the hour, ${queued} wait`
  if (sent >= config.mailPerHour)
    yield warn('mail load', `${load}: requests that need mail get 429 now; raise MAIL_PER_HOUR if this is no attack`)
  else if (sent > config.mailPerHour * 0.8) yield warn('mail load', `${load}: near the limit`)
  else yield ok('mail load', load)
}
