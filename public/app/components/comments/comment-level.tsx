import type { CommentNode } from '../../lib/comments/thread'
import type { Listing } from '../../lib/listing'
import { postsText } from '../../texts/posts'
import { FailureNotice } from '../failure-notice'
import { MoreButton } from '../more-button'
import { LineSkeletons } from '../skeleton'
import { CommentItem } from './comment'

/** On a phone there is no room to go further in; from there on a comment says whom it answers. */
export const DEEPEST_INDENT = 5

type Props = { level: Listing<CommentNode>; top: Listing<CommentNode>; depth: number }

/** Comments beneath the post, or replies beneath a comment, as far as they have been read. */
export function CommentLevel({ level, top, depth }: Props) {
  const { items, begun, loading, failure } = level
  const { thread } = postsText
  const indent = depth > 0 && depth <= DEEPEST_INDENT ? 'border-base-300 ms-1 border-s-2 ps-3 sm:ms-3.5 sm:ps-5' : ''
  return (
    <div class={indent}>
      <ul class={depth === 0 ? 'divide-base-300 divide-y' : ''}>
        {items.value.map((node) => (
          <CommentItem key={node.comment.peek()?.id} node={node} top={top} depth={depth} />
        ))}
      </ul>
      {failure.value && <FailureNotice failure={failure.value} title={thread.failed} retry={() => level.more()} />}
      {(loading.value || !(begun.value || failure.value)) && <LineSkeletons />}
      <MoreButton list={level} class="my-2">
        {depth === 0 ? thread.more : thread.moreReplies}
      </MoreButton>
    </div>
  )
}
