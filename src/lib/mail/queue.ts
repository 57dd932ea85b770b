import { storage } from '../../../db/storage'
import { after, attempt, reportFailure } from '../background'
import { log } from '../log'
import { measured } from '../metrics'
import { MailFailure, MailLimit } from './errors'
import { countMail, deliverQueued, describeProblem, onEnqueued, recallSent } from './mail'
import { deleteQueued, firstDue, nextDueTime, openQueued, postponeQueued, type QueuedMail, queueLoad } from './queries'

const FIRST_PAUSE_MS = 60_000
const LONGEST_PAUSE_MS = 3_600_000
/** With these pauses three days. Not by the clock, which may be wrong. */
const MOST_ATTEMPTS = 77

/** Monitoring asks while storage opens and closes, too. */
const load = () => storage.health() && queueLoad(storage.reader)

measured(
  'gauge',
  { name: 'quad_mail_queue_length', help: 'Mails that wait to be sent or tried again' },
  () => load()?.length,
)
measured(
  'gauge',
  { name: 'quad_mail_queue_oldest_seconds', help: 'For how long the oldest mail of the queue has waited' },
  () => load()?.oldestSeconds,
)

let started = false
let stopping = false
let prepared = false
let draining: Promise<void> | undefined
let wokenMeanwhile = false
let cancelWake = () => {}

/** Sends queued mail now and whenever some is due. Storage must be open. */
export async function startMailQueue(): Promise<void> {
  if (!prepared) {
    await recallSent()
    onEnqueued(wake)
    storage.onForeignWrite(wake)
  }
  prepared = true
  started = true
  stopping = false
  wake()
}

/** Stops the queue and waits for the mail being sent. Call it before storage closes. */
export async function stopMailQueue(): Promise<void> {
  started = false
  stopping = true
  cancelWake()
  await draining
}

function wake() {
  wokenMeanwhile = true
  if (!started || draining) return
  cancelWake()
  wokenMeanwhile = false
  draining = attempt('the mail queue', async () => {
    const pause = await drain().finally(() => {
      draining = undefined
    })
    if (!started) return
    if (wokenMeanwhile) wake()
    else if (pause !== undefined) cancelWake = after(pause, 'the mail queue', wake)
  })
}

/** Sends what is due and returns the milliseconds until the next; undefined if the queue is empty. */
async function drain(): Promise<number | undefined> {
  try {
    await sendDueMail()
    const next = await nextDueTime(storage.reader)
    return next === undefined ? undefined : Math.min(Math.max(0, Date.parse(next) - Date.now()), LONGEST_PAUSE_MS)
  } catch (error) {
    if (error instanceof MailLimit) return error.rateLimit.resetSeconds * 1_000
    reportFailure(new MailFailure(describeProblem(error)), 'the mail queue')
    return FIRST_PAUSE_MS
  }
}

/**
 * Sends every queued mail that is due, one after another.
 * @throws MailLimit above half of `MAIL_PER_HOUR`; then no attempt is counted
 */
export async function sendDueMail(send: typeof deliverQueued = deliverQueued): Promise<void> {
  for (;;) {
    const queued = await firstDue(storage.reader, LONGEST_PAUSE_MS)
    if (!queued) return
    await sendQueued(queued, send)
    if (stopping) return
  }
}

/** Sent, but still queued, because nothing could be written since. */
const sent = new Set<string>()

/**
 * Sends a mail that is due, once, as far as SMTP can: its next attempt is written before this one, so that a disk that
 * takes no writes sends nothing again and again, and of a killed process the mail is sent twice at most.
 */
async function sendQueued(queued: QueuedMail, send: typeof deliverQueued) {
  const { id, attempts, nextAttemptAt, lastError } = queued
  if (!sent.has(id)) {
    await storage.write((tx) => postponeQueued(tx, id, nextAttempt(queued, 'not finished')))
    try {
      await send(openQueued(queued) ?? lostKey())
    } catch (error) {
      if (!(error instanceof MailLimit)) return postpone(queued, error)
      await storage.write((tx) => postponeQueued(tx, id, { attempts, nextAttemptAt, lastError }))
      throw error
    }
    sent.add(id)
  }
  await storage.write((tx) => deleteQueued(tx, id))
  sent.delete(id)
}

function nextAttempt({ attempts }: QueuedMail, lastError: string) {
  const pause = Math.min(FIRST_PAUSE_MS * 2 ** attempts, LONGEST_PAUSE_MS)
  return { attempts: attempts + 1, nextAttemptAt: new Date(Date.now() + pause).toISOString(), lastError }
}

const lostKey = (): never => {
  throw new MailFailure('The key that sealed the mail is gone', true)
}

async function postpone(queued: QueuedMail, error: unknown) {
  const { id, attempts } = queued
  const problem = describeProblem(error)
  const change = nextAttempt(queued, problem)
  const hopeless = error instanceof MailFailure && error.permanent
  if (hopeless || attempts + 1 >= MOST_ATTEMPTS) {
    await storage.write((tx) => deleteQueued(tx, id))
    countMail('lost')
    log.error({ mail: id, attempts: attempts + 1, problem }, 'a queued mail was given up')
    return
  }
  await storage.write((tx) => postponeQueued(tx, id, change))
  log.warn(
    { mail: id, attempts: change.attempts, problem, nextAttemptAt: change.nextAttemptAt },
    'a queued mail was not sent yet',
  )
}
