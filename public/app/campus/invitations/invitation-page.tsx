import { useSignal } from '@preact/signals'
import { exactly } from '../../lib/dates'
import { submit, useForm } from '../../lib/form'
import { useLoaded } from '../../lib/loading'
import { me } from '../../lib/me'
import { loginPath } from '../../lib/navigation'
import { language } from '../../texts/catalogue'
import { text } from '../../texts/core'
import { invitationText } from '../../texts/invitation'
import { SubmitButton } from '../../ui/field'
import { FailureNotice, LineSkeletons, Page, PageLink } from '../../ui/page'
import { loadMe } from '../auth/session'
import { readInvitation, takeInvitation, useInvitationToken } from './invitation'

/** A link with which a student becomes a moderator: what it gives and reveals, before one takes it. */
export function InvitationPage() {
  const token = useInvitationToken()
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
  const form = useForm()
  const { data, failure } = useLoaded(() => readInvitation(token))
  const { offer } = invitationText
  const take = async (event: SubmitEvent) => {
    const answer = await submit(event, form, () => takeInvitation(token))
    if (!answer) return
    await loadMe()
    onTaken()
  }
  if (failure.value) return <FailureNotice failure={failure.value} />
  if (!data.value) return <LineSkeletons />
  return (
    <form class="flex flex-col gap-4" noValidate onSubmit={take}>
      <p class="font-medium">{offer.as(name)}</p>
      <ul class="list-disc space-y-2 ps-5">
        {offer.gives.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <p class="text-base-content/80 text-sm">{offer.until(exactly(data.value.expiresAt, language.value))}</p>
      {form.refusal.value && <FailureNotice failure={form.refusal.value} />}
      <SubmitButton form={form}>{offer.take}</SubmitButton>
      <a class="link" href="/">
        {offer.later}
      </a>
    </form>
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
