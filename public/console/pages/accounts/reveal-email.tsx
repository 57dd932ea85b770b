import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { Dialog, FormDialog } from '../../../app/components/dialog'
import { Field } from '../../../app/components/field'
import { RowButton } from '../../components/panel'
import { type Person, type Revealed, type RevealQuota, readReveals, revealEmail } from '../../lib/accounts/people'
import { accountsText } from '../../texts/accounts'

/** Asks for the reason and says that the owner is told; then shows the address once. */
export function RevealEmail({ person: { id, username } }: { person: Person }) {
  const isOpen = useSignal(false)
  const revealed = useSignal<Revealed | null>(null)
  const opener = useRef<HTMLSpanElement>(null)
  const { reveal } = accountsText
  const close = () => {
    revealed.value = null
    // The dialog before it has taken the focus from the button and is gone.
    setTimeout(() => opener.current?.querySelector('button')?.focus())
  }
  return (
    <>
      <span ref={opener} class="mt-2 block">
        <RowButton of={username} onPress={() => (isOpen.value = true)}>
          {reveal.open}
        </RowButton>
      </span>
      <FormDialog
        open={isOpen}
        title={reveal.title(username)}
        lead={reveal.lead}
        confirm={reveal.confirm}
        isGrave
        // A draft would keep the reason in the browser.
        draft={null}
        send={(values) => revealEmail(id, String(values.get('reason')))}
        onDone={({ data }) => {
          revealed.value = data
        }}
      >
        {(form) => (
          <>
            <Remaining />
            <Field
              form={form}
              name="reason"
              label={reveal.reason}
              hint={reveal.reasonHint}
              rows={3}
              required
              maxLength={500}
            />
          </>
        )}
      </FormDialog>
      {revealed.value && <RevealedDialog revealed={revealed.value} username={username} onClose={close} />}
    </>
  )
}

function Remaining() {
  const quota = useSignal<RevealQuota | null>(null)
  useEffect(() => {
    readReveals().then((answer) => {
      if (answer.success) quota.value = answer.data.quota
    })
  }, [])
  const { remaining, limit } = quota.value ?? {}
  if (typeof remaining !== 'number' || limit === undefined) return null
  return <p class="text-sm">{accountsText.reveal.remaining(remaining, limit)}</p>
}

type RevealedProps = { revealed: Revealed; username: string; onClose: () => void }

/** The address is nowhere but here, and gone when the dialog closes. */
function RevealedDialog({ revealed: { email, sealed }, username, onClose }: RevealedProps) {
  const { reveal } = accountsText
  return (
    <Dialog title={reveal.of(username)} lead={email === null ? reveal.sealed : undefined} focusTitle onClose={onClose}>
      <p class="mt-4 font-mono text-sm break-all select-all">{email ?? sealed}</p>
      <p class="text-base-content/80 mt-4 text-sm">{reveal.once}</p>
      <div class="mt-5 flex justify-end">
        <button type="button" class="btn btn-primary" onClick={onClose}>
          {reveal.close}
        </button>
      </div>
    </Dialog>
  )
}
