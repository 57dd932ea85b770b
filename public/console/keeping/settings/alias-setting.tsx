import { useSignal } from '@preact/signals'
import { Field, SwitchField } from '../../../app/components/field'
import { useFormDraft } from '../../../app/lib/form-draft'
import { settingsText } from '../../texts/settings'
import { changeSettings, isSame, type Settings } from './settings'
import { SettingsForm } from './settings-form'

type Props = { settings: Settings; onSaved: (settings: Settings) => void }

const LIMITS = ['perDay', 'perWeek', 'accountDays'] as const

/** Who may take how many names for one thread. */
export function AliasSetting({ settings: { aliases: saved }, onSaved }: Props) {
  const { title, lead, label, hint, ageHint, ...labels } = settingsText.aliases
  const current = useSignal(saved)
  const draft = useFormDraft('settings aliases')
  const valuesIn = (values: FormData): Settings['aliases'] => {
    const number = (name: (typeof LIMITS)[number]) => Number(String(values.get(`aliases.${name}`) ?? '').trim())
    const limits = { perDay: number('perDay'), perWeek: number('perWeek'), accountDays: number('accountDays') }
    return { on: values.has('aliases.on'), ...limits }
  }
  return (
    <SettingsForm
      name="aliases"
      title={title}
      lead={lead}
      isChanged={!isSame(current.value, saved)}
      draft={draft}
      onInput={(values) => (current.value = valuesIn(values))}
      send={(values) => changeSettings({ aliases: valuesIn(values) })}
      onSaved={onSaved}
    >
      {(form) => (
        <>
          <SwitchField name="aliases.on" label={label} hint={hint} initial={saved.on} />
          {LIMITS.map((name) => (
            <Field
              key={name}
              form={form}
              name={`aliases.${name}`}
              label={labels[name]}
              hint={name === 'accountDays' ? ageHint : undefined}
              inputMode="numeric"
              required
              maxLength={3}
              initial={String(saved[name])}
            />
          ))}
        </>
      )}
    </SettingsForm>
  )
}
