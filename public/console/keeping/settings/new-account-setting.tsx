import { useSignal } from '@preact/signals'
import { Field } from '../../../app/components/field'
import { useFormDraft } from '../../../app/lib/form-draft'
import { settingsText } from '../../texts/settings'
import { changeSettings, isSame, type Settings } from './settings'
import { SettingsForm } from './settings-form'

type Props = { settings: Settings; onSaved: (settings: Settings) => void }

const LIMITS = ['comments', 'links'] as const
const BURSTS = ['texts', 'sameText', 'sameLink'] as const

/** Which accounts are new, and how much they write. */
export function NewAccountSetting({ settings: { youngAccountPosts, newAccounts, bursts }, onSaved }: Props) {
  const { title, lead, label, noLimit, burstsLead, never, ...labels } = settingsText.youngAccounts
  const saved = { youngAccountPosts, ...newAccounts, ...bursts }
  const current = useSignal(saved)
  const draft = useFormDraft('settings youngAccountPosts')
  const typed = (values: FormData, name: string) => String(values.get(name) ?? '').trim()
  const orNull = (text: string) => (text === '' ? null : Number(text))
  const valuesIn = (values: FormData) => ({
    youngAccountPosts: Number(typed(values, 'youngAccountPosts')),
    hours: Number(typed(values, 'newAccounts.hours')),
    karma: orNull(typed(values, 'newAccounts.karma')),
    comments: orNull(typed(values, 'newAccounts.comments')),
    links: orNull(typed(values, 'newAccounts.links')),
    texts: orNull(typed(values, 'bursts.texts')),
    sameText: orNull(typed(values, 'bursts.sameText')),
    sameLink: orNull(typed(values, 'bursts.sameLink')),
  })
  const send = (values: FormData) => {
    const { youngAccountPosts: posts, texts, sameText, sameLink, ...rule } = valuesIn(values)
    return changeSettings({ youngAccountPosts: posts, newAccounts: rule, bursts: { texts, sameText, sameLink } })
  }
  return (
    <SettingsForm
      name="youngAccountPosts"
      title={title}
      lead={lead}
      isChanged={!isSame(current.value, saved)}
      draft={draft}
      onInput={(values) => (current.value = valuesIn(values))}
      send={send}
      onSaved={onSaved}
    >
      {(form) => (
        <>
          <Field
            form={form}
            name="newAccounts.hours"
            label={labels.hours}
            inputMode="numeric"
            required
            maxLength={3}
            initial={String(newAccounts.hours)}
          />
          <Field
            form={form}
            name="newAccounts.karma"
            label={labels.karma}
            hint={noLimit}
            // Karma can be negative, and some keyboards for numbers have no sign.
            maxLength={5}
            initial={newAccounts.karma === null ? '' : String(newAccounts.karma)}
          />
          <Field
            form={form}
            name="youngAccountPosts"
            label={label}
            inputMode="numeric"
            required
            maxLength={4}
            initial={String(youngAccountPosts)}
          />
          {LIMITS.map((name) => (
            <Field
              key={name}
              form={form}
              name={`newAccounts.${name}`}
              label={labels[name]}
              hint={noLimit}
              inputMode="numeric"
              maxLength={5}
              initial={newAccounts[name] === null ? '' : String(newAccounts[name])}
            />
          ))}
          <p>{burstsLead}</p>
          {BURSTS.map((name) => (
            <Field
              key={name}
              form={form}
              name={`bursts.${name}`}
              label={labels[name]}
              hint={never}
              inputMode="numeric"
              maxLength={4}
              initial={bursts[name] === null ? '' : String(bursts[name])}
            />
          ))}
        </>
      )}
    </SettingsForm>
  )
}
