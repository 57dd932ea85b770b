import { startOf } from '../../lib/dates'
import { language } from '../../texts/catalogue'

type Props = { of: { startsAt?: string; place?: string } }

/** When and where, on one line; nothing for what is no event. */
export const EventLine = ({ of: { startsAt, place } }: Props) =>
  startsAt === undefined ? null : (
    <p dir="auto" class="text-primary text-sm font-semibold break-words">
      {[startOf(startsAt, Date.now(), language.value), place].filter(Boolean).join(' · ')}
    </p>
  )
