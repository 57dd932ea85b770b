import { type Signal, useSignal } from '@preact/signals'
import { FieldError } from '../../../app/components/field'
import { FormDialog } from '../../../app/components/form-dialog'
import { announce } from '../../../app/lib/announcements'
import { failureMessage } from '../../../app/lib/failures'
import { wrongAt } from '../../../app/lib/form'
import { instance } from '../../../app/lib/instance'
import { language } from '../../../app/texts/catalogue'
import { type College, changeCollege, PICTURE_TYPES, readAsDataUrl, uploadPicture } from '../../lib/colleges/colleges'
import { collegesText } from '../../texts/colleges'

const MEGABYTE = 1_000_000

const formatSize = (bytes: number): string =>
  new Intl.NumberFormat(language.value, { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 }).format(
    bytes / MEGABYTE,
  )

type Props = { open: Signal<boolean>; college: College; onDone: () => void }

/** Previews and uploads a picture, or removes the current one. */
export function PictureDialog({ open, college, onDone }: Props) {
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
      onDone={() => {
        announce(picture.uploaded)
        onDone()
      }}
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
