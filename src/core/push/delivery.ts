import { randomInt } from 'node:crypto'
import { storage } from '../../../db/storage'
import { runEvery } from '../../lib/background'
import { keyById, keyedHash } from '../../lib/keys'
import { postTo } from '../../lib/outgoing'
import { unseal } from '../../lib/sealing'
import { Semaphore } from '../../lib/semaphore'
import { type BrowserKeys, encryptPush, vapidAuthorization } from '../../lib/web-push'
import { notificationsOn } from '../settings/settings'
import { countTry } from './metrics'
import { pushText } from './payload'
import { type DuePush, deleteDelivery, deleteSubscription, duePushes, postponeDelivery, putFailures } from './queries'
import { PUSH_NETWORKS } from './service'

// Sends what is due, a few at a time. A try is written before it is made, so that a killed process repeats it.

const CHECK_INTERVAL_MS = 5_000
const BATCH = 50
const AT_ONCE = 8
const SECOND = 1_000
/** Before the second try and each after it. */
const PAUSES_MS = [30 * SECOND, 300 * SECOND, 1_800 * SECOND, 7_200 * SECOND] as const
const MAX_ATTEMPTS = PAUSES_MS.length + 1
const LONGEST_PAUSE_MS = 2 * PAUSES_MS[3]
/** A browser whose service refuses so many in a row is gone. */
const MAX_FAILURES = 20
/** How long a service keeps a push for a telephone that is off. */
const TTL_S = 86_400

const pauseAfter = (attempts: number): number => {
  const pause = PAUSES_MS[Math.min(attempts, PAUSES_MS.length) - 1] ?? 0
  return pause + randomInt(Math.ceil(pause / 10) + 1)
}
const at = (time: number): string => new Date(time).toISOString()

const due = () => {
  const now = Date.now()
  return duePushes(storage.reader, { now: at(now), latest: at(now + LONGEST_PAUSE_MS), limit: BATCH })
}

/** Sends everything that is due. */
export async function sendDuePushes(stop: AbortSignal = new AbortController().signal): Promise<void> {
  for (;;) {
    const pushes = due()
    if (pushes.length === 0 || stop.aborted) return
    const now = Date.now()
    await storage.write(async (tx) => {
      for (const push of pushes) {
        const attempts = push.attempts + 1
        postponeDelivery(tx, { ...push, attempts, dueAt: at(now + pauseAfter(attempts)) })
      }
    })
    const few = new Semaphore(AT_ONCE)
    await Promise.all(pushes.map((push) => few.run(() => deliver(push, stop))))
  }
}

type Browser = BrowserKeys & { endpoint: string }

async function deliver(push: DuePush, stop: AbortSignal): Promise<void> {
  const key = keyById(push.keyId)
  const sealed = unseal(push.id, push.sealed)
  // Without its key nobody can push to that browser any more; it subscribes anew.
  if (key === undefined || sealed === null) return finish(push, 'gone')
  const text = notificationsOn() ? await pushText(push) : null
  if (text === null) return finish(push, 'skipped')
  const browser: Browser = JSON.parse(sealed)
  const { statusCode, problem } = await postTo(
    {
      url: browser.endpoint,
      headers: {
        authorization: vapidAuthorization(key, browser.endpoint),
        'content-encoding': 'aes128gcm',
        'content-type': 'application/octet-stream',
        ttl: String(TTL_S),
        // A service replaces what still waits for the same notification; the id itself is nobody's business.
        topic: keyedHash('push-topic', push.notificationId, key).slice(0, 32),
        urgency: 'normal',
      },
      body: encryptPush(text, browser),
    },
    { service: 'push', networks: PUSH_NETWORKS, stop },
  )
  if (problem === null) return finish(push, 'sent')
  if (statusCode === 404 || statusCode === 410 || problem === 'address') return finish(push, 'gone')
  const isHopeless = statusCode !== null && statusCode < 500 && statusCode !== 429
  await finish(push, isHopeless || push.attempts + 1 >= MAX_ATTEMPTS ? 'refused' : 'failed')
}

type Outcome = 'sent' | 'skipped' | 'gone' | 'refused' | 'failed'

/** `refused` is given up; `failed` is tried again at the time that was written before. */
async function finish(push: DuePush, outcome: Outcome): Promise<void> {
  countTry(outcome)
  await storage.write(async (tx) => {
    if (outcome !== 'failed') deleteDelivery(tx, push)
    const failures = push.failures + 1
    const isGone = outcome === 'gone' || ((outcome === 'refused' || outcome === 'failed') && failures >= MAX_FAILURES)
    if (isGone) deleteSubscription(tx, push.id)
    else if (outcome === 'sent' && push.failures > 0) putFailures(tx, push.id, 0)
    else if (outcome === 'refused' || outcome === 'failed') putFailures(tx, push.id, failures)
  })
}

/** Looks for due pushes now and then. The returned function stops that, and what is being sent. */
export function startPushes(): () => Promise<void> {
  const stopping = new AbortController()
  const stop = runEvery(CHECK_INTERVAL_MS, 'pushes', () =>
    sendDuePushes(stopping.signal).catch((error) => {
      if (!stopping.signal.aborted) throw error
    }),
  )
  return async () => {
    stopping.abort(new Error('Quad is stopping'))
    await stop()
  }
}
