import { createHmac, randomBytes } from 'node:crypto'
import { config } from '../../config'
import { unseal } from '../../lib/crypto/sealing'
import { type Outcome as Posted, postTo } from '../../lib/net/outgoing'
import { isValid } from '../../lib/process/clock'
import type { DeliveryRecord, WebhookRow } from './schemas'

// A request to the server of a webhook: Standard Webhooks (standardwebhooks.com), symmetric.

const PREFIX = 'whsec_'
/** How long a replaced secret signs, too. */
export const FORMER_SECRET_MS = 86_400_000

export const newSecret = (): string => `${PREFIX}${randomBytes(32).toString('base64')}`

export type Signed = { id: string /** Unix time of the try. */; seconds: number; body: string }

export function sign(secret: string, { id, seconds, body }: Signed): string {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
  return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`
}

/** The headers of a try. While a secret is being replaced both sign. */
export const signedHeaders = (secrets: readonly string[], message: Signed): Record<string, string> => ({
  'webhook-id': message.id,
  'webhook-timestamp': String(message.seconds),
  'webhook-signature': secrets.map((secret) => sign(secret, message)).join(' '),
})

export type Outcome = Omit<Posted, 'problem'> & Pick<DeliveryRecord, 'problem'>

/** Posts JSON to the server of a webhook. Rejects only when `stop` is aborted. */
export const send = (
  { headers, ...request }: { url: string; headers: Record<string, string>; body: string },
  stop: AbortSignal,
  timeoutMs?: number,
): Promise<Outcome> =>
  postTo(
    { ...request, headers: { ...headers, 'content-type': 'application/json' } },
    { service: 'webhook', networks: config.webhookPrivateNetworks, stop, timeoutMs },
  )

/** Tries one delivery. Rejects only when `stop` is aborted. */
export async function post(webhook: WebhookRow, id: string, body: string, stop: AbortSignal): Promise<Outcome> {
  const { id: webhookId, secretSealed, formerSecretSealed, formerUntil } = webhook
  const [url, secret] = [unseal(webhookId, webhook.urlSealed), unseal(webhookId, secretSealed)]
  // Without the current secret not the former one either, which whoever verifies would refuse some day.
  if (url === null || secret === null) return { statusCode: null, problem: 'secret' }
  const isFormerValid = formerSecretSealed !== null && formerUntil !== null && isValid(formerUntil, FORMER_SECRET_MS)
  const former = isFormerValid ? unseal(webhookId, formerSecretSealed) : null
  const message = { id, seconds: Math.floor(Date.now() / 1_000), body }
  const headers = signedHeaders(former === null ? [secret] : [secret, former], message)
  return send({ url, headers, body }, stop)
}
