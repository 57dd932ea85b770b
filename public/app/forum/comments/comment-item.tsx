import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { foldCommentsBy } from '../../campus/accounts/people'
import { deleteLater } from '../../campus/auth/deletions'
import { isMine, mayWrite, me } from '../../lib/me'
import { go, joinPath } from '../../lib/navigation'
import { ReportButton } from '../../order/reports/report-button'
import { CareForSent } from '../../parts/care/care-note'
import { muted } from '../../parts/following/muted'
import { text } from '../../texts/core'
import { postsText } from '../../texts/posts'
import { Icon } from '../../ui/icon'
import { Markdown } from '../../ui/markdown-view'
import { VersionsButton } from '../own-words/versions-button'
import { Byline } from '../posts/byline'
import { cachedPost } from '../posts/posts'
import { VoteButtons } from '../votes/vote-buttons'
import { AnswerButton, isAnswer } from './answer'
import { CommentForm } from './comment-form'
import { Readers, writeAndShow } from './composer'
import type { Comment } from './requests'
import { focusBeside } from './show-comment'
import { commentDeletion, editComment, type Thread } from './thread'
import { type CommentNode, isPlaceholder, speakerOf } from './tree'
import { WaitingComments } from './waiting-comments'

type Props = { node: CommentNode; thread: Thread; depth: number }

const ACTION = 'btn btn-ghost btn-sm px-2 font-medium'

/** A phone has no room for more. Below this level each comment names whom it replies to. */
export const DEEPEST_INDENT = 4

/** A comment without the replies to it; far from the screen, its words alone. */
export function CommentContent({ node, thread, depth, isNear }: Props & { isNear: boolean }) {
  const comment = node.comment.value!
  const isShown = useSignal(false)
  const isOwn = isMine(comment.commentedBy)
  const isMuted = !isOwn && muted.value?.isTextMuted(comment.content) === true
  if (isPlaceholder(comment) || ((comment.isBlocked || isMuted) && !isShown.value))
    return <FoldedComment node={node} onShow={() => (isShown.value = true)} />
  return isNear ? <ShownComment node={node} thread={thread} depth={depth} /> : <FarComment comment={comment} />
}

/**
 * Find-in-page and screen readers reach it. Without buttons and pictures, as the browser walks through all pictures of
 * a page at each frame, seen or not.
 */
function FarComment({ comment }: { comment: Comment }) {
  return (
    <article class="flex flex-col gap-2 pt-5 pb-1">
      <p class="min-h-8">{speakerOf(comment)}</p>
      <Markdown text={comment.content} />
      <div class="h-11" />
    </article>
  )
}

/** What stands for a deleted, a removed, a blocked person's or a muted comment. */
function FoldedComment({ node, onShow }: { node: CommentNode; onShow: () => void }) {
  const comment = node.comment.value!
  const { thread } = postsText
  const gone = comment.isDeleted ? thread.deleted : thread.removed
  return (
    <div class="text-base-content/80 flex flex-wrap items-center gap-2 py-3 text-sm italic">
      {isPlaceholder(comment) ? gone : comment.isBlocked ? thread.blocked : text.post.muted}
      {!isPlaceholder(comment) && (
        <button type="button" class={ACTION} onClick={onShow}>
          {text.post.showMuted}
        </button>
      )}
    </div>
  )
}

function ShownComment({ node, thread, depth }: Props) {
  const comment = node.comment.value!
  const mode = useSignal<'reading' | 'replying' | 'editing'>('reading')
  const article = useRef<HTMLElement>(null)
  const { thread: words } = postsText
  const rest = () => {
    mode.value = 'reading'
  }
  const isOwn = isMine(comment.commentedBy)
  const isEditable = isOwn || (comment.official && me.value && me.value.role !== 'user')
  const beganThread =
    comment.commentedBy !== null && cachedPost(comment.postId)?.value?.postedBy?.id === comment.commentedBy.id
  const mayReply = !me.value || mayWrite.value
  const answered = node.parent?.comment.value?.commentedBy?.username
  const fold = () => {
    article.current!.closest('li')!.focus()
    foldCommentsBy(comment.commentedBy!.id, thread.tree.peek().nodes.values())
  }
  return (
    <article ref={article} class="flex flex-col gap-2 pt-5 pb-1">
      <Byline
        by={comment.commentedBy}
        of={comment}
        link={`/post/${comment.postId}?comment=${comment.id}`}
        mark={isAnswer(comment) ? words.answer : beganThread && words.op}
      />
      {depth > DEEPEST_INDENT && answered && <p class="text-base-content/80 text-sm">{words.replyTo(answered)}</p>}
      {mode.value === 'editing' ? (
        <CommentForm
          about={`edit-${comment.id}`}
          label={words.editComment}
          send={words.edit}
          initial={comment.content}
          autofocus
          onSend={(content) => editComment(node, content)}
          onDone={rest}
          onCancel={rest}
        />
      ) : (
        <Markdown text={comment.content} />
      )}
      {isOwn && <CareForSent id={comment.id} />}
      <div class="flex flex-wrap items-center gap-1">
        <VoteButtons item={node.comment} targetType="comment" isOwn={isOwn} />
        {mayReply && (
          <button
            type="button"
            class={ACTION}
            onClick={() => {
              if (!me.value) return go(joinPath())
              mode.value = 'replying'
            }}
          >
            <Icon name="reply" class="size-4.5" />
            {words.reply}
          </button>
        )}
        <AnswerButton comment={comment} thread={thread} class={ACTION} />
        {!isOwn && (
          <ReportButton
            class={ACTION}
            target={{ type: 'Comment', id: comment.id, postId: comment.postId, by: comment.commentedBy }}
            onBlocked={fold}
          />
        )}
        <VersionsButton type="comment" of={comment} by={comment.commentedBy} class={ACTION} />
        {isEditable && mode.value !== 'editing' && <OwnComment node={node} onEdit={() => (mode.value = 'editing')} />}
      </div>
      {mode.value === 'replying' && (
        <CommentForm
          about={comment.id}
          label={words.writeReply(speakerOf(comment))}
          send={words.reply}
          autofocus
          hint={<Readers postId={comment.postId} />}
          thread={thread}
          onSend={(content, voice) => writeAndShow(thread, node, content, voice)}
          onDone={rest}
          onCancel={rest}
        />
      )}
      <WaitingComments thread={thread} under={comment.id} />
    </article>
  )
}

function OwnComment({ node, onEdit }: { node: CommentNode; onEdit: () => void }) {
  const { thread } = postsText
  const remove = ({ currentTarget }: Event & { currentTarget: HTMLElement }) => {
    const { value } = node.comment
    const { page } = postsText
    if (value === null) return
    focusBeside(currentTarget.closest('li')!, value.repliesCount > 0)
    deleteLater({ ...commentDeletion(node, value), done: thread.deletedNow, undo: page.undo })
  }
  return (
    <>
      <button type="button" class={ACTION} onClick={onEdit}>
        <Icon name="pen" class="size-4.5" />
        <span class="sr-only sm:not-sr-only">{thread.edit}</span>
      </button>
      <button type="button" class={ACTION} onClick={remove}>
        <Icon name="bin" class="size-4.5" />
        <span class="sr-only sm:not-sr-only">{thread.delete}</span>
      </button>
    </>
  )
}
