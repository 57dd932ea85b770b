import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { api, envelope, type Failure } from '../../lib/api'
import { useLoaded } from '../../lib/loading'
import { isUnreadable, me } from '../../lib/me'
import { missingPart } from '../../lib/parts'
import { authText } from '../../texts/auth'
import { CancelButton, Dialog, DialogButtons } from '../../ui/dialog'
import { Field, Refusal, SendForm, SubmitButton } from '../../ui/field'
import { FailureNotice } from '../../ui/page'
import { OwnCodeForm } from './own-code'
import { knowsPasskeys } from './passkey-sign-in'

type Close = { close: (isConfirmed: boolean) => void }

const FORM = 'mt-4 flex flex-col gap-4'
const OTHER_WAY = 'btn btn-outline btn-sm grow'

/** Asks people to confirm who they are, over whatever is open. */
export function ReauthenticationDialog({ close }: Close) {
  const hasPassword = me.value?.hasPassword ?? true
  const isByCode = useSignal(!hasPassword)
  const { reauthentication } = authText
  const buttons = (submit: string) => (
    <>
      <div class="flex flex-wrap gap-2">
        <ByPasskey close={close} />
        {hasPassword && (
          <button type="button" class={OTHER_WAY} onClick={() => (isByCode.value = !isByCode.value)}>
            {isByCode.value ? reauthentication.byPassword : reauthentication.byCode}
          </button>
        )}
      </div>
      <DialogButtons>
        <CancelButton onPress={() => close(false)} />
        <SubmitButton class="btn-primary">{submit}</SubmitButton>
      </DialogButtons>
    </>
  )
  return (
    <Dialog title={reauthentication.title} lead={reauthentication.lead} onClose={() => close(false)}>
      {isByCode.value ? (
        <OwnCodeForm
          class={FORM}
          lead={reauthentication.codeLead}
          confirm={reauthentication.confirm}
          sendCode={(address) => envelope(api.auth.reauthenticate.code.post(address))}
          send={(proof) => envelope(api.auth.reauthenticate.post(proof))}
          onDone={() => close(true)}
          buttons={buttons}
        />
      ) : (
        <SendForm
          class={FORM}
          send={(values) => envelope(api.auth.reauthenticate.post({ password: String(values.get('ownPassword')) }))}
          onDone={() => close(true)}
        >
          <PasswordField />
          <Refusal />
          {buttons(reauthentication.confirm)}
        </SendForm>
      )}
    </Dialog>
  )
}

function PasswordField() {
  // The browser would focus the dialog's title.
  useEffect(() => document.getElementById('ownPassword')?.focus(), [])
  return (
    <>
      {/* Password managers look for the account that the password is of. */}
      <input
        type="email"
        autocomplete="username"
        value={isUnreadable() ? undefined : me.value?.email}
        readOnly
        hidden
      />
      <Field
        name="ownPassword"
        type="password"
        label={authText.reauthentication.password}
        required
        autocomplete="current-password"
      />
    </>
  )
}

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
