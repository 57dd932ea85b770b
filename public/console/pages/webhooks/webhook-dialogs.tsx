import { type Signal, useSignal } from '@preact/signals'
import { FormDialog } from '../../../app/components/dialog'
import { Field, FieldError, SwitchField } from '../../../app/components/field'
import { announce } from '../../../app/lib/announcements'
import { wrongAt } from '../../../app/lib/form'
import { text } from '../../../app/texts/core'
import { CopyDialog } from '../../components/copy-dialog'
import {
  changeWebhook,
  createWebhook,
  WEBHOOK_EVENTS,
  type Webhook,
  type WebhookInput,
  webhookName,
} from '../../lib/webhooks/webhooks'
import { webhooksText } from '../../texts/webhooks'

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

const readInput = (values: FormData): WebhookInput => ({
  url: String(values.get('url')).trim(),
  events: WEBHOOK_EVENTS.filter((event) => values.getAll('events').includes(event)),
})

type Props = { open: Signal<boolean>; webhook?: Webhook; onDone: () => void }

/** Adds a webhook, and then shows its secret; or changes one. */
export function WebhookDialog({ open, webhook, onDone }: Props) {
  const shown = useSignal<ShownSecret | undefined>(undefined)
  const { add, editing, added, saved } = webhooksText.list
  const send = async (values: FormData) => {
    const input = readInput(values)
    if (input.events.length === 0) return wrongAt('events', webhooksText.list.chooseEvent)
    if (webhook === undefined) return createWebhook(input)
    const answer = await changeWebhook(webhook.id, input)
    return answer.success ? { ...answer, data: { webhook: answer.data.webhook, secret: undefined } } : answer
  }
  return (
    <>
      <FormDialog
        open={open}
        title={webhook ? editing(webhookName(webhook)) : add}
        confirm={webhook ? text.common.save : add}
        // The URL may let whoever has it in.
        draft={null}
        send={send}
        onDone={({ data }) => {
          announce((webhook ? saved : added)(webhookName(data.webhook)))
          if (data.secret !== undefined) shown.value = { secret: data.secret, isReplaced: false }
          onDone()
        }}
      >
        {(form) => (
          <>
            <Field
              form={form}
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
                return (
                  <SwitchField key={event} name="events" value={event} label={label} hint={hint} initial={initial} />
                )
              })}
              <FieldError form={form} name="events" id="events" />
            </fieldset>
          </>
        )}
      </FormDialog>
      <SecretDialog shown={shown} />
    </>
  )
}
