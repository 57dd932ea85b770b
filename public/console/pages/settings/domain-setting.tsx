import { useSignal } from '@preact/signals'
import { SwitchField } from '../../../app/components/field'
import { useFormDraft } from '../../../app/lib/form-draft'
import { changeSettings, type Settings } from '../../lib/settings/settings'
import { settingsText } from '../../texts/settings'
import { SettingsForm } from './settings-form'

type Props = { settings: Settings; onSaved: (settings: Settings) => void }

/** Who gives email domains to colleges. */
export function DomainSetting({ settings: { collegeDomains }, onSaved }: Props) {
  const { title, lead, label, hint } = settingsText.collegeDomains
  const current = useSignal(collegeDomains)
  const draft = useFormDraft('settings collegeDomains')
  const valueIn = (values: FormData) => (values.has('collegeDomains') ? 'superadmin' : 'admin')
  return (
    <SettingsForm
      name="collegeDomains"
      title={title}
      lead={lead}
      isChanged={current.value !== collegeDomains}
      draft={draft}
      onInput={(values) => (current.value = valueIn(values))}
      send={(values) => changeSettings({ collegeDomains: valueIn(values) })}
      onSaved={onSaved}
    >
      {() => <SwitchField name="collegeDomains" label={label} hint={hint} initial={collegeDomains === 'superadmin'} />}
    </SettingsForm>
  )
}
