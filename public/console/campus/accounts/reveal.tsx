import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'
import { api, envelope, type Failure } from '../../../app/lib/api'
import { useLoaded } from '../../../app/lib/loading'
import { Dialog, DialogButtons, FormDialog } from '../../../app/ui/dialog'
import { ReasonField } from '../../order/moderation/reason-fields'
import { accountsText } from '../../texts/accounts'
import { consoleText } from '../../texts/console'
import { RowButton } from '../../ui/panel'
import type { Person } from './people'
import { PersonLink } from './person-link'

/** Of an account. */
export const RevealEmail = ({ person: { id, username } }: { person: Person }) => (
  <Reveal
    name={username}
    words={accountsText.reveal.email}
    send={(reason) => envelope(api.admin.users({ id })['reveal-email'].post({ reason }))}
    show={({ email, sealed }) => (
      <>
        {email === null && <p class="text-base-content/80 mt-1">{accountsText.reveal.sealed}</p>}
        <p class="mt-4 font-mono text-sm break-all select-all">{email ?? sealed}</p>
      </>
    )}
  />
)

/** Of an alias. */
export const RevealAccount = ({ person: { id, username } }: { person: Person }) => (
  <Reveal
    name={username}
    words={accountsText.reveal.account}
    send={(reason) => envelope(api.admin.users({ id })['reveal-account'].post({ reason }))}
    show={(account) => (
      <p class="mt-4">
        <PersonLink person={account} />
      </p>
    )}
  />
)

type Words = { open: string; title: (name: string) => string; lead: string; of: (name: string) => string; once: string }

type Props<Revealed> = {
  name: string
  words: Words
  send: (reason: string) => Promise<{ success: true; data: Revealed } | Failure>
  show: (revealed: Revealed) => ComponentChildren
}

/** Asks for the reason and says that the owner is told; then shows once what was hidden. */
function Reveal<Revealed>({ name, words, send, show }: Props<Revealed>) {
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
        <RowButton of={name} onPress={() => (isOpen.value = true)}>
          {words.open}
        </RowButton>
      </span>
      <FormDialog
        open={isOpen}
        title={words.title(name)}
        lead={words.lead}
        confirm={words.open}
        isGrave
        // A draft would keep the reason in the browser.
        draft={null}
        send={(values) => send(String(values.get('reason')))}
        onDone={({ data }) => {
          revealed.value = data
        }}
      >
        <Remaining />
        <ReasonField label={consoleText.words.reason} hint={reveal.reasonHint} required />
      </FormDialog>
      {revealed.value && (
        <Dialog title={words.of(name)} focusTitle onClose={close}>
          {show(revealed.value)}
          <p class="text-base-content/80 mt-4 text-sm">{words.once}</p>
          <DialogButtons>
            <button type="button" class="btn btn-primary" onClick={close}>
              {consoleText.words.close}
            </button>
          </DialogButtons>
        </Dialog>
      )}
    </>
  )
}

function Remaining() {
  const { remaining, limit } = useLoaded(() => envelope(api.admin.reveals.get())).data.value?.quota ?? {}
  if (typeof remaining !== 'number' || limit === undefined) return null
  return <p class="text-sm">{accountsText.reveal.remaining(remaining, limit)}</p>
}
