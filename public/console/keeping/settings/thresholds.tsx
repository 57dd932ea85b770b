import { useSignal } from '@preact/signals'
import { useFormAround, wrongAt } from '../../../app/lib/form'
import { useFormDraft } from '../../../app/lib/form-draft'
import { instance } from '../../../app/lib/instance'
import { FieldError } from '../../../app/ui/field'
import { settingsText } from '../../texts/settings'
import type { Props } from './field-settings'
import { changeSettings, isSame, type Provider, providerAttributes, type Thresholds } from './settings'
import { maySet, SettingsForm } from './settings-form'

const PROVIDERS: readonly Provider[] = ['openai', 'perspective']
const fieldName = (provider: Provider, attribute: string) => `${provider}.${attribute}`

export function ThresholdSettings({ settings, onSaved }: Props) {
  const { thresholds } = settingsText
  const saved = settings.toxicityThresholds
  const current = useSignal(saved)
  const draft = useFormDraft('settings toxicityThresholds')
  const isAsked = instance.value?.features.toxicity === true
  const onIn = (values: FormData) =>
    Object.fromEntries(PROVIDERS.map((each) => [each, given(values, each, saved[each])])) as typeof saved
  const send = async (values: FormData) => {
    const wanted = onIn(values)
    const empty = PROVIDERS.find((provider) => Object.keys(wanted[provider]).length === 0)
    if (empty === undefined) return changeSettings({ toxicityThresholds: wanted })
    return wrongAt(fieldName(empty, providerAttributes(empty, saved[empty])[0]!), thresholds.oneNeeded)
  }
  return (
    <SettingsForm
      name="toxicityThresholds"
      title={thresholds.title}
      lead={[thresholds.lead, ...(isAsked ? [] : [thresholds.off])].join(' ')}
      isChanged={PROVIDERS.some((provider) => !isSame(current.value[provider], saved[provider]))}
      draft={draft}
      onInput={(values) => (current.value = onIn(values))}
      send={send}
      onSaved={onSaved}
    >
      {PROVIDERS.map((provider) => (
        <details key={provider} open={isAsked} aria-label={thresholds.providers[provider]}>
          <summary class="cursor-pointer py-3 font-medium">{thresholds.providers[provider]}</summary>
          <div class="grid grid-cols-1 gap-x-6 gap-y-2 pt-3 sm:grid-cols-2">
            {providerAttributes(provider, saved[provider]).map((attribute) => (
              <Threshold
                key={attribute}
                name={fieldName(provider, attribute)}
                attribute={attribute}
                initial={saved[provider][attribute]}
              />
            ))}
          </div>
        </details>
      ))}
    </SettingsForm>
  )
}

function given(values: FormData, provider: Provider, saved: Thresholds): Thresholds {
  const scores = providerAttributes(provider, saved).map((attribute) => {
    const typed = String(values.get(fieldName(provider, attribute)) ?? '').trim()
    return [attribute, typed] as const
  })
  return Object.fromEntries(scores.flatMap(([attribute, typed]) => (typed === '' ? [] : [[attribute, Number(typed)]])))
}

type ThresholdProps = { name: string; attribute: string; initial: number | undefined }

function Threshold({ name, attribute, initial }: ThresholdProps) {
  const form = useFormAround()
  const isWrong = form.errors.value[name] !== undefined
  if (!maySet())
    return (
      <p class="flex items-baseline justify-between gap-3 text-sm">
        <code class="min-w-0">{attribute}</code>
        <span class="tabular-nums">{initial ?? '–'}</span>
      </p>
    )
  return (
    <div class="flex flex-col">
      <div class="flex items-center justify-between gap-3">
        <label for={name} class="min-w-0 text-sm">
          <code>{attribute}</code>
        </label>
        <input
          id={name}
          name={name}
          type="number"
          min="0"
          max="1"
          step="0.01"
          class="input input-sm w-24 shrink-0 text-base tabular-nums"
          aria-invalid={isWrong}
          aria-describedby={isWrong ? `${name}-error` : undefined}
          defaultValue={initial}
        />
      </div>
      <FieldError name={name} id={name} />
    </div>
  )
}
