import { useSignal } from '@preact/signals'
import { FailureNotice, Notice } from '../../../app/components/page'
import { announce } from '../../../app/lib/announcements'
import type { Failure } from '../../../app/lib/api'
import { atTime } from '../../../app/lib/dates'
import { language } from '../../../app/texts/catalogue'
import { exportQuery, FORMATS, type Format, formatDay, MOST_EXPORTED, readChain, saveLog } from '../../lib/audit/files'
import type { LogAddress } from '../../lib/audit/log'
import { useResource } from '../../lib/page'
import { auditText } from '../../texts/audit'

/** Whether the log is in order: one line if it is, and loudly if it is not. */
export function ChainState() {
  const chain = useResource('console-log-chain', readChain)
  const state = chain.data.value
  const { chain: words } = auditText
  if (state === undefined) return null
  if (state.state === 'broken')
    return (
      <Notice kind="error" title={words.broken(state.brokenOn ? formatDay(state.brokenOn, language.value) : '')}>
        <p>{words.brokenHow}</p>
      </Notice>
    )
  if (state.state === 'unknown' || state.verifiedAt === null) return <p class="text-sm">{words.unknown}</p>
  return (
    <details class="text-sm">
      <summary class="cursor-pointer py-3">
        {words.intact(
          state.head ? formatDay(state.head.day, language.value) : '',
          atTime(Date.parse(state.verifiedAt), language.value),
        )}
      </summary>
      {state.head && (
        <p class="text-base-content/80">
          {words.head} <code class="block py-1 wrap-anywhere">{state.head.hash}</code> {words.headHow}
        </p>
      )}
    </details>
  )
}

/** The way to a file of what the list shows; `total` is how many entries that is. */
export function LogExport({ address, total }: { address: LogAddress; total: number }) {
  const { file } = auditText
  const failure = useSignal<Failure | null>(null)
  const isSaving = useSignal(false)
  const save = async (query: string, format: Format) => {
    isSaving.value = true
    const answer = await saveLog(query, format)
    isSaving.value = false
    failure.value = answer.success ? null : answer
    if (answer.success) announce(file.saved)
  }
  if (exportQuery(address, 'csv') === undefined) return <p class="text-sm">{file.notOfStudents}</p>
  return (
    <section class="flex flex-col gap-2">
      {failure.value && <FailureNotice failure={failure.value} />}
      <div class="flex flex-wrap items-center gap-2">
        {FORMATS.map((format) => (
          <button
            key={format}
            type="button"
            class="btn btn-sm btn-outline"
            disabled={isSaving.value}
            onClick={() => save(exportQuery(address, format) ?? '', format)}
          >
            {file.save[format]}
          </button>
        ))}
      </div>
      <p class="text-base-content/80 text-sm">
        {file.lead}
        {total > MOST_EXPORTED && ` ${file.newest(MOST_EXPORTED.toLocaleString(language.value))}`}
      </p>
    </section>
  )
}
