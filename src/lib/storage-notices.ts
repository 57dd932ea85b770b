import { storage } from '../../db/storage'
import type { StorageHealth } from '../../db/storage-health'
import type { UnavailableReason } from '../../db/storage-unavailable'
import { QUAD } from '../packaged'
import { runEvery } from './background'
import { log } from './log'

/** Often enough to log a removed file within a second. */
const LOOK_EVERY_MS = 500
const WARN_EVERY_MS = 60_000

/** Below it `doctor` fails, too. */
export const LEAST_FREE_BYTES = 100_000_000

/** What the operator does about it. */
export const STORAGE_ADVICE: Record<UnavailableReason, string> = {
  busy: 'Another program keeps the database locked: end it. Writes go on by themselves then.',
  full: 'Free some space in DATA_DIR. Writes go on by themselves then.',
  unsynced: 'The disk failed to write. Look at the log of the system, check the disk, and start Quad again.',
  replaced: `quad.db, quad.db-wal or quad.db-shm in DATA_DIR was removed, renamed or replaced. Quad writes nothing any more, so that nothing is lost, and still has the former files open. Before you stop it, run \`${QUAD} doctor\`: it says how to save them. Then start Quad again.`,
  'log-too-large': `Another program has quad.db open and keeps reading an old state: \`${QUAD} doctor\` names it. End it. Writes go on by themselves then.`,
  'read-only':
    'The file system of DATA_DIR is read-only, often because its disk failed: look at the log of the system, and mount it for writing. Writes go on by themselves then.',
  io: 'The disk fails to read or write: look at the log of the system, and check the disk. Writes go on by themselves when it does its work again.',
  unreplicated:
    'ACK=replicated, and the replica does not take what is written: look whether Litestream runs, with its control socket, and reaches its place. Writes go on by themselves then.',
  unclaimed:
    'The claims (PRIMARY_CLAIMS) could not be read in time, or this process stood still: look whether their place can be reached. Writes go on by themselves then.',
  fenced: `Another server has taken over. This one answers nothing any more: stop it, and see docs/litestream.md for its way back.`,
}

/** Logs for the operator what happens to the storage. The returned function stops that. */
export function startStorageNotices(): () => Promise<void> {
  const notices = new StorageNotices()
  return runEvery(LOOK_EVERY_MS, 'watching the storage', () => {
    const health = storage.health()
    if (health !== undefined) notices.note(health)
  })
}

/** Says once that writes end, once that they go on, and once a minute what will end them. */
class StorageNotices {
  #reason: UnavailableReason | undefined
  readonly #warnedAt = new Map<string, number>()

  note(health: StorageHealth): void {
    this.#noteWritability(health)
    const { log: wal, freeBytes, checkpointer } = health
    if (wal.bytes > wal.warnBytes)
      this.#warn(
        { walBytes: wal.bytes, limitBytes: wal.maxBytes },
        `The write-ahead log (quad.db-wal) grows: another program has quad.db open and keeps reading an old state. \`${QUAD} doctor\` names it. At the limit, writes are refused.`,
      )
    if (freeBytes < LEAST_FREE_BYTES)
      this.#warn({ freeBytes }, 'There is little space left in DATA_DIR. Free some before writes are refused.')
    if (checkpointer === 'dead' && health.writable)
      this.#warn(
        {},
        'The thread that moves the write-ahead log into quad.db has ended. Start Quad again when nobody minds.',
      )
    if (checkpointer === 'stuck')
      this.#warn(
        {},
        'The write-ahead log has not been moved into quad.db for a minute: the disk is slow, or another program locks quad.db.',
      )
  }

  #noteWritability(health: StorageHealth): void {
    const reason = health.writable ? undefined : health.reason
    if (reason === this.#reason) return
    this.#reason = reason
    if (reason === undefined) log.info('Writes go on')
    else log.error({ reason }, `Writes are refused. ${STORAGE_ADVICE[reason]}`)
  }

  #warn(fields: object, text: string): void {
    const now = performance.now()
    if (now - (this.#warnedAt.get(text) ?? Number.NEGATIVE_INFINITY) < WARN_EVERY_MS) return
    this.#warnedAt.set(text, now)
    log.warn(fields, text)
  }
}
