import { type Signal, useSignal } from '@preact/signals'
import { announce } from '../../../app/lib/announcements'
import { choiceLabel } from '../../../app/lib/choice-label'
import { type Form, FormContext } from '../../../app/lib/form'
import { language } from '../../../app/texts/catalogue'
import { text } from '../../../app/texts/core'
import { FormDialog } from '../../../app/ui/dialog'
import { Field, SelectField } from '../../../app/ui/field'
import { moderationText } from '../../texts/moderation'
import { settingsText } from '../../texts/settings'
import type { Props } from './field-settings'
import { MoveButtons, useNextFocus } from './list-settings'
import { changeSettings, LONGEST_REMOVAL_REASON, MOST_REMOVAL_REASONS, moved, type Settings } from './settings'
import { maySet, Section } from './settings-form'

/** What moderators pick when they remove something; changed in a dialog. */
export function RemovalReasonsSetting(props: Props) {
  const open = useSignal(false)
  const { removalReasons } = props.settings
  const { title, lead, none, edit } = settingsText.removalReasons
  return (
    <Section name="removalReasons" title={title} lead={lead}>
      {removalReasons.length === 0 && <p>{none}</p>}
      <ol class="flex list-decimal flex-col gap-1 ps-6 empty:hidden">
        {removalReasons.map((reason) => (
          <li key={reason.en}>
            {reason.rule !== null && <span class="font-medium">{choiceLabel(reason.rule)}: </span>}
            {reason[language.value]}
          </li>
        ))}
      </ol>
      {maySet() && (
        <>
          <button type="button" class="btn btn-sm btn-outline self-start" onClick={() => (open.value = true)}>
            {edit}
          </button>
          {open.value && <RemovalReasonsDialog open={open} {...props} />}
        </>
      )}
    </Section>
  )
}

type Reason = Settings['removalReasons'][number]
type Item = Reason & { key: number }

let keys = 0
const toItem = (reason: Reason): Item => ({ ...reason, key: ++keys })
const BLANK: Reason = { rule: null, en: '', hi: '' }
const LANGUAGES = ['en', 'hi'] as const

function RemovalReasonsDialog({ open, settings, onSaved }: Props & { open: Signal<boolean> }) {
  const words = settingsText.removalReasons
  const items = useSignal(settings.removalReasons.map(toItem))
  // Read here, so that the effect runs after each change.
  const current = items.value
  const focusNext = useNextFocus()
  const change = (form: Form | null, changed: Item[], focus: string) => {
    // The errors were about places that other reasons have now.
    form!.errors.value = {}
    focusNext(focus)
    items.value = changed
  }
  const send = (values: FormData) => {
    const at = (index: number, name: string) => String(values.get(`removalReasons.${index}.${name}`) ?? '')
    const removalReasons = current.map((_, index) => ({
      rule: at(index, 'rule') || null,
      en: at(index, 'en'),
      hi: at(index, 'hi'),
    }))
    return changeSettings({ removalReasons })
  }
  return (
    <FormDialog
      open={open}
      title={words.title}
      lead={words.lead}
      confirm={text.common.save}
      draft={null}
      send={send}
      done={settingsText.page.saved(words.title)}
      onDone={({ data }) => onSaved(data)}
    >
      <FormContext.Consumer>
        {(form) => (
          <>
            <ol class="flex flex-col gap-5 empty:hidden">
              {current.map((item, at) => (
                <li key={item.key}>
                  <ReasonItem
                    item={item}
                    at={at}
                    count={current.length}
                    rules={settings.reportReasons}
                    onMove={(to, button) => {
                      change(form, moved(current, at, to), `${item.key}-${button}`)
                      announce(settingsText.lists.moved(words.item(at + 1), to + 1))
                    }}
                    onRemove={() => {
                      const neighbour = current[at + 1] ?? current[at - 1]
                      const left = current.filter(({ key }) => key !== item.key)
                      change(form, left, neighbour ? `${neighbour.key}-remove` : 'add-removal-reason')
                    }}
                  />
                </li>
              ))}
            </ol>
            {current.length < MOST_REMOVAL_REASONS && (
              <button
                id="add-removal-reason"
                type="button"
                class="btn btn-sm btn-outline self-start"
                onClick={() => change(form, [...current, toItem(BLANK)], `removalReasons-${current.length}-rule`)}
              >
                {settingsText.lists.add.reportReasons}
              </button>
            )}
          </>
        )}
      </FormContext.Consumer>
    </FormDialog>
  )
}

type ItemProps = {
  item: Item
  at: number
  count: number
  rules: readonly string[]
  onMove: (to: number, button: 'up' | 'down') => void
  onRemove: () => void
}

function ReasonItem({ item, at, rules, ...moves }: ItemProps) {
  const { removalReasons: words, pages } = settingsText
  const { rule, noRule } = moderationText.decide
  const name = words.item(at + 1)
  const options = [['', noRule] as const, ...rules.map((rule) => [rule, choiceLabel(rule)] as const)]
  return (
    <fieldset class="flex min-w-0 flex-col gap-3">
      <legend class="mb-2 font-semibold">{name}</legend>
      <SelectField
        name={`removalReasons.${at}.rule`}
        label={rule}
        options={options}
        initial={item.rule !== null && rules.includes(item.rule) ? item.rule : ''}
      />
      {LANGUAGES.map((language) => (
        <Field
          key={language}
          name={`removalReasons.${at}.${language}`}
          label={pages.languages[language]}
          rows={2}
          required
          maxLength={LONGEST_REMOVAL_REASON}
          initial={item[language]}
        />
      ))}
      <div class="flex justify-end gap-1">
        <MoveButtons id={String(item.key)} label={name} at={at} {...moves} />
      </div>
    </fieldset>
  )
}
