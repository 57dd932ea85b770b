import { storage, type Tx } from '../../../db/storage'
import { config } from '../../config'
import { atFirstUse } from '../../config/lazy'
import { log } from '../log'
import { noteMail } from '../metrics'
import { MailFailure, MailLimit } from './errors'
import { type Mail, refuseUnsafe } from './message'
import { countQueued, deleteQueuedTo, insertQueued, noteSent, sentSince } from './queries'
import { hourAgo, SlidingWindow } from './sliding-window'
import { transport } from './transport'

export type { Mail } from './message'

const hourlyMail = atFirstUse(() => new SlidingWindow(config.mailPerHour))

/**
 * Sends a mail that somebody waits for: tried once, given up after 10 seconds.
 * @throws MailFailure when it was not sent
 * @throws MailLimit above `MAIL_PER_HOUR`
 */
export const deliver = (mail: Mail): Promise<{ messageId: string }> => sendOnce(mail, 0)

/**
 * Sends a mail that nobody waits for: half of the hour's mail is not for these, or five hundred removed posts would
 * keep everybody from signing in.
 * @throws MailFailure, MailLimit as `deliver`
 */
export const deliverQueued = (mail: Mail): Promise<{ messageId: string }> => sendOnce(mail, hourlyMail().reserve)

async function sendOnce(mail: Mail, reserved: number): Promise<{ messageId: string }> {
  const refund = hourlyMail().consume(reserved)
  try {
    const sent = await transport.send(mail)
    inBackground(rememberSent())
    noteMail('sent')
    return sent
  } catch (error) {
    refund()
    noteMail('failed')
    throw error
  }
}

/**
 * Proves that a mail could be sent now; requests that come together share one proof.
 * @throws MailFailure
 * @throws MailLimit above `MAIL_PER_HOUR`
 */
export async function mailReachable(): Promise<void> {
  hourlyMail().check()
  proof ??= transport.verify().finally(() => {
    proof = undefined
  })
  await proof
}

let proof: Promise<void> | undefined

/**
 * Queues a mail that nobody waits for, in the transaction of what it tells about; it is sent after the commit and
 * tried again for three days. The queue is on disk and in backups: a code, link or token that opens anything must
 * never be in such a mail (`deliver` and `deliverInBackground` are for those).
 * @throws MailFailure when no server could ever take it
 */
export async function enqueue(tx: Tx, mail: Mail): Promise<void> {
  refuseUnsafe(mail)
  await insertQueued(tx, mail)
  tx.afterCommit(() => wakeQueue())
}

let wakeQueue = () => {}

/** Lets the queue know that a mail was committed to it. */
export function onEnqueued(effect: () => void) {
  wakeQueue = effect
}

/** Takes back what is queued for an address, as its account goes. */
export async function withdrawMail(tx: Tx, to: string): Promise<void> {
  await deleteQueuedTo(tx, to)
}

/** Pauses before the second and the third try. */
const PAUSES_MS = [1_000, 5_000]

/**
 * Sends a mail that holds a secret and for which the caller must not wait, lest the time tell whether there is such
 * an account. It lives in memory only: three tries, then it is lost. True when it was sent; never throws.
 */
export function deliverInBackground(mail: Mail, { send = deliver, pausesMs = PAUSES_MS } = {}): Promise<boolean> {
  return inBackground(tryRepeatedly(mail, send, pausesMs))
}

async function tryRepeatedly(mail: Mail, send: typeof deliver, pausesMs: number[]): Promise<boolean> {
  for (const pause of [...pausesMs, undefined]) {
    try {
      await send(mail)
      return true
    } catch (error) {
      const hopeless =
        pause === undefined || error instanceof MailLimit || (error instanceof MailFailure && error.permanent)
      log.warn({ problem: problemOf(error) }, hopeless ? 'a mail is lost' : 'a mail was not sent yet')
      if (hopeless) return false
      await Bun.sleep(pause)
    }
  }
  return false
}

/** What went wrong, fit for a log: only our own messages are sure to quote no address. */
export function problemOf(error: unknown): string {
  if (error instanceof MailFailure || error instanceof MailLimit) return error.message
  return error instanceof Error ? error.name : 'unknown'
}

const running = new Set<Promise<unknown>>()

function inBackground<T>(work: Promise<T>): Promise<T> {
  running.add(work)
  work.finally(() => running.delete(work)).catch(() => {})
  return work
}

/** Resolves when no mail is under way in the background; a shutdown waits for it, within its own bound. */
export async function mailIdle(): Promise<void> {
  while (running.size > 0) await Promise.allSettled(running)
}

/** Failing to count is no reason to tell the addressee that the mail was not sent. */
async function rememberSent() {
  try {
    await storage.write((tx) => noteSent(tx, hourAgo()))
  } catch {
    log.warn('a mail was sent but not counted for the next start')
  }
}

/** Counts the mail of the last hour that an earlier process sent. */
export async function recallSent(): Promise<void> {
  const times = await sentSince(storage.reader, hourAgo())
  hourlyMail().recall(times.map((time) => Date.parse(time)))
}

/** What mail there is, read from the database: true in another process than the server's, too. */
export async function mailLoad(): Promise<{ sentLastHour: number; limit: number; queued: number }> {
  const [sent, queued] = await Promise.all([sentSince(storage.reader, hourAgo()), countQueued(storage.reader)])
  return { sentLastHour: sent.length, limit: config.mailPerHour, queued }
}
