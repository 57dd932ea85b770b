import { useSignal } from '@preact/signals'
import { SwitchField } from '../../../app/components/switch-field'
import { useFormDraft } from '../../../app/lib/form-draft'
import { changeSettings, type Settings } from '../../lib/settings/settings'
import { isSame } from '../../lib/settings/settings-rules'
import { SettingsForm } from './settings-form'

type Name = 'contentPatterns' | 'mails'
type Words<Switch extends string> = { title: string; lead: string; switches: Record<Switch, readonly [string, string]> }

type Props<Of extends Name> = {
  name: Of
  words: Words<Extract<keyof Settings[Of], string>>
  settings: Settings
  onSaved: (settings: Settings) => void
}

export function SwitchSettings<Of extends Name>({ name, words, settings, onSaved }: Props<Of>) {
  const saved: Record<string, boolean> = settings[name]
  const names = Object.keys(words.switches) as Extract<keyof Settings[Of], string>[]
  const onIn = (values: FormData) => Object.fromEntries(names.map((each) => [each, values.has(`${name}.${each}`)]))
  const current = useSignal<Record<string, boolean>>(saved)
  const draft = useFormDraft(`settings ${name}`)
  return (
    <SettingsForm
      name={name}
      title={words.title}
      lead={words.lead}
      isChanged={!isSame(current.value, saved)}
      draft={draft}
      onInput={(values) => {
        current.value = onIn(values)
      }}
      send={(values) => changeSettings({ [name]: onIn(values) })}
      onSaved={onSaved}
    >
      {() =>
        names.map((each) => (
          <SwitchField
            key={each}
            name={`${name}.${each}`}
            label={words.switches[each][0]}
            hint={words.switches[each][1]}
            initial={saved[each] === true}
          />
        ))
      }
    </SettingsForm>
  )
}
