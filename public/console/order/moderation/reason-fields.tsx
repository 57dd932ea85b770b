import { type Signal, useSignal } from '@preact/signals'
import type { ComponentChildren, ComponentProps } from 'preact'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { choiceLabel } from '../../../app/lib/choice-label'
import { useMissing } from '../../../app/lib/form'
import { instance } from '../../../app/lib/instance'
import { language } from '../../../app/texts/catalogue'
import { Field, SelectField } from '../../../app/ui/field'
import { FailureNotice, LineSkeletons } from '../../../app/ui/page'
import { consoleText } from '../../texts/console'
import { moderationText } from '../../texts/moderation'
import { Key } from './desk-bar'
import { MAX_REASON_LENGTH } from './moderation'
import { MOST_KEYS, pickedBy, type RemovalReason, reasonSettings, suggested } from './reasons'

type Props = {
  hint: string
  /** What it was reported for, the most frequent first: what is picked at first. */
  rules?: readonly string[]
  /** Own words are needed where no reason is picked. */
  isNeeded?: boolean
}

/**
 * Why something is taken away: a removal reason of the settings, which one key picks, and own words. Until the reasons
 * are there the form sends nothing; where they cannot be loaded, own words are left.
 */
export function ReasonFields(props: Props) {
  useEffect(() => {
    reasonSettings.load()
  }, [])
  const reasons = reasonSettings.data.value?.removalReasons
  const failure = reasonSettings.failure.value
  const isLoading = reasons === undefined && failure === null
  useMissing(isLoading)
  if (isLoading) return <LineSkeletons />
  return (
    <>
      {reasons === undefined && failure !== null && (
        <FailureNotice failure={failure} retry={() => reasonSettings.load()} />
      )}
      <Fields {...props} reasons={reasons ?? []} />
    </>
  )
}

const OWN = ''

function Fields({ hint, rules = [], isNeeded = false, reasons }: Props & { reasons: readonly RemovalReason[] }) {
  const { decide } = moderationText
  const picked = useSignal(suggested(reasons, rules)?.en ?? OWN)
  const list = useRef<HTMLFieldSetElement>(null)
  const isOwn = !reasons.some(({ en }) => en === picked.value)
  useLayoutEffect(() => {
    // A long list does not scroll away what is asked.
    list.current?.querySelector<HTMLElement>(':checked')?.focus({ preventScroll: true })
  }, [])
  // Not after the frame: whoever sees the reasons may press a digit at once.
  useLayoutEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const reason = reasons[pickedBy(event) ?? -1]
      if (reason === undefined || isWriting(event.target)) return
      event.preventDefault()
      picked.value = reason.en
      const radios = list.current?.querySelectorAll<HTMLElement>('input') ?? []
      radios[reasons.indexOf(reason)]?.focus()
    }
    document.addEventListener('keydown', pressed)
    return () => document.removeEventListener('keydown', pressed)
  }, [reasons])
  return (
    <>
      <fieldset ref={list} class="flex min-w-0 flex-col">
        <legend class="font-medium">{decide.preset}</legend>
        {reasons.map((reason, at) => (
          <PresetChoice
            key={reason.en}
            value={reason.en}
            picked={picked}
            shortcut={at < MOST_KEYS ? `${at + 1}` : undefined}
          >
            {reason.rule !== null && <span class="font-medium">{choiceLabel(reason.rule)}: </span>}
            {reason[language.value]}
          </PresetChoice>
        ))}
        <PresetChoice value={OWN} picked={picked} isChecked={isOwn}>
          {decide.ownWords}
        </PresetChoice>
      </fieldset>
      {isOwn && <RuleField />}
      <ReasonField label={isOwn ? consoleText.words.reason : decide.added} hint={hint} required={isNeeded && isOwn} />
    </>
  )
}

type ReasonFieldProps = Omit<ComponentProps<typeof Field>, 'name' | 'rows' | 'maxLength'> & {
  name?: string
  rows?: number
}

/** Why a moderator decides so, in their own words. */
export const ReasonField = ({ name = 'reason', rows = 3, ...shown }: ReasonFieldProps) => (
  <Field {...shown} name={name} rows={rows} maxLength={MAX_REASON_LENGTH} />
)

/** In a field, digits are text. */
const isWriting = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('textarea, select') !== null

type PresetProps = {
  value: string
  picked: Signal<string>
  isChecked?: boolean
  shortcut?: string | undefined
  children: ComponentChildren
}

const PresetChoice = ({ value, picked, isChecked, shortcut, children }: PresetProps) => (
  <label class="hover:bg-base-200 rounded-field -mx-2 flex min-h-11 items-center gap-3 px-2 py-1.5">
    <input
      type="radio"
      name="preset"
      value={value}
      class="accent-primary size-5 shrink-0"
      checked={isChecked ?? picked.value === value}
      aria-keyshortcuts={shortcut}
      onChange={() => (picked.value = value)}
    />
    <span class="min-w-0 grow">{children}</span>
    {shortcut && <Key name={shortcut} />}
  </label>
)

/** The rule that a removal names to the author: one of the report reasons. */
function RuleField() {
  const { decide } = moderationText
  const rules = instance.value?.reportReasons ?? []
  const options = rules.map((rule) => [rule, choiceLabel(rule)] as const)
  return (
    <SelectField name="rule" label={decide.rule} hint={decide.ruleHint} options={[['', decide.noRule], ...options]} />
  )
}
