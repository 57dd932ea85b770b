import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { useFormAround, useMissing } from '../../lib/form'
import { missingPart } from '../../lib/parts'
import type { PostInput } from '../../lib/waiting'
import { picturesText } from '../../texts/pictures'
import { Field, FieldError } from '../../ui/field'
import { useLate } from '../../ui/late'
import { discardPicture, isKept } from './kept'
import type { ChosenPicture } from './picture-editor'

const editor = () => import('./picture-editor').then(({ PictureEditor }) => PictureEditor)

/** The picture of a post that is written: the field `picture` has its id, `picture.alt` what it shows. */
export function PicturePart({ begun }: { begun: PostInput['picture'] }) {
  const { field } = picturesText
  const { errors } = useFormAround()
  const input = useRef<HTMLInputElement>(null)
  const file = useSignal<File | undefined>(undefined)
  const id = useSignal(begun?.id ?? '')
  const isThere = file.value !== undefined || id.value !== ''
  const Editor = useLate<ChosenPicture>(editor, isThere, missingPart)
  useMissing(isThere && Editor === null)
  const become = (next: string) => {
    if (isKept(id.peek())) discardPicture(id.peek())
    id.value = next
    if (next === '') file.value = undefined
    input.current!.value = next
    // The draft has it from now on.
    input.current!.dispatchEvent(new Event('input', { bubbles: true }))
  }
  const fail = (why: string) => {
    become('')
    errors.value = { ...errors.value, picture: why }
  }
  const choose = (chosen: File) => {
    errors.value = {}
    file.value = chosen
  }
  return (
    <fieldset class="flex min-w-0 flex-col gap-3">
      <legend class="mb-1 font-medium">{field.title}</legend>
      <div role="alert" class="empty:hidden">
        <FieldError name="picture" id="picture" />
      </div>
      {isThere ? (
        <>
          {Editor && <Editor file={file.value} id={id.value} onKept={become} onFail={fail} />}
          <Field
            name="picture.alt"
            label={field.alt}
            hint={field.altWhy}
            rows={2}
            initial={begun?.alt ?? ''}
            maxLength={300}
          />
          <button type="button" class="btn btn-ghost -ms-4 self-start" onClick={() => become('')}>
            {field.remove}
          </button>
        </>
      ) : (
        <div class="flex flex-wrap gap-2">
          <FileButton words={field.choose} onChoose={choose} />
          <FileButton words={field.take} onChoose={choose} capture="environment" class="not-pointer-coarse:hidden" />
        </div>
      )}
      {/* Behind the other, which takes what is wrong with the text. */}
      <input ref={input} type="hidden" name="picture" value={id.value} />
    </fieldset>
  )
}

type FileProps = { words: string; class?: string; capture?: 'environment'; onChoose: (file: File) => void }

/** Asks for a file; with `capture`, a phone opens its camera. */
const FileButton = ({ words, class: className = '', capture, onChoose }: FileProps) => (
  <label class={`btn relative overflow-hidden focus-within:outline-2 ${className}`}>
    {words}
    <input
      type="file"
      accept="image/*"
      capture={capture}
      class="absolute inset-0 cursor-pointer opacity-0"
      onChange={({ currentTarget: { files } }) => files?.[0] && onChoose(files[0])}
    />
  </label>
)
