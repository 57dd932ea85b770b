import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { api, envelope } from '../../lib/api'
import { failureMessage } from '../../lib/failures'
import { useFormAround } from '../../lib/form'
import { loadInstance } from '../../lib/instance'
import { useLinkToken } from '../../lib/link-token'
import { me } from '../../lib/me'
import { text } from '../../texts/core'
import { setupText } from '../../texts/setup'
import { ActButton } from '../../ui/act-button'
import { Field, Refusal, SendForm, SubmitButton, SwitchField } from '../../ui/field'
import { Notice, Page, PageLink, Section } from '../../ui/page'
import { NewPassword } from '../auth/new-password'
import { afterSignIn } from '../auth/session'

export function SetupPage() {
  const token = useLinkToken()
  const over = useSignal(false)
  const result = useSignal<SetUp | null>(null)
  useEffect(() => {
    envelope(api.setup.get()).then((answer) => {
      if (answer.success && !answer.data.needed) over.value = true
    })
  }, [over])
  if (result.value) return <Done {...result.value} />
  if (over.value) return <AlreadySetUp />
  if (token.value === '') return <NoToken />
  return (
    <Page title={setupText.page.title} lead={setupText.page.lead}>
      <SetupForm
        token={token.value}
        onOver={() => (over.value = true)}
        onDone={async (setUp, password) => {
          await signIn(setUp.email, password)
          result.value = setUp
          loadInstance()
        }}
      />
    </Page>
  )
}

/** Whoever set it up goes on without typing the same again; where that fails, the page has a link. */
async function signIn(email: string, password: string): Promise<void> {
  const answer = await envelope(api.auth.login.post({ email, password }))
  if (answer.success) await afterSignIn(answer.data.user)
}

function NoToken() {
  return (
    <Page title={setupText.page.title}>
      <Notice kind="info" title={setupText.page.noToken}>
        <p>{setupText.page.noTokenHow}</p>
      </Notice>
    </Page>
  )
}

function AlreadySetUp() {
  return (
    <Page title={setupText.page.already}>
      <p>
        {setupText.page.alreadyHow} <code class="bg-base-200 rounded px-1">bun quad admin create</code>.
      </p>
      <PageLink href="/">{text.frame.home}</PageLink>
    </Page>
  )
}

function Done({ campus, domain, email }: SetUp) {
  const words = setupText.page
  return (
    <Page title={words.ready(campus)}>
      <Notice kind="success">
        <p>
          {words.made} <strong>{email}</strong>
        </p>
      </Notice>
      <Section id="next" title={words.next} class="flex flex-col gap-2">
        <ul class="list-disc space-y-1 ps-5">
          <li>{words.students(domain)}</li>
          {!me.value && (
            <li>
              <a class="link" href="/login">
                {words.signIn}
              </a>{' '}
              {words.signInHow}
            </li>
          )}
          <li>
            <a class="link" href="/docs/operating.md">
              {words.guide}
            </a>{' '}
            {words.guideHow}
          </li>
        </ul>
      </Section>
      <PageLink href="/console">{words.checklist}</PageLink>
    </Page>
  )
}

type SetUp = { campus: string; domain: string; email: string }

type Props = { token: string; onDone: (made: SetUp, password: string) => void; onOver: () => void }

function SetupForm({ token, onDone, onOver }: Props) {
  const words = setupText.form
  const setUp = async (values: FormData) => {
    const text = (name: string) => String(values.get(name) ?? '').trim()
    const campus = {
      name: text('campus.name'),
      emailDomain: text('campus.emailDomain'),
      city: text('campus.city'),
      state: text('campus.state'),
    }
    const admin = { email: text('admin.email'), password: String(values.get('admin.password')) }
    const branches = branchesIn(text('campus.branches'))
    const answer = await envelope(
      api.setup.post({
        token,
        campus: branches.length > 0 ? { ...campus, branches } : campus,
        admin,
        collegeDomains: values.has('collegeDomains') ? 'superadmin' : 'admin',
        notifications: values.has('notifications'),
        transparency: values.has('transparency'),
      }),
    )
    if (answer.success) onDone({ campus: campus.name, domain: campus.emailDomain, email: admin.email }, admin.password)
    else if (answer.code === 'NOT_FOUND') onOver()
    return answer
  }
  return (
    <SendForm class="flex flex-col gap-10" send={setUp}>
      <Group title={words.campus}>
        <Field name="campus.name" label={words.name} required autocomplete="organization" />
        <Field name="campus.emailDomain" label={words.domain} hint={words.domainHint} required {...PLAIN} />
        <div class="grid grid-cols-1 gap-4 sm:grid-cols-2">
          <Field name="campus.city" label={words.city} required />
          <Field name="campus.state" label={words.state} required />
        </div>
        <Field name="campus.branches" label={words.branches} rows={4} hint={words.branchesHint} />
      </Group>
      <Group title={words.superadmin}>
        <Field name="admin.email" type="email" label={words.email} required autocomplete="email" />
        <TestMail token={token} />
        <NewPassword name="admin.password" label={words.password} />
        <SwitchField name="collegeDomains" label={words.collegeDomains} hint={words.collegeDomainsHint} initial />
        <SwitchField name="notifications" label={words.notifications} hint={words.notificationsHint} initial />
        <SwitchField name="transparency" label={words.transparency} hint={words.transparencyHint} initial />
      </Group>
      <SetupRefusal />
      <SubmitButton>{words.submit}</SubmitButton>
    </SendForm>
  )
}

const SetupRefusal = () =>
  useFormAround().refusal.value?.code !== 'INVALID_TOKEN' ? (
    <Refusal />
  ) : (
    <Notice kind="error" title={setupText.page.expired}>
      <p>{setupText.page.expiredHow}</p>
    </Notice>
  )

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

const mailed = (file: string | null) =>
  file === null
    ? { sent: true, text: setupText.form.testMailSent }
    : { sent: false, text: setupText.form.testMailInFile(file) }

/** Sends a mail to the address of the superadmin, so that the operator sees that mail works. */
function TestMail({ token }: { token: string }) {
  const { errors } = useFormAround()
  const outcome = useSignal<{ sent: boolean; text: string } | null>(null)
  const send = async () => {
    const field = document.querySelector<HTMLInputElement>('[name="admin.email"]')!
    if (!field.validity.valid) {
      errors.value = { ...errors.value, [field.name]: setupText.form.testMailAddress }
      return field.focus()
    }
    outcome.value = null
    const answer = await envelope(api.setup.mail.post({ token, to: field.value }))
    outcome.value = answer.success
      ? mailed(answer.data.mail.file)
      : { sent: false, text: answer.errors?.[0]?.message ?? failureMessage(answer) }
  }
  return (
    <div class="flex flex-col gap-2">
      <ActButton class="btn btn-outline btn-sm self-start" act={send} waiting={setupText.form.testMailSending}>
        {setupText.form.testMail}
      </ActButton>
      <p
        role="status"
        class={`text-sm font-medium empty:hidden ${outcome.value?.sent ? 'text-success' : 'text-error'}`}
      >
        {outcome.value?.text}
      </p>
    </div>
  )
}
