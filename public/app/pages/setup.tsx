import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { api, envelope } from '../api'
import { loadInstance } from '../instance'
import { useLinkToken } from '../link-token'
import { Notice } from '../parts/notice'
import { Page } from '../parts/page'
import { type SetUp, SetupForm } from '../parts/setup-form'

const TITLE = 'Set up your Quad'

export function SetupPage() {
  const token = useLinkToken()
  const over = useSignal(false)
  const made = useSignal<SetUp | null>(null)
  useEffect(() => {
    envelope(api.setup.get()).then((answer) => {
      if (answer.success && !answer.data.needed) over.value = true
    })
  }, [over])
  if (made.value) return <Done {...made.value} />
  if (over.value) return <AlreadySetUp />
  if (token.value === '') return <NoToken />
  return (
    <Page title={TITLE} lead="Two things are needed: the campus that this Quad is for, and you, who runs it.">
      <SetupForm
        token={token.value}
        onOver={() => {
          over.value = true
        }}
        onDone={(setUp) => {
          made.value = setUp
          loadInstance()
        }}
      />
    </Page>
  )
}

function NoToken() {
  return (
    <Page title={TITLE}>
      <Notice kind="info" title="Open this page with the set-up link">
        <p>
          The server prints the link into its log at each start, as long as there is no superadmin. It holds for one
          hour. If you have reloaded this page, open the link once more.
        </p>
      </Notice>
    </Page>
  )
}

function AlreadySetUp() {
  return (
    <Page title="This Quad is set up already">
      <p>
        It has a superadmin, so the set-up is closed. Another administrator is made on the server itself, with{' '}
        <code class="bg-base-200 rounded px-1">bun quad admin create</code>.
      </p>
      <HomeLink />
    </Page>
  )
}

function Done({ campus, domain, email }: SetUp) {
  return (
    <Page title={`${campus} is ready`}>
      <Notice kind="success">
        <p>
          The campus and the superadmin account <strong>{email}</strong> are made.
        </p>
      </Notice>
      <section aria-labelledby="next">
        <h2 id="next" class="text-xl font-semibold">
          What is next
        </h2>
        <ul class="mt-2 list-disc space-y-1 pl-5">
          <li>Students can register with an address that ends in @{domain}.</li>
          <li>You sign in through the API; the web client’s sign-in comes with the next release.</li>
          <li>
            <a class="link" href="/docs/operating.md">
              The guide for operators
            </a>{' '}
            tells of backups, mail and updates.
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
      To the home page
    </a>
  )
}
