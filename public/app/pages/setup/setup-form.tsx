import type { ComponentChildren } from 'preact'
import { NewPassword } from '../../components/auth/new-password'
import { FailureNotice } from '../../components/failure-notice'
import { Field } from '../../components/field'
import { Notice } from '../../components/notice'
import { SubmitButton } from '../../components/submit-button'
import { api, envelope } from '../../lib/api'
import { submit, useForm } from '../../lib/form'
import { setupText } from '../../texts/setup'
import { TestMail } from './test-mail'

export type SetUp = { campus: string; domain: string; email: string }

type Props = { token: string; onDone: (made: SetUp) => void; onOver: () => void }

export function SetupForm({ token, onDone, onOver }: Props) {
  const form = useForm()
  const { refusal } = form
  const words = setupText.form
  const setUp = async (event: SubmitEvent) => {
    const values = new FormData(event.currentTarget as HTMLFormElement)
    const text = (name: string) => String(values.get(name) ?? '').trim()
    const campus = {
      name: text('campus.name'),
      emailDomain: text('campus.emailDomain'),
      city: text('campus.city'),
      state: text('campus.state'),
    }
    const admin = { email: text('admin.email'), password: String(values.get('admin.password')) }
    const branches = branchesIn(text('campus.branches'))
    const answer = await submit(event, form, () =>
      envelope(api.setup.post({ token, campus: branches.length > 0 ? { ...campus, branches } : campus, admin })),
    )
    if (answer) onDone({ campus: campus.name, domain: campus.emailDomain, email: admin.email })
    else if (refusal.value?.code === 'NOT_FOUND') onOver()
  }
  return (
    <form class="flex flex-col gap-10" noValidate onSubmit={setUp}>
      <Group title={words.campus}>
        <Field form={form} name="campus.name" label={words.name} required autocomplete="organization" />
        <Field form={form} name="campus.emailDomain" label={words.domain} hint={words.domainHint} required {...PLAIN} />
        <div class="grid gap-4 sm:grid-cols-2">
          <Field form={form} name="campus.city" label={words.city} required />
          <Field form={form} name="campus.state" label={words.state} required />
        </div>
        <Field form={form} name="campus.branches" label={words.branches} rows={4} hint={words.branchesHint} />
      </Group>
      <Group title={words.superadmin}>
        <Field form={form} name="admin.email" type="email" label={words.email} required autocomplete="email" />
        <TestMail token={token} form={form} emailName="admin.email" />
        <NewPassword form={form} name="admin.password" label={words.password} />
      </Group>
      {refusal.value?.code === 'INVALID_TOKEN' ? (
        <Notice kind="error" title={setupText.page.spent}>
          <p>{setupText.page.spentHow}</p>
        </Notice>
      ) : (
        refusal.value && <FailureNotice failure={refusal.value} />
      )}
      <SubmitButton form={form}>{words.submit}</SubmitButton>
    </form>
  )
}

const PLAIN = { autocapitalize: 'off', autocomplete: 'off', spellcheck: false, inputMode: 'url' } as const

/** Lines of "CODE Name"; a single word is both. */
function branchesIn(text: string): { code: string; name: string }[] {
  const lines = text.split('\n').map((line) => line.trim())
  return lines.filter(Boolean).map((line) => {
    const [, code = line, name] = /^(\S+)\s+(.+)$/.exec(line) ?? []
    return { code, name: name ?? code }
  })
}

function Group({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <fieldset class="flex min-w-0 flex-col gap-4">
      <legend class="mb-4 text-xl font-semibold">{title}</legend>
      {children}
    </fieldset>
  )
}
