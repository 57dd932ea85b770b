import { announce } from '../../lib/announcements'
import { api, envelope } from '../../lib/api'
import { announceFailure } from '../../lib/failures'
import { isMine, me } from '../../lib/me'
import { postsText } from '../../texts/posts'
import { ActButton } from '../../ui/act-button'
import { Icon } from '../../ui/icon'
import { Markdown } from '../../ui/markdown-view'
import { Byline } from '../posts/byline'
import { cachedPost, cachePost, type Post } from '../posts/posts'
import type { Comment } from './requests'
import { showComment } from './show-comment'
import type { Thread } from './thread'
import { isPlaceholder } from './tree'

// The answer to a question: marked beneath a comment, and shown above all others.

/** Moderators decide where the question has no author. */
const mayMark = (post: Post): boolean =>
  post.postedBy === null ? me.value !== null && me.value?.role !== 'user' : isMine(post.postedBy)

export const isAnswer = ({ id, postId }: Comment): boolean => cachedPost(postId)?.value?.answerId === id

type ButtonProps = { comment: Comment; thread: Thread; class: string }

/** For whoever asked. */
export function AnswerButton({ comment, thread, class: className }: ButtonProps) {
  const post = cachedPost(comment.postId)?.value
  if (!post?.question || !mayMark(post)) return null
  const { thread: words } = postsText
  const isMarked = isAnswer(comment)
  const act = async () => {
    const { id } = post
    const sent = isMarked
      ? await envelope(api.posts({ id }).answer.delete())
      : await envelope(api.posts({ id }).answer.put({ commentId: comment.id }))
    if (!sent.success) return announceFailure(sent)
    thread.answer.value = isMarked ? undefined : comment
    cachePost(sent.data.post)
    announce(isMarked ? words.unmarked : words.marked)
  }
  return (
    <ActButton class={`${className} ${isMarked ? 'text-primary' : ''}`} act={act}>
      <Icon name="check" class="size-4.5" />
      {isMarked ? words.unmark : words.mark}
    </ActButton>
  )
}

/** Above the thread, whatever its order; not what is folded there. */
export function PinnedAnswer({ thread }: { thread: Thread }) {
  const { value: answer } = thread.answer
  const comment = answer && (thread.find(answer.id)?.comment.value ?? answer)
  if (!comment || !isAnswer(comment) || isPlaceholder(comment) || comment.isBlocked) return null
  const { thread: words } = postsText
  const path = `/post/${comment.postId}?comment=${comment.id}`
  const show = (event: Event) => {
    if (!thread.find(comment.id)) return
    event.preventDefault()
    showComment(comment.id)
  }
  return (
    <article aria-label={words.answer} class="card flex flex-col gap-2 p-4">
      <p class="text-primary flex items-center gap-1.5 font-semibold">
        <Icon name="check" />
        {words.answer}
      </p>
      <Byline by={comment.commentedBy} of={comment} />
      <Markdown text={comment.content} />
      <a href={path} class="link flex min-h-11 items-center self-start text-sm" onClick={show}>
        {words.inThread}
      </a>
    </article>
  )
}
