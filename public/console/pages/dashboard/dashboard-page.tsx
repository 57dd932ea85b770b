import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { ConsolePath } from '../../../../src/api/pages/client-paths'
import { FailureNotice } from '../../../app/components/notice'
import { LineSkeletons } from '../../../app/components/skeleton'
import { useHistoryEntry } from '../../../app/lib/scroll-restoration'
import { language } from '../../../app/texts/catalogue'
import { Panel } from '../../components/panel'
import { COUNTED, loadOverview, type Overview, overview, overviewFailure } from '../../lib/dashboard/overview'
import { dashboardText } from '../../texts/dashboard'
import { Chart, ChartTable } from './chart'

export function DashboardPage() {
  useHistoryEntry('dashboard', () => null)
  // On the way into the console, loading has started already.
  useEffect(() => {
    if (overview.peek()) loadOverview()
  }, [])
  return (
    <Panel title={dashboardText.page.title}>
      {overviewFailure.value && <FailureNotice failure={overviewFailure.value} retry={loadOverview} />}
      {overview.value ? <Numbers of={overview.value} /> : !overviewFailure.value && <LineSkeletons />}
    </Panel>
  )
}

function Numbers({ of }: { of: Overview }) {
  const { page, chart } = dashboardText
  const isTable = useSignal(false)
  return (
    <div class="flex flex-col gap-8">
      <Totals of={of} />
      <Waiting of={of} />
      <section class="flex flex-col gap-3">
        <div class="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <h2 class="text-lg font-semibold">{page.days}</h2>
          <button type="button" class="btn btn-sm btn-outline" onClick={() => (isTable.value = !isTable.value)}>
            {isTable.value ? chart.asCharts : chart.asTable}
          </button>
          <p class="text-base-content/80 basis-full text-sm">{page.daysLead}</p>
        </div>
        {isTable.value ? (
          <ChartTable daily={of.daily} />
        ) : (
          <div class="grid grid-cols-1 gap-4 md:grid-cols-3">
            {COUNTED.map((counted) => (
              <Chart key={counted} daily={of.daily} counted={counted} />
            ))}
          </div>
        )}
      </section>
    </div>
  )
}

function Totals({ of }: { of: Overview }) {
  const { page, numbers } = dashboardText
  const format = (count: number) => count.toLocaleString(language.value)
  const each: [string, number, string?][] = [
    [numbers.users, of.users, numbers.fresh(format(of.newUsersLast7Days))],
    [numbers.active, of.activeUsersLast7Days],
    [numbers.posts, of.posts, numbers.fresh(format(of.postsLast7Days))],
    [numbers.comments, of.comments],
  ]
  return (
    <section>
      <h2 class="sr-only">{page.numbers}</h2>
      <dl class="grid grid-cols-[repeat(auto-fit,minmax(max(7rem,34%),1fr))] gap-3 md:grid-cols-4">
        {each.map(([name, count, fresh]) => (
          <div key={name} class="border-base-300 rounded-box flex flex-col-reverse justify-end border p-4">
            <dt class="text-base-content/80 text-sm">
              {name}
              {fresh && <span class="block">{fresh}</span>}
            </dt>
            <dd class="text-3xl font-bold tabular-nums">{format(count)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function Waiting({ of }: { of: Overview }) {
  const { page, waits } = dashboardText
  const each: [string, ConsolePath, number][] = [
    [waits.reports, '/console/reports', of.reports.pending],
    [waits.requests, '/console/requests', of.collegeRequests.pending],
    [waits.feedback, '/console/feedback', of.feedback.new],
  ]
  return (
    <section class="flex flex-col gap-3">
      <h2 class="text-lg font-semibold">{page.waiting}</h2>
      <ul class="grid grid-cols-1 gap-3 sm:grid-cols-3">
        {each.map(([name, to, count]) => (
          <li key={to}>
            <a
              href={to}
              class="border-base-300 rounded-box hover:bg-base-200 flex items-center justify-between gap-3 border p-4"
            >
              <span class="font-medium">{name}</span>
              <span
                class={count > 0 ? 'badge badge-primary text-sm whitespace-nowrap' : 'text-base-content/80 text-sm'}
              >
                {count > 0 ? waits.some(count) : waits.nothing}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
