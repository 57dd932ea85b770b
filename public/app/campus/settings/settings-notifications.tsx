import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { announce } from '../../lib/announcements'
import { api, envelope } from '../../lib/api'
import { announceFailure, failureMessage } from '../../lib/failures'
import { instance } from '../../lib/instance'
import { useLoaded } from '../../lib/loading'
import { disablePush, enablePush, isPushed } from '../../parts/notifications/push'
import { followingText } from '../../texts/following'
import { SwitchLine } from '../../ui/field'
import { WhenLoaded } from '../../ui/loaded'
import { LineSkeletons } from '../../ui/page'
import { SettingsSection } from './settings-section'

const fetchChoices = () => envelope(api.notifications.settings.get())
type Change = Parameters<typeof api.notifications.settings.patch>[0]

const WAYS = ['inbox', 'push'] as const
const KINDS = ['replies', 'upvotes', 'followedPosts', 'followedTopics'] as const

/** What one is notified of, in the inbox and by push, and whether this device is pushed to. */
export function NotificationsSection() {
  const isOn = instance.value === null || instance.value?.features.notifications
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
  const choices = useLoaded(fetchChoices)
  const words = followingText.notifications
  const labels = { inbox: words.inboxOf, push: words.pushOf }
  const change = async (body: Change) => {
    const answer = await envelope(api.notifications.settings.patch(body))
    if (answer.success) choices.data.value = answer.data
    else {
      announceFailure(answer)
      await choices.load()
    }
  }
  return (
    <WhenLoaded of={choices}>
      {(chosen) => (
        <>
          <PushSwitch />
          <div class="grid grid-cols-[minmax(0,1fr)_auto_auto] items-center gap-x-4">
            <span />
            {WAYS.map((way) => (
              <span key={way} class="text-base-content/80 text-sm" aria-hidden="true">
                {words[way]}
              </span>
            ))}
            {KINDS.map((kind) => (
              <div key={kind} class="contents">
                <span class="flex min-h-11 items-center">{words.kinds[kind]}</span>
                {WAYS.map((way) => (
                  <label key={way} class="flex min-h-11 min-w-11 items-center justify-center">
                    <input
                      type="checkbox"
                      class="toggle"
                      aria-label={labels[way](words.kinds[kind])}
                      checked={chosen[kind][way]}
                      onChange={({ currentTarget }) => change({ [kind]: { [way]: currentTarget.checked } })}
                    />
                  </label>
                ))}
              </div>
            ))}
          </div>
          <Toggle
            label={words.text}
            hint={words.textHint}
            isOn={chosen.pushText}
            onTurn={(pushText) => change({ pushText })}
          />
        </>
      )}
    </WhenLoaded>
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
    else announceFailure(answer)
  }
  return <Toggle label={words.digest} hint={words.digestHint} isOn={data.value.isOn} onTurn={turn} />
}

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
  return <Toggle label={words.here} hint={words.hereHint} isOn={isOn.value} onTurn={turn} />
}

type ToggleProps = { label: string; hint: string; isOn: boolean; onTurn: (isOn: boolean) => void }

const Toggle = ({ isOn, onTurn, ...line }: ToggleProps) => (
  <SwitchLine {...line} checked={isOn} onChange={({ currentTarget }) => onTurn(currentTarget.checked)} />
)
