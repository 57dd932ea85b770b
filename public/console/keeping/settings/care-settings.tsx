import { useSignal } from '@preact/signals'
import { Field } from '../../../app/components/field'
import { useFormDraft } from '../../../app/lib/form-draft'
import { settingsText } from '../../texts/settings'
import { changeSettings, linesIn, type Settings } from './settings'
import { SettingsForm } from './settings-form'

type Props = { settings: Settings; onSaved: (settings: Settings) => void }

/** Where somebody in distress finds help, one a line. */
export function HelpLinesSetting({ settings: { helpLines }, onSaved }: Props) {
  const { title, lead, label, hint } = settingsText.helpLines
  const lines = useSignal(helpLines)
  const draft = useFormDraft('settings helpLines')
  const typed = (values: FormData) => linesIn(String(values.get('helpLines') ?? ''))
  return (
    <SettingsForm
      name="helpLines"
      title={title}
      lead={lead}
      isChanged={lines.value.join('\n') !== helpLines.join('\n')}
      draft={draft}
      onInput={(values) => (lines.value = typed(values))}
      send={(values) => changeSettings({ helpLines: typed(values) })}
      onSaved={onSaved}
    >
      {(form) => (
        <Field form={form} name="helpLines" label={label} hint={hint} rows={4} initial={helpLines.join('\n')} />
      )}
    </SettingsForm>
  )
}

const PAGES = ['rulesPage', 'privacyPage', 'contactPage', 'moderationPage'] as const
const LANGUAGES = ['en', 'hi'] as const

/** What the campus writes on the pages of the place, in Markdown. */
export const PageSettings = (props: Props) => PAGES.map((name) => <PageSetting key={name} name={name} {...props} />)

function PageSetting({ name, settings, onSaved }: Props & { name: (typeof PAGES)[number] }) {
  const { pages } = settingsText
  const saved = settings[name]
  const current = useSignal(saved)
  const draft = useFormDraft(`settings ${name}`)
  const typed = (values: FormData) => {
    const [en, hi] = LANGUAGES.map((language) => String(values.get(`${name}.${language}`) ?? '').trim())
    return { en: en ?? '', hi: hi ?? '' }
  }
  return (
    <SettingsForm
      name={name}
      title={pages.titles[name]}
      lead={
        <>
          {pages.leads[name]} {pages.lead}{' '}
          <a class="link" href={`/about/${name.replace('Page', '')}`}>
            {pages.show}
          </a>
        </>
      }
      isChanged={LANGUAGES.some((language) => current.value[language] !== saved[language])}
      draft={draft}
      onInput={(values) => (current.value = typed(values))}
      send={(values) => changeSettings({ [name]: typed(values) })}
      onSaved={onSaved}
    >
      {(form) =>
        LANGUAGES.map((language) => (
          <Field
            key={language}
            form={form}
            name={`${name}.${language}`}
            label={pages.languages[language]}
            rows={6}
            maxLength={5000}
            initial={saved[language]}
          />
        ))
      }
    </SettingsForm>
  )
}
