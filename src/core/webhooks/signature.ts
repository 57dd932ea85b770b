import { createHmac, randomBytes } from 'node:crypto'

// Standard Webhooks (standardwebhooks.com), symmetric.

const PREFIX = 'whsec_'
const SECRET_BYTES = 32
/** How long a replaced secret signs, too. */
export const FORMER_SECRET_MS = 86_400_000

export const newSecret = (): string => `${PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`

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
