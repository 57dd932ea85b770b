import { discardEntry, waitingComments } from '../../lib/drafts'
import { outboxText } from '../../texts/outbox'
import { Markdown } from '../markdown-view'

type Props = {
  postId: string
  /** The comment that they answer; null for those on the post. */
  under: string | null
}

/** What somebody wrote here and is sent when there is a network; nobody else sees it yet. */
export function WaitingComments({ postId, under }: Props) {
  const here = waitingComments.value.flatMap(({ name, waits }) =>
    waits?.kind === 'comment' && waits.postId === postId && waits.parentCommentId === under ? [{ ...waits, name }] : [],
  )
  const { waits, discard } = outboxText.outbox
  return (
    <>
      {here.map(({ name, content }) => (
        <article key={name} class="bg-base-200 rounded-box flex flex-col gap-2 p-3">
          <Markdown text={content} />
          <div class="flex flex-wrap items-center gap-2">
            <p class="text-base-content/80 grow text-sm">{waits}</p>
            <button type="button" class="btn btn-ghost btn-sm px-2" onClick={() => discardEntry(name)}>
              {discard}
            </button>
          </div>
        </article>
      ))}
    </>
  )
}
