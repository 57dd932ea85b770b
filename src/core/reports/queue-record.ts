import { type Static, t } from 'elysia'
import { integer, nullable } from '../../lib/schema'
import { MOST_SHOWN } from './queue-queries'
import { reportedTarget, targetedReport, targetState, targetType, userReference } from './record'

export const entry = t.Object({
  type: targetType,
  target: reportedTarget,
  moderationState: targetState,
  author: nullable(userReference),
  reports: t.Array(targetedReport, { maxItems: MOST_SHOWN, description: 'The newest' }),
  reportCount: integer('Of all of them, in the states that were asked for'),
  reasons: t.Array(t.Object({ reason: t.String(), count: integer() }), { maxItems: MOST_SHOWN }),
})

export type QueueEntry = Static<typeof entry>

export const QUEUE_FIELDS = Object.keys(entry.properties) as (keyof QueueEntry)[]
