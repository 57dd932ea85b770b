import { type Signal, useSignal } from '@preact/signals'
import { Field, SelectField, SwitchField } from '../../../app/components/field'
import { conflictInWords } from '../../../app/lib/form'
import { Row, RowButton, RowButtons } from '../../components/panel'
import { DeletionDialog, RecordDialog } from '../../components/record-dialog'
import { type BannedWord, changeWord, createWord, deleteWord, SEVERITIES, type WordInput } from '../../lib/policy/words'
import { policyText } from '../../texts/policy'

export function WordRow({ word, onChange }: { word: BannedWord; onChange: () => Promise<void> }) {
  const [isEdited, isDeleted] = [useSignal(false), useSignal(false)]
  const { list } = policyText
  return (
    <Row>
      <div class="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1">
        <h2 class="font-medium">{word.word}</h2>
        <SeverityBadge severity={word.severity} />
        {word.strictMode && <span class="text-base-content/80 text-sm">{list.anywhere}</span>}
      </div>
      <RowButtons>
        <RowButton of={word.word} onPress={() => (isEdited.value = true)}>
          {list.edit}
        </RowButton>
        <RowButton of={word.word} onPress={() => (isDeleted.value = true)}>
          {list.delete}
        </RowButton>
      </RowButtons>
      <WordDialog open={isEdited} word={word} onDone={onChange} />
      <DeletionDialog
        open={isDeleted}
        name={word.word}
        words={list}
        confirm={list.delete}
        send={() => deleteWord(word.id)}
        onDone={onChange}
      />
    </Row>
  )
}

const LOOKS = { mild: 'badge-outline', moderate: 'badge-neutral', severe: 'badge-error' }

export const SeverityBadge = ({ severity }: Pick<BannedWord, 'severity'>) => (
  <span class={`badge badge-sm ${LOOKS[severity]}`}>{policyText.severities[severity]}</span>
)

type Props = { open: Signal<boolean>; word?: BannedWord; onDone: () => void }

export function WordDialog({ open, word, onDone }: Props) {
  const { list, severities } = policyText
  const send = (values: FormData) => {
    const input = readInput(values)
    return conflictInWords(word ? changeWord(word.id, input) : createWord(input), list.taken, 'word')
  }
  return (
    <RecordDialog open={open} current={word?.word} words={list} send={send} name={({ word }) => word} onDone={onDone}>
      {(form) => (
        <>
          <Field
            form={form}
            name="word"
            label={list.word}
            hint={list.wordHint}
            required
            maxLength={100}
            autocomplete="off"
            autocapitalize="off"
            spellcheck={false}
            initial={word?.word ?? ''}
          />
          <SelectField
            form={form}
            name="severity"
            label={list.severity}
            options={SEVERITIES.map((each) => [each, severities[each]] as const)}
            initial={word?.severity ?? 'moderate'}
          />
          <SwitchField
            name="strictMode"
            label={list.strict}
            hint={list.strictHint}
            initial={word?.strictMode ?? false}
          />
        </>
      )}
    </RecordDialog>
  )
}

const readInput = (values: FormData): WordInput => ({
  word: String(values.get('word')),
  severity: SEVERITIES.find((each) => each === values.get('severity')) ?? 'moderate',
  strictMode: values.has('strictMode'),
})
