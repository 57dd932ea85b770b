import type { ComponentChildren } from 'preact'
import { api, envelope, type Failure } from '../api'
import { Field } from './field'
import { submit, useForm } from './form'
import { NewPassword } from './new-password'
import { Notice } from './notice'
import { SubmitButton } from './submit-button'
import { TestMail } from './test-mail'

/** What the set-up made, for the page that says so. */
export type SetUp = { campus: string; domain: string; email: string }

type Props = { token: string; onDone: (made: SetUp) => void; onOver: () => void }

export function SetupForm({ token, onDone, onOver }: Props) {
  const form = useForm()
  const { refusal } = form
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
      <Group title="The campus">
        <Field form={form} name="campus.name" label="Name" required autocomplete="organization" />
        <Field
          form={form}
          name="campus.emailDomain"
          label="E-mail domain of the students"
          hint="What stands behind the @ in their addresses: students.example.edu"
          required
          {...PLAIN}
        />
        <div class="grid gap-4 sm:grid-cols-2">
          <Field form={form} name="campus.city" label="City" required />
          <Field form={form} name="campus.state" label="State" required />
        </div>
        <Field
          form={form}
          name="campus.branches"
          label="Branches"
          rows={4}
          hint="What one can study here, one a line, its code first: CSE Computer Science"
        />
      </Group>
      <Group title="The superadmin">
        <Field form={form} name="admin.email" type="email" label="Your e-mail address" required autocomplete="email" />
        <TestMail token={token} form={form} emailName="admin.email" />
        <NewPassword form={form} name="admin.password" label="Your password" />
      </Group>
      {refusal.value && <Refused {...refusal.value} />}
      <SubmitButton form={form}>Set up this Quad</SubmitButton>
    </form>
  )
}

const PLAIN = { autocapitalize: 'off', autocomplete: 'off', spellcheck: false, inputMode: 'url' } as const

/** Lines of "CODE Name"; a line of one word is code and name at once. */
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

function Refused({ code, message }: Failure) {
  if (code === 'INVALID_TOKEN')
    return (
      <Notice kind="error" title="The set-up link no longer works">
        <p>
          It holds for one hour, and each start of the server replaces it. Restart the server and open the new link from
          its log.
        </p>
      </Notice>
    )
  return (
    <Notice kind="error">
      <p>{message}</p>
    </Notice>
  )
}
