import { MoreButton, showMore } from '../../../app/components/more-button'
import { FailureNotice, LineSkeletons } from '../../../app/components/page'
import { useHistoryEntry } from '../../../app/lib/scroll-restoration'
import { CommentRow } from '../../components/moderation/comment-row'
import { listCommentsByUser } from '../../lib/moderation/moderation'
import { accountsText } from '../../texts/accounts'

/** Loaded on request, because each page of it is an entry of the audit log. */
export function PersonComments({ id }: { id: string }) {
  const list = useHistoryEntry('console comments of', () => listCommentsByUser(id))
  const { items, begun, loading, failure } = list
  const { person } = accountsText
  return (
    <section class="flex flex-col gap-3" aria-busy={loading.value}>
      <h2 class="text-lg font-semibold">{person.comments}</h2>
      {begun.value && items.value.length === 0 && <p class="text-base-content/80">{person.noComments}</p>}
      <ul class={items.value.length === 0 ? 'hidden' : 'card divide-base-300 divide-y'}>
        {items.value.map((comment) => (
          <CommentRow key={comment.peek().id} comment={comment} />
        ))}
      </ul>
      {failure.value && <FailureNotice failure={failure.value} retry={showMore(() => list.more())} />}
      {loading.value && <LineSkeletons />}
      {!begun.value && !failure.value && (
        <button
          type="button"
          class="btn btn-sm btn-outline self-start"
          aria-disabled={loading.value}
          onClick={showMore(() => list.more())}
        >
          {person.showComments}
        </button>
      )}
      <MoreButton list={list} class="self-start" />
    </section>
  )
}
