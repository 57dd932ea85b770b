import { Worker } from 'node:worker_threads'
import { refuse } from '../../errors'
import { after } from '../../lib/process/background'
import { Semaphore } from '../../lib/process/semaphore'
import { packaged } from '../../packaged'
import type { Drawn } from './draw'
import type { Card } from './layout'

/** A card takes a tenth of a second, the first one half a second more; on a busy machine, twenty times that. */
const TIMEOUT_MS = 30_000
/** Its thread takes 60 MB, so it ends when nobody shares. */
const IDLE_MS = 60_000
/** More would wait for longer than those who ask do. */
const MOST_WAITING = 6

const drawing = new Semaphore(1)
let waiting = 0
let worker: Worker | undefined
let cancelEnd: (() => void) | undefined

/** The card as a PNG. One at a time, in a thread of its own; 503 `BUSY` while many wait. */
export async function drawCard(card: Card): Promise<Uint8Array> {
  if (waiting >= MOST_WAITING) refuse('BUSY')
  waiting++
  try {
    return await drawing.run(() => draw(card))
  } finally {
    waiting--
  }
}

async function draw(card: Card): Promise<Uint8Array> {
  cancelEnd?.()
  if (worker === undefined) {
    worker = new Worker(packaged('card-thread.js'))
    worker.unref()
  }
  const drawn = Promise.withResolvers<Drawn>()
  worker.once('message', drawn.resolve)
  worker.once('error', drawn.reject)
  const late = () => drawn.reject(new Error('a share card took too long'))
  const cancelTimeout = after(TIMEOUT_MS, 'a share card that takes too long', late)
  try {
    worker.postMessage(card)
    const result = await drawn.promise
    if ('failure' in result) throw new Error(`a share card could not be drawn: ${result.failure}`)
    cancelEnd = after(IDLE_MS, 'ending the thread of share cards', endThread)
    return result.png
  } catch (error) {
    endThread()
    throw error
  } finally {
    cancelTimeout()
    worker?.removeAllListeners()
  }
}

function endThread(): void {
  void worker?.terminate()
  worker = undefined
}
