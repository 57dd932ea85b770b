import type { Signal } from '@preact/signals'
import { Dialog, DialogButtons } from '../../../app/components/dialog'
import { Time } from '../../../app/components/time'
import { announce } from '../../../app/lib/announcements'
import { Loaded, RowButton } from '../../components/panel'
import { useResource } from '../../lib/page'
import { type Delivery, readDeliveries, sendAgain, type Webhook, webhookName } from '../../lib/webhooks/webhooks'
import { webhooksText } from '../../texts/webhooks'

type Props = { open: Signal<boolean>; webhook: Webhook; onDone: () => void }

/** What was sent to a webhook, and how it went. */
export function DeliveriesDialog(props: Props) {
  return props.open.value ? <OpenDialog {...props} /> : null
}

function OpenDialog({ open, webhook, onDone }: Props) {
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
          {deliveries.close}
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
