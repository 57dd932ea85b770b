import { api, envelope, type ResponseData } from '../../../app/lib/api'

export const WEBHOOK_EVENTS = ['post.published', 'report.created', 'content.removed'] as const
type WebhookEvent = (typeof WEBHOOK_EVENTS)[number]

export const readWebhooks = () => envelope(api.admin.webhooks.get())
export type Webhook = ResponseData<ReturnType<typeof readWebhooks>>['webhooks'][number]
export type WebhookInput = { url: string; events: WebhookEvent[] }

export const createWebhook = (input: WebhookInput) => envelope(api.admin.webhooks.post(input))
export const changeWebhook = (id: string, changes: Partial<WebhookInput> & { enabled?: boolean }) =>
  envelope(api.admin.webhooks({ id }).patch(changes))
export const deleteWebhook = (id: string) => envelope(api.admin.webhooks({ id }).delete())
export const replaceSecret = (id: string) => envelope(api.admin.webhooks({ id })['rotate-secret'].post())
export const sendTest = (id: string) => envelope(api.admin.webhooks({ id }).test.post())

export const readDeliveries = (id: string) => envelope(api.admin.webhooks({ id }).deliveries.get())
export type Delivery = ResponseData<ReturnType<typeof readDeliveries>>['deliveries'][number]
export const sendAgain = (id: string, deliveryId: string) =>
  envelope(api.admin.webhooks({ id }).deliveries({ deliveryId }).redeliver.post())

/** The host: the whole URL may let whoever reads it in. */
export const webhookName = ({ url, id }: Pick<Webhook, 'url' | 'id'>): string => (url === null ? id : new URL(url).host)
