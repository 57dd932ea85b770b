import type { ComponentChildren } from 'preact'
import { BranchField, useBranches } from '../../components/colleges/branch-field'
import { FailureNotice } from '../../components/failure-notice'
import { LineSkeletons } from '../../components/skeleton'
import { SubmitButton } from '../../components/submit-button'
import { me } from '../../lib/accounts/me'
import { announce } from '../../lib/announcements'
import { api, envelope } from '../../lib/api'
import { submit, useForm } from '../../lib/form'
import { forgetHistoryEntries } from '../../lib/scroll-restoration'
import { settingsText } from '../../texts/settings'
import { SettingsSection } from './settings-section'

export function AccountSection() {
  const { account } = settingsText
  const { username, email, college, status } = me.value!
  return (
    <SettingsSection name="account">
      <dl class="flex flex-col gap-4">
        <Fact term={account.username} why={account.usernameWhy}>
          {username}
        </Fact>
        <Fact term={account.email} why={account.emailWhy}>
          {email}
        </Fact>
        <Fact term={account.college}>{college.name}</Fact>
      </dl>
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
  const form = useForm()
  const { data: branches, failure, load } = useBranches()
  const { account } = settingsText
  const change = async (event: SubmitEvent) => {
    const answer = await submit(event, form, (values) =>
      envelope(api.users.me.patch({ branch: String(values.get('branch')) })),
    )
    if (!answer) return
    me.value = answer.data.user
    // Lists that were loaded before show the old branch.
    forgetHistoryEntries()
    announce(account.branchSaved)
  }
  if (failure.value) return <FailureNotice failure={failure.value} retry={load} />
  if (branches.value === undefined)
    return (
      <div class="min-h-44">
        <LineSkeletons />
      </div>
    )
  return (
    <form class="flex flex-col gap-4" noValidate onSubmit={change}>
      <BranchField form={form} branches={branches.value} initial={me.value?.branch ?? ''} hint={account.branchHint} />
      {form.refusal.value && <FailureNotice failure={form.refusal.value} />}
      <SubmitButton form={form}>{account.saveBranch}</SubmitButton>
    </form>
  )
}
