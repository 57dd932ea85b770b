import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { announce } from '../../lib/announcements'
import { api, envelope } from '../../lib/api'
import { failureMessage } from '../../lib/failures'
import { instance } from '../../lib/instance'
import { useLoaded } from '../../lib/loading'
import { disablePush, enablePush, isPushed } from '../../parts/notifications/push'
import { followingText } from '../../texts/following'
import { FailureNotice, LineSkeletons } from '../../ui/page'
import { SettingsSection } from './settings-section'

const fetchChoices = () => envelope(api.notifications.settings.get())
type Change = Parameters<typeof api.notifications.settings.patch>[0]

const KINDS = ['replies', 'upvotes', 'followedPosts', 'followedTopics'] as const

/** What one is notified of, in the inbox and by push, and whether this device is pushed to. */
export function NotificationsSection() {
  const isOn = instance.value?.features.notifications
  return (
    <SettingsSection name="notifications">
      {isOn === false && <p class="text-base-content/80">{followingText.notifications.off}</p>}
      {isOn === undefined && <LineSkeletons />}
      {isOn && <Choices />}
      <DigestSwitch />
    </SettingsSection>
  )
}

function Choices() {
  const { data, failure, load } = useLoaded(fetchChoices)
  const words = followingText.notifications
  const change = async (body: Change) => {
    const answer = await envelope(api.notifications.settings.patch(body))
    if (answer.success) data.value = answer.data
    else {
      announce(failureMessage(answer))
      await load()
    }
  }
  const choices = data.value
  return (
    <>
      {failure.value && <FailureNotice failure={failure.value} retry={load} />}
      {!failure.value && choices === undefined && <LineSkeletons />}
      {choices && (
        <>
          <PushSwitch />
          <div class="grid grid-cols-[minmax(0,1fr)_auto_auto] items-center gap-x-4">
            <span />
            <span class="text-base-content/80 text-sm" aria-hidden="true">
              {words.inbox}
            </span>
            <span class="text-base-content/80 text-sm" aria-hidden="true">
              {words.push}
            </span>
            {KINDS.map((kind) => (
              <div key={kind} class="contents">
                <span class="flex min-h-11 items-center">{words.kinds[kind]}</span>
                <Switch
                  label={words.inboxOf(words.kinds[kind])}
                  isOn={choices[kind].inbox}
                  onChange={(inbox) => change({ [kind]: { inbox } })}
                />
                <Switch
                  label={words.pushOf(words.kinds[kind])}
                  isOn={choices[kind].push}
                  onChange={(push) => change({ [kind]: { push } })}
                />
              </div>
            ))}
          </div>
          <label class="flex items-start gap-3">
            <input
              type="checkbox"
              class="toggle"
              checked={choices.pushText}
              onChange={(event) => change({ pushText: event.currentTarget.checked })}
            />
            <span class="min-w-0">
              <span class="block font-medium">{words.text}</span>
              <span class="text-base-content/80 block text-sm">{words.textHint}</span>
            </span>
          </label>
        </>
      )}
    </>
  )
}

const fetchDigest = () => envelope(api.digest.get())

/** The weekly digest by mail, which needs no notifications. */
function DigestSwitch() {
  const { data } = useLoaded(fetchDigest)
  const words = followingText.notifications
  if (data.value === undefined) return null
  if (!data.value.isAvailable) return <p class="text-base-content/80">{words.digestUnavailable}</p>
  const turn = async (isOn: boolean) => {
    const answer = await envelope(api.digest.put({ isOn }))
    if (answer.success) data.value = answer.data
    else announce(failureMessage(answer))
  }
  return (
    <label class="flex items-start gap-3">
      <input
        type="checkbox"
        class="toggle"
        checked={data.value.isOn}
        onChange={(event) => turn(event.currentTarget.checked)}
      />
      <span class="min-w-0">
        <span class="block font-medium">{words.digest}</span>
        <span class="text-base-content/80 block text-sm">{words.digestHint}</span>
      </span>
    </label>
  )
}

type SwitchProps = { label: string; isOn: boolean; onChange: (isOn: boolean) => void }

function Switch({ label, isOn, onChange }: SwitchProps) {
  return (
    <label class="flex min-h-11 min-w-11 items-center justify-center">
      <input
        type="checkbox"
        class="toggle"
        aria-label={label}
        checked={isOn}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </label>
  )
}

/** Whether this browser is pushed to. */
function PushSwitch() {
  const words = followingText.notifications
  const isOn = useSignal<boolean | null | undefined>(undefined)
  useEffect(() => {
    isPushed().then((pushed) => {
      isOn.value = pushed
    })
  }, [])
  const turn = async (on: boolean) => {
    isOn.value = on
    const problem = await (on ? enablePush() : disablePush())
    if (problem === undefined) return announce(on ? words.on : words.isOff)
    isOn.value = !on
    announce(typeof problem === 'string' ? words[problem] : failureMessage(problem))
  }
  if (isOn.value === undefined) return <LineSkeletons />
  if (isOn.value === null) return <p class="text-base-content/80">{words.unknown}</p>
  return (
    <label class="flex items-start gap-3">
      <input
        type="checkbox"
        class="toggle"
        checked={isOn.value}
        onChange={(event) => turn(event.currentTarget.checked)}
      />
      <span class="min-w-0">
        <span class="block font-medium">{words.here}</span>
        <span class="text-base-content/80 block text-sm">{words.hereHint}</span>
      </span>
    </label>
  )
}
