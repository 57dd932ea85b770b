import type { OpenStorage } from './open-storage'
import { StorageUnavailable } from './storage-unavailable'
import { runEvery } from './timers'

/** Twice a second, so that another process's write is noticed within a second. */
const foreignWritePollMs = 500
/** Several times a second, so that a removed file is noticed within a second. */
const lookIntervalMs = 250
const probeIntervalMs = 1000
const optimizeIntervalMs = 24 * 60 * 60 * 1000

/**
 * After a checkpoint the next write restarts the log, and SQLite syncs the new header within that write: it blocks the
 * event loop for 5 ms. So some time passes between checkpoints unless the log grows fast.
 */
const checkpointIntervalMs = 10_000

/** The log holds deleted content for this long at most. */
const emptyLogIntervalMs = 10 * 60 * 1000

/** Starts what an open storage does by itself. */
export function startStorageTasks(
  opened: OpenStorage,
  { foreign, optimize }: { foreign: () => void; optimize: () => Promise<void> },
): void {
  const { watch, checkpointer, checkpoints, numbers, report, stopTimers } = opened
  const poll = () => {
    if (numbers.takeForeign()) foreign()
  }
  stopTimers.push(
    runEvery(lookIntervalMs, 'looking at the database files', () => look(opened), report),
    runEvery(probeIntervalMs, 'trying whether writes go on', () => probe(opened), report),
    runEvery(foreignWritePollMs, 'looking for foreign writes', poll, report),
    runEvery(optimizeIntervalMs, 'renewing statistics', optimize, report),
    runEvery(emptyLogIntervalMs, 'emptying the log', () => watch.isMovable && checkpoints.empty(), report),
  )
  if (checkpointer !== undefined)
    stopTimers.push(runEvery(checkpointIntervalMs, 'moving the log', () => move(opened), report))
}

async function move({ watch, checkpoints }: OpenStorage): Promise<void> {
  if (!watch.isMovable) return
  // Where no write may begin, none restarts the log.
  await (watch.refusal === undefined ? checkpoints.run() : checkpoints.empty())
  if (await checkpoints.remnants?.find()) await checkpoints.empty()
}

async function look(opened: OpenStorage): Promise<void> {
  const { watch, queue, stalledAfterMs } = opened
  const isLate = queue.workingMs > stalledAfterMs
  // Seen twice: after the process itself stood still, what the disk has done is not known at the first look.
  const stall =
    isLate && opened.wasLate
      ? new StorageUnavailable('io', { cause: new Error('The disk does not answer.') })
      : undefined
  opened.wasLate = isLate
  watch.stalled(stall)
  if (stall !== undefined) queue.abandon(stall)
  watch.look()
  if (!watch.isReplaced || opened.endsUnclosed) return
  opened.endsUnclosed = true
  // Whatever ends the process: Bun would close the connections, and the last one runs a checkpoint.
  process.once('exit', () => opened.end('replaced'))
  await opened.checkpointer?.stop()
}

/** Finds out whether the fault of the last write has gone: nobody may write while the server is not ready. */
async function probe({ watch, queue }: OpenStorage): Promise<void> {
  if (!watch.needsProbe || queue.load.waiting > 0) return
  await queue
    .write(async ({ sqlite }) => {
      const version = sqlite.query<{ user_version: number }, []>('PRAGMA user_version').get()?.user_version
      sqlite.run(`PRAGMA user_version = ${version ?? 0}`)
    })
    .catch(() => {})
}
