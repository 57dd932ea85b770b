import { useSignal } from '@preact/signals'
import type { PollInput } from '../../lib/waiting'
import { pollsText } from '../../texts/polls'
import { useLate } from '../../ui/late'

const EMPTY: PollInput = { options: ['', ''], hours: 24 }

const load = () => import('./poll-fields').then(({ PollFields }) => PollFields)

/** Adds a poll to the form of a post; its fields load when it is added. `begun`: as its draft has it. */
export function PollInputPart({ begun }: { begun: string | undefined }) {
  const poll = useSignal<PollInput | undefined>(begun ? JSON.parse(begun) : undefined)
  const Fields = useLate(load, poll.value !== undefined)
  if (poll.value) return Fields && <Fields begun={poll.value} onRemove={() => (poll.value = undefined)} />
  return (
    <button type="button" class="btn self-start" onClick={() => (poll.value = EMPTY)}>
      {pollsText.fields.add}
    </button>
  )
}

/** As its fields have it; nothing without them. */
export function pollIn(values: FormData): { poll?: PollInput } {
  const options = [...values].flatMap(([name, text]) => (name.startsWith('poll.options.') ? [String(text)] : []))
  return options.length === 0 ? {} : { poll: { options, hours: Number(values.get('poll.hours')) } }
}
