import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { isUnreadable, me } from '../../lib/accounts/me'
import { api, envelope, type Failure } from '../../lib/api'
import { submit, useForm } from '../../lib/form'
import { useLoaded } from '../../lib/loading'
import { authText } from '../../texts/auth'
import { text } from '../../texts/core'
import { Dialog, DialogButtons } from '../dialog'
import { Field } from '../field'
import { FailureNotice } from '../page'
import { CodeField, codeOf, Resend } from './code-field'
import { knowsPasskeys } from './passkey-sign-in'

type Close = { close: (isConfirmed: boolean) => void }

/** Asks people to confirm who they are, over whatever is open. */
export function ReauthenticationDialog({ close }: Close) {
  const hasPassword = me.value?.hasPassword ?? true
  const isByCode = useSignal(!hasPassword)
  const { reauthentication } = authText
  const Way = isByCode.value ? ByCode : ByPassword
  return (
    <Dialog title={reauthentication.title} lead={reauthentication.lead} onClose={() => close(false)}>
      <Way close={close}>
        <ByPasskey close={close} />
        {hasPassword && (
          <button type="button" class={OTHER_WAY} onClick={() => (isByCode.value = !isByCode.value)}>
            {isByCode.value ? reauthentication.byPassword : reauthentication.byCode}
          </button>
        )}
      </Way>
    </Dialog>
  )
}

const OTHER_WAY = 'btn btn-outline btn-sm grow'

const passkeys = () => import('../../lib/auth/passkeys')

/** A button for those who have a passkey. */
function ByPasskey({ close }: Close) {
  const failure = useSignal<Failure | null>(null)
  const { data } = useLoaded(() => envelope(api.auth.passkeys.get()))
  if (!knowsPasskeys || !data.value?.passkeys.length) return null
  const prove = async () => {
    const answer = await (await passkeys()).proveWithPasskey()
    if (answer.success) close(true)
    else failure.value = answer
  }
  return (
    <>
      {failure.value && <FailureNotice failure={failure.value} />}
      <button type="button" class={OTHER_WAY} onClick={prove}>
        {authText.reauthentication.byPasskey}
      </button>
    </>
  )
}

const FORM = 'mt-4 flex flex-col gap-4'

/** Other ways to prove it are its children. */
type WayProps = Close & { children: ComponentChildren }

/** Focuses the field once it is there; the browser would focus the dialog's title. */
const useFocus = (id: string): void => useEffect(() => document.getElementById(id)?.focus(), [id])

function ByPassword({ close, children }: WayProps) {
  const form = useForm()
  useFocus('ownPassword')
  const { reauthentication } = authText
  const confirm = async (event: SubmitEvent) => {
    const send = (values: FormData) =>
      envelope(api.auth.reauthenticate.post({ password: String(values.get('ownPassword')) }))
    if (await submit(event, form, send)) close(true)
  }
  return (
    <form class={FORM} noValidate onSubmit={confirm}>
      {/* Password managers look for the account that the password is of. */}
      <input
        type="email"
        autocomplete="username"
        value={isUnreadable() ? undefined : me.value?.email}
        readOnly
        hidden
      />
      <Field
        form={form}
        name="ownPassword"
        type="password"
        label={reauthentication.password}
        required
        autocomplete="current-password"
      />
      {form.refusal.value && <FailureNotice failure={form.refusal.value} />}
      <Buttons form={form} confirm={reauthentication.confirm} close={close}>
        {children}
      </Buttons>
    </form>
  )
}

function ByCode({ close, children }: WayProps) {
  const form = useForm()
  const sent = useSignal<{ sentAt: number; digits: number } | undefined>(undefined)
  const email = useSignal<string | undefined>(undefined)
  const { reauthentication, join } = authText
  const ownEmail = () => (email.value === undefined ? {} : { email: email.value })
  const sendCode = () => envelope(api.auth.reauthenticate.code.post(ownEmail()))
  const step = async (event: SubmitEvent) => {
    if (sent.value === undefined) {
      const begin = (values: FormData) => {
        if (isUnreadable()) email.value = String(values.get('email'))
        return sendCode()
      }
      const answer = await submit(event, form, begin)
      if (answer) sent.value = { sentAt: Date.now(), digits: answer.data.digits }
      return
    }
    const send = (values: FormData) => envelope(api.auth.reauthenticate.post({ otp: codeOf(values), ...ownEmail() }))
    if (await submit(event, form, send)) close(true)
  }
  return (
    <form class={FORM} noValidate onSubmit={step}>
      <p role="status">
        {sent.value === undefined
          ? reauthentication.codeLead
          : reauthentication.codeSent(email.value ?? me.value?.email ?? '')}
      </p>
      {sent.value === undefined && isUnreadable() && (
        <Field form={form} name="email" type="email" label={join.email} required autocomplete="username" />
      )}
      {sent.value !== undefined && (
        <>
          <CodeField form={form} label={reauthentication.code} digits={sent.value.digits} />
          <Resend sentAt={sent.value.sentAt} send={sendCode} onSent={(again) => (sent.value = again)} />
        </>
      )}
      {form.refusal.value && <FailureNotice failure={form.refusal.value} />}
      <Buttons
        form={form}
        confirm={sent.value === undefined ? reauthentication.sendCode : reauthentication.confirm}
        close={close}
      >
        {children}
      </Buttons>
    </form>
  )
}

type ButtonsProps = WayProps & { form: ReturnType<typeof useForm>; confirm: string }

const Buttons = ({ form, confirm, close, children }: ButtonsProps) => (
  <>
    <div class="flex flex-wrap gap-2">{children}</div>
    <DialogButtons>
      <button type="button" class="btn btn-ghost" onClick={() => close(false)}>
        {text.common.cancel}
      </button>
      <button type="submit" class="btn btn-primary" aria-disabled={form.busy.value}>
        {form.busy.value ? text.common.loading : confirm}
      </button>
    </DialogButtons>
  </>
)
