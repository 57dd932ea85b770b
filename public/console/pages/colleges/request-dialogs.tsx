import type { Signal } from '@preact/signals'
import { Field } from '../../../app/components/field'
import { FormDialog } from '../../../app/components/form-dialog'
import { SelectField } from '../../../app/components/select-field'
import { announce } from '../../../app/lib/announcements'
import { conflictInWords } from '../../../app/lib/conflict'
import { matchingCollege } from '../../lib/colleges/college-rules'
import { type College, type CollegeRequest, decideRequest } from '../../lib/colleges/colleges'
import { collegesText } from '../../texts/colleges'

type Props = { open: Signal<boolean>; request: CollegeRequest; onDone: () => void }

/** Approves a request, for an existing college or a new one. */
export function ApproveDialog({ open, request, colleges, onDone }: Props & { colleges: College[] }) {
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
      onDone={() => {
        announce(requests.approved(name))
        onDone()
      }}
    >
      {(form) => (
        <SelectField form={form} name="resolvedCollegeId" label={requests.which} options={options} initial="" />
      )}
    </FormDialog>
  )
}

/** Rejects a request with a reason, which its author reads. */
export function RejectDialog({ open, request, onDone }: Props) {
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
      onDone={() => {
        announce(requests.rejected(name))
        onDone()
      }}
    >
      {(form) => (
        <Field
          form={form}
          name="reason"
          label={requests.reason}
          hint={requestedByEmail ? requests.reasonMailed : requests.reasonKept}
          rows={3}
          maxLength={500}
        />
      )}
    </FormDialog>
  )
}

export function ReopenDialog({ open, request: { id, name }, onDone }: Props) {
  const { requests } = collegesText
  return (
    <FormDialog
      open={open}
      title={requests.reopening(name)}
      lead={requests.waits}
      confirm={requests.reopen}
      send={() => conflictInWords(decideRequest(id, { status: 'pending' }), requests.pendingTwice)}
      onDone={() => {
        announce(requests.reopened(name))
        onDone()
      }}
    />
  )
}
