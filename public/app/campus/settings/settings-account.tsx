import type { ComponentChildren } from 'preact'
import { announce } from '../../lib/announcements'
import { api, envelope } from '../../lib/api'
import { conflictInWords } from '../../lib/form'
import { isOneCollege } from '../../lib/instance'
import { me } from '../../lib/me'
import { forgetHistoryEntries } from '../../lib/scroll-restoration'
import { namesText } from '../../texts/names'
import { settingsText } from '../../texts/settings'
import { Avatar } from '../../ui/avatar'
import { FormButton } from '../../ui/dialog'
import { Field, SendForm } from '../../ui/field'
import { WhenLoaded } from '../../ui/loaded'
import { LineSkeletons } from '../../ui/page'
import { NameChoice } from '../accounts/name-choice'
import { afterAccountDeletion } from '../auth/sign-out'
import { BranchField, useBranches } from '../colleges/branch-field'
import { SettingsSection } from './settings-section'

export function AccountSection() {
  const { account } = settingsText
  const { username, email, college, status, namesLeft } = me.value!
  return (
    <SettingsSection name="account">
      <dl class="flex flex-col gap-4">
        <Fact term={account.username} why={namesLeft > 0 ? namesText.choice.why : account.usernameWhy}>
          <span class="flex items-center gap-3">
            <Avatar name={username} size={48} />
            {username}
          </span>
        </Fact>
        <Fact term={account.email} why={account.emailWhy}>
          {email}
        </Fact>
        {!isOneCollege.value && <Fact term={account.college}>{college.name}</Fact>}
      </dl>
      {namesLeft > 0 && <NameChoice />}
      {status === 'ACTIVE' && <BranchForm />}
    </SettingsSection>
  )
}

function Fact({ term, why, children }: { term: string; why?: string; children: ComponentChildren }) {
  return (
    <div>
      <dt class="text-base-content/80 text-sm font-medium">{term}</dt>
      <dd class="font-medium">{children}</dd>
      {why && <dd class="text-base-content/80 text-sm">{why}</dd>}
    </div>
  )
}

function BranchForm() {
  const { account } = settingsText
  const change = (values: FormData) => envelope(api.users.me.patch({ branch: String(values.get('branch')) }))
  return (
    <WhenLoaded of={useBranches()} waiting={<Waiting />}>
      {(branches) => (
        <SendForm
          confirm={account.saveBranch}
          send={change}
          onDone={({ data }) => {
            me.value = data.user
            // Lists that were loaded before show the old branch.
            forgetHistoryEntries()
            announce(account.branchSaved)
          }}
        >
          <BranchField branches={branches} initial={me.value?.branch ?? ''} hint={account.branchHint} />
        </SendForm>
      )}
    </WhenLoaded>
  )
}

const Waiting = () => (
  <div class="min-h-44 lg:min-h-39">
    <LineSkeletons />
  </div>
)

/** Deletes the account, after a dialog that says what is lost and asks for the Quad name. */
export function DeletionSection() {
  const { deletion } = settingsText
  const { username } = me.value!
  const compare = ({ target }: Event) => {
    const input = target as HTMLInputElement
    input.setCustomValidity(input.value.trim() === username ? '' : deletion.differs(username))
  }
  return (
    <SettingsSection name="deletion">
      <p>{deletion.lead}</p>
      <FormButton
        class="btn btn-error btn-outline btn-wide"
        name={deletion.open}
        title={deletion.title}
        confirm={settingsText.sections.deletion}
        isGrave
        focusTitle
        draft={null}
        send={() => conflictInWords(envelope(api.auth.account.delete()), deletion.lastSuperadmin)}
        onDone={() => {
          afterAccountDeletion()
          announce(deletion.done)
        }}
      >
        <Consequences title={deletion.goes} items={deletion.going} />
        <Consequences title={deletion.stays} items={deletion.staying} />
        <div onInput={compare}>
          <Field
            name="confirmation"
            label={deletion.confirm(username)}
            required
            autocomplete="off"
            autocapitalize="off"
            spellcheck={false}
          />
        </div>
      </FormButton>
    </SettingsSection>
  )
}

function Consequences({ title, items }: { title: string; items: readonly string[] }) {
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
