import { Fragment } from 'preact'
import { useEffect } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { loadInstance } from '../../../app/lib/instance'
import { useResource } from '../../lib/page'
import { settingsText } from '../../texts/settings'
import { Loaded, Panel, Told } from '../../ui/panel'
import { FieldSetting } from './field-settings'
import { settingSections } from './sections'
import { readSettings, type Settings } from './settings'
import { maySet } from './settings-form'

export function SettingsPage() {
  const settings = useResource('console-settings', readSettings)
  const saved = (now: Settings) => {
    settings.data.value = now
    // Forms in the app offer these settings.
    loadInstance()
  }
  return (
    <Panel>
      {!maySet() && <Told>{settingsText.page.readOnly}</Told>}
      <Loaded resource={settings}>
        {(now) => {
          const given = { settings: now, onSaved: saved }
          return (
            <Fragment key={settings.loads}>
              {settingSections().map((section) => (
                <Fragment key={section.name}>
                  {'parts' in section ? <FieldSetting {...section} {...given} /> : section.show(given)}
                </Fragment>
              ))}
              <Arrival />
            </Fragment>
          )
        }}
      </Loaded>
    </Panel>
  )
}

/** Goes to the section or the field that the link named, once it is there. */
function Arrival() {
  const { url } = useLocation()
  useEffect(() => {
    const name = location.hash.slice(1)
    const field = document.getElementsByName(name)[0]
    const isLocked = field?.matches(':disabled')
    const heading =
      document.getElementById(`${name}-title`) ?? (isLocked && field?.closest('form')?.querySelector('h2'))
    const target = heading || field
    target?.scrollIntoView()
    target?.focus({ preventScroll: true })
  }, [url])
  return null
}
