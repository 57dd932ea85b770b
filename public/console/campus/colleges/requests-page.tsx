import { conflictInWords } from '../../../app/lib/form'
import { loadInstance } from '../../../app/lib/instance'
import { SelectField } from '../../../app/ui/field'
import { focusPageHeading } from '../../../app/ui/page'
import { Time } from '../../../app/ui/time'
import { loadOverview, mayChangeDomains } from '../../lib/overview'
import { filterValue, useFilters, useResource } from '../../lib/page'
import { ReasonField } from '../../order/moderation/reason-fields'
import { collegesText } from '../../texts/colleges'
import { consoleText } from '../../texts/console'
import { Filters, ListFilter } from '../../ui/filters'
import { LoadedRows, Panel, Row, RowButtons } from '../../ui/panel'
import { RowForm } from '../../ui/record-dialog'
import { SuperadminsOnly } from './college-choice'
import { type College, type CollegeRequest, decideRequest, matchingCollege, readRequestsAndColleges } from './colleges'

const STATUSES = ['pending', 'approved', 'rejected', 'all'] as const

export function RequestsPage() {
  const resource = useResource('console-requests', readRequestsAndColleges)
  const { requests } = collegesText
  const status = filterValue(useFilters().query, 'status', STATUSES)
  const decided = async () => {
    await Promise.all([resource.load(), loadOverview(), loadInstance()])
    // The request has left the list, and the focus with it.
    if (status !== 'all') focusPageHeading()
  }
  return (
    <Panel>
      <SuperadminsOnly />
      <Filters>
        <ListFilter name="status" label={consoleText.words.state} values={STATUSES} words={requests.statuses} />
      </Filters>
      <LoadedRows
        resource={resource}
        items={([all]) => all.filter((each) => status === 'all' || each.status === status)}
        none={status === 'pending' ? requests.none : consoleText.words.noneFound}
      >
        {(request, [, colleges]) => (
          <RequestRow request={request} colleges={colleges} showsStatus={status === 'all'} onDecided={decided} />
        )}
      </LoadedRows>
    </Panel>
  )
}

const BADGES = { pending: 'badge-primary', approved: '', rejected: '' }

type Props = { request: CollegeRequest; colleges: College[]; showsStatus: boolean; onDecided: () => void }

function RequestRow({ request, colleges, showsStatus, onDecided }: Props) {
  const { requests } = collegesText
  const { name, emailDomain, city, state, status, requestedByEmail, createdAt } = request
  const college = colleges.find(({ id }) => id === request.resolvedCollegeId)
  return (
    <Row>
      <div class="min-w-0 grow basis-64">
        <div class="flex flex-wrap items-center gap-2">
          <h2 class="font-semibold">{name}</h2>
          {showsStatus && <span class={`badge badge-sm ${BADGES[status]}`}>{requests.statuses[status]}</span>}
        </div>
        <p class="text-base-content/80 text-sm">
          {emailDomain} · {city}, {state}
        </p>
        <p class="text-base-content/80 text-sm">
          {requestedByEmail ? requests.by(requestedByEmail) : requests.byNobody} · <Time of={createdAt} />
        </p>
        {college && <p class="text-sm">{requests.college(college.name)}</p>}
      </div>
      <RowButtons>
        {status !== 'approved' && mayChangeDomains() && (
          <ApproveButton request={request} colleges={colleges} onDone={onDecided} />
        )}
        {status !== 'rejected' && <RejectButton request={request} onDone={onDecided} />}
        {status !== 'pending' && (
          <RowForm
            of={name}
            words={requests.reopen}
            title={requests.reopening(name)}
            lead={requests.waits}
            send={() => conflictInWords(decideRequest(request.id, { status: 'pending' }), requests.pendingTwice)}
            done={requests.reopened(name)}
            onDone={onDecided}
          />
        )}
      </RowButtons>
    </Row>
  )
}

type ButtonProps = { request: CollegeRequest; onDone: () => void }

function ApproveButton({ request, colleges, onDone }: ButtonProps & { colleges: College[] }) {
  const { requests } = collegesText
  const { id, name, emailDomain, requestedByEmail } = request
  const usual = matchingCollege(request, colleges)
  const options: [string, string][] = [
    ['', usual ? usual.name : requests.fresh(name)],
    ...colleges.filter((each) => each !== usual).map((each): [string, string] => [each.id, each.name]),
  ]
  return (
    <RowForm
      of={name}
      isMain={request.status === 'pending'}
      words={requests.approve}
      title={requests.approving(name)}
      lead={[
        usual ? requests.links(usual.name) : requests.makes(name, emailDomain),
        requestedByEmail ? requests.tells(requestedByEmail) : requests.tellsNobody,
      ].join(' ')}
      send={(values) => {
        const chosen = String(values.get('resolvedCollegeId') ?? '')
        return decideRequest(id, { status: 'approved', ...(chosen ? { resolvedCollegeId: chosen } : {}) })
      }}
      done={requests.approved(name)}
      onDone={onDone}
    >
      <SelectField name="resolvedCollegeId" label={consoleText.words.college} options={options} initial="" />
    </RowForm>
  )
}

/** Rejects a request with a reason, which its author reads. */
function RejectButton({ request, onDone }: ButtonProps) {
  const { requests } = collegesText
  const { id, name, requestedByEmail, resolvedCollegeId } = request
  return (
    <RowForm
      of={name}
      words={requests.reject}
      title={requests.rejecting(name)}
      lead={resolvedCollegeId ? requests.stays : undefined}
      isGrave
      send={(values) => {
        const reason = String(values.get('reason')).trim()
        return decideRequest(id, { status: 'rejected', ...(reason ? { reason } : {}) })
      }}
      done={requests.rejected(name)}
      onDone={onDone}
    >
      <ReasonField
        label={consoleText.words.reason}
        hint={requestedByEmail ? requests.reasonEmailed : requests.reasonNotEmailed}
      />
    </RowForm>
  )
}
