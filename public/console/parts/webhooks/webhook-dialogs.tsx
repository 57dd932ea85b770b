import { type Signal, useSignal } from '@preact/signals'
import { announce } from '../../../app/lib/announcements'
import { api, envelope, type Failure, type ResponseData } from '../../../app/lib/api'
import { wrongAt } from '../../../app/lib/form'
import { Dialog, DialogButtons } from '../../../app/ui/dialog'
import { Field, FieldError, SwitchField } from '../../../app/ui/field'
import { Time } from '../../../app/ui/time'
import { useResource } from '../../lib/page'
import { consoleText } from '../../texts/console'
import { webhooksText } from '../../texts/webhooks'
import { Loaded, RowButton } from '../../ui/panel'
import { CopyDialog, RecordButton } from '../../ui/record-dialog'

/** A secret to be copied, of a webhook that is new or whose secret was replaced. */
export type ShownSecret = { secret: string; isReplaced: boolean }

type SecretProps = { shown: Signal<ShownSecret | undefined> }

export function SecretDialog({ shown }: SecretProps) {
  const { secret } = webhooksText
  if (shown.value === undefined) return null
  const { secret: value, isReplaced } = shown.value
  const lead = isReplaced ? `${secret.lead} ${secret.former}` : secret.lead
  return <CopyDialog value={value} words={{ ...secret, lead }} onClose={() => (shown.value = undefined)} />
}

/** Only a new one comes with its secret. */
type Saved = { webhook: Webhook; secret?: string }

export function WebhookButton({ webhook, onDone }: { webhook?: Webhook; onDone: () => void }) {
  const shown = useSignal<ShownSecret | undefined>(undefined)
  const send = async (values: FormData): Promise<{ success: true; data: Saved } | Failure> => {
    const events = WEBHOOK_EVENTS.filter((event) => values.getAll('events').includes(event))
    if (events.length === 0) return wrongAt('events', webhooksText.list.chooseEvent)
    const input = { url: String(values.get('url')).trim(), events }
    if (webhook === undefined) return envelope(api.admin.webhooks.post(input))
    return changeWebhook(webhook.id, input)
  }
  return (
    <>
      <RecordButton
        current={webhook && webhookName(webhook)}
        words={webhooksText.list}
        // The URL may let whoever has it in.
        draft={null}
        send={send}
        name={(data) => webhookName(data.webhook)}
        onDone={({ secret }) => {
          if (secret !== undefined) shown.value = { secret, isReplaced: false }
          onDone()
        }}
      >
        <Field
          name="url"
          label={webhooksText.list.url}
          hint={webhooksText.list.urlHint}
          required
          maxLength={2000}
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          initial={webhook?.url ?? ''}
        />
        <fieldset class="flex flex-col gap-3">
          <legend class="mb-2 font-medium">{webhooksText.list.events}</legend>
          {WEBHOOK_EVENTS.map((event) => {
            const [label, hint] = webhooksText.eventNames[event] as [string, string]
            const initial = webhook?.events.includes(event) ?? event === 'post.published'
            return <SwitchField key={event} name="events" value={event} label={label} hint={hint} initial={initial} />
          })}
          <FieldError name="events" id="events" />
        </fieldset>
      </RecordButton>
      <SecretDialog shown={shown} />
    </>
  )
}

type DeliveriesDialogProps = { open: Signal<boolean>; webhook: Webhook; onDone: () => void }

export function DeliveriesDialog({ open, webhook, onDone }: DeliveriesDialogProps) {
  const { deliveries } = webhooksText
  const list = useResource(`console-deliveries ${webhook.id}`, () => readDeliveries(webhook.id))
  const close = () => {
    open.value = false
    onDone()
  }
  const again = async (delivery: Delivery) => {
    const answer = await sendAgain(webhook.id, delivery.id)
    if (answer.success) announce(deliveries.queued)
    else list.failure.value = answer
    if (answer.success) await list.load()
  }
  return (
    <Dialog title={deliveries.title(webhookName(webhook))} lead={deliveries.lead} focusTitle onClose={close}>
      <div class="mt-4 max-h-96 overflow-y-auto">
        <Loaded resource={list}>
          {({ deliveries: all }) =>
            all.length === 0 ? (
              <p class="text-base-content/80">{deliveries.none}</p>
            ) : (
              <ul class="divide-base-300 divide-y">
                {all.map((delivery) => (
                  <DeliveryItem key={delivery.id} delivery={delivery} isOn={webhook.enabled} onAgain={again} />
                ))}
              </ul>
            )
          }
        </Loaded>
      </div>
      <DialogButtons>
        <button type="button" class="btn btn-ghost" onClick={() => list.load()}>
          {deliveries.refresh}
        </button>
        <button type="button" class="btn btn-primary" onClick={close}>
          {consoleText.words.close}
        </button>
      </DialogButtons>
    </Dialog>
  )
}

const nameOf = (event: Delivery['event']): string =>
  event === 'webhook.test' ? webhooksText.list.testEvent : (webhooksText.eventNames[event][0] ?? event)

function problemOf({ status, problem, statusCode }: Delivery): string | undefined {
  const { problems, skipped } = webhooksText.deliveries
  if (status === 'skipped') return skipped
  if (problem === null) return undefined
  return problem === 'status' ? problems.status(statusCode ?? 0) : problems[problem]
}

const LOOKS = { pending: '', delivered: 'badge-success', failed: 'badge-error', skipped: '' }

type ItemProps = { delivery: Delivery; isOn: boolean; onAgain: (delivery: Delivery) => void }

function DeliveryItem({ delivery, isOn, onAgain }: ItemProps) {
  const { deliveries } = webhooksText
  const { event, status, attempts, occurredAt, nextAttemptAt } = delivery
  const problem = problemOf(delivery)
  return (
    <li class="flex flex-wrap items-center justify-between gap-2 py-2">
      <div class="min-w-0">
        <p class="flex flex-wrap items-center gap-x-2">
          <span class="font-medium">{nameOf(event)}</span>
          <span class={`badge badge-sm ${LOOKS[status]}`}>{deliveries.status[status]}</span>
        </p>
        <p class="text-base-content/80 text-sm">
          <Time of={occurredAt} />
          {attempts > 0 && ` · ${deliveries.tries(attempts)}`}
          {problem && ` · ${problem}`}
          {nextAttemptAt && attempts > 0 && (
            <>
              {` · ${deliveries.next} `}
              <Time of={nextAttemptAt} />
            </>
          )}
        </p>
      </div>
      {status !== 'pending' && isOn && (
        <RowButton of={nameOf(event)} onPress={() => onAgain(delivery)}>
          {deliveries.again}
        </RowButton>
      )}
    </li>
  )
}

type WebhookEvent = Webhook['events'][number]
const WEBHOOK_EVENTS = Object.keys(webhooksText.eventNames) as WebhookEvent[]

export const readWebhooks = () => envelope(api.admin.webhooks.get())
export type Webhook = ResponseData<ReturnType<typeof readWebhooks>>['webhooks'][number]
type WebhookInput = { url: string; events: WebhookEvent[] }

export const changeWebhook = (id: string, changes: Partial<WebhookInput> & { enabled?: boolean }) =>
  envelope(api.admin.webhooks({ id }).patch(changes))

const readDeliveries = (id: string) => envelope(api.admin.webhooks({ id }).deliveries.get())
type Delivery = ResponseData<ReturnType<typeof readDeliveries>>['deliveries'][number]
const sendAgain = (id: string, deliveryId: string) =>
  envelope(api.admin.webhooks({ id }).deliveries({ deliveryId }).redeliver.post())

/** The host: the whole URL may let whoever reads it in. */
export const webhookName = ({ url, id }: Pick<Webhook, 'url' | 'id'>): string => (url === null ? id : new URL(url).host)
