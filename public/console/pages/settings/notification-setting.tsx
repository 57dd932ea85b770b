import { useSignal } from '@preact/signals'
import { SwitchField } from '../../../app/components/field'
import { changeSettings, type Settings } from '../../lib/settings/settings'
import { settingsText } from '../../texts/settings'
import { SettingsForm } from './settings-form'

type Props = { settings: Settings; onSaved: (settings: Settings) => void }

/** Whether there are notifications, unless the operator decides. */
export function NotificationSetting({ settings: { notifications }, onSaved }: Props) {
  const { title, lead, label, hint } = settingsText.notifications
  const isOn = useSignal(notifications)
  return (
    <SettingsForm
      name="notifications"
      title={title}
      lead={lead}
      isChanged={isOn.value !== notifications}
      onInput={(values) => (isOn.value = values.has('notifications'))}
      send={(values) => changeSettings({ notifications: values.has('notifications') })}
      onSaved={onSaved}
    >
      {() => <SwitchField name="notifications" label={label} hint={hint} initial={notifications} />}
    </SettingsForm>
  )
}
