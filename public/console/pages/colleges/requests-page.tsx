import { Choice } from '../../../app/components/choice'
import { arrive } from '../../../app/components/page'
import { loadInstance } from '../../../app/lib/instance'
import { Loaded } from '../../components/loaded'
import { Nothing, Panel, Rows } from '../../components/panel'
import { useFilters } from '../../lib/address'
import { readWishes } from '../../lib/colleges/colleges'
import { loadOverview } from '../../lib/dashboard/overview'
import { useResource } from '../../lib/resource'
import { collegesText } from '../../texts/colleges'
import { RequestRow } from './request-row'

const STATUSES = ['pending', 'approved', 'rejected', 'all'] as const

/** Colleges that students asked for. */
export function RequestsPage() {
  const wishes = useResource('console-requests', readWishes)
  const { query, narrow } = useFilters()
  const { requests } = collegesText
  const shown = STATUSES.find((each) => each === query.status) ?? 'pending'
  const decided = async () => {
    await Promise.all([wishes.load(), loadOverview(), loadInstance()])
    // The request has left the list, and the focus with it.
    if (shown !== 'all') arrive()
  }
  return (
    <Panel
      title={requests.title}
      actions={
        <Choice
          label={requests.status}
          value={shown}
          options={STATUSES.map((each) => [each, requests.statuses[each]] as const)}
          onChoose={(status) => narrow({ status: status === 'pending' ? undefined : status })}
        />
      }
    >
      <Loaded resource={wishes}>
        {({ requests: all, colleges }) => {
          const found = all.filter(({ status }) => shown === 'all' || status === shown)
          if (found.length === 0) return <Nothing>{shown === 'pending' ? requests.none : requests.noneSuch}</Nothing>
          return (
            <Rows>
              {found.map((request) => (
                <RequestRow
                  key={request.id}
                  request={request}
                  colleges={colleges}
                  showsStatus={shown === 'all'}
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
