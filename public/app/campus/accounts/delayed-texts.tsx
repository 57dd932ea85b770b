import { type DelayedComment, delayedComments, readDelayedComments } from '../../forum/comments/delayed'
import { DelayedActions } from '../../forum/comments/delayed-comments'
import { PostPicture } from '../../forum/pictures/post-picture'
import { type DelayedPost, deleteDelayed, publishDelayed, readDelayed } from '../../forum/posts/delayed'
import { announce } from '../../lib/announcements'
import { excerpt } from '../../lib/excerpt'
import { announceFailure, failureMessage } from '../../lib/failures'
import { useLoaded } from '../../lib/loading'
import { go } from '../../lib/navigation'
import { AliasName } from '../../parts/aliases/alias-name'
import { aliasesText } from '../../texts/aliases'
import { postsText } from '../../texts/posts'
import { ActButton } from '../../ui/act-button'
import { ConfirmButton } from '../../ui/dialog'
import { FailureNotice } from '../../ui/page'

/** One's posts and comments that have not appeared yet; nothing while there are none. */
export function DelayedTexts() {
  const { data, failure, load } = useLoaded(async () => {
    const [answer, refused] = await Promise.all([readDelayed(), readDelayedComments()])
    return refused ?? answer
  })
  const { delayedPosts = [] } = data.value ?? {}
  const comments = delayedComments.value
  const { delayed } = postsText
  if (failure.value) return <FailureNotice failure={failure.value} title={delayed.failed} retry={load} />
  if (delayedPosts.length + comments.length === 0) return null
  return (
    <section aria-labelledby="delayed" class="flex flex-col gap-3">
      <div>
        <h2 id="delayed" class="text-xl font-semibold">
          {delayed.title}
        </h2>
        <p class="text-base-content/80 text-sm">{delayed.lead}</p>
      </div>
      <ul class="flex flex-col gap-3">
        {delayedPosts.map((post) => (
          <Waiting key={post.id} post={post} onChange={load} />
        ))}
        {comments.map((comment) => (
          <WaitingComment key={comment.id} comment={comment} />
        ))}
      </ul>
    </section>
  )
}

function WaitingComment({ comment }: { comment: DelayedComment }) {
  const { delayed } = aliasesText
  return (
    <li class="card flex flex-col gap-2 p-4">
      {comment.alias && <AliasName />}
      <p dir="auto" class="line-clamp-3 break-words">
        {excerpt(comment.content)}
      </p>
      <p class="text-base-content/80 text-sm">
        <a href={`/post/${comment.postId}`} class="link">
          {delayed.comment}
        </a>{' '}
        · {delayed[comment.state]} {comment.alias && delayed.hint}
      </p>
      <DelayedActions comment={comment} />
    </li>
  )
}

function Waiting({ post, onChange }: { post: DelayedPost; onChange: () => void }) {
  const { id, title, state, alias, picture } = post
  const { delayed, page, writing } = postsText
  const publish = async () => {
    const answer = await publishDelayed(id)
    if (!answer.success) {
      announceFailure(answer)
      // It may have appeared meanwhile.
      return onChange()
    }
    announce(writing.published)
    go(`/post/${answer.data.post.id}`)
  }
  const remove = async () => {
    const failure = await deleteDelayed(id)
    announce(failure ? failureMessage(failure) : page.deleted)
    onChange()
  }
  return (
    <li class="card flex flex-wrap items-center gap-x-4 gap-y-2 p-4">
      <div class="min-w-0 grow basis-56">
        {alias && <AliasName />}
        <p dir="auto" class="font-medium break-words">
          {title}
        </p>
        <p class="text-base-content/80 text-sm">{delayed.states[state]}</p>
        {picture && <PostPicture of={picture} sizes="20rem" class="my-1 max-h-40 max-w-60" />}
        {alias && <p class="text-base-content/80 text-sm">{aliasesText.delayed.hint}</p>}
      </div>
      <div class="flex flex-wrap gap-2">
        <ActButton class="btn btn-outline btn-sm" act={publish}>
          {delayed.publish}
        </ActButton>
        <ConfirmButton
          class="btn btn-ghost btn-sm"
          question={page.deleteQuestion}
          consequence={delayed.deleteConsequence}
          confirm={page.delete}
          onConfirm={remove}
        />
      </div>
    </li>
  )
}
