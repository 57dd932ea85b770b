import { useSignal } from '@preact/signals'
import type { Failure } from '../../lib/api'
import { postsText } from '../../texts/posts'
import { FailureNotice } from '../../ui/page'
import { whyPost } from './lists'
import { lastFeed } from './posts'

/** A line below a post that somebody opened from the feed: in words, what placed it there. */
export function WhyLine({ id }: { id: string }) {
  const answer = useSignal<readonly string[] | Failure | undefined>(undefined)
  if (lastFeed === undefined) return null
  const read = async () => {
    answer.value = undefined
    answer.value = await whyPost(id)
  }
  const reasons = answer.value
  return (
    <details
      class="text-sm"
      onToggle={({ currentTarget }) => {
        if (currentTarget.open && reasons === undefined) read()
      }}
    >
      <summary class="flex min-h-11 w-fit cursor-pointer items-center underline">{postsText.page.why}</summary>
      {reasons !== undefined &&
        ('code' in reasons ? (
          <FailureNotice failure={reasons} retry={read} />
        ) : (
          <ul class="flex list-disc flex-col gap-1 ps-5">
            {reasons.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        ))}
    </details>
  )
}
