import { useSignal } from '@preact/signals'
import { Fragment } from 'preact'
import { SwitchField } from '../../../app/components/field'
import { Notice } from '../../../app/components/notice'
import { useFormDraft } from '../../../app/lib/drafts'
import { loadInstance } from '../../../app/lib/instance'
import { Loaded, Panel } from '../../components/panel'
import { useResource } from '../../lib/resource'
import { changeSettings, isSame, readSettings, type Settings } from '../../lib/settings/settings'
import { settingsText } from '../../texts/settings'
import { ListSettings } from './list-settings'
import { maySet, SettingsForm } from './settings-form'
import { ThresholdSettings } from './threshold-settings'

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
            <SwitchSettings name="contentPatterns" words={patterns} settings={now} onSaved={saved} />
            <ThresholdSettings settings={now} onSaved={saved} />
            <SwitchSettings name="mails" words={mails} settings={now} onSaved={saved} />
            <ListSettings name="reportReasons" settings={now} onSaved={saved} />
            <ListSettings name="feedbackTypes" settings={now} onSaved={saved} />
          </Fragment>
        )}
      </Loaded>
    </Panel>
  )
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
