import { useSignal } from '@preact/signals'
import { Time } from '../../../app/components/time'
import { Row } from '../../components/panel'
import { RowButton, RowButtons } from '../../components/row-button'
import type { College, CollegeRequest } from '../../lib/colleges/colleges'
import { collegesText } from '../../texts/colleges'
import { ApproveDialog, RejectDialog, ReopenDialog } from './request-dialogs'

const BADGES = { pending: 'badge-primary', approved: 'badge-outline', rejected: 'badge-outline' }

type Props = { request: CollegeRequest; colleges: College[]; showsStatus: boolean; onDecided: () => void }

export function RequestRow({ request, colleges, showsStatus, onDecided }: Props) {
  const [isApproved, isRejected, isReopened] = [useSignal(false), useSignal(false), useSignal(false)]
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
        {status !== 'approved' && (
          <RowButton of={name} isMain={status === 'pending'} onPress={() => (isApproved.value = true)}>
            {requests.approve}
          </RowButton>
        )}
        {status !== 'rejected' && (
          <RowButton of={name} onPress={() => (isRejected.value = true)}>
            {requests.reject}
          </RowButton>
        )}
        {status !== 'pending' && (
          <RowButton of={name} onPress={() => (isReopened.value = true)}>
            {requests.reopen}
          </RowButton>
        )}
      </RowButtons>
      <ApproveDialog open={isApproved} request={request} colleges={colleges} onDone={onDecided} />
      <RejectDialog open={isRejected} request={request} onDone={onDecided} />
      <ReopenDialog open={isReopened} request={request} onDone={onDecided} />
    </Row>
  )
}
