import { exactly } from '../../lib/dates'
import { language } from '../../texts/catalogue'

type Props = { of: { startsAt?: string; place?: string } }

/** When and where, on one line; nothing for what is no event. */
export const EventLine = ({ of: { startsAt, place } }: Props) =>
  startsAt === undefined ? null : (
    <p dir="auto" class="text-sm font-medium break-words">
      {[exactly(startsAt, language.value), place].filter(Boolean).join(' · ')}
    </p>
  )
