import { Late } from '../../ui/late'
import type { PostSignal } from '../posts/posts'

const load = () => import('./poll-box').then(({ PollBox }) => PollBox)

/** Each choice has its line, and what is said beneath them its room, whatever the state: nothing moves. */
const LINE = 3
const BENEATH = 4

/** The poll of a post, which loads with the first that is shown. */
export function PollPart({ post }: { post: PostSignal }) {
  const lines = post.value?.poll?.options.length ?? 0
  return (
    <div class="relative z-[1] my-1" style={{ minHeight: `${lines * LINE + BENEATH}rem` }}>
      <Late load={load} post={post} />
    </div>
  )
}
