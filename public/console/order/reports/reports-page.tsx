import { instance } from '../../../app/lib/instance'
import { me } from '../../../app/lib/me'
import { useHistoryEntry } from '../../../app/lib/scroll-restoration'
import { Choice } from '../../../app/ui/choice'
import { Settled } from '../../../app/ui/page'
import { filterValue, pageNumber, useFilters } from '../../lib/page'
import { consoleText } from '../../texts/console'
import { moderationText } from '../../texts/moderation'
import { reportsText } from '../../texts/reports'
import { ChoiceFilter, FilterRow, ListFilter } from '../../ui/filters'
import { Panel } from '../../ui/panel'
import { BurstAlerts, bursts } from '../moderation/burst-alerts'
import { ClosedReports } from './closed-reports'
import { ORDERS } from './decisions'
import { queueSession } from './queue-session'
import { QueueView } from './queue-view'

const STATUSES = ['pending', 'resolved', 'ignored'] as const
const TYPES = ['Both', 'Post', 'Comment'] as const

export function ReportsPage() {
  useHistoryEntry('reports', () => null)
  const { query, narrow } = useFilters()
  const { page } = reportsText
  const status = filterValue(query, 'status', STATUSES)
  const chosen = filterValue(query, 'type', TYPES)
  const type = chosen === 'Both' ? undefined : chosen
  const order = filterValue(query, 'order', ORDERS)
  const { reason } = query
  const escalated = query.escalated === 'true'
  return (
    <Panel>
      {status === 'pending' && <BurstAlerts />}
      <Settled when={status !== 'pending' || bursts.begun}>
        <FilterRow>
          <ListFilter name="status" label={consoleText.words.state} values={STATUSES} words={page.statuses} />
          <ListFilter name="type" label={page.type} values={TYPES} words={page.types} />
          {status === 'pending' && (
            <>
              <ChoiceFilter
                name="reason"
                label={consoleText.words.reason}
                every={page.everyReason}
                choices={instance.value?.reportReasons}
              />
              <ListFilter name="order" label={page.order} values={ORDERS} words={page.orders} />
              <Choice
                label={moderationText.escalation.only}
                value={escalated ? 'only' : 'all'}
                options={(['all', 'only'] as const).map((each) => [each, moderationText.escalation[each]])}
                onChoose={(each) => narrow({ escalated: each === 'only' ? 'true' : undefined })}
              />
            </>
          )}
        </FilterRow>
        {status === 'pending' ? (
          me.value && (
            <QueueView
              session={queueSession(me.value.id)}
              filter={{ type, reason, order, escalated }}
              page={pageNumber(query)}
            />
          )
        ) : (
          <ClosedReports status={status} type={type} />
        )}
      </Settled>
    </Panel>
  )
}
