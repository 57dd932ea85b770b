import { NewPassword } from '../../components/auth/new-password'
import { FailureNotice } from '../../components/failure-notice'
import { Field } from '../../components/field'
import { LineSkeletons } from '../../components/skeleton'
import { SubmitButton } from '../../components/submit-button'
import { me } from '../../lib/accounts/me'
import { announce } from '../../lib/announcements'
import { api, envelope } from '../../lib/api'
import { type Form, submit, useForm } from '../../lib/form'
import { instance } from '../../lib/instance'
import { useLoaded } from '../../lib/loading'
import { settingsText } from '../../texts/settings'
import { SettingsSection } from './settings-section'

const askStatus = () => envelope(api.auth.password.status.get())

/** Sets or changes the password, which signs out every other device; then calls `onChanged`. */
export function PasswordSection({ onChanged }: { onChanged: () => void }) {
  const { data, failure, load } = useLoaded(askStatus)
  return (
    <SettingsSection name="password">
      {failure.value && <FailureNotice failure={failure.value} retry={load} />}
      {!failure.value && data.value === undefined && <LineSkeletons />}
      {data.value && (
        <PasswordForm
          isFirst={!data.value.hasPassword}
          onDone={() => {
            data.value = { hasPassword: true }
            onChanged()
          }}
        />
      )}
    </SettingsSection>
  )
}

function PasswordForm({ isFirst, onDone }: { isFirst: boolean; onDone: () => void }) {
  const form = useForm()
  const { password } = settingsText
  const save = async (event: SubmitEvent) => {
    const element = event.currentTarget as HTMLFormElement
    const answer = await submit(event, form, (values) => {
      const newPassword = String(values.get('newPassword'))
      const currentPassword = String(values.get('currentPassword'))
      return envelope(api.auth.password.set.post(isFirst ? { newPassword } : { newPassword, currentPassword }))
    })
    if (!answer) return explain(form)
    element.reset()
    announce(isFirst ? password.isSet : password.isChanged)
    onDone()
  }
  return (
    <form class="flex flex-col gap-4" noValidate onSubmit={save}>
      <p class="text-base-content/80">{isFirst ? password.none : password.some}</p>
      <input type="hidden" autocomplete="username" value={me.value!.email} />
      {!isFirst && (
        <Field
          form={form}
          name="currentPassword"
          type="password"
          label={password.current}
          required
          autocomplete="current-password"
          autocapitalize="off"
          spellcheck={false}
        />
      )}
      <NewPassword form={form} name="newPassword" label={password.new} />
      {form.refusal.value && <FailureNotice failure={form.refusal.value} />}
      <SubmitButton form={form}>{isFirst ? password.set : password.change}</SubmitButton>
    </form>
  )
}

/** The server attaches this error to the whole form; it belongs to the current password. */
function explain({ refusal, errors }: Form): void {
  const failure = refusal.value
  const { password } = settingsText
  if (failure?.code === 'CONFLICT') refusal.value = { ...failure, message: password.clash }
  if (failure?.code !== 'INVALID_CREDENTIALS') return
  errors.value = { currentPassword: password.wrong }
  refusal.value = null
  document.getElementById('currentPassword')?.focus()
}

export function CampusSection() {
  const { campus } = settingsText
  const isOn = instance.value?.signIn.includes('idp')
  return (
    <SettingsSection name="campus">
      {isOn ? (
        <>
          <p>{campus.on}</p>
          <p>{campus.stays}</p>
        </>
      ) : (
        <p>{campus.off}</p>
      )}
    </SettingsSection>
  )
}
