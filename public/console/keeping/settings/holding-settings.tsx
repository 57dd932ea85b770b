import { useSignal } from '@preact/signals'
import { Field, SwitchField } from '../../../app/components/field'
import { useFormDraft } from '../../../app/lib/form-draft'
import { settingsText } from '../../texts/settings'
import { changeSettings, isSame, linesIn, type Settings } from './settings'
import { SettingsForm } from './settings-form'

type Props = { settings: Settings; onSaved: (settings: Settings) => void }

const SWITCHES = ['uncertain', 'scorerDown', 'newAccountLinks'] as const

/** What becomes of texts that nobody can be sure about. */
export function HoldingSetting({ settings: { holding }, onSaved }: Props) {
  const { title, lead, switches, certainty, certaintyHint } = settingsText.holding
  const current = useSignal(holding)
  const draft = useFormDraft('settings holding')
  const verdict = (values: FormData, name: (typeof SWITCHES)[number]) =>
    values.has(`holding.${name}`) ? 'hold' : 'refuse'
  const valuesIn = (values: FormData): Settings['holding'] => ({
    uncertain: verdict(values, 'uncertain'),
    scorerDown: verdict(values, 'scorerDown'),
    newAccountLinks: verdict(values, 'newAccountLinks'),
    certainty: Number(String(values.get('holding.certainty') ?? '').trim()),
  })
  return (
    <SettingsForm
      name="holding"
      title={title}
      lead={lead}
      isChanged={!isSame(current.value, holding)}
      draft={draft}
      onInput={(values) => (current.value = valuesIn(values))}
      send={(values) => changeSettings({ holding: valuesIn(values) })}
      onSaved={onSaved}
    >
      {(form) => (
        <>
          {SWITCHES.map((name) => (
            <SwitchField
              key={name}
              name={`holding.${name}`}
              label={switches[name][0]}
              hint={switches[name][1]}
              initial={holding[name] === 'hold'}
            />
          ))}
          <Field
            form={form}
            name="holding.certainty"
            label={certainty}
            hint={certaintyHint}
            required
            maxLength={5}
            initial={String(holding.certainty)}
          />
        </>
      )}
    </SettingsForm>
  )
}

const LISTS = ['allow', 'hold', 'refuse'] as const

/** What becomes of links, by where they lead. */
export function LinkDomainsSetting({ settings: { linkDomains }, onSaved }: Props) {
  const { title, lead, lists, hints } = settingsText.linkDomains
  const current = useSignal(linkDomains)
  const draft = useFormDraft('settings linkDomains')
  const lines = (values: FormData, list: (typeof LISTS)[number]) =>
    linesIn(String(values.get(`linkDomains.${list}`) ?? ''))
  const valuesIn = (values: FormData): Settings['linkDomains'] => ({
    allow: lines(values, 'allow'),
    hold: lines(values, 'hold'),
    refuse: lines(values, 'refuse'),
  })
  return (
    <SettingsForm
      name="linkDomains"
      title={title}
      lead={lead}
      isChanged={!isSame(current.value, linkDomains)}
      draft={draft}
      onInput={(values) => (current.value = valuesIn(values))}
      send={(values) => changeSettings({ linkDomains: valuesIn(values) })}
      onSaved={onSaved}
    >
      {(form) =>
        LISTS.map((list) => (
          <Field
            key={list}
            form={form}
            name={`linkDomains.${list}`}
            label={lists[list]}
            hint={hints[list]}
            rows={4}
            initial={linkDomains[list].join('\n')}
          />
        ))
      }
    </SettingsForm>
  )
}
