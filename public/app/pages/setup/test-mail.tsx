import { useSignal } from '@preact/signals'
import { api, envelope } from '../../lib/api'
import { failureMessage } from '../../lib/failures'
import type { Form } from '../../lib/form'
import { setupText } from '../../texts/setup'

type Props = { token: string; form: Form; emailName: string }

/** Sends a mail to the address in the field `emailName`, so that the operator sees that mail works. */
export function TestMail({ token, form, emailName }: Props) {
  const outcome = useSignal<{ sent: boolean; text: string } | null>(null)
  const busy = useSignal(false)
  const send = async ({ currentTarget }: { currentTarget: HTMLButtonElement }) => {
    const field = currentTarget.form!.elements.namedItem(emailName) as HTMLInputElement
    if (busy.value) return
    if (!field.validity.valid) {
      form.errors.value = { ...form.errors.value, [emailName]: setupText.form.testMailAddress }
      field.focus()
      return
    }
    busy.value = true
    outcome.value = null
    const answer = await envelope(api.setup.mail.post({ token, to: field.value }))
    outcome.value = answer.success
      ? { sent: true, text: setupText.form.testMailSent }
      : { sent: false, text: answer.errors?.[0]?.message ?? failureMessage(answer) }
    busy.value = false
  }
  return (
    <div class="flex flex-col gap-2">
      <button type="button" class="btn btn-outline btn-sm self-start" aria-disabled={busy.value} onClick={send}>
        {busy.value ? setupText.form.testMailSending : setupText.form.testMail}
      </button>
      <p
        role="status"
        class={`text-sm font-medium empty:hidden ${outcome.value?.sent ? 'text-success' : 'text-error'}`}
      >
        {outcome.value?.text}
      </p>
    </div>
  )
}
