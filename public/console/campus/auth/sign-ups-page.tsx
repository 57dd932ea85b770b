import type { Data } from '../../../../client/api'
import { announce } from '../../../app/lib/announcements'
import { api, envelope } from '../../../app/lib/api'
import { failureMessage } from '../../../app/lib/failures'
import { Time } from '../../../app/ui/time'
import { filterValue, useFilters, useListPage } from '../../lib/page'
import { ReasonField } from '../../order/moderation/reason-fields'
import { consoleText } from '../../texts/console'
import { signUpsText } from '../../texts/sign-ups'
import { ListFilter } from '../../ui/filters'
import { entryLeft, LoadedRows, Panel, Row, RowButton, RowButtons } from '../../ui/panel'
import { RowForm } from '../../ui/record-dialog'

/** Who verified an email and waits to be let in. */
export function SignUpsPage() {
  const { page } = signUpsText
  const state = filterValue(useFilters().query, 'state', REQUEST_STATES)
  const list = useListPage('console-sign-ups', (number) =>
    envelope(api.admin['sign-up-requests'].get({ query: { state, page: number, limit: 20 } })),
  )
  return (
    <Panel
      lead={page.lead}
      actions={<ListFilter name="state" label={page.state} values={REQUEST_STATES} words={page.states} />}
    >
      <LoadedRows resource={list} items={({ requests }) => requests} none={page.none[state]}>
        {(request) => <Request request={request} onChange={() => entryLeft(list)} />}
      </LoadedRows>
    </Panel>
  )
}

type Props = { request: SignUpRequest; onChange: () => Promise<void> }

function Request({ request, onChange }: Props) {
  const { id, email, college, state, reason, decidedBy, createdAt } = request
  const { decide, page } = signUpsText
  const approve = async () => {
    const answer = await envelope(api.admin['sign-up-requests']({ id }).put({ decision: 'approve' }))
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
          <RowForm
            of={email}
            words={decide.refuse}
            title={decide.refusing(email)}
            lead={decide.refusingLead}
            isGrave
            send={(values) =>
              envelope(
                api.admin['sign-up-requests']({ id }).put({ decision: 'refuse', reason: String(values.get('reason')) }),
              )
            }
            done={decide.refused(email)}
            onDone={onChange}
          >
            <ReasonField label={consoleText.words.reason} required />
          </RowForm>
        )}
      </RowButtons>
    </Row>
  )
}

const REQUEST_STATES = ['waiting', 'approved', 'refused'] as const

type SignUpRequest = Data<(typeof api.admin)['sign-up-requests']['get']>['requests'][number]
