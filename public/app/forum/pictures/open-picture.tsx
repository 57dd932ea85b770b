import { useSignal } from '@preact/signals'
import { text } from '../../texts/core'
import { picturesText } from '../../texts/pictures'
import { Dialog, DialogButtons } from '../../ui/dialog'
import type { Picture } from '../posts/posts'
import { PostPicture } from './post-picture'

/** The picture on the page of its post; a tap shows it as large as the screen has room. */
export function OpenPicture({ of }: { of: Picture }) {
  const { view } = picturesText
  const isOpen = useSignal(false)
  const toggle = () => (isOpen.value = !isOpen.value)
  return (
    <>
      <button type="button" class="rounded-box self-start" onClick={toggle}>
        <PostPicture of={of} sizes="(width < 44rem) 100vw, 42rem" />
        <span class="sr-only">{view.open}</span>
      </button>
      {isOpen.value && (
        <Dialog title={view.title} lead={of.alt} place="m-auto max-w-max" onClose={toggle}>
          <PostPicture of={of} sizes="100vw" class="mx-auto mt-4" />
          <DialogButtons>
            <button type="button" class="btn" onClick={toggle}>
              {text.common.close}
            </button>
          </DialogButtons>
        </Dialog>
      )}
    </>
  )
}
