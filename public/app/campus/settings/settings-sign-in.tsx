import { announce } from '../../lib/announcements'
import { api, envelope, type ResponseData, unlessGone } from '../../lib/api'
import { announceFailure } from '../../lib/failures'
import { conflictInWords, wrongAt } from '../../lib/form'
import { instance } from '../../lib/instance'
import { type Loaded, useLoaded } from '../../lib/loading'
import { me } from '../../lib/me'
import { settingsText } from '../../texts/settings'
import { ConfirmButton } from '../../ui/dialog'
import { Field, SendForm } from '../../ui/field'
import { WhenLoaded } from '../../ui/loaded'
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

export function SessionsSection({ loaded }: { loaded: Loaded<Answer> }) {
  const { sessions } = settingsText
  return (
    <SettingsPart name="sessions">
      <p class="text-base-content/80">{sessions.lead}</p>
      <WhenLoaded of={loaded}>
        {({ sessions: all }) => (
          <Sessions
            here={all.filter(({ current }) => current)}
            others={all.filter(({ current }) => !current)}
            keep={(sessions) => {
              loaded.data.value = { sessions }
            }}
          />
        )}
      </WhenLoaded>
    </SettingsPart>
  )
}

type SessionsProps = { here: Session[]; others: Session[]; keep: (sessions: Session[]) => void }

function Sessions({ here, others, keep }: SessionsProps) {
  const { sessions } = settingsText
  const end = async (session: Session) => {
    const failure = await unlessGone(envelope(api.auth.sessions({ id: session.id }).delete()))
    if (failure) return announceFailure(failure)
    keep([...here, ...others.filter(({ id }) => id !== session.id)])
    announce(sessions.ended(deviceName(session)))
    focusRow('sessions', others.indexOf(session))
  }
  const endOthers = async () => {
    const answer = await envelope(api.auth['logout-all'].post())
    if (!answer.success) return announceFailure(answer)
    keep(here)
    announce(sessions.othersEnded)
    focusRow('sessions', 0)
  }
  return (
    <>
      <ul class="flex flex-col gap-3">
        {[...here, ...others].map((session) => (
          <SessionRow key={session.id} session={session} onEnd={() => end(session)} />
        ))}
      </ul>
      {others.length === 0 && <p class="text-base-content/80 text-sm">{sessions.alone}</p>}
      {others.length > 1 && (
        <ConfirmButton
          class="btn btn-outline btn-wide"
          question={sessions.endOthersAsk}
          consequence={sessions.endOthersWhat}
          confirm={sessions.end}
          onConfirm={endOthers}
        >
          {sessions.endOthers}
        </ConfirmButton>
      )}
    </>
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
  const status = useLoaded(askStatus)
  const done = () => {
    status.data.value = { hasPassword: true }
    onChanged()
  }
  return (
    <SettingsPart name="password">
      <WhenLoaded of={status}>{({ hasPassword }) => <PasswordForm isFirst={!hasPassword} onDone={done} />}</WhenLoaded>
    </SettingsPart>
  )
}

function PasswordForm({ isFirst, onDone }: { isFirst: boolean; onDone: () => void }) {
  const { password } = settingsText
  const send = async (values: FormData) => {
    const newPassword = String(values.get('newPassword'))
    if (isFirst) return envelope(api.auth.password.set.post({ newPassword }))
    const currentPassword = String(values.get('currentPassword'))
    // It proves who is there, so that no dialog asks for it again.
    const proof = await envelope(api.auth.reauthenticate.post({ password: currentPassword }))
    if (proof.success) return envelope(api.auth.password.set.post({ newPassword, currentPassword }))
    return proof.code === 'INVALID_CREDENTIALS' ? wrongAt('currentPassword', password.wrong) : proof
  }
  return (
    <SendForm
      confirm={isFirst ? password.set : password.change}
      send={(values) => conflictInWords(send(values), password.clash)}
      onDone={(_, element) => {
        element.reset()
        announce(isFirst ? password.isSet : password.isChanged)
        onDone()
      }}
    >
      <p class="text-base-content/80">{isFirst ? password.none : password.some}</p>
      <input type="hidden" autocomplete="username" value={me.value!.email} />
      {!isFirst && (
        <Field
          name="currentPassword"
          type="password"
          label={password.current}
          required
          autocomplete="current-password"
        />
      )}
      <NewPassword name="newPassword" label={password.new} />
    </SendForm>
  )
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
