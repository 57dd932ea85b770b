import type { Connection } from '../../../db/connection'
import { config } from '../../config'
import { hourAgo } from '../../lib/mail/budget'
import { MailFailure } from '../../lib/mail/errors'
import { mailReachable } from '../../lib/mail/mail'
import { countQueued, sentSince } from '../../lib/mail/queries'
import { type Finding, fail, ok, warn } from './finding'
import { senderAccepted } from './sender'

/** Whether the mail server can be reached, lets Quad in, and takes mail from its address. Sends nothing. */
export async function* checkMail(): AsyncGenerator<Finding> {
  if (!config.smtpUrl) {
    yield config.loopback
      ? ok('mail', 'SMTP_URL is not set: mail is written to the outbox in the data directory')
      : warn('mail', 'SMTP_URL is not set: mail is written to the outbox in the data directory, and reaches nobody')
    return
  }
  try {
    await mailReachable()
    const { encrypted, refused } = await senderAccepted(config.smtpUrl, config.mailFrom)
    if (refused !== undefined) yield fail('mail', `the mail server takes no mail from MAIL_FROM (${refused})`)
    else
      yield ok(
        'mail',
        `the mail server answers, lets Quad in${encrypted ? ' over TLS' : ', unencrypted,'} and takes mail from MAIL_FROM`,
      )
  } catch (error) {
    if (!(error instanceof MailFailure)) throw error
    yield fail('mail', `${error.message}; check SMTP_URL`)
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
