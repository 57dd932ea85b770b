import { useSignal } from '@preact/signals'
import { FormDialog } from '../../../app/components/form-dialog'
import { focusPageHeading } from '../../../app/components/page'
import { announce } from '../../../app/lib/announcements'
import { Row } from '../../components/panel'
import { RowButton, RowButtons } from '../../components/row-button'
import { type BannedWord, deleteWord } from '../../lib/policy/words'
import { policyText } from '../../texts/policy'
import { WordDialog } from './word-dialog'

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
      <FormDialog
        open={isDeleted}
        title={list.deleting(word.word)}
        lead={list.consequence}
        confirm={list.delete}
        isGrave
        send={() => deleteWord(word.id)}
        onDone={async () => {
          announce(list.deleted(word.word))
          await onChange()
          focusPageHeading()
        }}
      />
    </Row>
  )
}

const LOOKS = { mild: 'badge-outline', moderate: 'badge-neutral', severe: 'badge-error' }

export const SeverityBadge = ({ severity }: Pick<BannedWord, 'severity'>) => (
  <span class={`badge badge-sm ${LOOKS[severity]}`}>{policyText.severities[severity]}</span>
)
