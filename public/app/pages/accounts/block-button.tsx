import { useSignal } from '@preact/signals'
import { ConfirmButton } from '../../components/confirm-button'
import { block, unblock } from '../../lib/accounts/blocking'
import { announce } from '../../lib/announcements'
import { failureMessage } from '../../lib/failures'
import { accountsText } from '../../texts/accounts'

type Props = { person: { id: string; username: string }; isBlocked: boolean; onChange: (isBlocked: boolean) => void }

export function BlockButton({ person: { id, username }, isBlocked, onChange }: Props) {
  const isBusy = useSignal(false)
  const { profile } = accountsText
  const change = async (toBlocked: boolean) => {
    if (isBusy.value) return
    isBusy.value = true
    const failure = await (toBlocked ? block(id) : unblock(id))
    isBusy.value = false
    if (failure) return announce(failureMessage(failure))
    onChange(toBlocked)
    announce(toBlocked ? profile.blocked(username) : profile.unblocked(username))
  }
  if (isBlocked)
    return (
      <button type="button" class="btn btn-outline btn-sm" aria-disabled={isBusy.value} onClick={() => change(false)}>
        {profile.unblock}
      </button>
    )
  return (
    <ConfirmButton
      class="btn btn-outline btn-sm"
      question={profile.blockQuestion(username)}
      consequence={profile.blockConsequence}
      confirm={profile.block}
      onConfirm={() => change(true)}
    >
      {profile.block}
    </ConfirmButton>
  )
}
