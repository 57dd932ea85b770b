import type { Signal } from '@preact/signals'
import { FormDialog } from '../../../app/components/dialog'
import { Field, SelectField } from '../../../app/components/field'
import { focusPageHeading } from '../../../app/components/page'
import { Time } from '../../../app/components/time'
import { conflictInWords } from '../../../app/lib/form'
import { loadInstance } from '../../../app/lib/instance'
import { loadOverview, mayChangeDomains } from '../../lib/overview'
import { filterValue, useFilters, useResource } from '../../lib/page'
import { collegesText } from '../../texts/colleges'
import { Filters, ListFilter } from '../../ui/filters'
import { Loaded, Panel, Row, RowButtons, RowDialog, Rows } from '../../ui/panel'
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
    <Panel title={requests.title}>
      <SuperadminsOnly />
      <Filters>
        <ListFilter name="status" label={requests.status} values={STATUSES} words={requests.statuses} />
      </Filters>
      <Loaded resource={resource}>
        {({ requests: all, colleges }) => {
          const visible = all.filter((each) => status === 'all' || each.status === status)
          return (
            <Rows none={status === 'pending' ? requests.none : requests.noneSuch}>
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
          <RowDialog of={name} isMain={status === 'pending'} words={requests.approve}>
            {(open) => <ApproveDialog open={open} request={request} colleges={colleges} onDone={onDecided} />}
          </RowDialog>
        )}
        {status !== 'rejected' && (
          <RowDialog of={name} words={requests.reject}>
            {(open) => <RejectDialog open={open} request={request} onDone={onDecided} />}
          </RowDialog>
        )}
        {status !== 'pending' && (
          <RowDialog of={name} words={requests.reopen}>
            {(open) => <ReopenDialog open={open} request={request} onDone={onDecided} />}
          </RowDialog>
        )}
      </RowButtons>
    </Row>
  )
}

type ApproveDialogProps = { open: Signal<boolean>; request: CollegeRequest; onDone: () => void }

/** Approves a request, for an existing college or a new one. */
function ApproveDialog({ open, request, colleges, onDone }: ApproveDialogProps & { colleges: College[] }) {
  const { requests } = collegesText
  const { id, name, emailDomain, requestedByEmail } = request
  const usual = matchingCollege(request, colleges)
  const options: [string, string][] = [
    ['', usual ? usual.name : requests.fresh(name)],
    ...colleges.filter((each) => each !== usual).map((each): [string, string] => [each.id, each.name]),
  ]
  return (
    <FormDialog
      open={open}
      title={requests.approving(name)}
      lead={[
        usual ? requests.links(usual.name) : requests.makes(name, emailDomain),
        requestedByEmail ? requests.tells(requestedByEmail) : requests.tellsNobody,
      ].join(' ')}
      confirm={requests.approve}
      send={(values) => {
        const chosen = String(values.get('resolvedCollegeId') ?? '')
        return decideRequest(id, { status: 'approved', ...(chosen ? { resolvedCollegeId: chosen } : {}) })
      }}
      done={requests.approved(name)}
      onDone={onDone}
    >
      {(form) => (
        <SelectField form={form} name="resolvedCollegeId" label={requests.which} options={options} initial="" />
      )}
    </FormDialog>
  )
}

/** Rejects a request with a reason, which its author reads. */
function RejectDialog({ open, request, onDone }: ApproveDialogProps) {
  const { requests } = collegesText
  const { id, name, requestedByEmail, resolvedCollegeId } = request
  return (
    <FormDialog
      open={open}
      title={requests.rejecting(name)}
      lead={resolvedCollegeId ? requests.stays : undefined}
      confirm={requests.reject}
      isGrave
      send={(values) => {
        const reason = String(values.get('reason')).trim()
        return decideRequest(id, { status: 'rejected', ...(reason ? { reason } : {}) })
      }}
      done={requests.rejected(name)}
      onDone={onDone}
    >
      {(form) => (
        <Field
          form={form}
          name="reason"
          label={requests.reason}
          hint={requestedByEmail ? requests.reasonEmailed : requests.reasonNotEmailed}
          rows={3}
          maxLength={500}
        />
      )}
    </FormDialog>
  )
}

function ReopenDialog({ open, request: { id, name }, onDone }: ApproveDialogProps) {
  const { requests } = collegesText
  return (
    <FormDialog
      open={open}
      title={requests.reopening(name)}
      lead={requests.waits}
      confirm={requests.reopen}
      send={() => conflictInWords(decideRequest(id, { status: 'pending' }), requests.pendingTwice)}
      done={requests.reopened(name)}
      onDone={onDone}
    />
  )
}
