import { useRef } from 'preact/hooks'
import { FailureNotice } from '../../components/failure-notice'
import { Field } from '../../components/field'
import { MODAL } from '../../components/modal'
import { me } from '../../lib/accounts/me'
import { announce } from '../../lib/announcements'
import { api, envelope } from '../../lib/api'
import { accountGone } from '../../lib/auth/session'
import { submit, useForm } from '../../lib/form'
import { text } from '../../texts/core'
import { settingsText } from '../../texts/settings'
import { SettingsSection } from './settings-section'

/** The way out, behind a dialog that says what goes and has the pseudonym typed. */
export function DeletionSection() {
  const dialog = useRef<HTMLDialogElement>(null)
  const title = useRef<HTMLHeadingElement>(null)
  const { deletion } = settingsText
  const open = () => {
    dialog.current!.showModal()
    // The field would get it, and take what is to be read first out of sight.
    title.current!.focus()
  }
  return (
    <SettingsSection name="deletion">
      <p>{deletion.lead}</p>
      <button type="button" class="btn btn-error btn-outline w-full sm:w-auto sm:self-start" onClick={open}>
        {deletion.open}
      </button>
      <dialog ref={dialog} aria-labelledby="deletion-title" class={`${MODAL} w-[calc(100%-1.5rem)] max-w-md`}>
        <h2 ref={title} id="deletion-title" tabIndex={-1} class="text-lg font-semibold">
          {deletion.title}
        </h2>
        <Consequences title={deletion.goes} items={deletion.going} />
        <Consequences title={deletion.stays} items={deletion.staying} />
        <DeletionForm onCancel={() => dialog.current!.close()} />
      </dialog>
    </SettingsSection>
  )
}

function Consequences({ title, items }: { title: string; items: string[] }) {
  return (
    <>
      <p class="mt-3 font-medium">{title}</p>
      <ul class="text-base-content/80 mt-1 flex list-disc flex-col gap-1 ps-5 text-sm">
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </>
  )
}

function DeletionForm({ onCancel }: { onCancel: () => void }) {
  const form = useForm()
  const { deletion } = settingsText
  const { username } = me.value!
  const compare = ({ target }: Event) => {
    const input = target as HTMLInputElement
    input.setCustomValidity(input.value.trim() === username ? '' : deletion.differs(username))
  }
  const remove = async (event: SubmitEvent) => {
    const answer = await submit(event, form, () => envelope(api.auth.account.delete()))
    if (answer) {
      accountGone()
      announce(deletion.done)
    } else if (form.refusal.value?.code === 'CONFLICT')
      form.refusal.value = { ...form.refusal.value, message: deletion.lastSuperadmin }
  }
  return (
    <form class="mt-4 flex flex-col gap-4" noValidate onSubmit={remove} onInput={compare}>
      <Field
        form={form}
        name="confirmation"
        label={deletion.confirm(username)}
        required
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
      />
      {form.refusal.value && <FailureNotice failure={form.refusal.value} />}
      <div class="flex flex-wrap justify-end gap-2">
        <button type="button" class="btn btn-ghost" onClick={onCancel}>
          {text.common.cancel}
        </button>
        <button type="submit" class="btn btn-error" aria-disabled={form.busy.value}>
          {form.busy.value ? text.common.moment : deletion.submit}
        </button>
      </div>
    </form>
  )
}
