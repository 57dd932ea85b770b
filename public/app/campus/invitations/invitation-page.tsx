import { useSignal } from '@preact/signals'
import { api, envelope } from '../../lib/api'
import { exactly } from '../../lib/dates'
import { useLinkToken } from '../../lib/link-token'
import { useLoaded } from '../../lib/loading'
import { me } from '../../lib/me'
import { loginPath } from '../../lib/navigation'
import { language } from '../../texts/catalogue'
import { text } from '../../texts/core'
import { invitationText } from '../../texts/invitation'
import { SendForm } from '../../ui/field'
import { WhenLoaded } from '../../ui/loaded'
import { LineSkeletons, Page, PageLink } from '../../ui/page'
import { loadMe } from '../auth/session'

/** The token, in this tab's memory while its owner signs in, and nowhere else. */
let kept = ''

/** A link with which a student becomes a moderator: what it gives and reveals, before one takes it. */
export function InvitationPage() {
  const { value } = useLinkToken()
  if (value !== '') kept = value
  const token = kept
  const isTaken = useSignal(false)
  const { offer } = invitationText
  if (isTaken.value) return <Taken />
  return (
    <Page title={offer.title} lead={offer.lead}>
      {token === '' ? (
        <p>{offer.noLink}</p>
      ) : me.value ? (
        <Offer
          key={`${me.value.id} ${token}`}
          token={token}
          name={me.value.username}
          onTaken={() => (isTaken.value = true)}
        />
      ) : me.value === null ? (
        <>
          <p>{offer.signIn}</p>
          <PageLink href={loginPath()}>{text.frame.signIn}</PageLink>
        </>
      ) : (
        <LineSkeletons />
      )}
    </Page>
  )
}

type Props = { token: string; name: string; onTaken: () => void }

function Offer({ token, name, onTaken }: Props) {
  const { offer } = invitationText
  return (
    <WhenLoaded of={useLoaded(() => envelope(api.invitations.read.post({ token })))}>
      {({ expiresAt }) => (
        <SendForm
          confirm={offer.title}
          send={() => envelope(api.invitations.take.post({ token }))}
          onDone={() => loadMe().then(onTaken)}
          after={
            <a class="link" href="/">
              {offer.later}
            </a>
          }
        >
          <p class="font-medium">{offer.as(name)}</p>
          <ul class="list-disc space-y-2 ps-5">
            {offer.gives.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
          <p class="text-base-content/80 text-sm">{offer.until(exactly(expiresAt, language.value))}</p>
        </SendForm>
      )}
    </WhenLoaded>
  )
}

function Taken() {
  const { offer } = invitationText
  return (
    <Page title={offer.taken} lead={offer.takenHow}>
      <PageLink href="/console">{offer.console}</PageLink>
    </Page>
  )
}
