import type { Signal } from '@preact/signals'
import { Field } from '../../../app/components/field'
import { SelectField } from '../../../app/components/select-field'
import { SwitchField } from '../../../app/components/switch-field'
import { conflictInWords } from '../../../app/lib/conflict'
import { RecordDialog } from '../../components/record-dialog'
import { SEVERITIES } from '../../lib/policy/word-rules'
import { type BannedWord, changeWord, createWord, type WordInput } from '../../lib/policy/words'
import { policyText } from '../../texts/policy'

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
