import { useSignal } from '@preact/signals'
import { FormDialog } from '../../../app/components/dialog'
import { Notice } from '../../../app/components/page'
import { me } from '../../../app/lib/accounts/me'
import { announce } from '../../../app/lib/announcements'
import { api, envelope, type ResponseData } from '../../../app/lib/api'
import { exactly } from '../../../app/lib/dates'
import { language } from '../../../app/texts/catalogue'
import { useResource } from '../../lib/page'
import { invitationsText } from '../../texts/invitations'
import { Loaded, Panel, Row, RowDialog, Rows } from '../../ui/panel'
import { CopyDialog } from '../../ui/record-dialog'

export function InvitationsPage() {
  if (me.value?.role === 'superadmin') return <InvitationList />
  return (
    <Panel title={invitationsText.list.title}>
      <Notice kind="info">
        <p>{invitationsText.list.superadminsOnly}</p>
      </Notice>
    </Panel>
  )
}

function InvitationList() {
  const resource = useResource('console-invitations', readInvitations)
  const isAdding = useSignal(false)
  const link = useSignal<string | undefined>(undefined)
  const { list, link: words } = invitationsText
  return (
    <Panel
      title={list.title}
      lead={list.lead}
      actions={
        <button type="button" class="btn btn-primary btn-sm" onClick={() => (isAdding.value = true)}>
          {list.add}
        </button>
      }
    >
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
      <Loaded resource={resource}>
        {({ invitations }) => (
          <Rows none={list.none}>
            {invitations.map((each) => (
              <InvitationRow key={each.id} invitation={each} onChange={() => resource.load()} />
            ))}
          </Rows>
        )}
      </Loaded>
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
        <RowDialog of={name} words={list.revoke}>
          {(open) => (
            <FormDialog
              open={open}
              title={list.revoking}
              lead={list.afterwards}
              confirm={list.revoke}
              isGrave
              draft={null}
              send={() => revokeInvitation(id)}
              onDone={() => {
                announce(list.revoked)
                onChange()
              }}
            />
          )}
        </RowDialog>
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
