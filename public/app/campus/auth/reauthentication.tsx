import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { api, envelope, type Failure } from '../../lib/api'
import { submit, useForm } from '../../lib/form'
import { useLoaded } from '../../lib/loading'
import { isUnreadable, me } from '../../lib/me'
import { missingPart } from '../../lib/parts'
import { authText } from '../../texts/auth'
import { text } from '../../texts/core'
import { Dialog, DialogButtons } from '../../ui/dialog'
import { Field } from '../../ui/field'
import { FailureNotice } from '../../ui/page'
import { useOwnCode } from './own-code'
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

const passkeys = () => import('./passkeys')

/** A button for those who have a passkey. */
function ByPasskey({ close }: Close) {
  const failure = useSignal<Failure | null>(null)
  const { data } = useLoaded(() => envelope(api.auth.passkeys.get()))
  if (!knowsPasskeys || !data.value?.passkeys.length) return null
  const prove = async () => {
    const answer = await passkeys().then(({ proveWithPasskey }) => proveWithPasskey(), missingPart)
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
  const { reauthentication } = authText
  const { isSent, sentTo, begin, proof, fields } = useOwnCode(form, (address) =>
    envelope(api.auth.reauthenticate.code.post(address)),
  )
  const confirm = async (event: SubmitEvent) => {
    if (await submit(event, form, (values) => envelope(api.auth.reauthenticate.post(proof(values))))) close(true)
  }
  return (
    <form class={FORM} noValidate onSubmit={isSent ? confirm : begin}>
      <p role="status">{isSent ? sentTo : reauthentication.codeLead}</p>
      {fields}
      {form.refusal.value && <FailureNotice failure={form.refusal.value} />}
      <Buttons form={form} confirm={isSent ? reauthentication.confirm : reauthentication.sendCode} close={close}>
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
