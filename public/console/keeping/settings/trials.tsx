import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { api, envelope, type Failure } from '../../../app/lib/api'
import { Field, SendForm } from '../../../app/ui/field'
import { settingsText } from '../../texts/settings'
import { type AddressTrial, linesIn, type MailTest, tryAddresses } from './settings'
import { Section } from './settings-form'

// What a superadmin tries before students do.

type TrialProps<Success> = {
  name: string
  words: { title: string; lead: string; send: string }
  before?: () => void
  send: (values: FormData) => Promise<Success | Failure>
  onDone: (answer: Success) => void
  outcome: ComponentChildren
  children?: ComponentChildren
}

const Trial = <Success extends { success: true }>({ name, words, outcome, ...form }: TrialProps<Success>) => (
  <Section name={name} title={words.title} lead={words.lead}>
    <SendForm confirm={words.send} {...form} />
    <div role="status" class="empty:hidden">
      {outcome}
    </div>
  </Section>
)

type Judged = { sample: string; verdict: AddressTrial['results'][number]['verdict']; college: string | undefined }

/** Which sample addresses could sign up. Nothing of them is kept, here neither. */
export function AddressTrialSection() {
  const judged = useSignal<readonly Judged[]>([])
  const { title, lead, samples, samplesHint, pattern, patternHint, try: press } = settingsText.addresses
  const forget = () => {
    judged.value = []
  }
  const judge = async (values: FormData) => {
    const lines = linesIn(String(values.get('addresses') ?? ''))
    const answer = await tryAddresses(lines, String(values.get('pattern') ?? '').trim())
    return answer.success ? { ...answer, lines } : answer
  }
  return (
    <Trial
      name="addresses"
      words={{ title, lead, send: press }}
      before={forget}
      send={judge}
      onDone={({ data: { results }, lines }) => {
        judged.value = results.map(({ verdict, college }, at) => ({
          sample: lines[at]!,
          verdict,
          college: college?.name,
        }))
      }}
      outcome={judged.value.length > 0 && <Verdicts judged={judged.value} />}
    >
      <Field name="addresses" label={samples} hint={samplesHint} rows={4} required />
      <Field name="pattern" label={pattern} hint={patternHint} maxLength={200} spellcheck={false} />
    </Trial>
  )
}

function Verdicts({ judged }: { judged: readonly Judged[] }) {
  const { verdicts, as } = settingsText.addresses
  return (
    <ul class="flex flex-col gap-2">
      {judged.map(({ sample, verdict, college }, at) => (
        <li key={at} class="flex flex-wrap items-center gap-x-3 gap-y-1">
          <code class="wrap-anywhere">{sample}</code>
          <span class={verdict === 'accepted' ? 'badge badge-primary' : 'badge'}>{verdicts[verdict]}</span>
          {college !== undefined && <span class="text-base-content/80 text-sm">{as(college)}</span>}
        </li>
      ))}
    </ul>
  )
}

export function MailTestSection() {
  const result = useSignal<MailTest | null>(null)
  const send = () => {
    result.value = null
    return envelope(api.admin.settings.mail.post())
  }
  return (
    <Trial
      name="mailTest"
      words={settingsText.mailTest}
      send={send}
      onDone={({ data }) => (result.value = data)}
      outcome={result.value && <MailResult {...result.value} />}
    />
  )
}

function MailResult({ to, via, isAccepted, host, encryption, code, file, problem, ms }: MailTest) {
  const words = settingsText.mailTest
  const rows = [
    [words.to, to],
    [words.host, host],
    [words.connection, encryption && words.encryptions[encryption]],
    [words.code, code],
    [words.file, file],
    [words.problem, problem],
    [words.took, words.ms(ms)],
  ] as const
  return (
    <div class={`notice ${isAccepted ? 'notice-success' : 'notice-error'}`}>
      <h3 class="font-semibold">{isAccepted ? words.accepted[via] : words.failed}</h3>
      <dl class="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
        {rows.map(
          ([name, value]) =>
            value !== null && (
              <div key={name} class="contents">
                <dt>{name}</dt>
                <dd class="wrap-anywhere">{value}</dd>
              </div>
            ),
        )}
      </dl>
    </div>
  )
}
