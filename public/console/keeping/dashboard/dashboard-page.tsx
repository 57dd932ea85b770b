import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { announce } from '../../../app/lib/announcements'
import { api, envelope } from '../../../app/lib/api'
import { me } from '../../../app/lib/me'
import { useHistoryEntry } from '../../../app/lib/scroll-restoration'
import { language } from '../../../app/texts/catalogue'
import { FailureNotice, focusPageHeading, Notice, Settled } from '../../../app/ui/page'
import { Time } from '../../../app/ui/time'
import { loadOverview, type Overview, overview } from '../../lib/overview'
import { useAct } from '../../lib/page'
import { nameOf, openPages, waitingAt } from '../../lib/pages'
import { BurstAlerts, bursts } from '../../order/moderation/burst-alerts'
import { consoleText } from '../../texts/console'
import { dashboardText } from '../../texts/dashboard'
import { Loaded, Panel } from '../../ui/panel'
import { checklist, FirstRunChecklist } from '../checklist/first-run'
import { StarterThreads } from '../checklist/starter-threads'
import { Chart, ChartTable } from './chart'
import { COUNTED } from './figures'

export function DashboardPage() {
  useHistoryEntry('dashboard', () => null)
  // On the way into the console, loading has started already.
  useEffect(() => {
    if (overview.data.peek()) loadOverview()
  }, [])
  return (
    <Panel>
      <Loaded resource={overview}>{(of) => <Numbers of={of} />}</Loaded>
    </Panel>
  )
}

function Numbers({ of }: { of: Overview }) {
  const { page, chart } = dashboardText
  const isTable = useSignal(false)
  const isSuper = me.value?.role === 'superadmin'
  return (
    <div class="flex flex-col gap-8">
      {of.backups && <BackupProblem of={of.backups} />}
      <BurstAlerts />
      <Settled when={bursts.begun && (!isSuper || checklist.begun)}>
        <CollegeAlerts alerts={of.collegeAlerts} />
        <Waiting of={of} />
        {isSuper && <FirstRunChecklist />}
        {of.posts < A_BEGINNING && <StarterThreads />}
        <Totals of={of} />
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
        <Pictures of={of.pictures} />
        {of.backups && <ProvenBackup of={of.backups} />}
      </Settled>
    </div>
  )
}

/** With as many posts a campus talks by itself. */
const A_BEGINNING = 10

function Totals({ of }: { of: Overview }) {
  const { page, numbers } = dashboardText
  const format = (count: number) => count.toLocaleString(language.value)
  const each: [string, number, string?][] = [
    [numbers.users, of.users, numbers.fresh(format(of.newUsersLast7Days))],
    [numbers.active, of.activeUsersLast7Days],
    [numbers.posts, of.posts, numbers.fresh(format(of.postsLast7Days))],
    [consoleText.words.comments, of.comments],
  ]
  return (
    <section>
      <h2 class="sr-only">{page.numbers}</h2>
      <dl class="grid grid-cols-[repeat(auto-fit,minmax(max(7rem,34%),1fr))] gap-3 md:grid-cols-4">
        {each.map(([name, count, fresh]) => (
          <div key={name} class="card flex flex-col-reverse justify-end p-4">
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

/** What waits for a decision, or that nothing does. */
function Waiting({ of }: { of: Overview }) {
  const { page, waits } = dashboardText
  const { upheld, overturned } = of.appeals
  const format = (count: number) => count.toLocaleString(language.value)
  const escalated: [string, string, number] = [waits.escalated, '/console/reports?escalated=true', of.reports.escalated]
  const each = [
    ...(me.value?.role === 'superadmin' ? [escalated] : []),
    ...openPages().map((path): [string, string, number] => [nameOf(path), path, waitingAt(path)]),
  ].filter(([, , count]) => count > 0)
  return (
    <section class="flex flex-col gap-3">
      <h2 class="text-lg font-semibold">{page.waiting}</h2>
      {each.length === 0 && <p class="card p-4">{waits.nothing}</p>}
      <ul class="grid grid-cols-1 gap-2 empty:hidden sm:grid-cols-2 sm:gap-3 xl:grid-cols-3">
        {each.map(([name, to, count]) => (
          <li key={to}>
            <a href={to} class="card hover:bg-base-200 flex items-center justify-between gap-3 p-4">
              <span class="font-medium">{name}</span>
              <span class="badge badge-primary text-sm whitespace-nowrap">{waits.some(count)}</span>
            </a>
          </li>
        ))}
      </ul>
      {upheld + overturned > 0 && (
        <p class="text-base-content/80 text-sm">{waits.appealsDecided(format(overturned), format(upheld))}</p>
      )}
    </section>
  )
}

type Backups = NonNullable<Overview['backups']>

/** What is wrong with the backups, above all else; superadmins alone are told. */
function BackupProblem({ of: { problem, isOverdue } }: { of: Backups }) {
  const { title, problems, overdue, tell } = dashboardText.backups
  if (problem === null && !isOverdue) return null
  return (
    <Notice kind="error" title={title}>
      <p>{problem === null ? overdue : problems[problem]}</p>
      <p>{tell}</p>
    </Notice>
  )
}

function ProvenBackup({ of: { isScheduled, provenAt, megabytes, seconds } }: { of: Backups }) {
  const { heading, none, notScheduled, proven, size } = dashboardText.backups
  const format = (count: number) => count.toLocaleString(language.value)
  return (
    <section class="flex flex-col gap-2">
      <h2 class="text-lg font-semibold">{heading}</h2>
      {provenAt === null ? (
        <p class="text-base-content/80">{isScheduled ? none : notScheduled}</p>
      ) : (
        <p>
          {proven} <Time of={provenAt} /> · {size(format(megabytes ?? 0), format(seconds ?? 0))}
        </p>
      )}
    </section>
  )
}

function Pictures({ of: { megabytes, most } }: { of: Overview['pictures'] }) {
  const { heading, used } = dashboardText.pictures
  const format = (count: number) => count.toLocaleString(language.value)
  return (
    <section class="flex flex-col gap-2">
      <h2 class="text-lg font-semibold">{heading}</h2>
      <p>{used(format(megabytes), format(most))}</p>
    </section>
  )
}

type Alert = Overview['collegeAlerts'][number]

/** Colleges that got a domain, until a superadmin has acknowledged each. */
function CollegeAlerts({ alerts }: { alerts: readonly Alert[] }) {
  const { failure, act } = useAct()
  const { title, lead, acknowledged } = dashboardText.alerts
  if (alerts.length === 0) return null
  const acknowledge = async (id: string) => {
    if (!(await act(envelope(api.admin.colleges.alerts({ id }).acknowledge.post())))) return
    announce(acknowledged)
    await loadOverview()
    // The alert is gone, and the focus with it.
    focusPageHeading()
  }
  return (
    <Notice kind="info" title={title}>
      <p>{lead}</p>
      {failure.value && <FailureNotice failure={failure.value} />}
      <ul class="divide-base-300 mt-2 divide-y">
        {alerts.map((alert) => (
          <AlertRow key={alert.id} alert={alert} onAcknowledge={() => acknowledge(alert.id)} />
        ))}
      </ul>
    </Notice>
  )
}

function AlertRow({ alert, onAcknowledge }: { alert: Alert; onAcknowledge: () => void }) {
  const { kinds, by, byOperator, acknowledge } = dashboardText.alerts
  const { kind, college, domain, domainBefore, createdAt } = alert
  return (
    <li class="flex flex-wrap items-center gap-x-4 gap-y-2 py-2">
      <div class="min-w-0 grow basis-64">
        <p class="font-medium wrap-anywhere">{kinds[kind](college, domain, domainBefore ?? '')}</p>
        <p class="text-sm">
          {alert.by === null ? byOperator : by(alert.by)} · <Time of={createdAt} />
        </p>
      </div>
      {me.value?.role === 'superadmin' && (
        <button type="button" class="btn btn-sm btn-outline" onClick={onAcknowledge}>
          {acknowledge}
          <span class="sr-only"> {college}</span>
        </button>
      )}
    </li>
  )
}
