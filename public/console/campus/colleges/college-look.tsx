import { type Signal, useSignal } from '@preact/signals'
import { api, envelope } from '../../../app/lib/api'
import { FormContext, wrongAt } from '../../../app/lib/form'
import { instance } from '../../../app/lib/instance'
import { language } from '../../../app/texts/catalogue'
import { text } from '../../../app/texts/core'
import { FormDialog } from '../../../app/ui/dialog'
import { Field, FieldError } from '../../../app/ui/field'
import { told } from '../../lib/page'
import { collegesText } from '../../texts/colleges'
import { RowForm } from '../../ui/record-dialog'
import { type College, changeCollege, PICTURE_TYPES, readAsDataUrl } from './colleges'

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
    return problem === undefined
      ? envelope(api.admin.colleges.upload.profile({ id: college.id }).post({ profile: file }))
      : wrongAt('profile', problem)
  }
  const remove = async () => {
    const isRemoved = await told(changeCollege(college.id, { profile: null }), picture.removed)
    open.value = false
    if (isRemoved) onDone()
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
      <FormContext.Consumer>
        {(around) => {
          const form = around!
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
              <FieldError name="profile" id="profile" />
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
      </FormContext.Consumer>
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
      confirm={text.common.save}
      send={send}
      done={look.saved(college.name)}
      onDone={onDone}
    >
      <Hue initial={college.accentHue} />
      <Field
        name="coverLine"
        label={look.cover}
        hint={look.coverHint}
        maxLength={120}
        initial={college.coverLine ?? ''}
      />
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
