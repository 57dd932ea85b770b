import { useSignal } from '@preact/signals'
import { SwitchField } from '../../../app/components/field'
import { changeSettings, type Settings } from '../../lib/settings/settings'
import { settingsText } from '../../texts/settings'
import { SettingsForm } from './settings-form'

type Props = { settings: Settings; onSaved: (settings: Settings) => void }

/** Whether anybody may read what moderators did, in coarse numbers. */
export function TransparencySetting({ settings: { transparency }, onSaved }: Props) {
  const { title, lead, label, hint } = settingsText.transparency
  const isOn = useSignal(transparency)
  return (
    <SettingsForm
      name="transparency"
      title={title}
      lead={lead}
      isChanged={isOn.value !== transparency}
      onInput={(values) => (isOn.value = values.has('transparency'))}
      send={(values) => changeSettings({ transparency: values.has('transparency') })}
      onSaved={onSaved}
    >
      {() => <SwitchField name="transparency" label={label} hint={hint} initial={transparency} />}
    </SettingsForm>
  )
}
