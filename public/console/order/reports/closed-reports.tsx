import { useSignal } from '@preact/signals'
import { announce } from '../../../app/lib/announcements'
import { api, envelope } from '../../../app/lib/api'
import { choiceLabel } from '../../../app/lib/choice-label'
import { conflictInWords } from '../../../app/lib/form'
import { Time } from '../../../app/ui/time'
import { PersonLink } from '../../campus/accounts/person-link'
import { useListPage } from '../../lib/page'
import { Reporter } from '../../parts/classifier/readings'
import { consoleText } from '../../texts/console'
import { reportsText } from '../../texts/reports'
import { entryLeft, Loaded, Nothing, Pager, RowButton, Rows } from '../../ui/panel'
import { RowForm } from '../../ui/record-dialog'
import { ContentBadge } from '../moderation/content'
import { type ClosedReport, deleteReports, reopenReport } from './decisions'
import type { Entry } from './queue'
import { entryName, refusalMessage } from './queue-words'

type Props = { status: 'resolved' | 'ignored'; type: Entry['type'] | undefined }

/** Closed reports, which can be reopened, or deleted several at a time. */
export function ClosedReports({ status, type }: Props) {
  const resource = useListPage('closed-reports', (page) =>
    envelope(api.reports.get({ query: { page, limit: 20, status, ...(type ? { type } : {}) } })),
  )
  return (
    <Loaded resource={resource}>
      {({ data, pagination }) => (
        <>
          {data.length === 0 && <Nothing>{consoleText.words.noneFound}</Nothing>}
          {data.length > 0 && (
            <Selection key={data.map(({ id }) => id).join()} reports={data} onChange={() => entryLeft(resource)} />
          )}
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
            onChange={() => (selected.value = isAll ? [] : reports.map(({ id }) => id))}
          />
          {closed.selectAll}
        </label>
        {ids.length > 0 && (
          <>
            <span class="text-base-content/80 text-sm">{reportsText.group.selected(ids.length)}</span>
            <RowForm
              class="btn-sm btn-error"
              aria-haspopup="dialog"
              words={consoleText.words.delete}
              title={closed.question(ids.length)}
              lead={closed.consequence}
              isGrave
              send={() => deleteReports(ids)}
              done={closed.removed(ids.length)}
              onDone={onChange}
            />
          </>
        )}
      </div>
      <Rows>
        {reports.map((report) => (
          <ReportRow
            key={report.id}
            report={report}
            isSelected={ids.includes(report.id)}
            onSelect={() => toggle(report.id)}
            onReopen={() => reopen(report.id)}
          />
        ))}
      </Rows>
    </div>
  )
}

type ReportRowProps = { report: ClosedReport; isSelected: boolean; onSelect: () => void; onReopen: () => void }

function ReportRow({ report, isSelected, onSelect, onReopen }: ReportRowProps) {
  const { closed, entry } = reportsText
  const { type, target, targetState, reason, message, resolvedBy, createdAt, updatedAt } = report
  const name = entryName(report)
  return (
    <li class={`flex gap-3 p-3 sm:px-4 ${isSelected ? 'bg-primary/10' : ''}`}>
      <input
        type="checkbox"
        class="accent-primary size-6 shrink-0"
        aria-label={closed.select(name)}
        checked={isSelected}
        onChange={onSelect}
      />
      <div class="flex min-w-0 grow flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div class="flex min-w-0 grow basis-64 flex-col gap-1">
          <p class="flex flex-wrap items-center gap-x-2 gap-y-1">
            <span class="badge bg-base-200 border-0 text-sm">{entry[type]}</span>
            {targetState === 'deleted' && <span class="badge badge-warning text-sm">{entry.deleted}</span>}
            {(targetState === 'banned' || targetState === 'shadow_banned') && <ContentBadge state={targetState} />}
          </p>
          <p class="line-clamp-2 leading-snug font-semibold">
            {type === 'Post' && targetState !== 'deleted' ? (
              <a href={`/console/posts/${target.id}`} class="hover:underline">
                {name}
              </a>
            ) : (
              name
            )}
          </p>
          <p class="line-clamp-3 whitespace-pre-line">
            <span class="font-semibold">{choiceLabel(reason)}</span>
            {message !== '' && message !== reason && `: ${message}`}
          </p>
          <p class="text-base-content/80 flex flex-wrap gap-x-4 text-sm">
            <span>
              <Reporter of={report} by={closed.byReporter} /> · <Time of={createdAt} />
            </span>
            {resolvedBy && (
              <span>
                {closed.closedBy} <PersonLink person={resolvedBy} class="link" /> · <Time of={updatedAt} />
              </span>
            )}
          </p>
        </div>
        <RowButton of={name} onPress={onReopen}>
          {closed.reopen}
        </RowButton>
      </div>
    </li>
  )
}
