import { announce } from '../../lib/announcements'
import { api, envelope, type ResponseData } from '../../lib/api'
import { failureMessage } from '../../lib/failures'
import { type Form, submit, useForm } from '../../lib/form'
import { instance } from '../../lib/instance'
import { type Loaded, useLoaded } from '../../lib/loading'
import { me } from '../../lib/me'
import { settingsText } from '../../texts/settings'
import { ConfirmButton } from '../../ui/dialog'
import { Field, SubmitButton } from '../../ui/field'
import { FailureNotice, LineSkeletons } from '../../ui/page'
import { Time } from '../../ui/time'
import { parseUserAgent } from '../auth/devices'
import { NewPassword } from '../auth/new-password'
import { focusRow, SettingsPart } from './settings-section'

export const fetchSessions = () => envelope(api.auth.sessions.get())

type Answer = ResponseData<ReturnType<typeof fetchSessions>>
type Session = Answer['sessions'][number]

function deviceName({ userAgent }: Session): string {
  const { browser, system } = parseUserAgent(userAgent)
  const { sessions } = settingsText
  if (browser && system) return sessions.on(browser, system)
  return browser ?? (system ? sessions.browserOn(system) : sessions.unknown)
}

export function SessionsSection({ data, failure, load }: Loaded<Answer>) {
  const { sessions } = settingsText
  const all = data.value?.sessions ?? []
  const others = all.filter(({ current }) => !current)
  const keep = (sessions: Session[]) => {
    data.value = { sessions }
  }
  const end = async (session: Session) => {
    const answer = await envelope(api.auth.sessions({ id: session.id }).delete())
    // NOT_FOUND: the session ended elsewhere.
    if (!answer.success && answer.code !== 'NOT_FOUND') return announce(failureMessage(answer))
    keep(all.filter(({ id }) => id !== session.id))
    announce(sessions.ended(deviceName(session)))
    focusRow('sessions', others.indexOf(session))
  }
  const endOthers = async () => {
    const answer = await envelope(api.auth['logout-all'].post())
    if (!answer.success) return announce(failureMessage(answer))
    keep(all.filter(({ current }) => current))
    announce(sessions.othersEnded)
    focusRow('sessions', 0)
  }
  return (
    <SettingsPart name="sessions">
      <p class="text-base-content/80">{sessions.lead}</p>
      {failure.value && <FailureNotice failure={failure.value} retry={load} />}
      {!failure.value && data.value === undefined && <LineSkeletons />}
      {all.length > 0 && (
        <ul class="flex flex-col gap-3">
          {[...all.filter(({ current }) => current), ...others].map((session) => (
            <SessionRow key={session.id} session={session} onEnd={() => end(session)} />
          ))}
        </ul>
      )}
      {data.value && others.length === 0 && <p class="text-base-content/80 text-sm">{sessions.alone}</p>}
      {others.length > 1 && (
        <ConfirmButton
          class="btn btn-outline w-full sm:w-auto sm:self-start"
          question={sessions.endOthersAsk}
          consequence={sessions.endOthersWhat}
          confirm={sessions.end}
          onConfirm={endOthers}
        >
          {sessions.endOthers}
        </ConfirmButton>
      )}
    </SettingsPart>
  )
}

function SessionRow({ session, onEnd }: { session: Session; onEnd: () => void }) {
  const { sessions } = settingsText
  const { current, ip, lastSeenAt, createdAt, userAgent } = session
  const name = deviceName(session)
  return (
    <li class="card flex flex-wrap items-center justify-between gap-3 p-4">
      <div class="min-w-0">
        <p class="flex flex-wrap items-center gap-2 font-medium" title={userAgent ?? ''}>
          {name}
          {current && <span class="badge badge-primary badge-sm">{sessions.here}</span>}
        </p>
        {ip && <p class="text-base-content/80 text-sm">{ip}</p>}
        <p class="text-base-content/80 text-sm">
          {!current && (
            <>
              {sessions.seen} <Time of={lastSeenAt} /> ·{' '}
            </>
          )}
          {sessions.began} <Time of={createdAt} />
        </p>
      </div>
      {!current && (
        <button type="button" class="btn btn-outline btn-sm" aria-label={sessions.endSession(name)} onClick={onEnd}>
          {sessions.end}
        </button>
      )}
    </li>
  )
}

const askStatus = () => envelope(api.auth.password.status.get())

/** Sets or changes the password, which signs out every other device; then calls `onChanged`. */
export function PasswordSection({ onChanged }: { onChanged: () => void }) {
  const { data, failure, load } = useLoaded(askStatus)
  return (
    <SettingsPart name="password">
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
    </SettingsPart>
  )
}

function PasswordForm({ isFirst, onDone }: { isFirst: boolean; onDone: () => void }) {
  const form = useForm()
  const { password } = settingsText
  const save = async (event: SubmitEvent) => {
    const element = event.currentTarget as HTMLFormElement
    const answer = await submit(event, form, async (values) => {
      const newPassword = String(values.get('newPassword'))
      if (isFirst) return envelope(api.auth.password.set.post({ newPassword }))
      const currentPassword = String(values.get('currentPassword'))
      // It proves who is there, so that no dialog asks for it again.
      const proof = await envelope(api.auth.reauthenticate.post({ password: currentPassword }))
      return proof.success ? envelope(api.auth.password.set.post({ newPassword, currentPassword })) : proof
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

/** Nothing where this Quad has no campus sign-in. */
export function CampusSection() {
  const { campus } = settingsText
  if (!instance.value?.signIn.includes('idp')) return null
  return (
    <SettingsPart name="campus">
      <p>{campus.on}</p>
      <p>{campus.stays}</p>
    </SettingsPart>
  )
}
