import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { PostInput } from '../../lib/waiting'
import { pollsText } from '../../texts/polls'
import { Field, SelectField } from '../../ui/field'
import { Icon } from '../../ui/icon'

const [FEWEST, MOST] = [2, 6]
const LONGEST = 60
const HOURS = [1, 6, 24, 72, 168]

/** The choices of a poll and how long it is open, in the form of a post. */
export function PollFields({ begun, onRemove }: { begun: NonNullable<PostInput['poll']>; onRemove: () => void }) {
  const all = useRef<HTMLFieldSetElement>(null)
  // By number, so that each keeps what was typed when another goes.
  const numbers = useSignal([...begun.options.keys()])
  const next = useRef(MOST)
  const count = numbers.value.length
  // The draft is kept at each input, and one more or less is none.
  useEffect(() => {
    all.current?.dispatchEvent(new Event('input', { bubbles: true }))
  }, [count])
  const remove = () => {
    const form = all.current?.form
    onRemove()
    setTimeout(() => form?.dispatchEvent(new Event('input', { bubbles: true })))
  }
  return (
    <fieldset ref={all} class="card flex flex-col gap-3 p-4">
      <legend class="sr-only">{pollsText.poll.title}</legend>
      <p class="text-base-content/80 text-sm">{pollsText.fields.secret}</p>
      {numbers.value.map((number, at) => (
        <div key={number} class="flex items-end gap-1">
          <div class="min-w-0 grow">
            <Field
              name={`poll.options.${at}`}
              label={pollsText.fields.choice(at + 1)}
              required
              autocomplete="off"
              maxLength={LONGEST}
              initial={begun.options[number]}
            />
          </div>
          {count > FEWEST && (
            <button
              type="button"
              class="btn btn-ghost btn-square"
              aria-label={pollsText.fields.removeChoice(at + 1)}
              onClick={() => (numbers.value = numbers.value.filter((each) => each !== number))}
            >
              <Icon name="bin" />
            </button>
          )}
        </div>
      ))}
      <div class="flex flex-wrap gap-2">
        {count < MOST && (
          <button type="button" class="btn" onClick={() => (numbers.value = [...numbers.value, next.current++])}>
            {pollsText.fields.addChoice}
          </button>
        )}
        <button type="button" class="btn btn-ghost" onClick={remove}>
          {pollsText.fields.remove}
        </button>
      </div>
      <SelectField
        name="poll.hours"
        label={pollsText.fields.open}
        options={HOURS.map((hours) => [String(hours), pollsText.poll.span(hours)])}
        initial={String(begun.hours)}
      />
    </fieldset>
  )
}
