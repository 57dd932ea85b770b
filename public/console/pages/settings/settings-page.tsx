import { Fragment } from 'preact'
import { Notice } from '../../../app/components/notice'
import { loadInstance } from '../../../app/lib/instance'
import { Loaded } from '../../components/loaded'
import { Panel } from '../../components/panel'
import { useResource } from '../../lib/resource'
import { readSettings, type Settings } from '../../lib/settings/settings'
import { settingsText } from '../../texts/settings'
import { ListSettings } from './list-settings'
import { maySet } from './settings-form'
import { SwitchSettings } from './switch-settings'
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
