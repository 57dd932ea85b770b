import { exactly } from '../../lib/dates'
import { language } from '../../texts/catalogue'
import { eventsText } from '../../texts/events'
import { Icon } from '../../ui/icon'

type Props = { id: string; startsAt: string; place: string | undefined; isRemoved: boolean }

export function EventDetails({ id, startsAt, place, isRemoved }: Props) {
  const { event } = eventsText
  return (
    <div class="card flex flex-wrap items-center gap-x-4 gap-y-2 p-4">
      <dl class="min-w-0 grow basis-56">
        <dt class="sr-only">{event.when}</dt>
        <dd class="font-semibold">
          <time datetime={startsAt}>{exactly(startsAt, language.value)}</time>
        </dd>
        {place && (
          <>
            <dt class="sr-only">{event.where}</dt>
            <dd dir="auto" class="break-words">
              {place}
            </dd>
          </>
        )}
      </dl>
      {!isRemoved && (
        <a href={`/api/v1/posts/${id}/event.ics`} download="event.ics" class="btn">
          <Icon name="calendar" />
          {event.add}
        </a>
      )}
    </div>
  )
}
