import { mailSent } from '../../../db/schema/server'
import { sql } from '../../../db/sql'
import { pick } from '../../../db/statement'
import { type Connection, storage, type Tx } from '../../../db/storage'
import { exactId } from '../crypto/ids'
import { inBackground, reportFailure } from '../process/background'
import { log } from '../process/log'
import { counted } from '../process/metrics'
import { isoOf } from '../text/coarse-time'
import { ask } from '../tracing/spans'
import { HOUR_MS, hourAgo, hourlyMail, type MailKind, type SentMail } from './budget'
import { type Mail, MailFailure, MailLimit, type Sent } from './message'
import { transport } from './transport'

export const countMail = counted(
  {
    name: 'quad_mails_total',
    help: 'Mails by outcome: `failed` counts each try, `limited` those above `MAIL_PER_HOUR`, `lost` what is not tried again',
    label: 'outcome',
  },
  ['sent', 'failed', 'limited', 'lost'],
)

/** Or five hundred removed posts would keep everybody from signing in. @throws MailFailure, MailLimit */
export const deliverQueued = (mail: Mail): Promise<Sent> => deliver(mail, 'notice')

/** Somebody waits, at most 10 seconds, but for a notice. @throws MailFailure; MailLimit above MAIL_PER_HOUR */
export async function deliver(mail: Mail, kind: MailKind = 'account'): Promise<Sent> {
  let refund = () => {}
  try {
    refund = hourlyMail().consume(kind)
    const sent = await ask('mail', () => transport.send(mail, kind !== 'notice'))
    // If this fails, the mail was sent all the same.
    inBackground('counting a sent mail', () => storage.write((tx) => noteSent(tx, kind)))
    countMail('sent')
    return sent
  } catch (error) {
    refund()
    if (!(error instanceof MailLimit)) throw noted(error)
    countMail('limited')
    throw error
  }
}

/** Counts what kept a mail from going out, and logs it at most once a minute: of a foreign error its name alone. */
function noted(error: unknown): MailFailure {
  const failure = error instanceof MailFailure ? error : new MailFailure(`The mail failed (${describeProblem(error)})`)
  countMail('failed')
  // What is wrong with one mail says nothing about the way that all take.
  if (!failure.permanent) reportFailure(failure, 'sending mail')
  return failure
}

/** A flood of requests must not become one of sign-ins to the mail server. */
const REACHABLE_MS = 5_000

let reachableUntil = 0
let verification: Promise<void> | undefined

/** Checks that a mail to an account could be sent now. @throws MailFailure; MailLimit above `MAIL_PER_HOUR` */
export async function mailReachable(): Promise<void> {
  hourlyMail().check('account')
  if (performance.now() < reachableUntil) return
  verification ??= transport
    .verify()
    .catch((error) => Promise.reject(noted(error)))
    .finally(() => {
      verification = undefined
    })
  await verification
  reachableUntil = performance.now() + REACHABLE_MS
}

const PAUSES_MS = [1_000, 5_000]

/** Sends a secret for which nobody waits: the time would reveal an account. After three attempts it is lost: false. */
export function deliverInBackground(mail: Mail, { send = deliver, pausesMs = PAUSES_MS } = {}): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  inBackground('a mail with a code or link', async () => {
    for (const pause of [...pausesMs, undefined])
      try {
        await send(mail)
        return resolve(true)
      } catch (error) {
        const isLimited = error instanceof MailLimit || (error instanceof MailFailure && error.permanent)
        const hopeless = pause === undefined || isLimited
        log.warn({ problem: describeProblem(error) }, hopeless ? 'a mail is lost' : 'a mail was not sent yet')
        if (hopeless) break
        await Bun.sleep(pause)
      }
    countMail('lost')
    resolve(false)
  })
  return promise
}

/** What went wrong, for a log: other errors than our own may quote an address. */
export function describeProblem(error: unknown): string {
  if (error instanceof MailFailure || error instanceof MailLimit) return error.message
  return error instanceof Error ? error.name : 'unknown'
}

/** Notes that a mail was sent now, and forgets those of an hour ago, and those of the future, of a clock that was ahead. */
function noteSent(tx: Tx, kind: MailKind): void {
  const now = Date.now()
  const [sentAt, inAnHour] = [now, now + HOUR_MS].map(isoOf) as [string, string]
  tx.orm.insert(mailSent).values({ id: exactId(), kind, sentAt }).run()
  sql`DELETE FROM mail_sent WHERE sent_at <= ${hourAgo()} OR sent_at > ${inAnHour}`.run(tx)
}

export function sentSince(db: Connection, since: string): SentMail[] {
  const rows = sql(
    pick(mailSent, 'kind', 'sentAt'),
  )`SELECT kind, sent_at AS sentAt FROM mail_sent WHERE sent_at > ${since}`
  return rows.all(db).map(({ kind, sentAt }) => ({ kind, at: Date.parse(sentAt) }))
}
