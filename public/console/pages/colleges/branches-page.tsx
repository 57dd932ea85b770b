import { type Signal, useSignal } from '@preact/signals'
import { Field } from '../../../app/components/field'
import { conflictInWords } from '../../../app/lib/form'
import { Loaded, Panel, Row, RowButton, RowButtons, Rows } from '../../components/panel'
import { DeletionDialog, RecordDialog } from '../../components/record-dialog'
import { type Branch, changeBranch, createBranch, deleteBranch, readBranches } from '../../lib/colleges/colleges'
import { useResource } from '../../lib/page'
import { collegesText } from '../../texts/colleges'

export function BranchesPage() {
  const list = useResource('console-branches', readBranches)
  const isAdding = useSignal(false)
  const { branches } = collegesText
  const changed = () => list.load()
  return (
    <Panel
      title={branches.title}
      lead={branches.lead}
      actions={
        <button type="button" class="btn btn-primary btn-sm" onClick={() => (isAdding.value = true)}>
          {branches.add}
        </button>
      }
    >
      <BranchDialog open={isAdding} onDone={changed} />
      <Loaded resource={list}>
        {(all) => (
          <Rows none={branches.none}>
            {all.map((branch) => (
              <BranchRow key={branch.id} branch={branch} onChange={changed} />
            ))}
          </Rows>
        )}
      </Loaded>
    </Panel>
  )
}

function BranchRow({ branch, onChange }: { branch: Branch; onChange: () => Promise<void> }) {
  const [isEdited, isDeleted] = [useSignal(false), useSignal(false)]
  const { branches, colleges } = collegesText
  const { name, code } = branch
  return (
    <Row>
      <h2 class="min-w-0 flex-1 font-medium">
        {name} <span class="text-base-content/80 text-sm font-normal">{code}</span>
      </h2>
      <RowButtons>
        <RowButton of={name} onPress={() => (isEdited.value = true)}>
          {colleges.edit}
        </RowButton>
        <RowButton of={name} onPress={() => (isDeleted.value = true)}>
          {colleges.delete}
        </RowButton>
      </RowButtons>
      <BranchDialog open={isEdited} branch={branch} onDone={onChange} />
      <DeletionDialog
        open={isDeleted}
        name={name}
        words={branches}
        confirm={colleges.delete}
        send={() => conflictInWords(deleteBranch(branch.id), branches.inUse)}
        onDone={onChange}
      />
    </Row>
  )
}

type Props = { open: Signal<boolean>; branch?: Branch; onDone: () => void }

function BranchDialog({ open, branch, onDone }: Props) {
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
          <Field form={form} name="name" label={branches.name} required maxLength={100} initial={branch?.name} />
          <Field
            form={form}
            name="code"
            label={branches.code}
            hint={branches.codeHint}
            required
            maxLength={20}
            spellcheck={false}
            initial={branch?.code}
          />
        </>
      )}
    </RecordDialog>
  )
}
