import { useSignal } from '@preact/signals'
import { Fragment } from 'preact'
import { useEffect } from 'preact/hooks'
import { useFormAround, wrongAt } from '../../../app/lib/form'
import { useFormDraft } from '../../../app/lib/form-draft'
import { instance, loadInstance } from '../../../app/lib/instance'
import { FieldError } from '../../../app/ui/field'
import { useResource } from '../../lib/page'
import { settingsText } from '../../texts/settings'
import { Loaded, Panel, Told } from '../../ui/panel'
import {
  AliasSetting,
  ChecklistSetting,
  EitherSetting,
  HelpLinesSetting,
  HoldingSetting,
  LinkDomainsSetting,
  MailSettings,
  NewAccountSetting,
  PageSettings,
  PatternSettings,
  PictureSetting,
  type Props,
  SignUpSetting,
} from './field-settings'
import { ListSettings } from './list-settings'
import { RemovalReasonsSetting } from './removal-reasons'
import {
  changeSettings,
  isSame,
  type Provider,
  providerAttributes,
  readSettings,
  type Settings,
  type Thresholds,
} from './settings'
import { maySet, SettingsForm } from './settings-form'
import { AddressTrialSection, MailTestSection } from './trials'

let readings = 0

async function readAnew() {
  const answer = await readSettings()
  readings++
  return answer
}

export function SettingsPage() {
  const settings = useResource('console-settings', readAnew)
  const words = settingsText
  const saved = (now: Settings) => {
    settings.data.value = now
    // Forms in the app offer these settings.
    loadInstance()
  }
  return (
    <Panel>
      {!maySet() && <Told>{words.page.readOnly}</Told>}
      <Loaded resource={settings}>
        {(now) => {
          const given = { settings: now, onSaved: saved }
          // Remounts the forms after loading, so that changes by others do not look like unsaved ones.
          return (
            <Fragment key={readings}>
              <ListSettings name="topics" {...given} />
              <HelpLinesSetting {...given} />
              <PageSettings {...given} />
              <PatternSettings {...given} />
              <ThresholdSettings {...given} />
              <SignUpSetting {...given} />
              <AddressTrialSection />
              <EitherSetting name="readers" words={words.readers} on="members" off="public" {...given} />
              <EitherSetting
                name="collegeDomains"
                words={words.collegeDomains}
                on="superadmin"
                off="admin"
                {...given}
              />
              <HoldingSetting {...given} />
              <NewAccountSetting {...given} />
              <AliasSetting {...given} />
              <PictureSetting {...given} />
              <LinkDomainsSetting {...given} />
              <EitherSetting name="administratorPasskeys" words={words.passkeys} {...given} />
              <EitherSetting name="notifications" words={words.notifications} {...given} />
              <EitherSetting name="transparency" words={words.transparency} {...given} />
              <MailTestSection />
              <MailSettings {...given} />
              <ListSettings name="reportReasons" {...given} />
              <RemovalReasonsSetting {...given} />
              <ListSettings name="feedbackTypes" {...given} />
              <ChecklistSetting {...given} />
              <Arrival />
            </Fragment>
          )
        }}
      </Loaded>
    </Panel>
  )
}

/** Goes to the section that the link named, once it is there. */
function Arrival() {
  useEffect(() => {
    const heading = document.getElementById(`${location.hash.slice(1)}-title`)
    heading?.scrollIntoView()
    heading?.focus({ preventScroll: true })
  }, [])
  return null
}

const PROVIDERS: readonly Provider[] = ['openai', 'perspective', 'chat']
const fieldName = (provider: Provider, attribute: string) => `${provider}.${attribute}`

function ThresholdSettings({ settings, onSaved }: Props) {
  const { thresholds } = settingsText
  const saved = settings.toxicityThresholds
  const current = useSignal(saved)
  const draft = useFormDraft('settings toxicityThresholds')
  const isAsked = instance.value?.features.toxicity === true
  const onIn = (values: FormData) => ({
    openai: given(values, 'openai', saved.openai),
    perspective: given(values, 'perspective', saved.perspective),
    chat: given(values, 'chat', saved.chat),
  })
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
