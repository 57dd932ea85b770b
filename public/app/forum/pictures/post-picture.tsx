import type { Picture } from '../posts/posts'

/** A GIF of three rows of three points, whose nine colours stand between these; it looks blurred when it is large. */
const BLURRED = ['data:image/gif;base64,R0lGODlhAwADAHAAACH+ASABIAAsAAAAAAMAAwCD', `${'A'.repeat(28)}BAcQBDFIMQdFADs=`]

type Props = { of: Picture; sizes: string; class?: string }

/** The picture of a post, in no more than its own size, which it takes before it is there. */
export const PostPicture = ({ of: { id, alt, width, height, placeholder }, sizes, class: className = '' }: Props) => (
  <img
    alt={alt}
    width={width}
    height={height}
    class={`picture ${className}`}
    loading="lazy"
    decoding="async"
    sizes={sizes}
    srcset={[480, 960, 1600].map((each) => `/pictures/${id}/${each} ${Math.min(each, width)}w`).join()}
    style={`background-image:url(${BLURRED.join(placeholder)})`}
  />
)
