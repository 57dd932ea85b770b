import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { FormDialog } from '../../../app/components/form-dialog'
import { announce } from '../../../app/lib/announcements'
import { conflictInWords } from '../../../app/lib/conflict'
import { Loaded } from '../../components/loaded'
import { Pager } from '../../components/pager'
import { Nothing } from '../../components/panel'
import { pageNumber, useFilters } from '../../lib/address'
import { loadOverview } from '../../lib/dashboard/overview'
import { type ClosedReport, deleteReports, listClosedReports, reopenReport } from '../../lib/reports/decisions'
import type { Entry } from '../../lib/reports/queue'
import { refusalMessage } from '../../lib/reports/queue-words'
import { useResource } from '../../lib/resource'
import { reportsText } from '../../texts/reports'
import { ReportRow } from './report-row'

type Props = { status: 'resolved' | 'ignored'; type: Entry['type'] | undefined }

/** Closed reports, which can be reopened, or deleted several at a time. */
export function ClosedReports({ status, type }: Props) {
  const { query, narrow } = useFilters()
  const page = pageNumber(query)
  const resource = useResource('closed-reports', () => listClosedReports(status, type, page))
  const last = resource.data.value?.pagination.totalPages
  // When the list turns out to be shorter than the page in the URL.
  useEffect(() => {
    if (last !== undefined && page > Math.max(1, last)) narrow({ page: last > 1 ? String(last) : undefined })
  }, [last, page])
  const changed = async () => {
    await Promise.all([resource.load(), loadOverview()])
    document.querySelector<HTMLElement>('h1')?.focus()
  }
  return (
    <Loaded resource={resource}>
      {({ data, pagination }) => (
        <>
          {data.length === 0 && <Nothing>{reportsText.page.none}</Nothing>}
          {data.length > 0 && <Selection key={data.map(({ id }) => id).join()} reports={data} onChange={changed} />}
          {data.length > 0 && <Pager pagination={pagination} />}
        </>
      )}
    </Loaded>
  )
}

type SelectionProps = { reports: readonly ClosedReport[]; onChange: () => void }

function Selection({ reports, onChange }: SelectionProps) {
  const { closed } = reportsText
  const selected = useSignal<readonly string[]>([])
  const open = useSignal(false)
  const ids = selected.value
  const isAll = ids.length === reports.length
  const toggle = (id: string) => {
    selected.value = ids.includes(id) ? ids.filter((each) => each !== id) : [...ids, id]
  }
  const reopen = async (id: string) => {
    const answer = await conflictInWords(reopenReport(id), closed.again)
    announce(
      answer.success
        ? closed.reopened
        : refusalMessage({ ...answer, code: answer.code === 'CONFLICT' ? '' : answer.code }),
    )
    if (answer.success) onChange()
  }
  return (
    <div class="flex flex-col gap-3">
      <div class="flex min-h-9 flex-wrap items-center gap-x-4 gap-y-2 px-3 sm:px-4">
        <label class="flex items-center gap-3">
          <input
            type="checkbox"
            class="accent-primary size-6"
            checked={isAll}
            onChange={() => {
              selected.value = isAll ? [] : reports.map(({ id }) => id)
            }}
          />
          {closed.selectAll}
        </label>
        {ids.length > 0 && (
          <>
            <span class="text-base-content/80 text-sm">{closed.selected(ids.length)}</span>
            <button
              type="button"
              class="btn btn-sm btn-error"
              aria-haspopup="dialog"
              onClick={() => {
                open.value = true
              }}
            >
              {closed.remove}
            </button>
          </>
        )}
      </div>
      <ul class="border-base-300 rounded-box divide-base-300 divide-y border">
        {reports.map((report) => (
          <ReportRow
            key={report.id}
            report={report}
            isSelected={ids.includes(report.id)}
            onSelect={() => toggle(report.id)}
            onReopen={() => reopen(report.id)}
          />
        ))}
      </ul>
      <FormDialog
        open={open}
        title={closed.question(ids.length)}
        lead={closed.consequence}
        confirm={closed.remove}
        isGrave
        send={() => deleteReports(ids)}
        onDone={() => {
          announce(closed.removed(ids.length))
          onChange()
        }}
      />
    </div>
  )
}
