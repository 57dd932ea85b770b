import { Time } from '../../../app/components/time'
import { PersonLink } from '../../components/accounts/person-link'
import { ContentBadge } from '../../components/moderation/content-badge'
import { RowButton } from '../../components/row-button'
import type { ClosedReport } from '../../lib/reports/decisions'
import { entryName } from '../../lib/reports/queue-words'
import { reportsText } from '../../texts/reports'

type Props = { report: ClosedReport; isSelected: boolean; onSelect: () => void; onReopen: () => void }

export function ReportRow({ report, isSelected, onSelect, onReopen }: Props) {
  const { closed, entry } = reportsText
  const { type, target, targetState, reason, message, reportedBy, resolvedBy, createdAt, updatedAt } = report
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
            {targetState === 'deleted' && <span class="badge badge-soft badge-warning text-sm">{entry.deleted}</span>}
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
            <span class="font-semibold">{reason}:</span> {message}
          </p>
          <p class="text-base-content/80 flex flex-wrap gap-x-4 text-sm">
            <span>
              {closed.byReporter} <PersonLink person={reportedBy} class="link" /> · <Time of={createdAt} />
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
