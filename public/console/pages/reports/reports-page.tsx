import { useSignal } from '@preact/signals'
import { Choice } from '../../../app/components/choice'
import { me } from '../../../app/lib/accounts/me'
import { choiceLabel } from '../../../app/lib/choice-label'
import { instance } from '../../../app/lib/instance'
import { useHistoryEntry } from '../../../app/lib/scroll-restoration'
import { BurstAlerts } from '../../components/bursts/burst-alerts'
import { Filters, Panel } from '../../components/panel'
import { pageNumber, useFilters } from '../../lib/page'
import { ORDERS } from '../../lib/reports/decisions'
import { queueSession } from '../../lib/reports/queue-session'
import { notesText } from '../../texts/notes'
import { reportsText } from '../../texts/reports'
import { ClosedReports } from './closed-reports'
import { QueueKeys } from './queue-keys'
import { QueueView } from './queue-view'

const STATUSES = ['pending', 'resolved', 'ignored'] as const
const TYPES = ['Both', 'Post', 'Comment'] as const

export function ReportsPage() {
  useHistoryEntry('reports', () => null)
  const { query, narrow } = useFilters()
  const help = useSignal(false)
  const { page } = reportsText
  const status = STATUSES.find((each) => each === query.status) ?? 'pending'
  const chosen = TYPES.find((each) => each === query.type) ?? 'Both'
  const type = chosen === 'Both' ? undefined : chosen
  const order = ORDERS.find((each) => each === query.order) ?? 'weight'
  const { reason } = query
  const escalated = query.escalated === 'true'
  const reasons = [...new Set([...(instance.value?.reportReasons ?? []), ...(reason ? [reason] : [])])]
  const onHelp = () => {
    help.value = true
  }
  return (
    <Panel
      title={page.title}
      actions={
        status === 'pending' && (
          <button
            type="button"
            class="btn btn-sm btn-outline hidden lg:inline-flex"
            aria-haspopup="dialog"
            aria-keyshortcuts="?"
            onClick={onHelp}
          >
            {page.keys}
          </button>
        )
      }
    >
      {status === 'pending' && <BurstAlerts />}
      <Filters>
        <Choice
          label={page.status}
          value={status}
          options={STATUSES.map((each) => [each, page.statuses[each]])}
          onChoose={(each) => narrow({ status: each === 'pending' ? undefined : each })}
        />
        <Choice
          label={page.type}
          value={chosen}
          options={TYPES.map((each) => [each, page.types[each]])}
          onChoose={(each) => narrow({ type: each === 'Both' ? undefined : each })}
        />
        {status === 'pending' && (
          <>
            <Choice
              label={page.reason}
              value={reason ?? ''}
              options={[['', page.everyReason], ...reasons.map((each) => [each, choiceLabel(each)] as const)]}
              onChoose={(each) => narrow({ reason: each || undefined })}
            />
            <Choice
              label={page.order}
              value={order}
              options={ORDERS.map((each) => [each, page.orders[each]])}
              onChoose={(each) => narrow({ order: each === 'weight' ? undefined : each })}
            />
            <Choice
              label={notesText.escalation.label}
              value={escalated ? 'only' : 'all'}
              options={(['all', 'only'] as const).map((each) => [each, notesText.escalation[each]])}
              onChoose={(each) => narrow({ escalated: each === 'only' ? 'true' : undefined })}
            />
          </>
        )}
      </Filters>
      {status === 'pending' ? (
        me.value && (
          <QueueView
            session={queueSession(me.value.id)}
            filter={{ type, reason, order, escalated }}
            page={pageNumber(query)}
            onHelp={onHelp}
          />
        )
      ) : (
        <ClosedReports status={status} type={type} />
      )}
      {help.value && <QueueKeys onClose={() => (help.value = false)} />}
    </Panel>
  )
}
