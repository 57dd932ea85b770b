import { config } from '../../config'
import { syncReplica } from '../../lib/primary/litestream'
import { type Finding, fail, ok } from './finding'

/** With `ACK=replicated`: whether Litestream takes what is written. */
export async function* checkReplication(): AsyncGenerator<Finding> {
  if (config.ack !== 'replicated') return
  const began = performance.now()
  try {
    await syncReplica(config.ackWithinMs)
    yield ok('replication', `the replica has everything, after ${Math.round(performance.now() - began)} ms`)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    yield fail('replication', `ACK=replicated, and Litestream does not replicate: ${why}. Writes are refused meanwhile`)
  }
}
