import { config } from '../../config'
import { type Outcome as Posted, postTo } from '../../lib/outgoing/post'
import type { DeliveryRecord } from './record'

export type Outcome = Omit<Posted, 'problem'> & { problem: DeliveryRecord['problem'] }

type Request = { url: string; headers: Record<string, string>; body: string }

/** Posts JSON to the server of a webhook. Rejects only when `stop` is aborted. */
export const send = ({ headers, ...request }: Request, stop: AbortSignal, timeoutMs?: number): Promise<Outcome> =>
  postTo(
    { ...request, headers: { ...headers, 'content-type': 'application/json' } },
    { service: 'webhook', networks: config.webhookPrivateNetworks, stop, timeoutMs },
  )
