import { useSignal } from '@preact/signals'
import { FailureNotice, focusPageHeading, Notice } from '../../../app/components/page'
import { Time } from '../../../app/components/time'
import { me } from '../../../app/lib/accounts/me'
import { announce } from '../../../app/lib/announcements'
import type { Failure } from '../../../app/lib/api'
import { acknowledgeAlert, loadOverview, type Overview } from '../../lib/dashboard/overview'
import { dashboardText } from '../../texts/dashboard'

type Alert = Overview['collegeAlerts'][number]

/** Colleges that got a domain, until a superadmin has acknowledged each. */
export function CollegeAlerts({ alerts }: { alerts: readonly Alert[] }) {
  const failure = useSignal<Failure | null>(null)
  const { title, lead, acknowledged } = dashboardText.alerts
  if (alerts.length === 0) return null
  const acknowledge = async (id: string) => {
    const answer = await acknowledgeAlert(id)
    failure.value = answer.success ? null : answer
    if (!answer.success) return
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
