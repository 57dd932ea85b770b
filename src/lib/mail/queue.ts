import { mailQueue } from '../../../db/schema/server'
import { raw, sql } from '../../../db/sql'
import { INTEGER, orNull, pick, type Raw, selectList, TEXT } from '../../../db/statement'
import { type Connection, storage, type Tx } from '../../../db/storage'
import { exactId } from '../crypto/ids'
import { seal, unseal } from '../crypto/sealing'
import { addressIndex } from '../net/addresses'
import { after, attempt, reportFailure } from '../process/background'
import { log } from '../process/log'
import { gauge } from '../process/metrics'
import { isoOf } from '../text/coarse-time'
import { hourAgo, hourlyMail } from './budget'
import { countMail, deliverQueued, describeProblem, sentSince } from './mail'
import { type Mail, MailFailure, MailLimit, refuseUnsafe } from './message'

/**
 * Queues a mail with its cause, for three days. Backups have the queue: such a mail never has a code or link that opens
 * anything. @throws MailFailure when no server could ever take it
 */
export function enqueue(tx: Tx, mail: Mail): void {
  refuseUnsafe(mail)
  const id = exactId()
  const now = new Date().toISOString()
  const sealed = seal(id, JSON.stringify(mail))
  const queued = { id, addresseeIndex: addressIndex(mail.to), sealed, createdAt: now, nextAttemptAt: now }
  tx.orm.insert(mailQueue).values(queued).run()
  tx.afterCommit(wake)
}

/** Null if the key that sealed it is gone. */
export function openQueued({ id, sealed }: { id: string; sealed: string }): Mail | null {
  const mail = unseal(id, sealed)
  return mail === null ? null : JSON.parse(mail)
}

export function withdrawMail(tx: Tx, addressIndexes: readonly string[]): void {
  for (const index of addressIndexes) sql`DELETE FROM mail_queue WHERE addressee_index = ${index}`.run(tx)
}

export const countQueued = (db: Connection): number =>
  sql({ count: INTEGER })`SELECT count(*) AS count FROM mail_queue`.get(db)!.count

const FIRST_PAUSE_MS = 60_000
const LONGEST_PAUSE_MS = 3_600_000
/** With these pauses three days. Not by the clock, which may be wrong. */
const MOST_ATTEMPTS = 77

/** Monitoring asks while storage opens and closes, too. */
const load = () =>
  storage.health() &&
  sql({ length: INTEGER, oldest: orNull(TEXT) })`
    SELECT count(*) AS length, min(created_at) AS oldest FROM mail_queue`.get(storage.reader)

gauge('quad_mail_queue_length', 'Mails that wait to be sent or tried again', () => load()?.length)
gauge('quad_mail_queue_oldest_seconds', 'For how long the oldest mail of the queue has waited', () => {
  const { oldest } = load() ?? {}
  return oldest === undefined ? undefined : Math.max(0, Date.now() - Date.parse(oldest ?? isoOf(Date.now()))) / 1000
})

let state: 'new' | 'running' | 'stopped' = 'new'
let draining: Promise<void> | undefined
let wokenMeanwhile = false
let cancelWake = () => {}

/** Sends queued mail now and whenever some is due. Storage must be open. */
export function startMailQueue(): void {
  if (state === 'new') {
    hourlyMail().recall(sentSince(storage.reader, hourAgo()))
    storage.onForeignWrite(wake)
  }
  state = 'running'
  wake()
}

/** Stops the queue and waits for the mail being sent. Call it before storage closes. */
export async function stopMailQueue(): Promise<void> {
  state = 'stopped'
  cancelWake()
  await draining
}

function wake() {
  wokenMeanwhile = true
  if (state !== 'running' || draining) return
  cancelWake()
  wokenMeanwhile = false
  draining = attempt('the mail queue', async () => {
    const pause = await drain().finally(() => {
      draining = undefined
    })
    if (state !== 'running') return
    if (wokenMeanwhile) wake()
    else if (pause !== undefined) cancelWake = after(pause, 'the mail queue', wake)
  })
}

async function drain(): Promise<number | undefined> {
  try {
    await sendDueMail()
    const next = sql({ at: orNull(TEXT) })`SELECT min(next_attempt_at) AS at FROM mail_queue`.get(storage.reader)?.at
    return next == null ? undefined : Math.min(Math.max(0, Date.parse(next) - Date.now()), LONGEST_PAUSE_MS)
  } catch (error) {
    if (error instanceof MailLimit) return error.rateLimit.resetSeconds * 1_000
    reportFailure(new MailFailure(describeProblem(error)), 'the mail queue')
    return FIRST_PAUSE_MS
  }
}

const QUEUED = pick(mailQueue, 'id', 'sealed', 'attempts', 'nextAttemptAt', 'lastError')
type QueuedMail = Raw<typeof QUEUED>

/** Sends what is due, one after another. @throws MailLimit above half of `MAIL_PER_HOUR`; no attempt is counted then */
export async function sendDueMail(send: typeof deliverQueued = deliverQueued): Promise<void> {
  for (;;) {
    const [now, latest] = [Date.now(), Date.now() + LONGEST_PAUSE_MS].map(isoOf) as [string, string]
    // One that would wait for longer than the longest pause was postponed while the clock was ahead.
    const queued = sql(QUEUED)`
      SELECT ${raw(selectList(QUEUED))} FROM mail_queue WHERE next_attempt_at <= ${now} OR next_attempt_at > ${latest}
      ORDER BY next_attempt_at LIMIT 1`.get(storage.reader)
    if (!queued) return
    await sendQueued(queued, send)
    if (state === 'stopped') return
  }
}

/** Sent, but still queued, because nothing could be written since. */
const sent = new Set<string>()

/** Its next attempt is written before this one: a disk that takes no writes sends nothing again and again. */
async function sendQueued(queued: QueuedMail, send: typeof deliverQueued) {
  const { id } = queued
  if (!sent.has(id)) {
    await storage.write((tx) => note(tx, nextAttempt(queued, 'not finished')))
    try {
      const mail = openQueued(queued)
      if (mail === null) throw new MailFailure('The key that sealed the mail is gone', true)
      await send(mail)
    } catch (error) {
      if (!(error instanceof MailLimit)) return postpone(queued, error)
      await storage.write((tx) => note(tx, queued))
      throw error
    }
    sent.add(id)
  }
  await storage.write((tx) => sql`DELETE FROM mail_queue WHERE id = ${id}`.run(tx))
  sent.delete(id)
}

type Attempt = Omit<QueuedMail, 'sealed'>

function note(tx: Tx, { id, attempts, nextAttemptAt, lastError }: Attempt): void {
  sql`UPDATE mail_queue SET attempts = ${attempts}, next_attempt_at = ${nextAttemptAt}, last_error = ${lastError}
    WHERE id = ${id}`.run(tx)
}

function nextAttempt({ id, attempts }: QueuedMail, lastError: string): Attempt {
  const pause = Math.min(FIRST_PAUSE_MS * 2 ** attempts, LONGEST_PAUSE_MS)
  return { id, attempts: attempts + 1, nextAttemptAt: isoOf(Date.now() + pause), lastError }
}

async function postpone(queued: QueuedMail, error: unknown) {
  const problem = describeProblem(error)
  const next = nextAttempt(queued, problem)
  const { id, attempts, nextAttemptAt } = next
  if ((error instanceof MailFailure && error.permanent) || attempts >= MOST_ATTEMPTS) {
    await storage.write((tx) => sql`DELETE FROM mail_queue WHERE id = ${id}`.run(tx))
    countMail('lost')
    log.error({ mail: id, attempts, problem }, 'a queued mail was given up')
    return
  }
  await storage.write((tx) => note(tx, next))
  log.warn({ mail: id, attempts, problem, nextAttemptAt }, 'a queued mail was not sent yet')
}
