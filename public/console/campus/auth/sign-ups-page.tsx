import { useSignal } from '@preact/signals'
import { FormDialog } from '../../../app/components/dialog'
import { Field } from '../../../app/components/field'
import { Time } from '../../../app/components/time'
import { announce } from '../../../app/lib/announcements'
import { api, envelope, type ResponseData } from '../../../app/lib/api'
import { failureMessage } from '../../../app/lib/failures'
import { filterValue, useFilters, useListPage } from '../../lib/page'
import { MAX_REASON_LENGTH } from '../../order/moderation/moderation'
import { signUpsText } from '../../texts/sign-ups'
import { ListFilter } from '../../ui/filters'
import { entryLeft, Loaded, Panel, Row, RowButton, RowButtons, Rows } from '../../ui/panel'

/** Who verified an email and waits to be let in. */
export function SignUpsPage() {
  const { page } = signUpsText
  const state = filterValue(useFilters().query, 'state', REQUEST_STATES)
  const list = useListPage('console-sign-ups', (number) => readSignUps(state, number))
  return (
    <Panel
      title={page.title}
      lead={page.lead}
      actions={<ListFilter name="state" label={page.state} values={REQUEST_STATES} words={page.states} />}
    >
      <Loaded resource={list}>
        {({ requests, pagination }) => (
          <Rows none={page.none[state]} pagination={pagination}>
            {requests.map((request) => (
              <Request key={request.id} request={request} onChange={() => entryLeft(list)} />
            ))}
          </Rows>
        )}
      </Loaded>
    </Panel>
  )
}

type Props = { request: SignUpRequest; onChange: () => Promise<void> }

function Request({ request, onChange }: Props) {
  const { id, email, college, state, reason, decidedBy, createdAt } = request
  const { decide, page } = signUpsText
  const isRefusing = useSignal(false)
  const approve = async () => {
    const answer = await approveSignUp(id)
    announce(answer.success ? decide.approved(email) : failureMessage(answer))
    if (answer.success || answer.code === 'CONFLICT') await onChange()
  }
  return (
    <Row>
      <div class="flex min-w-0 flex-1 basis-56 flex-col gap-1">
        <h2 class="font-medium wrap-anywhere">{email}</h2>
        <p class="text-base-content/80 text-sm">
          {college?.name ?? page.noCollege} · <Time of={createdAt} />
          {decidedBy && ` · ${page.by(decidedBy)}`}
        </p>
        {reason && (
          <p dir="auto" class="text-sm wrap-anywhere whitespace-pre-line">
            {reason}
          </p>
        )}
      </div>
      <RowButtons>
        {state !== 'approved' && (
          <RowButton of={email} isMain onPress={approve}>
            {decide.approve}
          </RowButton>
        )}
        {state === 'waiting' && (
          <RowButton of={email} onPress={() => (isRefusing.value = true)}>
            {decide.refuse}
          </RowButton>
        )}
      </RowButtons>
      <FormDialog
        open={isRefusing}
        title={decide.refusing(email)}
        lead={decide.refusingLead}
        confirm={decide.refuse}
        isGrave
        send={(values) => refuseSignUp(id, String(values.get('reason')))}
        done={decide.refused(email)}
        onDone={onChange}
      >
        {(form) => (
          <Field form={form} name="reason" label={decide.reason} rows={3} maxLength={MAX_REASON_LENGTH} required />
        )}
      </FormDialog>
    </Row>
  )
}

const PAGE_SIZE = 20

const REQUEST_STATES = ['waiting', 'approved', 'refused'] as const
type RequestState = (typeof REQUEST_STATES)[number]

const readSignUps = (state: RequestState, page: number) =>
  envelope(api.admin['sign-up-requests'].get({ query: { state, page, limit: PAGE_SIZE } }))

type SignUpRequest = ResponseData<ReturnType<typeof readSignUps>>['requests'][number]

const approveSignUp = (id: string) => envelope(api.admin['sign-up-requests']({ id }).put({ decision: 'approve' }))
const refuseSignUp = (id: string, reason: string) =>
  envelope(api.admin['sign-up-requests']({ id }).put({ decision: 'refuse', reason }))
