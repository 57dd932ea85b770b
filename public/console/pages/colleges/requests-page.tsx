import { Choice } from '../../../app/components/choice'
import { focusPageHeading } from '../../../app/components/page'
import { loadInstance } from '../../../app/lib/instance'
import { Loaded } from '../../components/loaded'
import { Nothing, Panel, Rows } from '../../components/panel'
import { useFilters } from '../../lib/address'
import { readRequestsAndColleges } from '../../lib/colleges/colleges'
import { loadOverview } from '../../lib/dashboard/overview'
import { useResource } from '../../lib/resource'
import { collegesText } from '../../texts/colleges'
import { RequestRow } from './request-row'

const STATUSES = ['pending', 'approved', 'rejected', 'all'] as const

export function RequestsPage() {
  const resource = useResource('console-requests', readRequestsAndColleges)
  const { query, narrow } = useFilters()
  const { requests } = collegesText
  const status = STATUSES.find((each) => each === query.status) ?? 'pending'
  const decided = async () => {
    await Promise.all([resource.load(), loadOverview(), loadInstance()])
    // The request has left the list, and the focus with it.
    if (status !== 'all') focusPageHeading()
  }
  return (
    <Panel
      title={requests.title}
      actions={
        <Choice
          label={requests.status}
          value={status}
          options={STATUSES.map((each) => [each, requests.statuses[each]] as const)}
          onChoose={(each) => narrow({ status: each === 'pending' ? undefined : each })}
        />
      }
    >
      <Loaded resource={resource}>
        {({ requests: all, colleges }) => {
          const visible = all.filter((each) => status === 'all' || each.status === status)
          if (visible.length === 0) return <Nothing>{status === 'pending' ? requests.none : requests.noneSuch}</Nothing>
          return (
            <Rows>
              {visible.map((request) => (
                <RequestRow
                  key={request.id}
                  request={request}
                  colleges={colleges}
                  showsStatus={status === 'all'}
                  onDecided={decided}
                />
              ))}
            </Rows>
          )
        }}
      </Loaded>
    </Panel>
  )
}
