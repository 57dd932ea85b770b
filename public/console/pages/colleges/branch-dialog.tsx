import type { Signal } from '@preact/signals'
import { Field } from '../../../app/components/field'
import { conflictInWords } from '../../../app/lib/conflict'
import { RecordDialog } from '../../components/record-dialog'
import { type Branch, changeBranch, createBranch } from '../../lib/colleges/colleges'
import { collegesText } from '../../texts/colleges'

type Props = { open: Signal<boolean>; branch?: Branch; onDone: () => void }

export function BranchDialog({ open, branch, onDone }: Props) {
  const { branches } = collegesText
  const send = (values: FormData) => {
    const input = { name: String(values.get('name')), code: String(values.get('code')) }
    return conflictInWords(branch ? changeBranch(branch.id, input) : createBranch(input), branches.taken, 'name')
  }
  return (
    <RecordDialog
      open={open}
      current={branch?.name}
      words={branches}
      lead={branch && branches.follows}
      send={send}
      name={({ name }) => name}
      onDone={onDone}
    >
      {(form) => (
        <>
          <Field form={form} name="name" label={branches.name} required maxLength={100} initial={branch?.name ?? ''} />
          <Field
            form={form}
            name="code"
            label={branches.code}
            hint={branches.codeHint}
            required
            maxLength={20}
            spellcheck={false}
            initial={branch?.code ?? ''}
          />
        </>
      )}
    </RecordDialog>
  )
}
