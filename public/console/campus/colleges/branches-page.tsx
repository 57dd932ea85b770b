import { endpointAt } from '../../../../client/api'
import { api, envelope } from '../../../app/lib/api'
import { conflictInWords, useMissing } from '../../../app/lib/form'
import { useLoaded } from '../../../app/lib/loading'
import { language } from '../../../app/texts/catalogue'
import { counted } from '../../../app/texts/numbers'
import { Field, SelectField } from '../../../app/ui/field'
import { FailureNotice, focusPageHeading, LineSkeletons } from '../../../app/ui/page'
import { told, useResource } from '../../lib/page'
import { collegesText } from '../../texts/colleges'
import { consoleText } from '../../texts/console'
import { LoadedRows, Panel, Row, RowButton, RowButtons } from '../../ui/panel'
import { DeleteButton, RecordButton, RowForm } from '../../ui/record-dialog'
import { type Branch, changeBranch, readBranches } from './colleges'

export function BranchesPage() {
  const list = useResource('console-branches', readBranches)
  const { branches } = collegesText
  const changed = () => list.load()
  return (
    <Panel lead={branches.lead} actions={<BranchButton onDone={changed} />}>
      <LoadedRows resource={list} items={(all) => all} none={branches.none}>
        {(branch, all) => <BranchRow branch={branch} all={all} onChange={changed} />}
      </LoadedRows>
    </Panel>
  )
}

type RowProps = { branch: Branch; all: readonly Branch[]; onChange: () => Promise<void> }

function BranchRow({ branch, all, onChange }: RowProps) {
  const { branches } = collegesText
  const { id, name, code } = branch
  const targets = all.filter((each) => each.id !== id && each.closedAt === null)
  const reopen = async () => {
    if (await told(changeBranch(id, { isClosed: false }), branches.reopened(name))) await onChange()
  }
  return (
    <Row>
      <h2 class="min-w-0 flex-1 basis-40 font-medium">
        {name} <span class="text-base-content/80 text-sm font-normal">{code}</span>{' '}
        {branch.closedAt !== null && <span class="badge">{branches.closed}</span>}
      </h2>
      <RowButtons>
        <BranchButton branch={branch} onDone={onChange} />
        {branch.closedAt === null ? (
          <RowForm
            of={name}
            words={consoleText.words.close}
            title={branches.closing(name)}
            lead={branches.closingLead}
            send={() => changeBranch(id, { isClosed: true })}
            done={branches.wasClosed(name)}
            onDone={onChange}
          />
        ) : (
          <RowButton of={name} onPress={reopen}>
            {branches.reopen}
          </RowButton>
        )}
        {targets.length > 0 && <MergeButton branch={branch} targets={targets} onDone={onChange} />}
        <DeleteButton
          of={name}
          words={branches}
          send={() =>
            conflictInWords(
              envelope(endpointAt(api.admin.branches, 'delete', { id: branch.id }).delete()),
              branches.inUse,
            )
          }
          onDone={onChange}
        />
      </RowButtons>
    </Row>
  )
}

type MergeProps = { branch: Branch; targets: readonly Branch[]; onDone: () => Promise<void> }

function MergeButton({ branch: { id, name }, targets, onDone }: MergeProps) {
  const { branches } = collegesText
  return (
    <RowForm
      of={name}
      words={branches.merge}
      title={branches.merging(name)}
      lead={branches.mergingLead}
      confirm={branches.mergeNow}
      isGrave
      send={(values) => envelope(api.branches({ id }).merge.post({ into: String(values.get('into')) }))}
      done={branches.merged(name)}
      onDone={async () => {
        await onDone()
        // The branch's row is gone, and the focus with it.
        focusPageHeading()
      }}
    >
      <Moved id={id} />
      <SelectField
        name="into"
        label={branches.into}
        unchosen={branches.chooseInto}
        options={targets.map((each) => [each.id, `${each.name} (${each.code})`])}
      />
    </RowForm>
  )
}

/** What the merge moves; without it nobody merges. */
function Moved({ id }: { id: string }) {
  const { data, failure, load } = useLoaded(() => envelope(api.branches({ id }).use.get()), id)
  const { branches } = collegesText
  useMissing(data.value === undefined)
  if (failure.value) return <FailureNotice failure={failure.value} retry={load} />
  if (data.value === undefined) return <LineSkeletons />
  const { people, posts } = data.value
  return (
    <ul class="list-disc ps-5">
      <li>{branches.people(people, counted(people, language.value))}</li>
      <li>{branches.posts(posts, counted(posts, language.value))}</li>
    </ul>
  )
}

function BranchButton({ branch, onDone }: { branch?: Branch; onDone: () => void }) {
  const { branches } = collegesText
  const send = (values: FormData) => {
    const input = { name: String(values.get('name')), code: String(values.get('code')) }
    return conflictInWords(
      branch ? changeBranch(branch.id, input) : envelope(api.admin.branches.create.post(input)),
      branches.taken,
      'name',
    )
  }
  return (
    <RecordButton
      current={branch?.name}
      words={branches}
      lead={branch && branches.follows}
      send={send}
      name={({ name }) => name}
      onDone={onDone}
    >
      <Field name="name" label={branches.name} required maxLength={100} initial={branch?.name} />
      <Field
        name="code"
        label={branches.code}
        hint={branches.codeHint}
        required
        maxLength={20}
        spellcheck={false}
        initial={branch?.code}
      />
    </RecordButton>
  )
}
