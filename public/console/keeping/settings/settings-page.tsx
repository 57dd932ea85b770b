import { useSignal } from '@preact/signals'
import { Fragment } from 'preact'
import { useEffect } from 'preact/hooks'
import { FieldError, SwitchField } from '../../../app/components/field'
import { Notice } from '../../../app/components/page'
import { type Form, wrongAt } from '../../../app/lib/form'
import { useFormDraft } from '../../../app/lib/form-draft'
import { instance, loadInstance } from '../../../app/lib/instance'
import { useResource } from '../../lib/page'
import { settingsText } from '../../texts/settings'
import { Loaded, Panel } from '../../ui/panel'
import { AliasSetting } from './alias-setting'
import { HelpLinesSetting, PageSettings } from './care-settings'
import { HoldingSetting, LinkDomainsSetting } from './holding-settings'
import { ListSettings } from './list-settings'
import { NewAccountSetting } from './new-account-setting'
import { RemovalReasonsSetting } from './removal-reasons-setting'
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
import { SignUpSetting } from './sign-up-setting'
import {
  ChecklistSetting,
  DomainSetting,
  NotificationSetting,
  PasskeySetting,
  ReadersSetting,
  TransparencySetting,
} from './switch-setting'
import { AddressTrialSection, MailTestSection } from './trials'

let readings = 0

async function readAnew() {
  const answer = await readSettings()
  readings++
  return answer
}

export function SettingsPage() {
  const settings = useResource('console-settings', readAnew)
  const { page, patterns, mails } = settingsText
  const saved = (now: Settings) => {
    settings.data.value = now
    // Forms in the app offer these settings.
    loadInstance()
  }
  return (
    <Panel title={page.title}>
      {!maySet() && (
        <Notice kind="info">
          <p>{page.readOnly}</p>
        </Notice>
      )}
      <Loaded resource={settings}>
        {(now) => (
          // Remounts the forms after loading, so that changes by others do not look like unsaved ones.
          <Fragment key={readings}>
            <ListSettings name="topics" settings={now} onSaved={saved} />
            <HelpLinesSetting settings={now} onSaved={saved} />
            <PageSettings settings={now} onSaved={saved} />
            <SwitchSettings name="contentPatterns" words={patterns} settings={now} onSaved={saved} />
            <ThresholdSettings settings={now} onSaved={saved} />
            <SignUpSetting settings={now} onSaved={saved} />
            <AddressTrialSection />
            <ReadersSetting settings={now} onSaved={saved} />
            <DomainSetting settings={now} onSaved={saved} />
            <HoldingSetting settings={now} onSaved={saved} />
            <NewAccountSetting settings={now} onSaved={saved} />
            <AliasSetting settings={now} onSaved={saved} />
            <LinkDomainsSetting settings={now} onSaved={saved} />
            <PasskeySetting settings={now} onSaved={saved} />
            <NotificationSetting settings={now} onSaved={saved} />
            <TransparencySetting settings={now} onSaved={saved} />
            <MailTestSection />
            <SwitchSettings name="mails" words={mails} settings={now} onSaved={saved} />
            <ListSettings name="reportReasons" settings={now} onSaved={saved} />
            <RemovalReasonsSetting settings={now} onSaved={saved} />
            <ListSettings name="feedbackTypes" settings={now} onSaved={saved} />
            <ChecklistSetting settings={now} onSaved={saved} />
            <Arrival />
          </Fragment>
        )}
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

type Name = 'contentPatterns' | 'mails'
type Words<Switch extends string> = { title: string; lead: string; switches: Record<Switch, readonly [string, string]> }

type Props<Of extends Name> = {
  name: Of
  words: Words<Extract<keyof Settings[Of], string>>
  settings: Settings
  onSaved: (settings: Settings) => void
}

function SwitchSettings<Of extends Name>({ name, words, settings, onSaved }: Props<Of>) {
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
      onInput={(values) => (current.value = onIn(values))}
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

const PROVIDERS: readonly Provider[] = ['openai', 'perspective', 'chat']
const fieldName = (provider: Provider, attribute: string) => `${provider}.${attribute}`

type ThresholdSettingsProps = { settings: Settings; onSaved: (settings: Settings) => void }

/** The toxicity scores from which a text is refused, by provider. */
function ThresholdSettings({ settings, onSaved }: ThresholdSettingsProps) {
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
      {(form) =>
        PROVIDERS.map((provider) => (
          <details key={provider} open={isAsked} aria-label={thresholds.providers[provider]}>
            <summary class="cursor-pointer py-3 font-medium">{thresholds.providers[provider]}</summary>
            <div class="grid grid-cols-1 gap-x-6 gap-y-2 pt-3 sm:grid-cols-2">
              {providerAttributes(provider, saved[provider]).map((attribute) => (
                <Threshold
                  key={attribute}
                  form={form}
                  name={fieldName(provider, attribute)}
                  attribute={attribute}
                  initial={saved[provider][attribute]}
                />
              ))}
            </div>
          </details>
        ))
      }
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

type ThresholdProps = { form: Form; name: string; attribute: string; initial: number | undefined }

function Threshold({ form, name, attribute, initial }: ThresholdProps) {
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
      <FieldError form={form} name={name} id={name} />
    </div>
  )
}
