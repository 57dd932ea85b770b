import { FormatRegistry } from '@sinclair/typebox'
import { t } from 'elysia'
import type { MessageOrKey } from '../messages/message'
import { documented, faultMessage, nullable } from './schema'

// Times in requests.

/** A day, or a time with its zone. Whether the month has that day, only the check knows. */
const INSTANT =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?:T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d))?$/
FormatRegistry.Set('instant', (value) => INSTANT.test(value) && !Number.isNaN(Date.parse(value)))

/** A day, or a time with its zone. */
export const instant = (fault: MessageOrKey, description: string) =>
  t.String({
    format: 'instant',
    maxLength: 40,
    ...documented({ type: 'string', pattern: INSTANT.source, maxLength: 40 }),
    ...faultMessage(fault),
    description,
  })

/** RFC 3339. Whether the month has that day, only the check knows. */
const ZONED =
  /^20\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])[Tt](?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/
FormatRegistry.Set('zoned-time', (value) => ZONED.test(value) && isOfCalendar(value))

/** `Date` makes the 31st of a short month the 1st of the next. */
const isOfCalendar = (time: string): boolean =>
  new Date(`${time.slice(0, 10)}T00:00:00Z`).toJSON()?.slice(0, 10) === time.slice(0, 10)

/** A time with its zone, or null. */
export const zonedTimeOrNull = (fault: MessageOrKey, description: string) =>
  Object.assign(
    nullable(
      t.String({
        format: 'zoned-time',
        maxLength: 40,
        ...documented({ type: 'string', format: 'date-time', pattern: ZONED.source, maxLength: 40 }),
      }),
    ),
    { description, ...faultMessage(fault) },
  )
