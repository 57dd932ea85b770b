import { announce } from '../../lib/announcements'
import { failureMessage } from '../../lib/failures'
import { AliasName } from '../../parts/aliases/alias-name'
import { aliasesText } from '../../texts/aliases'
import { text } from '../../texts/core'
import { ActButton } from '../../ui/act-button'
import { Markdown } from '../../ui/markdown-view'
import {
  type DelayedComment,
  delayedComments,
  deleteDelayedComment,
  publishDelayedComment,
  readDelayedComments,
} from './delayed'

/** One's comments that have not appeared yet. */
export const DelayedComments = ({ ids }: { ids: readonly string[] }) => (
  <>
    {delayedComments.value
      .filter(({ id }) => ids.includes(id))
      .map((comment) => (
        <article
          key={comment.id}
          id={`comment-${comment.id}`}
          tabIndex={-1}
          class="bg-base-200 rounded-box flex flex-col gap-2 p-3"
        >
          {comment.alias && <AliasName />}
          <Markdown text={comment.content} />
          <p class="text-base-content/80 text-sm">
            {aliasesText.delayed[comment.state]} {comment.alias && aliasesText.delayed.hint}
          </p>
          <DelayedActions comment={comment} />
        </article>
      ))}
  </>
)

/** Publishes it now, or takes it back. */
export function DelayedActions({ comment: { id } }: { comment: DelayedComment }) {
  const { delayed } = aliasesText
  const act = (send: typeof publishDelayedComment, done: string) => async () => {
    const failure = await send(id)
    announce(failure ? failureMessage(failure) : done)
    // It may have appeared meanwhile.
    if (failure) await readDelayedComments()
  }
  return (
    <div class="flex flex-wrap gap-2">
      <ActButton class="btn btn-outline btn-sm" act={act(publishDelayedComment, delayed.published)}>
        {delayed.publish}
      </ActButton>
      <ActButton class="btn btn-ghost btn-sm" act={act(deleteDelayedComment, delayed.cancelled)}>
        {text.common.cancel}
      </ActButton>
    </div>
  )
}
