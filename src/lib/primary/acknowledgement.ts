import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { Counter, Histogram } from '../../../db/prometheus'
import type { Gate } from '../../../db/storage-health'
import { StorageUnavailable } from '../../../db/storage-unavailable'
import { config } from '../../config'
import { databaseFile } from '../files/data-directory'
import { runEvery } from '../process/background'
import { log } from '../process/log'
import { gauge } from '../process/metrics'
import { ClaimsUnclear, type PrimaryWatch } from './standing'

const TRY_EVERY_MS = 1000
const RETRY_MS = 50
/** Then a write is given up, and others are refused. */
export const ACK_WITHIN_MS = 5_000

const waits = new Histogram({
  name: 'quad_replication_wait_seconds',
  help: 'How long commits waited until the replica had them and the claim was found valid (`ACK=replicated`)',
  buckets: [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10],
})
const failures = new Counter({
  name: 'quad_replication_failures_total',
  help: 'Commits that were not answered with 2xx because the replica did not take them, or the claims could not be read',
})

let current: Acknowledgement | undefined
gauge(
  'quad_replication_reached',
  'Whether the replica took what was last written (`ACK=replicated`)',
  () => current && (current.isReached ? 1 : 0),
)

/**
 * `ACK=replicated`: a commit is answered once the replica has it and this server was primary after that. A takeover
 * first claims and then restores, so it has whatever was answered.
 */
export class Acknowledgement implements Gate {
  #fault: StorageUnavailable | undefined
  #isActive = false

  constructor(readonly primary: PrimaryWatch) {}

  get refusal(): StorageUnavailable | undefined {
    return this.primary.refusal ?? this.#fault
  }

  get isReached(): boolean {
    return this.#fault === undefined
  }

  readonly confirm = async (): Promise<void> => {
    if (!this.#isActive) return
    const began = performance.now()
    try {
      await this.#attempt(began + ACK_WITHIN_MS)
      waits.observe((performance.now() - began) / 1000)
      this.#note(undefined)
    } catch (error) {
      failures.inc()
      this.#note(error)
      throw this.refusal ?? error
    }
  }

  /** From now on; what a start writes by itself nobody waits for. The returned function stops it. */
  start(): () => Promise<void> {
    this.#isActive = true
    current = this
    const stop = runEvery(TRY_EVERY_MS, 'trying whether the replica follows', async () => {
      if (this.#fault !== undefined)
        await this.#attempt(0).then(
          () => this.#note(undefined),
          () => {},
        )
    })
    return async () => {
      current = undefined
      await stop()
    }
  }

  async #attempt(deadline: number): Promise<void> {
    for (;;) {
      try {
        await syncReplica(Math.max(TRY_EVERY_MS, deadline - performance.now()))
        return await this.primary.look()
      } catch (error) {
        const isPassing = error instanceof NotReplicated || error instanceof ClaimsUnclear
        if (!isPassing || performance.now() + RETRY_MS > deadline) throw error
        await Bun.sleep(RETRY_MS)
      }
    }
  }

  #note(error: unknown): void {
    const before = this.#fault
    const reason = error instanceof ClaimsUnclear ? 'unclaimed' : 'unreplicated'
    const isFault = error === undefined || error instanceof StorageUnavailable
    this.#fault = isFault ? error : new StorageUnavailable(reason, { cause: error })
    if (this.#fault !== undefined && before === undefined)
      log.error({ err: error }, 'Writes are not acknowledged: they do not reach the replica (ACK=replicated)')
  }
}

/** Litestream did not replicate; the message is for the operator. */
class NotReplicated extends Error {
  override name = 'NotReplicated'
}

/** A path in the answer of Litestream may name a folder of a person. */
const LONGEST_REASON = 200

/** Resolves when the replica has all commits (https://litestream.io/reference/sync/). @throws NotReplicated */
export async function syncReplica(withinMs: number): Promise<void> {
  const answer: unknown = await fetch('http://litestream/sync', {
    unix: config.litestreamSocket,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ path: databaseFile(), wait: true, timeout: Math.ceil(withinMs / 1000) }),
    signal: AbortSignal.timeout(withinMs),
  })
    .then((response) => response.json())
    .catch((error: Error) => {
      if (error.name === 'TimeoutError') throw new NotReplicated('it does not answer in time')
      throw new NotReplicated(`nothing answers at ${config.litestreamSocket} (LITESTREAM_SOCKET)`)
    })
  if (Value.Check(Refused, answer)) throw new NotReplicated(answer.error.slice(0, LONGEST_REASON))
  // More at the replica than here: somebody else replicates to that place.
  if (!Value.Check(Synced, answer) || answer.replicated_txid < 1 || answer.replicated_txid > answer.txid)
    throw new NotReplicated('its replica is not one of this database alone')
}

const Synced = Type.Object({ txid: Type.Integer(), replicated_txid: Type.Integer() })
const Refused = Type.Object({ error: Type.String() })
