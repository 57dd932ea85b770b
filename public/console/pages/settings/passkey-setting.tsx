import { useSignal } from '@preact/signals'
import { SwitchField } from '../../../app/components/field'
import { changeSettings, type Settings } from '../../lib/settings/settings'
import { settingsText } from '../../texts/settings'
import { SettingsForm } from './settings-form'

type Props = { settings: Settings; onSaved: (settings: Settings) => void }

/** Whether administrators need a passkey. */
export function PasskeySetting({ settings: { administratorPasskeys }, onSaved }: Props) {
  const { title, lead, label, hint } = settingsText.passkeys
  const isOn = useSignal(administratorPasskeys)
  return (
    <SettingsForm
      name="administratorPasskeys"
      title={title}
      lead={lead}
      isChanged={isOn.value !== administratorPasskeys}
      onInput={(values) => (isOn.value = values.has('administratorPasskeys'))}
      send={(values) => changeSettings({ administratorPasskeys: values.has('administratorPasskeys') })}
      onSaved={onSaved}
    >
      {() => <SwitchField name="administratorPasskeys" label={label} hint={hint} initial={administratorPasskeys} />}
    </SettingsForm>
  )
}
