import { useSignal } from '@preact/signals'
import { showMore } from '../../../app/components/more-button'
import { Time } from '../../../app/components/time'
import { choiceLabel } from '../../../app/lib/choice-label'
import { PersonLink } from '../../components/accounts/person-link'
import { Rows } from '../../components/panel'
import type { Report } from '../../lib/accounts/people'
import { accountsText } from '../../texts/accounts'

type Props = { title: string; none: string; reports: readonly Report[] }

const FEW = 3

/** The newest reports about a user or by them, and all of them on request. */
export function PersonReports({ title, none, reports }: Props) {
  const isWhole = useSignal(false)
  const visible = isWhole.value ? reports : reports.slice(0, FEW)
  return (
    <section class="flex min-w-0 flex-col gap-3">
      <h2 class="text-lg font-semibold">{title}</h2>
      {reports.length === 0 && <p class="text-base-content/80">{none}</p>}
      <Rows>
        {visible.map((report) => (
          <ReportItem key={report.id} report={report} />
        ))}
      </Rows>
      {visible.length < reports.length && (
        <button
          type="button"
          class="btn btn-sm btn-outline self-start"
          onClick={showMore(() => {
            isWhole.value = true
          })}
        >
          {accountsText.person.all(reports.length)}
        </button>
      )}
    </section>
  )
}

function ReportItem({ report }: { report: Report }) {
  const { reports } = accountsText
  const { type, target, targetState, reason, message, status, reportedBy, createdAt } = report
  const about = target.title ?? target.content ?? reports.erased
  return (
    <li class="flex flex-col gap-1 p-3 sm:px-4">
      <p class="flex flex-wrap items-baseline justify-between gap-x-4">
        <span class="font-semibold">{choiceLabel(reason)}</span>
        <span class="text-base-content/80 text-sm">
          {reports.status[status]} · <PersonLink person={reportedBy} class="link" /> · <Time of={createdAt} />
        </span>
      </p>
      <p class="whitespace-pre-line">{message}</p>
      <p class="text-base-content/80 line-clamp-2 text-sm">
        {reports.on[type]}:{' '}
        {type === 'Post' && targetState !== 'deleted' ? (
          <a href={`/console/posts/${target.id}`} class="link">
            {about}
          </a>
        ) : (
          about
        )}
      </p>
    </li>
  )
}
