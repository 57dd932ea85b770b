import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { useFormAround, useMissing } from '../../lib/form'
import { latest } from '../../lib/loading'
import { picturesText } from '../../texts/pictures'
import { BlurAreas } from './blur-areas'
import { asFile, opened, paintBlurred } from './canvas'
import { discardUnnamed, isKept, keepPicture, keptPicture } from './kept'
import type { Area } from './rules'

export type ChosenPicture = {
  /** Chosen just now. */
  file: File | undefined
  /** Of what was made of it, or of one that was there before. */
  id: string
  onKept: (id: string) => void
  onFail: (why: string) => void
}

/** Shows the picture that is to be sent, in which one blurs what others must not see. */
export function PictureEditor({ file, id, onKept, onFail }: ChosenPicture) {
  const { field } = picturesText
  const canvas = useRef<HTMLCanvasElement>(null)
  const picture = useSignal<HTMLCanvasElement | undefined>(undefined)
  const areas = useSignal<readonly Area[]>([])
  const isWorking = useSignal(false)
  const newest = useRef(latest()).current
  const { busy } = useFormAround()
  const isOfServer = file === undefined && !isKept(id)
  useMissing(isWorking.value)
  useEffect(() => {
    if (!isOfServer) open()
    // What is made of it after it was removed is of nobody.
    return () => void newest(Promise.resolve())
  }, [])
  const open = async () => {
    isWorking.value = true
    if (file) await discardUnnamed()
    const source = file ?? (await keptPicture(id))
    if (source === undefined) return onFail(field.lost)
    picture.value = await opened(source).catch(() => undefined)
    if (picture.value === undefined) return onFail(field.unreadable)
    paintBlurred(canvas.current!, picture.value, [])
    isWorking.value = false
    if (file) await blur([])
  }
  /** What is kept, and sent, is what one sees: the areas are blurred in it for good. */
  const blur = async (next: readonly Area[]) => {
    areas.value = next
    paintBlurred(canvas.current!, picture.peek()!, next)
    isWorking.value = true
    const made = await newest(asFile(canvas.current!).then(keepPicture))
    if (made === undefined) return
    onKept(made)
    isWorking.value = false
  }
  return (
    <>
      <p class="text-base-content/80 text-sm">{field.care}</p>
      {isOfServer ? (
        <img src={`/pictures/${id}/480`} alt="" class="rounded-box max-h-80 self-start" />
      ) : (
        <BlurAreas areas={areas.value} size={picture.value} onChange={blur}>
          <canvas ref={canvas} class="rounded-box w-full" />
        </BlurAreas>
      )}
      <p role="status" class="min-h-5 text-sm">
        {isWorking.value ? field.preparing : busy.value ? field.sending : ''}
      </p>
    </>
  )
}
