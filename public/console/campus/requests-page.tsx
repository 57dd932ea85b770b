import { Choice } from '../../app/parts/choice'
import { arrive } from '../../app/parts/page'
import { loadInstance } from '../../app/services/instance'
import { useFilters } from '../address'
import { loadOverview } from '../overview/overview'
import { Loaded } from '../parts/loaded'
import { Nothing, Panel, Rows } from '../parts/panel'
import { useResource } from '../resource'
import { campusText } from '../texts/campus'
import { readWishes } from './campus'
import { RequestRow } from './request-row'

const STATUSES = ['pending', 'approved', 'rejected', 'all'] as const

/** Colleges that students asked for. */
export function RequestsPage() {
  const wishes = useResource('console-requests', readWishes)
  const { query, narrow } = useFilters()
  const { requests } = campusText
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
