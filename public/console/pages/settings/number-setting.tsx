import { useSignal } from '@preact/signals'
import { Field } from '../../../app/components/field'
import { useFormDraft } from '../../../app/lib/form-draft'
import { changeSettings, type Settings } from '../../lib/settings/settings'
import { settingsText } from '../../texts/settings'
import { SettingsForm } from './settings-form'

type Props = { settings: Settings; onSaved: (settings: Settings) => void }

/** How many posts an account publishes on its first day. */
export function YoungAccountSetting({ settings: { youngAccountPosts }, onSaved }: Props) {
  const { title, lead, label } = settingsText.youngAccounts
  const current = useSignal(String(youngAccountPosts))
  const draft = useFormDraft('settings youngAccountPosts')
  const numberIn = (values: FormData) => String(values.get('youngAccountPosts')).trim()
  return (
    <SettingsForm
      name="youngAccountPosts"
      title={title}
      lead={lead}
      isChanged={current.value !== String(youngAccountPosts)}
      draft={draft}
      onInput={(values) => (current.value = numberIn(values))}
      send={(values) => changeSettings({ youngAccountPosts: Number(numberIn(values)) })}
      onSaved={onSaved}
    >
      {(form) => (
        <Field
          form={form}
          name="youngAccountPosts"
          label={label}
          inputMode="numeric"
          required
          maxLength={4}
          initial={String(youngAccountPosts)}
        />
      )}
    </SettingsForm>
  )
}
