import { useSignal } from '@preact/signals'
import type { Failure } from '../../lib/api'
import { type Form, submit } from '../../lib/form'
import { isUnreadable, me } from '../../lib/me'
import { authText } from '../../texts/auth'
import { Field } from '../../ui/field'
import { CodeField, codeOf, Resend } from './code-field'

type Address = { email?: string }
type Answer = { success: true; data: { digits: number } } | Failure

/** Shows that one's address is still one's own: sends a code there, then asks for it. */
export function useOwnCode(form: Form, send: (address: Address) => Promise<Answer>) {
  const sent = useSignal<{ sentAt: number; digits: number } | undefined>(undefined)
  const email = useSignal<string | undefined>(undefined)
  const { reauthentication, join } = authText
  const address = (): Address => (email.value === undefined ? {} : { email: email.value })
  const sendCode = () => send(address())
  return {
    isSent: sent.value !== undefined,
    sentTo: reauthentication.codeSent(email.value ?? me.value?.email ?? ''),
    proof: (values: FormData) => ({ otp: codeOf(values), ...address() }),
    async begin(event: SubmitEvent) {
      const begin = (values: FormData) => {
        // It is stored in a form that this server cannot read.
        if (isUnreadable()) email.value = String(values.get('email'))
        return sendCode()
      }
      const answer = await submit(event, form, begin)
      if (answer) sent.value = { sentAt: Date.now(), digits: answer.data.digits }
    },
    fields: sent.value ? (
      <>
        <CodeField form={form} label={reauthentication.code} digits={sent.value.digits} />
        <Resend sentAt={sent.value.sentAt} send={sendCode} onSent={(again) => (sent.value = again)} />
      </>
    ) : (
      isUnreadable() && (
        <Field form={form} name="email" type="email" label={join.email} required autocomplete="username" />
      )
    ),
  }
}
