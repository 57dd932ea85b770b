import { FailureNotice } from '../parts/failure-notice'
import { LineSkeletons } from '../parts/skeleton'
import type { Listing } from '../services/listing'
import { postText } from '../texts/post'
import { CommentItem } from './comment'
import type { CommentNode } from './thread'

/** On a phone there is no room to go further in. */
const DEEPEST_INDENT = 5

type Props = { level: Listing<CommentNode>; top: Listing<CommentNode>; depth: number }

/** Comments beneath the post, or replies beneath a comment, as far as they have been read. */
export function CommentLevel({ level, top, depth }: Props) {
  const { items, loading, failure, ended, begun } = level
  const { thread } = postText
  const indent = depth > 0 && depth <= DEEPEST_INDENT ? 'border-base-300 ms-1 border-s-2 ps-3 sm:ms-3.5 sm:ps-5' : ''
  return (
    <div class={indent}>
      <ul class={depth === 0 ? 'divide-base-300 divide-y' : ''}>
        {items.value.map((node) => (
          <CommentItem key={node.comment.peek()?.id} node={node} top={top} depth={depth} />
        ))}
      </ul>
      {failure.value && <FailureNotice failure={failure.value} title={thread.failed} retry={() => level.more()} />}
      {loading.value && <LineSkeletons />}
      {begun.value && !ended.value && !loading.value && !failure.value && (
        <button type="button" class="btn btn-outline btn-sm my-2" onClick={() => level.more()}>
          {depth === 0 ? thread.more : thread.moreReplies}
        </button>
      )}
    </div>
  )
}
