import { useSignal } from '@preact/signals'
import { Field } from '../../components/field'
import { FormDialog } from '../../components/form-dialog'
import { me } from '../../lib/accounts/me'
import { announce } from '../../lib/announcements'
import { api, envelope } from '../../lib/api'
import { afterAccountDeletion } from '../../lib/auth/session'
import { conflictInWords } from '../../lib/conflict'
import { settingsText } from '../../texts/settings'
import { SettingsSection } from './settings-section'

/** Deletes the account, after a dialog that says what is lost and asks for the Quad name. */
export function DeletionSection() {
  const isOpen = useSignal(false)
  const { deletion } = settingsText
  const { username } = me.value!
  const compare = ({ target }: Event) => {
    const input = target as HTMLInputElement
    input.setCustomValidity(input.value.trim() === username ? '' : deletion.differs(username))
  }
  return (
    <SettingsSection name="deletion">
      <p>{deletion.lead}</p>
      <button
        type="button"
        class="btn btn-error btn-outline w-full sm:w-auto sm:self-start"
        onClick={() => (isOpen.value = true)}
      >
        {deletion.open}
      </button>
      <FormDialog
        open={isOpen}
        title={deletion.title}
        confirm={deletion.submit}
        isGrave
        focusTitle
        draft={null}
        send={() => conflictInWords(envelope(api.auth.account.delete()), deletion.lastSuperadmin)}
        onDone={() => {
          afterAccountDeletion()
          announce(deletion.done)
        }}
      >
        {(form) => (
          <>
            <Consequences title={deletion.goes} items={deletion.going} />
            <Consequences title={deletion.stays} items={deletion.staying} />
            <div onInput={compare}>
              <Field
                form={form}
                name="confirmation"
                label={deletion.confirm(username)}
                required
                autocomplete="off"
                autocapitalize="off"
                spellcheck={false}
              />
            </div>
          </>
        )}
      </FormDialog>
    </SettingsSection>
  )
}

function Consequences({ title, items }: { title: string; items: string[] }) {
  return (
    <div>
      <p class="font-medium">{title}</p>
      <ul class="text-base-content/80 mt-1 flex list-disc flex-col gap-1 ps-5 text-sm">
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </div>
  )
}
