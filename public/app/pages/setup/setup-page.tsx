import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { Notice } from '../../components/notice'
import { Page } from '../../components/page'
import { api, envelope } from '../../lib/api'
import { loadInstance } from '../../lib/instance'
import { useLinkToken } from '../../lib/link-token'
import { text } from '../../texts/core'
import { setupText } from '../../texts/setup'
import { type SetUp, SetupForm } from './setup-form'

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
        onOver={() => {
          over.value = true
        }}
        onDone={(setUp) => {
          result.value = setUp
          loadInstance()
        }}
      />
    </Page>
  )
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
      <HomeLink />
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
      <section aria-labelledby="next">
        <h2 id="next" class="text-xl font-semibold">
          {words.next}
        </h2>
        <ul class="mt-2 list-disc space-y-1 ps-5">
          <li>{words.students(domain)}</li>
          <li>
            <a class="link" href="/login">
              {words.signIn}
            </a>{' '}
            {words.signInHow}
          </li>
          <li>
            <a class="link" href="/docs/operating.md">
              {words.guide}
            </a>{' '}
            {words.guideHow}
          </li>
        </ul>
      </section>
      <HomeLink />
    </Page>
  )
}

function HomeLink() {
  return (
    <a href="/" class="btn btn-primary w-full sm:w-auto sm:self-start">
      {text.frame.home}
    </a>
  )
}
