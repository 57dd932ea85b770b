import { useSignal } from '@preact/signals'
import { api, envelope } from '../../lib/api'
import { useLoaded } from '../../lib/loading'
import { postsText } from '../../texts/posts'
import { WhenLoaded } from '../../ui/loaded'
import { lastFeed } from './posts'

/** A line below a post that somebody opened from the feed: in words, what placed it there. */
export function WhyLine({ id }: { id: string }) {
  const isOpen = useSignal(false)
  if (lastFeed === undefined) return null
  return (
    <details class="text-sm" onToggle={({ currentTarget }) => (isOpen.value ||= currentTarget.open)}>
      <summary class="flex min-h-11 w-fit cursor-pointer items-center underline">{postsText.page.why}</summary>
      {isOpen.value && <Reasons id={id} />}
    </details>
  )
}

function Reasons({ id }: { id: string }) {
  const { sortOrder, question, ...query } = lastFeed ?? {}
  const why = useLoaded(() => envelope(api.posts({ id }).why.get({ query })))
  return (
    <WhenLoaded of={why} waiting={null}>
      {({ why: { reasons } }) => (
        <ul class="flex list-disc flex-col gap-1 ps-5">
          {reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      )}
    </WhenLoaded>
  )
}
