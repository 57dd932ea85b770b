import { useEffect } from 'preact/hooks'
import { api, envelope } from '../../lib/api'
import { exactly } from '../../lib/dates'
import { announceFailure } from '../../lib/failures'
import { useLoaded } from '../../lib/loading'
import { me } from '../../lib/me'
import { saveFile } from '../../lib/save-file'
import { language } from '../../texts/catalogue'
import { settingsText } from '../../texts/settings'
import { ActButton } from '../../ui/act-button'
import { WhenLoaded } from '../../ui/loaded'
import { SettingsSection } from './settings-section'

const LOOK_AGAIN_MS = 2000

const fetchExport = () => envelope(api.users.me.export.get())

/** A copy of all that Quad has about oneself: ask for it, and download it when it is ready. */
export function ExportSection() {
  const exported = useLoaded(fetchExport)
  const words = settingsText.export
  const current = exported.data.value?.export ?? null
  const isWaiting = current?.state === 'waiting'
  useEffect(() => {
    if (!isWaiting) return
    const timer = setInterval(exported.load, LOOK_AGAIN_MS)
    return () => clearInterval(timer)
  }, [isWaiting])
  const ask = async () => {
    const answer = await envelope(api.users.me.export.post())
    if (!answer.success) return announceFailure(answer)
    exported.data.value = answer.data
    document.getElementById('export')?.focus()
  }
  const download = async () => {
    const answer = await saveFile('/api/v1/users/me/export/file', `quad-${me.value?.username}.zip`)
    if (!answer.success) announceFailure(answer)
  }
  return (
    <SettingsSection name="export">
      <p class="text-base-content/80">{words.lead}</p>
      <WhenLoaded of={exported}>{() => null}</WhenLoaded>
      <p role="status" class="empty:hidden">
        {isWaiting && words.waiting}
        {current?.state === 'failed' && words.failed}
        {current?.state === 'ready' && words.ready(exactly(current.keptUntil, language.value))}
      </p>
      {current?.state === 'ready' && (
        <ActButton class="btn btn-primary btn-wide" act={download}>
          {words.download}
        </ActButton>
      )}
      {exported.data.value && !isWaiting && (
        <button type="button" class="btn btn-outline btn-wide" onClick={ask}>
          {current === null ? words.ask : words.askAgain}
        </button>
      )}
    </SettingsSection>
  )
}
