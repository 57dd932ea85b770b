import { storage } from '../../../db/storage'
import { currentKey } from '../../lib/keyring'
import { keyIdOf } from '../../lib/keys'
import { seal, unseal } from '../../lib/sealing'
import { putWebhook, readWebhook, readWebhooks } from './queries'
import type { WebhookRow } from './record'

/** Under the current key; what this server cannot read stays as it is. */
function renewed(id: string, sealed: string): string {
  const text = keyIdOf(sealed) === currentKey().id ? null : unseal(id, sealed)
  return text === null ? sealed : seal(id, text)
}

function renewedSeals({ id, urlSealed, secretSealed, formerSecretSealed }: WebhookRow) {
  return {
    urlSealed: renewed(id, urlSealed),
    secretSealed: renewed(id, secretSealed),
    formerSecretSealed: formerSecretSealed === null ? null : renewed(id, formerSecretSealed),
  }
}

/** Seals URLs and secrets under the current key that name a former one, which then nothing names any more. */
export async function resealWebhooks(): Promise<void> {
  const key = currentKey().id
  const stale = readWebhooks(storage.reader).filter((row) =>
    [row.urlSealed, row.secretSealed, row.formerSecretSealed].some(
      (sealed) => sealed !== null && keyIdOf(sealed) !== key,
    ),
  )
  for (const { id } of stale)
    await storage.write(async (tx) => {
      const row = readWebhook(tx, id)
      if (row !== undefined) putWebhook(tx, id, renewedSeals(row))
    })
}
