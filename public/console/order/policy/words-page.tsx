import { useSignal } from '@preact/signals'
import { api, envelope } from '../../../app/lib/api'
import { conflictInWords } from '../../../app/lib/form'
import { useFormDraft } from '../../../app/lib/form-draft'
import { instance } from '../../../app/lib/instance'
import { Field, Refusal, SelectField, SendForm, SubmitButton, SwitchField } from '../../../app/ui/field'
import { useFilters, useListPage } from '../../lib/page'
import { consoleText } from '../../texts/console'
import { policyText } from '../../texts/policy'
import { SearchField } from '../../ui/filters'
import { LoadedRows, Panel, Row, RowButtons } from '../../ui/panel'
import { DeleteButton, RecordButton } from '../../ui/record-dialog'
import { type BannedWord, type Match, SEVERITIES, splitByMatches, type WordInput } from './words'

export function WordsPage() {
  const { query } = useFilters()
  const resource = useListPage('console-words', (page) =>
    // With a query, those that contain it in any spelling.
    envelope(api.moderation.words.get({ query: { page, limit: 50, ...(query.query ? { query: query.query } : {}) } })),
  )
  const { list } = policyText
  const changed = () => resource.load()
  return (
    <Panel lead={list.lead} actions={<WordButton onDone={changed} />}>
      <WordTrial />
      <div class="flex">
        <SearchField label={list.search} />
      </div>
      <LoadedRows
        resource={resource}
        items={({ words }) => words}
        none={query.query ? consoleText.words.noneFound : list.none}
      >
        {(word) => <WordRow word={word} onChange={changed} />}
      </LoadedRows>
    </Panel>
  )
}

type Tried = { text: string; matches: Match[] }

function WordTrial() {
  const draft = useFormDraft('word-trial')
  const tried = useSignal<Tried | undefined>(undefined)
  const { trial } = policyText
  const forget = () => {
    tried.value = undefined
  }
  const send = async (values: FormData) => {
    const entered = String(values.get('text'))
    const answer = await envelope(api.moderation.words.test.post({ text: entered }))
    if (answer.success) tried.value = { text: entered, matches: answer.data.matches }
    return answer
  }
  return (
    <section aria-labelledby="trial" class="card flex flex-col gap-4 p-4">
      <div>
        <h2 id="trial" class="text-lg font-semibold">
          {trial.title}
        </h2>
        <p class="text-base-content/80 text-sm">{trial.lead}</p>
        {instance.value?.features.toxicity && <p class="text-base-content/80 text-sm">{trial.noScores}</p>}
      </div>
      <SendForm class="flex flex-col gap-3" draft={draft} before={forget} send={send} onDone={draft.drop}>
        <Field
          name="text"
          label={trial.text}
          rows={3}
          required
          spellcheck={false}
          maxLength={instance.value?.limits.content.max ?? 10_000}
        />
        <Refusal />
        <SubmitButton class="btn-sm btn-outline self-start">{trial.try}</SubmitButton>
      </SendForm>
      <div role="status" class="empty:hidden">
        {tried.value && <Findings {...tried.value} />}
      </div>
    </section>
  )
}

function Findings({ text: tried, matches }: Tried) {
  const { trial } = policyText
  if (matches.length === 0) return <p class="font-medium">{trial.passes}</p>
  return (
    <div class="flex flex-col gap-3">
      <p class="font-medium">{trial.refused(matches.length)}</p>
      <p class="bg-base-200 rounded-field px-3 py-2 whitespace-pre-wrap">
        {splitByMatches(tried, matches).map(({ text: part, found }, index) =>
          found.length > 0 ? (
            <mark key={index} class="bg-error/15 text-error rounded px-0.5 font-medium">
              {part}
            </mark>
          ) : (
            part
          ),
        )}
      </p>
      <ul class="flex flex-col gap-2 text-sm">
        {matches.map(({ start, end, reason, severity }) => (
          <li key={`${start}-${end}-${reason}`} class="flex flex-wrap items-center gap-x-2 gap-y-1">
            <SeverityBadge severity={severity} />
            <strong class="font-medium">{tried.slice(start, end)}</strong>
            <span class="text-base-content/80">{trial.reasons[reason] ?? reason}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

function WordRow({ word, onChange }: { word: BannedWord; onChange: () => Promise<void> }) {
  const { list } = policyText
  return (
    <Row>
      <div class="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1">
        <h2 class="font-medium">{word.word}</h2>
        <SeverityBadge severity={word.severity} />
        {word.strictMode && <span class="text-base-content/80 text-sm">{list.anywhere}</span>}
      </div>
      <RowButtons>
        <WordButton word={word} onDone={onChange} />
        <DeleteButton
          of={word.word}
          words={list}
          confirm={list.delete}
          send={() => envelope(api.moderation.words({ id: word.id }).delete())}
          onDone={onChange}
        />
      </RowButtons>
    </Row>
  )
}

const LOOKS = { mild: '', moderate: '', severe: 'badge-error' }

const SeverityBadge = ({ severity }: Pick<BannedWord, 'severity'>) => (
  <span class={`badge badge-sm ${LOOKS[severity]}`}>{policyText.severities[severity]}</span>
)

function WordButton({ word, onDone }: { word?: BannedWord; onDone: () => void }) {
  const { list, severities } = policyText
  const send = (values: FormData) => {
    const input = readInput(values)
    return conflictInWords(
      word ? envelope(api.moderation.words({ id: word.id }).patch(input)) : envelope(api.moderation.words.post(input)),
      list.taken,
      'word',
    )
  }
  return (
    <RecordButton current={word?.word} words={list} send={send} name={({ word }) => word} onDone={onDone}>
      <Field
        name="word"
        label={list.word}
        hint={list.wordHint}
        required
        maxLength={100}
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        initial={word?.word}
      />
      <SelectField
        name="severity"
        label={list.severity}
        options={SEVERITIES.map((each) => [each, severities[each]] as const)}
        initial={word?.severity ?? 'moderate'}
      />
      <SwitchField name="strictMode" label={list.strict} hint={list.strictHint} initial={word?.strictMode ?? false} />
    </RecordButton>
  )
}

const readInput = (values: FormData): WordInput => ({
  word: String(values.get('word')),
  severity: SEVERITIES.find((each) => each === values.get('severity')) ?? 'moderate',
  strictMode: values.has('strictMode'),
})
