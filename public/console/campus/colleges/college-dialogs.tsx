import { type Signal, useSignal } from '@preact/signals'
import { announce } from '../../../app/lib/announcements'
import { failureMessage } from '../../../app/lib/failures'
import { conflictInWords, type Form, useMissing, wrongAt } from '../../../app/lib/form'
import { instance } from '../../../app/lib/instance'
import { language } from '../../../app/texts/catalogue'
import { FormDialog } from '../../../app/ui/dialog'
import { Field, FieldError } from '../../../app/ui/field'
import { LineSkeletons } from '../../../app/ui/page'
import { mayChangeDomains } from '../../lib/overview'
import { collegesText } from '../../texts/colleges'
import { RecordButton, RowForm } from '../../ui/record-dialog'
import {
  type Branch,
  type College,
  type CollegeInput,
  changeCollege,
  createCollege,
  PICTURE_TYPES,
  readAsDataUrl,
  uploadPicture,
} from './colleges'

type Props = {
  college?: College
  branches: Branch[] | undefined
  onDone: () => void
}

export function CollegeButton({ college, branches, onDone }: Props) {
  const { colleges } = collegesText
  const send = (values: FormData) => {
    const { emailDomain, ...input } = readInput(values)
    const domain = mayChangeDomains() ? { emailDomain } : {}
    const sent = college ? changeCollege(college.id, { ...input, ...domain }) : createCollege({ ...input, emailDomain })
    return conflictInWords(sent, colleges.domainTaken, 'emailDomain')
  }
  return (
    <RecordButton
      current={college?.name}
      words={colleges}
      edit={colleges.edit}
      send={send}
      name={({ name }) => name}
      onDone={onDone}
    >
      {(form) => (
        <>
          <Field form={form} name="name" label={colleges.name} required maxLength={200} initial={college?.name} />
          {mayChangeDomains() && (
            <Field
              form={form}
              name="emailDomain"
              label={colleges.domain}
              hint={colleges.domainHint}
              required
              maxLength={253}
              inputMode="url"
              autocapitalize="off"
              spellcheck={false}
              initial={college?.emailDomain}
            />
          )}
          <div class="grid grid-cols-1 gap-4 sm:grid-cols-2">
            <Field form={form} name="city" label={colleges.city} required maxLength={100} initial={college?.city} />
            <Field form={form} name="state" label={colleges.state} required maxLength={100} initial={college?.state} />
          </div>
          <CollegeBranches form={form} branches={branches} offered={college?.branches ?? []} />
        </>
      )}
    </RecordButton>
  )
}

function readInput(values: FormData): CollegeInput {
  const field = (name: string) => String(values.get(name) ?? '')
  return {
    name: field('name'),
    emailDomain: field('emailDomain'),
    city: field('city'),
    state: field('state'),
    branches: values.getAll('branches').map(String),
  }
}

type CollegeBranchesProps = { form: Form; branches: Branch[] | undefined; offered: readonly string[] }

function CollegeBranches({ form, branches, offered }: CollegeBranchesProps) {
  const { colleges } = collegesText
  useMissing(form, branches === undefined)
  if (branches === undefined) return <LineSkeletons />
  const choices = branches.filter(({ id, closedAt }) => closedAt === null || offered.includes(id))
  return (
    <fieldset class="flex flex-col gap-1">
      <legend class="font-medium">{colleges.branches}</legend>
      <p class="text-base-content/80 text-sm">{choices.length > 0 ? colleges.branchesHint : colleges.noBranches}</p>
      {choices.length > 0 && (
        <div class="border-base-300 rounded-field grid max-h-52 grid-cols-1 gap-x-4 overflow-y-auto border px-3 py-2 sm:grid-cols-2">
          {choices.map(({ id, name, code }) => (
            <label key={id} class="flex items-start gap-2.5 py-2.5 sm:py-1">
              <input
                type="checkbox"
                name="branches"
                value={id}
                defaultChecked={offered.includes(id)}
                class="accent-primary mt-1 size-4 shrink-0"
              />
              <span class="min-w-0">
                {name} <span class="text-base-content/80 text-sm">{code}</span>
              </span>
            </label>
          ))}
        </div>
      )}
      <FieldError form={form} name="branches" id="branches" />
    </fieldset>
  )
}

const MEGABYTE = 1_000_000

const formatSize = (bytes: number): string =>
  new Intl.NumberFormat(language.value, { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 }).format(
    bytes / MEGABYTE,
  )

type PictureDialogProps = { open: Signal<boolean>; college: College; onDone: () => void }

export function PictureDialog({ open, college, onDone }: PictureDialogProps) {
  const { picture } = collegesText
  const preview = useSignal<string | undefined>(undefined)
  const most = instance.value?.limits.imageBytes ?? 2 * MEGABYTE
  const findProblem = ({ type, size }: File): string | undefined => {
    if (!PICTURE_TYPES.includes(type)) return picture.wrongType
    return size > most ? picture.tooLarge(formatSize(most)) : undefined
  }
  const send = async (values: FormData) => {
    const file = values.get('profile') as File
    const problem = findProblem(file)
    return problem === undefined ? uploadPicture(college.id, file) : wrongAt('profile', problem)
  }
  const remove = async () => {
    const answer = await changeCollege(college.id, { profile: null })
    open.value = false
    announce(answer.success ? picture.removed : failureMessage(answer))
    if (answer.success) onDone()
  }
  return (
    <FormDialog
      open={open}
      title={picture.title(college.name)}
      confirm={picture.upload}
      send={send}
      done={picture.uploaded}
      onDone={onDone}
    >
      {(form) => {
        const isWrong = form.errors.value.profile !== undefined
        const choose = async ({ currentTarget: { files } }: { currentTarget: HTMLInputElement }) => {
          const file = files?.[0]
          const problem = file && findProblem(file)
          form.errors.value = problem === undefined ? {} : { profile: problem }
          preview.value = file && problem === undefined ? await readAsDataUrl(file) : undefined
        }
        return (
          <div class="flex flex-col gap-1">
            <label for="profile" class="font-medium">
              {picture.file}
            </label>
            <input
              id="profile"
              name="profile"
              type="file"
              required
              accept={PICTURE_TYPES.join()}
              aria-invalid={isWrong}
              aria-describedby={`${isWrong ? 'profile-error ' : ''}profile-hint`}
              class="border-base-content/60 rounded-field file:bg-base-200 file:rounded-field w-full border p-1.5 text-sm file:me-3 file:px-3 file:py-1.5 file:font-medium"
              onChange={choose}
            />
            <FieldError form={form} name="profile" id="profile" />
            <p id="profile-hint" class="text-base-content/80 text-sm">
              {picture.hint(formatSize(most))}
            </p>
            {preview.value && (
              <figure class="mt-3 flex items-center gap-3">
                <img src={preview.value} alt="" class="border-base-300 rounded-field size-24 border object-cover" />
                <figcaption class="text-base-content/80 text-sm">{picture.preview}</figcaption>
              </figure>
            )}
            {college.profile && (
              <button type="button" class="btn btn-sm btn-outline mt-3 self-start" onClick={remove}>
                {picture.remove}
              </button>
            )}
          </div>
        )
      }}
    </FormDialog>
  )
}

/** Of Quad, as in the style sheet: where the slider begins. */
const DEFAULT_HUE = 285

export function LookButton({ college, onDone }: { college: College; onDone: () => void }) {
  const { look } = collegesText
  const send = (values: FormData) =>
    changeCollege(college.id, {
      accentHue: values.has('hasHue') ? Number(values.get('accentHue')) : null,
      coverLine: String(values.get('coverLine')).trim() || null,
    })
  return (
    <RowForm
      of={college.name}
      words={look.change}
      title={look.title(college.name)}
      lead={look.lead}
      confirm={look.save}
      send={send}
      done={look.saved(college.name)}
      onDone={onDone}
    >
      {(form) => (
        <>
          <Hue initial={college.accentHue} />
          <Field
            form={form}
            name="coverLine"
            label={look.cover}
            hint={look.coverHint}
            maxLength={120}
            initial={college.coverLine ?? ''}
          />
        </>
      )}
    </RowForm>
  )
}

function Hue({ initial }: { initial: number | null }) {
  const { look } = collegesText
  const isOwn = useSignal(initial !== null)
  const hue = useSignal(initial ?? DEFAULT_HUE)
  return (
    <fieldset class="flex flex-col gap-3">
      <label class="flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          name="hasHue"
          class="toggle"
          checked={isOwn.value}
          onChange={({ currentTarget }) => (isOwn.value = currentTarget.checked)}
        />
        <span class="font-medium">{look.own}</span>
      </label>
      {isOwn.value && (
        <>
          <label class="flex flex-col gap-1">
            <span class="font-medium">{look.hue}</span>
            <input
              type="range"
              name="accentHue"
              min={0}
              max={359}
              value={hue.value}
              class="accent-primary h-11 w-full"
              onInput={({ currentTarget }) => (hue.value = Number(currentTarget.value))}
            />
          </label>
          <div class="flex gap-2 font-medium" aria-hidden="true">
            <span
              class="rounded-field grow px-4 py-2"
              style={`color:oklch(99% 0.01 ${hue.value});background:oklch(45% 0.13 ${hue.value})`}
            >
              {look.light}
            </span>
            <span
              class="rounded-field grow px-4 py-2"
              style={`color:oklch(20% 0.05 ${hue.value});background:oklch(80% 0.1 ${hue.value})`}
            >
              {look.dark}
            </span>
          </div>
        </>
      )}
    </fieldset>
  )
}
