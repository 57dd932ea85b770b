import { storage } from '../../../db/storage'
import { currentKey } from '../../lib/keys'
import { seal, unseal } from '../../lib/sealing'
import { deleteSubscription, putSealedKeys, sealedOtherwise } from './queries'

const BATCH = 100

/** Seals endpoints under the current key that name a former one. What this server cannot read is let go. */
export async function resealPushes(): Promise<void> {
  for (;;) {
    const rows = sealedOtherwise(storage.reader, currentKey().id, BATCH)
    if (rows.length === 0) return
    await storage.write(async (tx) => {
      for (const { id, sealed } of rows) {
        const text = unseal(id, sealed)
        if (text === null) deleteSubscription(tx, id)
        else putSealedKeys(tx, id, seal(id, text))
      }
    })
  }
}
