import { storage, type Tx } from '../../../db/storage'
import { inBackground, reportFailure } from '../../lib/background'
import { type Session, wasSeenLongAgo } from '../access/sessions'
import { replaceDueCookie } from './refresh-tokens'
import { endOfUse, type OpenedSession, recordSeen, renewSession } from './sessions'

// Writes that the use of a session causes now and then. No read waits for them or fails with them: on a full disk people
// go on reading, and a later request tries again.

const PAUSE_MS = 30_000

/** For each task and session, until when it is not tried again: while it is under way, or after a failure. */
const paused = new Map<string, number>()
const MOST_PAUSED = 20_000

/** Writes once at a time for each session, and not for half a minute after a failure. */
async function attemptWrite<T>(task: string, { id }: Session, write: (tx: Tx) => Promise<T>): Promise<T | undefined> {
  const key = `${task} ${id}`
  const now = performance.now()
  if ((paused.get(key) ?? 0) > now) return undefined
  if (paused.size >= MOST_PAUSED) paused.clear()
  paused.set(key, now + PAUSE_MS)
  try {
    const written = await storage.write(write)
    paused.delete(key)
    return written
  } catch (error) {
    reportFailure(error, task)
    return undefined
  }
}

const writeBeside = (task: string, session: Session, write: (tx: Tx) => Promise<unknown>): void =>
  inBackground(task, async () => void (await attemptWrite(task, session, write)))

/** Renews the session, and returns the end that its cookie may have. Until the record has it, too, the record decides. */
export function renewBeside(session: Session): string {
  const expiresAt = endOfUse(session.createdAt)
  writeBeside('renewing a session', session, (tx) => renewSession(tx, session.id, expiresAt))
  return expiresAt
}

export function recordSeenIfLongAgo(session: Session): void {
  if (wasSeenLongAgo(session))
    writeBeside('recording the last use of a session', session, (tx) => recordSeen(tx, session.id))
}

/**
 * As `replaceDueCookie`, which the response waits for: its client must know the new token before the old one ends. A
 * failure leaves the old one valid.
 */
export const tryReplaceDueCookie = (session: Session, token: string): Promise<OpenedSession | undefined> =>
  attemptWrite('replacing a cookie', session, (tx) => replaceDueCookie(tx, session, token))
