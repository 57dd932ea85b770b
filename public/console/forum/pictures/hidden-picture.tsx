import { PostPicture } from '../../../app/forum/pictures/post-picture'
import type { Picture } from '../../../app/forum/posts/posts'
import { picturesText } from '../../../app/texts/pictures'

/** What a picture is said to show; itself at a click, and not loaded before: nobody has to see it by surprise. */
export function HiddenPicture({ of }: { of: Picture | null | undefined }) {
  const { hidden } = picturesText
  if (!of) return null
  return (
    <figure>
      <figcaption dir="auto">{of.alt ? hidden.described(of.alt) : hidden.undescribed}</figcaption>
      <details>
        <summary class="tap link">{hidden.show}</summary>
        <PostPicture of={of} sizes="30rem" class="sm:max-w-md" />
      </details>
    </figure>
  )
}
