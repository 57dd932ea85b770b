import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { announce } from '../../lib/announcements'
import { api, envelope } from '../../lib/api'
import { exactly } from '../../lib/dates'
import { failureMessage } from '../../lib/failures'
import { useLoaded } from '../../lib/loading'
import { me } from '../../lib/me'
import { saveFile } from '../../lib/save-file'
import { language } from '../../texts/catalogue'
import { settingsText } from '../../texts/settings'
import { FailureNotice, LineSkeletons } from '../../ui/page'
import { SettingsSection } from './settings-section'

const LOOK_AGAIN_MS = 2000

const fetchExport = () => envelope(api.users.me.export.get())

/** A copy of all that Quad has about oneself: ask for it, and download it when it is ready. */
export function ExportSection() {
  const { data, failure, load } = useLoaded(fetchExport)
  const words = settingsText.export
  const current = data.value?.export ?? null
  const isWaiting = current?.state === 'waiting'
  useEffect(() => {
    if (!isWaiting) return
    const timer = setInterval(load, LOOK_AGAIN_MS)
    return () => clearInterval(timer)
  }, [isWaiting])
  const ask = async () => {
    const answer = await envelope(api.users.me.export.post())
    if (!answer.success) return announce(failureMessage(answer))
    data.value = answer.data
    document.getElementById('export')?.focus()
  }
  return (
    <SettingsSection name="export">
      <p class="text-base-content/80">{words.lead}</p>
      {failure.value && <FailureNotice failure={failure.value} retry={load} />}
      {!failure.value && data.value === undefined && <LineSkeletons />}
      <p role="status" class="empty:hidden">
        {isWaiting && words.waiting}
        {current?.state === 'failed' && words.failed}
        {current?.state === 'ready' && words.ready(exactly(current.keptUntil, language.value))}
      </p>
      {current?.state === 'ready' && <DownloadButton />}
      {data.value && !isWaiting && (
        <button type="button" class="btn btn-outline w-full sm:w-auto sm:self-start" onClick={ask}>
          {current === null ? words.ask : words.askAgain}
        </button>
      )}
    </SettingsSection>
  )
}

function DownloadButton() {
  const isSaving = useSignal(false)
  const { download } = settingsText.export
  const save = async () => {
    isSaving.value = true
    const answer = await saveFile('/api/v1/users/me/export/file', `quad-${me.value?.username}.zip`)
    isSaving.value = false
    if (!answer.success) announce(failureMessage(answer))
  }
  return (
    <button
      type="button"
      class="btn btn-primary w-full sm:w-auto sm:self-start"
      disabled={isSaving.value}
      onClick={save}
    >
      {download}
    </button>
  )
}
