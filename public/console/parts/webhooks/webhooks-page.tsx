import { useSignal } from '@preact/signals'
import { announce } from '../../../app/lib/announcements'
import { api, envelope } from '../../../app/lib/api'
import { FailureNotice } from '../../../app/ui/page'
import { Time } from '../../../app/ui/time'
import { useAct, useResource } from '../../lib/page'
import { webhooksText } from '../../texts/webhooks'
import { LoadedRows, Panel, Row, RowButton, RowButtons, RowDialog } from '../../ui/panel'
import { DeleteButton, RowForm } from '../../ui/record-dialog'
import {
  changeWebhook,
  DeliveriesDialog,
  readWebhooks,
  SecretDialog,
  type ShownSecret,
  type Webhook,
  WebhookButton,
  webhookName,
} from './webhook-dialogs'

export function WebhooksPage() {
  const list = useResource('console-webhooks', readWebhooks)
  const changed = () => list.load()
  return (
    <Panel lead={webhooksText.list.lead} actions={<WebhookButton onDone={changed} />}>
      <LoadedRows resource={list} items={({ webhooks }) => webhooks} none={webhooksText.list.none}>
        {(webhook) => <WebhookRow webhook={webhook} onChange={changed} />}
      </LoadedRows>
    </Panel>
  )
}

type Props = { webhook: Webhook; onChange: () => Promise<void> }

function WebhookRow({ webhook, onChange }: Props) {
  const { id } = webhook
  const { failure, act } = useAct()
  const shown = useSignal<ShownSecret | undefined>(undefined)
  const { deliveries, secret, list: words } = webhooksText
  const name = webhookName(webhook)
  const say = async (work: Parameters<typeof act>[0], done: string) => {
    if (await act(work)) announce(done)
    await onChange()
  }
  const toggle = () =>
    say(
      changeWebhook(id, { enabled: !webhook.enabled }),
      webhook.enabled ? words.switchedOff(name) : words.switchedOn(name),
    )
  return (
    <Row>
      <WebhookState webhook={webhook} />
      <RowButtons>
        <RowDialog of={name} words={deliveries.show}>
          {(open) => open.value && <DeliveriesDialog open={open} webhook={webhook} onDone={onChange} />}
        </RowDialog>
        {webhook.enabled && (
          <RowButton of={name} onPress={() => say(envelope(api.admin.webhooks({ id }).test.post()), words.testSent)}>
            {words.sendTest}
          </RowButton>
        )}
        <RowButton of={name} onPress={toggle}>
          {webhook.enabled ? words.switchOff : words.switchOn}
        </RowButton>
        <WebhookButton webhook={webhook} onDone={onChange} />
        <RowForm
          of={name}
          words={secret.replace}
          title={secret.replacing(name)}
          lead={secret.consequence}
          draft={null}
          send={() => envelope(api.admin.webhooks({ id })['rotate-secret'].post())}
          onDone={({ data }) => (shown.value = { secret: data.secret, isReplaced: true })}
        />
        <DeleteButton
          of={name}
          words={words}
          send={() => envelope(api.admin.webhooks({ id }).delete())}
          onDone={onChange}
        />
      </RowButtons>
      {failure.value && <FailureNotice failure={failure.value} />}
      <SecretDialog shown={shown} />
    </Row>
  )
}

function WebhookState({ webhook }: Pick<Props, 'webhook'>) {
  const { states, eventNames, disabled, list } = webhooksText
  const { url, enabled, events, disabledReason, failingSince } = webhook
  const state = enabled ? (failingSince === null ? 'on' : 'failing') : 'off'
  const looks = { on: 'badge-success', off: '', failing: 'badge-error' }
  const counts = [
    ...(webhook.pending > 0 ? [list.pending(webhook.pending)] : []),
    ...(webhook.dropped > 0 ? [list.dropped(webhook.dropped)] : []),
  ]
  return (
    <div class="flex min-w-0 basis-full flex-col gap-1">
      <div class="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 class="min-w-0 font-medium break-all">{url ?? list.lostKey}</h2>
        <span class={`badge badge-sm ${looks[state]}`}>{states[state]}</span>
      </div>
      <p class="text-base-content/80 text-sm">{events.map((event) => eventNames[event][0]).join(' · ')}</p>
      {disabledReason && <p class="text-error text-sm font-medium">{disabled[disabledReason]}</p>}
      {enabled && failingSince && (
        <p class="text-error text-sm font-medium">
          {list.failures(webhook.failures)} <Time of={failingSince} />
        </p>
      )}
      {counts.length > 0 && <p class="text-base-content/80 text-sm">{counts.join(' · ')}</p>}
    </div>
  )
}
