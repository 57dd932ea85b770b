import { useSignal } from '@preact/signals'
import type { PostInput } from '../../lib/waiting'
import { pollsText } from '../../texts/polls'
import { useLate } from '../../ui/late'

const EMPTY = { options: ['', ''], hours: 24 }

const load = () => import('./poll-fields').then(({ PollFields }) => PollFields)

/** Adds a poll to the form of a post; its fields load when it is added. */
export function PollInputPart({ begun }: { begun: PostInput['poll'] }) {
  const poll = useSignal(begun)
  const Fields = useLate(load, poll.value !== undefined)
  if (poll.value) return Fields && <Fields begun={poll.value} onRemove={() => (poll.value = undefined)} />
  return (
    <button type="button" class="btn self-start" onClick={() => (poll.value = EMPTY)}>
      {pollsText.fields.add}
    </button>
  )
}
