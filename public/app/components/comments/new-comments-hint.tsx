import { useSignal } from '@preact/signals'
import { announce } from '../../lib/announcements'
import type { NewComments } from '../../lib/comments/new-comments'
import type { CommentNode } from '../../lib/comments/thread'
import { failureMessage } from '../../lib/failures'
import { text } from '../../texts/core'
import { notificationsText } from '../../texts/notifications'

type Props = { newComments: NewComments; onShown: (node: CommentNode | undefined) => void }

/** Says that there are new comments without moving what is being read; pressing it shows them. */
export function NewCommentsHint({ newComments, onShown }: Props) {
  const isBusy = useSignal(false)
  const count = newComments.ids.value.length
  const { waiting, show } = notificationsText.newComments
  const press = async () => {
    if (isBusy.value) return
    isBusy.value = true
    const node = await newComments.show()
    isBusy.value = false
    if (node && 'code' in node) announce(failureMessage(node))
    else onShown(node)
  }
  return (
    <div role="status" class="empty:-mt-4">
      {count > 0 && (
        <button type="button" class="btn btn-outline btn-primary w-full" aria-disabled={isBusy.value} onClick={press}>
          {isBusy.value ? text.common.moment : `${waiting(count)} · ${show}`}
        </button>
      )}
    </div>
  )
}
