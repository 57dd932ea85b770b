import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { config } from '../../config'
import { databaseFile } from '../data-directory'

/** Litestream did not replicate; the message is for the operator. */
export class NotReplicated extends Error {
  override name = 'NotReplicated'
}

const Synced = Type.Object({ txid: Type.Integer(), replicated_txid: Type.Integer() })
const Refused = Type.Object({ error: Type.String() })

/** A path in the answer of Litestream may name a folder of a person. */
const LONGEST_REASON = 200

/**
 * Resolves when Litestream has at the replica what was committed before: `litestream sync -wait`, by its control socket
 * (https://litestream.io/reference/sync/).
 * @throws NotReplicated
 */
export async function syncReplica(withinMs: number): Promise<void> {
  const answer = await ask(withinMs)
  if (Value.Check(Refused, answer)) throw new NotReplicated(answer.error.slice(0, LONGEST_REASON))
  // More at the replica than here: somebody else replicates to that place.
  if (!Value.Check(Synced, answer) || answer.replicated_txid < 1 || answer.replicated_txid > answer.txid)
    throw new NotReplicated('its replica is not one of this database alone')
}

async function ask(withinMs: number): Promise<unknown> {
  try {
    const response = await fetch('http://litestream/sync', {
      unix: config.litestreamSocket,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ path: databaseFile(), wait: true, timeout: Math.ceil(withinMs / 1000) }),
      signal: AbortSignal.timeout(withinMs),
    })
    return await response.json()
  } catch (error) {
    const isLate = error instanceof Error && error.name === 'TimeoutError'
    throw new NotReplicated(
      isLate ? 'it does not answer in time' : `nothing answers at ${config.litestreamSocket} (LITESTREAM_SOCKET)`,
    )
  }
}
