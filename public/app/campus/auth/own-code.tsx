import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import type { Failure } from '../../lib/api'
import { isUnreadable, me } from '../../lib/me'
import { authText } from '../../texts/auth'
import { Field, Refusal, SendForm, SubmitButton } from '../../ui/field'
import { CodeField, codeOf, Resend, type SendCode } from './code-field'

type Address = { email?: string }

type Props<Success> = {
  lead: string
  confirm: string
  sendCode: (address: Address) => ReturnType<SendCode>
  send: (proof: Address & { otp: string }) => Promise<Success | Failure>
  onDone: (answer: Success) => unknown
  class?: string
  /** Beneath the fields, with the words of the one that submits. */
  buttons?: (submit: string) => ComponentChildren
  children?: ComponentChildren
}

/** Shows that one's address is still one's own: sends a code there, then asks for it. */
export function OwnCodeForm<Success extends { success: true }>(props: Props<Success>) {
  const sent = useSignal<{ sentAt: number; digits: number } | undefined>(undefined)
  const email = useSignal<string | undefined>(undefined)
  const { reauthentication, join } = authText
  const { buttons = (submit) => <SubmitButton>{submit}</SubmitButton> } = props
  const address = (): Address => (email.value === undefined ? {} : { email: email.value })
  const sendCode = () => props.sendCode(address())
  const send = async (values: FormData) => {
    if (sent.value) {
      const proven = await props.send({ otp: codeOf(values), ...address() })
      if (proven.success) await props.onDone(proven)
      return proven
    }
    // It is stored in a form that this server cannot read.
    if (isUnreadable()) email.value = String(values.get('email'))
    const answer = await sendCode()
    if (answer.success) sent.value = { sentAt: Date.now(), digits: answer.data.digits }
    return answer
  }
  return (
    <SendForm class={props.class} send={send}>
      {props.children}
      <p role="status" class="text-base-content/80">
        {sent.value ? reauthentication.codeSent(email.value ?? me.value?.email ?? '') : props.lead}
      </p>
      {sent.value ? (
        <>
          <CodeField label={reauthentication.code} digits={sent.value.digits} />
          <Resend sentAt={sent.value.sentAt} send={sendCode} onSent={(again) => (sent.value = again)} />
        </>
      ) : (
        isUnreadable() && <Field name="email" type="email" label={join.email} required autocomplete="username" />
      )}
      <Refusal />
      {buttons(sent.value ? props.confirm : join.send)}
    </SendForm>
  )
}
