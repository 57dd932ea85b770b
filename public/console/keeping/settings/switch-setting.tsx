import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { SwitchField } from '../../../app/components/field'
import { useFormDraft } from '../../../app/lib/form-draft'
import { settingsText } from '../../texts/settings'
import { changeSettings, type Settings } from './settings'
import { maySet, SettingsForm } from './settings-form'

type Props = { settings: Settings; onSaved: (settings: Settings) => void }

type SwitchProps<Name extends keyof Settings> = Props & {
  name: Name
  words: { title: string; lead: ComponentChildren; label: string; hint: string }
  off: Settings[Name]
  on: Settings[Name]
}

/** A setting of two values. */
function SwitchSetting<Name extends keyof Settings>({
  name,
  words: { title, lead, label, hint },
  off,
  on,
  settings: { [name]: saved },
  onSaved,
}: SwitchProps<Name>) {
  const current = useSignal(saved)
  const draft = useFormDraft(`settings ${name}`)
  const valueIn = (values: FormData) => (values.has(name) ? on : off)
  return (
    <SettingsForm
      name={name}
      title={title}
      lead={lead}
      isChanged={current.value !== saved}
      draft={draft}
      onInput={(values) => (current.value = valueIn(values))}
      send={(values) => changeSettings({ [name]: valueIn(values) })}
      onSaved={onSaved}
    >
      {() => <SwitchField name={name} label={label} hint={hint} initial={saved === on} />}
    </SettingsForm>
  )
}

/** Whether the first page has the list of what a new Quad lacks; nobody but superadmins has it. */
export function ChecklistSetting(props: Props) {
  const { lead, poster, ...words } = settingsText.checklist
  if (!maySet()) return null
  const whole = (
    <>
      {lead}{' '}
      <a class="link" href="/console/poster">
        {poster}
      </a>
    </>
  )
  return <SwitchSetting name="checklist" words={{ ...words, lead: whole }} off={false} on={true} {...props} />
}

/** Who gives email domains to colleges. */
export const DomainSetting = (props: Props) => (
  <SwitchSetting name="collegeDomains" words={settingsText.collegeDomains} off="admin" on="superadmin" {...props} />
)

/** Whether there are notifications, unless the operator decides. */
export const NotificationSetting = (props: Props) => (
  <SwitchSetting name="notifications" words={settingsText.notifications} off={false} on={true} {...props} />
)

/** Whether administrators need a passkey. */
export const PasskeySetting = (props: Props) => (
  <SwitchSetting name="administratorPasskeys" words={settingsText.passkeys} off={false} on={true} {...props} />
)

/** Who reads what people wrote. */
export const ReadersSetting = (props: Props) => (
  <SwitchSetting name="readers" words={settingsText.readers} off="public" on="members" {...props} />
)

/** Whether anybody may read what moderators did, in coarse numbers. */
export const TransparencySetting = (props: Props) => (
  <SwitchSetting name="transparency" words={settingsText.transparency} off={false} on={true} {...props} />
)
