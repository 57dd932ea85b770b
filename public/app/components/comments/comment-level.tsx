import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { me } from '../../lib/accounts/me'
import { foldCommentsBy } from '../../lib/accounts/people'
import {
  type CommentNode,
  commentDeletion,
  editComment,
  isPlaceholder,
  toggleReplies,
  writeComment,
} from '../../lib/comments/thread'
import { deleteLater } from '../../lib/deletions'
import { muted } from '../../lib/following/muted'
import type { Listing } from '../../lib/listing'
import { go, joinPath } from '../../lib/navigation'
import { text } from '../../texts/core'
import { postsText } from '../../texts/posts'
import { ConfirmButton } from '../dialog'
import { Icon } from '../icon'
import { Markdown } from '../markdown-view'
import { MoreButton } from '../more-button'
import { VersionsButton } from '../own-words/versions-button'
import { FailureNotice, LineSkeletons } from '../page'
import { Byline } from '../posts/byline'
import { ReportButton } from '../reports/report-button'
import { VoteButtons } from '../votes/vote-buttons'
import { CommentForm } from './comment-form'

/** A phone has no room for more. Below this level each comment names whom it replies to. */
const DEEPEST_INDENT = 5

type LevelProps = { level: Listing<CommentNode>; top: Listing<CommentNode>; depth: number }

/** The loaded comments of one level: the top of the thread, or the replies to a comment. */
export function CommentLevel({ level, top, depth }: LevelProps) {
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

type Props = { node: CommentNode; top: Listing<CommentNode>; depth: number }

const ACTION = 'btn btn-ghost btn-sm px-2 font-medium'

function CommentItem({ node, top, depth }: Props) {
  const comment = node.comment.value
  const mode = useSignal<'reading' | 'replying' | 'editing'>('reading')
  const isShown = useSignal(false)
  const item = useRef<HTMLLIElement>(null)
  if (comment === null) return null
  const { thread } = postsText
  const rest = () => {
    mode.value = 'reading'
  }
  const isOwn = me.value && me.value.id === comment.commentedBy?.id
  const answered = node.parent?.comment.value?.commentedBy?.username
  const fold = () => {
    item.current!.focus()
    foldCommentsBy(comment.commentedBy!.id, top)
  }
  const replies = comment.repliesCount > 0 && (
    <button type="button" class={ACTION} aria-expanded={node.isOpen.value} onClick={() => toggleReplies(node)}>
      <Icon name="comment" class="size-4.5" />
      {node.isOpen.value ? thread.hideReplies : thread.replies(comment.repliesCount)}
    </button>
  )
  const below = node.isOpen.value && <CommentLevel level={node.replies} top={top} depth={depth + 1} />
  const isMuted = !isOwn && muted.value?.isTextMuted(comment.content) === true
  if (isPlaceholder(comment) || ((comment.isBlocked || isMuted) && !isShown.value))
    return (
      <li ref={item} id={`comment-${comment.id}`} tabIndex={-1} class="py-3">
        <div class="text-base-content/80 flex flex-wrap items-center gap-2 text-sm italic">
          {isPlaceholder(comment)
            ? comment.isDeleted
              ? thread.deleted
              : thread.removed
            : comment.isBlocked
              ? thread.blocked
              : text.post.muted}
          {!isPlaceholder(comment) && (
            <button type="button" class={ACTION} onClick={() => (isShown.value = true)}>
              {thread.show}
            </button>
          )}
          {replies}
        </div>
        {below}
      </li>
    )
  return (
    <li ref={item} id={`comment-${comment.id}`} tabIndex={-1} class="py-3">
      <article class="flex flex-col gap-2">
        <Byline by={comment.commentedBy} createdAt={comment.createdAt} updatedAt={comment.updatedAt} />
        {depth > DEEPEST_INDENT && answered && <p class="text-base-content/80 text-sm">{thread.replyTo(answered)}</p>}
        {mode.value === 'editing' ? (
          <CommentForm
            about={`edit-${comment.id}`}
            label={thread.editComment}
            send={thread.edit}
            initial={comment.content}
            autofocus
            onSend={(content) => editComment(node, content)}
            onDone={rest}
            onCancel={rest}
          />
        ) : (
          <Markdown text={comment.content} />
        )}
        <div class="-ms-1 flex flex-wrap items-center gap-1">
          <VoteButtons item={node.comment} targetType="comment" />
          <button
            type="button"
            class={ACTION}
            onClick={() => {
              if (!me.value) return go(joinPath())
              mode.value = 'replying'
            }}
          >
            <Icon name="reply" class="size-4.5" />
            {thread.reply}
          </button>
          {!isOwn && (
            <ReportButton
              class={ACTION}
              target={{ type: 'Comment', id: comment.id, postId: comment.postId, by: comment.commentedBy }}
              onBlocked={fold}
            />
          )}
          <VersionsButton
            target={{ type: 'comment', id: comment.id }}
            class={ACTION}
            by={comment.commentedBy}
            createdAt={comment.createdAt}
            updatedAt={comment.updatedAt}
          />
          {isOwn && mode.value !== 'editing' && <OwnComment node={node} onEdit={() => (mode.value = 'editing')} />}
          {replies}
        </div>
        {mode.value === 'replying' && (
          <CommentForm
            about={comment.id}
            label={thread.writeReply(comment.commentedBy?.username ?? '')}
            send={thread.sendReply}
            autofocus
            onSend={(content) => writeComment(comment.postId, top, node, content)}
            onDone={rest}
            onCancel={rest}
          />
        )}
      </article>
      {below}
    </li>
  )
}

function OwnComment({ node, onEdit }: { node: CommentNode; onEdit: () => void }) {
  const { thread } = postsText
  const remove = () => {
    const { value } = node.comment
    const { page } = postsText
    if (value !== null) deleteLater({ ...commentDeletion(node, value), done: thread.deletedNow, undo: page.undo })
  }
  return (
    <>
      <button type="button" class={ACTION} onClick={onEdit}>
        <Icon name="pen" class="size-4.5" />
        <span class="sr-only sm:not-sr-only">{thread.edit}</span>
      </button>
      <ConfirmButton
        class={ACTION}
        question={thread.deleteQuestion}
        consequence={thread.deleteConsequence}
        confirm={thread.delete}
        onConfirm={remove}
      >
        <Icon name="bin" class="size-4.5" />
        <span class="sr-only sm:not-sr-only">{thread.delete}</span>
      </ConfirmButton>
    </>
  )
}
