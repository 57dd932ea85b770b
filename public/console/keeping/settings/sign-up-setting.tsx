import { useSignal } from '@preact/signals'
import { SelectField } from '../../../app/components/field'
import { useFormDraft } from '../../../app/lib/form-draft'
import { settingsText } from '../../texts/settings'
import { changeSettings, type Settings } from './settings'
import { SettingsForm } from './settings-form'

type Props = { settings: Settings; onSaved: (settings: Settings) => void }

const MODES = ['open', 'request', 'closed'] as const

/** Who makes an account. */
export function SignUpSetting({ settings: { signUp }, onSaved }: Props) {
  const { title, lead, label, modes, hint } = settingsText.signUp
  const current = useSignal(signUp)
  const draft = useFormDraft('settings signUp')
  const modeIn = (values: FormData) => MODES.find((mode) => mode === values.get('signUp')) ?? signUp
  return (
    <SettingsForm
      name="signUp"
      title={title}
      lead={lead}
      isChanged={current.value !== signUp}
      draft={draft}
      onInput={(values) => (current.value = modeIn(values))}
      send={(values) => changeSettings({ signUp: modeIn(values) })}
      onSaved={onSaved}
    >
      {(form) => (
        <SelectField
          form={form}
          name="signUp"
          label={label}
          hint={hint}
          initial={signUp}
          options={MODES.map((mode) => [mode, modes[mode]])}
        />
      )}
    </SettingsForm>
  )
}
