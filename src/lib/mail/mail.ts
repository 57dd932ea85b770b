import { storage, type Tx } from '../../../db/storage'
import { config } from '../../config'
import { inBackground, reportFailure } from '../background'
import { log } from '../log'
import { counted } from '../metrics'
import { ask } from '../tracing/outgoing'
import { hourAgo, hourlyMail, type MailKind } from './budget'
import { MailFailure, MailLimit } from './errors'
import { type Mail, refuseUnsafe, type Sent } from './message'
import { countQueued, deleteQueuedTo, insertQueued, noteSent, sentSince } from './queries'
import { transport } from './transport'

export type { Mail } from './message'

export const countMail = counted(
  {
    name: 'quad_mails_total',
    help: 'Mails by outcome: `failed` counts each try, `limited` those above `MAIL_PER_HOUR`, `lost` what is not tried again',
    label: 'outcome',
  },
  ['sent', 'failed', 'limited', 'lost'],
)

/**
 * Sends a mail that somebody waits for: one attempt, at most 10 seconds.
 * @throws MailFailure when it was not sent
 * @throws MailLimit above what MAIL_PER_HOUR leaves for the kind
 */
export const deliver = (mail: Mail, kind: 'account' | 'signup' = 'account'): Promise<Sent> => sendOnce(mail, kind)

/**
 * Sends a mail that nobody waits for, or five hundred removed posts would keep everybody from signing in.
 * @throws MailFailure, MailLimit as `deliver`
 */
export const deliverQueued = (mail: Mail): Promise<{ messageId: string }> => sendOnce(mail, 'notice')

async function sendOnce(mail: Mail, kind: MailKind): Promise<Sent> {
  const refund = consumeBudget(kind)
  try {
    const sent = await ask('mail', () => transport.send(mail, kind !== 'notice'))
    // If this fails, the mail was sent all the same.
    inBackground('counting a sent mail', () => storage.write((tx) => noteSent(tx, kind, hourAgo())))
    countMail('sent')
    return sent
  } catch (error) {
    refund()
    throw noted(error)
  }
}

function consumeBudget(kind: MailKind): () => void {
  try {
    return hourlyMail().consume(kind)
  } catch (error) {
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

/**
 * Checks that a mail to an account could be sent now; simultaneous requests share one check.
 * @throws MailFailure
 * @throws MailLimit above `MAIL_PER_HOUR`
 */
export async function mailReachable(): Promise<void> {
  hourlyMail().check('account')
  if (performance.now() < reachableUntil) return
  verification ??= verify().finally(() => {
    verification = undefined
  })
  await verification
  reachableUntil = performance.now() + REACHABLE_MS
}

async function verify(): Promise<void> {
  try {
    await transport.verify()
  } catch (error) {
    throw noted(error)
  }
}

/** A flood of requests must not become one of sign-ins to the mail server. */
const REACHABLE_MS = 5_000

let reachableUntil = 0
let verification: Promise<void> | undefined

/**
 * Queues a mail that nobody waits for, in the transaction of its cause. It is sent after the commit and tried again for
 * three days. The queue is on disk and in backups, so such a mail must never contain a code, link or token that opens
 * anything; for these there are `deliver` and `deliverInBackground`.
 * @throws MailFailure when no server could ever take it
 */
export async function enqueue(tx: Tx, mail: Mail): Promise<void> {
  refuseUnsafe(mail)
  await insertQueued(tx, mail)
  tx.afterCommit(() => wakeQueue())
}

let wakeQueue = () => {}

/** `effect` runs after a mail was committed to the queue. */
export function onEnqueued(effect: () => void) {
  wakeQueue = effect
}

/** Deletes queued mail to an address, when its account is deleted. */
export async function withdrawMail(tx: Tx, addressIndexes: readonly string[]): Promise<void> {
  await deleteQueuedTo(tx, addressIndexes)
}

/** Pauses before the second and the third try. */
const PAUSES_MS = [1_000, 5_000]

/**
 * Sends a mail with a secret, for which the caller must not wait: the time would reveal whether there is such an
 * account. The mail is in memory only: after three attempts it is lost. Returns whether it was sent; never throws.
 */
export function deliverInBackground(mail: Mail, { send = deliver, pausesMs = PAUSES_MS } = {}): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  inBackground('a mail with a code or link', async () => resolve(await tryRepeatedly(mail, send, pausesMs)))
  return promise
}

async function tryRepeatedly(mail: Mail, send: typeof deliver, pausesMs: number[]): Promise<boolean> {
  for (const pause of [...pausesMs, undefined]) {
    try {
      await send(mail)
      return true
    } catch (error) {
      const hopeless =
        pause === undefined || error instanceof MailLimit || (error instanceof MailFailure && error.permanent)
      log.warn({ problem: describeProblem(error) }, hopeless ? 'a mail is lost' : 'a mail was not sent yet')
      if (hopeless) {
        countMail('lost')
        return false
      }
      await Bun.sleep(pause)
    }
  }
  return false
}

/** What went wrong, for a log: other errors than our own may quote an address. */
export function describeProblem(error: unknown): string {
  if (error instanceof MailFailure || error instanceof MailLimit) return error.message
  return error instanceof Error ? error.name : 'unknown'
}

/** Counts what an earlier process sent in the last hour. */
export async function recallSent(): Promise<void> {
  hourlyMail().recall(await sentSince(storage.reader, hourAgo()))
}

/** Read from the database, so also correct in a process other than the server. */
export async function mailLoad(): Promise<{ sentLastHour: number; limit: number; queued: number }> {
  const [sent, queued] = await Promise.all([sentSince(storage.reader, hourAgo()), countQueued(storage.reader)])
  return { sentLastHour: sent.length, limit: config.mailPerHour, queued }
}
