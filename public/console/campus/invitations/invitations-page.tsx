import { useSignal } from '@preact/signals'
import { api, envelope, type ResponseData } from '../../../app/lib/api'
import { exactly } from '../../../app/lib/dates'
import { language } from '../../../app/texts/catalogue'
import { FormDialog } from '../../../app/ui/dialog'
import { useResource } from '../../lib/page'
import { invitationsText } from '../../texts/invitations'
import { AddButton, LoadedRows, Panel, Row, SuperadminsPage } from '../../ui/panel'
import { CopyDialog, RowForm } from '../../ui/record-dialog'

export const InvitationsPage = () => (
  <SuperadminsPage title={invitationsText.list.title} refusal={invitationsText.list.superadminsOnly}>
    <InvitationList />
  </SuperadminsPage>
)

function InvitationList() {
  const resource = useResource('console-invitations', readInvitations)
  const isAdding = useSignal(false)
  const link = useSignal<string | undefined>(undefined)
  const { list, link: words } = invitationsText
  return (
    <Panel title={list.title} lead={list.lead} actions={<AddButton open={isAdding}>{list.add}</AddButton>}>
      <FormDialog
        open={isAdding}
        title={list.adding}
        lead={list.consequence}
        confirm={list.add}
        draft={null}
        send={createInvitation}
        onDone={({ data }) => {
          link.value = invitationLink(data.token)
          resource.load()
        }}
      />
      {link.value !== undefined && (
        <CopyDialog value={link.value} words={words} onClose={() => (link.value = undefined)} />
      )}
      <LoadedRows resource={resource} items={({ invitations }) => invitations} none={list.none}>
        {(each) => <InvitationRow invitation={each} onChange={() => resource.load()} />}
      </LoadedRows>
    </Panel>
  )
}

const LOOKS: Record<Invitation['state'], string> = {
  open: 'badge-primary',
  taken: 'badge-success',
  revoked: '',
  expired: '',
  void: 'badge-error',
}

type Props = { invitation: Invitation; onChange: () => void }

function InvitationRow({ invitation: { id, state, madeBy, createdAt, expiresAt }, onChange }: Props) {
  const { list, states } = invitationsText
  const when = (time: string) => exactly(time, language.value)
  const name = list.name(when(createdAt))
  return (
    <Row>
      <div class="flex min-w-0 grow basis-60 flex-col gap-1">
        <div class="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h2 class="min-w-0 font-medium">{name}</h2>
          <span class={`badge badge-sm ${LOOKS[state]}`}>{states[state]}</span>
        </div>
        <p class="text-base-content/80 text-sm">
          {list.madeBy(madeBy)}
          {state === 'open' && ` · ${list.until(when(expiresAt))}`}
        </p>
      </div>
      {state === 'open' && (
        <RowForm
          of={name}
          words={list.revoke}
          title={list.revoking}
          lead={list.afterwards}
          isGrave
          draft={null}
          send={() => revokeInvitation(id)}
          done={list.revoked}
          onDone={onChange}
        />
      )}
    </Row>
  )
}

const readInvitations = () => envelope(api.admin.invitations.get())

type Invitation = ResponseData<ReturnType<typeof readInvitations>>['invitations'][number]

const createInvitation = () => envelope(api.admin.invitations.post())

const revokeInvitation = (id: string) => envelope(api.admin.invitations({ id }).delete())

/** The token behind the `#`, which browsers send nowhere. */
const invitationLink = (token: string): string => `${location.origin}/invitation#${token}`
