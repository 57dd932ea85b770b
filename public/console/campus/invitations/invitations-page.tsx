import { useSignal } from '@preact/signals'
import type { Data } from '../../../../client/api'
import { api, envelope } from '../../../app/lib/api'
import { exactly } from '../../../app/lib/dates'
import { language } from '../../../app/texts/catalogue'
import { useResource } from '../../lib/page'
import { invitationsText } from '../../texts/invitations'
import { LoadedRows, Panel, Row } from '../../ui/panel'
import { CopyDialog, RowForm } from '../../ui/record-dialog'

export function InvitationsPage() {
  const resource = useResource('console-invitations', () => envelope(api.admin.invitations.get()))
  const link = useSignal<string | undefined>(undefined)
  const { list, link: words } = invitationsText
  return (
    <Panel
      lead={list.lead}
      actions={
        <RowForm
          isMain
          words={list.add}
          title={list.adding}
          lead={list.consequence}
          draft={null}
          send={() => envelope(api.admin.invitations.post())}
          onDone={({ data }) => {
            // The token behind the `#`, which browsers send nowhere.
            link.value = `${location.origin}/invitation#${data.token}`
            resource.load()
          }}
        />
      }
    >
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
          send={() => envelope(api.admin.invitations({ id }).delete())}
          done={list.revoked}
          onDone={onChange}
        />
      )}
    </Row>
  )
}

type Invitation = Data<typeof api.admin.invitations.get>['invitations'][number]
