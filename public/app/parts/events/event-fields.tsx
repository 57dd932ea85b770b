import type { PostInput } from '../../lib/waiting'
import { eventsText } from '../../texts/events'
import { Field } from '../../ui/field'

const MOST_PLACE = 200

export function EventFields({ startsAt, place }: Pick<PostInput, 'startsAt' | 'place'>) {
  const { fields } = eventsText
  return (
    <div class="grid grid-cols-1 gap-5 sm:grid-cols-2">
      <Field name="startsAt" label={fields.startsAt} type="datetime-local" initial={fieldTime(startsAt)} />
      <Field name="place" label={fields.place} autocomplete="off" initial={place ?? ''} maxLength={MOST_PLACE} />
    </div>
  )
}

const MINUTE_MS = 60_000

/** A stored time as `datetime-local` has it: on the clock of this device. */
function fieldTime(time: string | null | undefined): string {
  if (!time) return ''
  const at = new Date(time)
  return new Date(at.getTime() - at.getTimezoneOffset() * MINUTE_MS).toISOString().slice(0, 16)
}
