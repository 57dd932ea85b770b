import { t } from 'elysia'
import { MOST_OWN } from '../../core/appeals/queries'
import { APPEAL_STATUSES, appealEntry, ownAppeal } from '../../core/appeals/record'
import { choice, named, oneOf, pagination, ranged, text, uuid } from '../../lib/schema'

export const NewAppeal = named(
  'NewAppeal',
  t.Object({ resource: choice(['post', 'comment', 'user']), resourceId: uuid(), message: text(1, 500) }),
)
export const OneAppeal = t.Object({ appeal: ownAppeal })
export const OwnAppeals = t.Object({ appeals: t.Array(ownAppeal, { maxItems: MOST_OWN }) })

export const AppealParams = t.Object({ id: uuid() })
export const AppealQuery = t.Object({
  status: oneOf(APPEAL_STATUSES),
  page: ranged(1, 1, 1_000_000),
  limit: ranged(20, 1, 100),
})
export const Appeals = t.Object({ appeals: t.Array(appealEntry, { maxItems: 100 }), pagination })
export const DecideAppeal = named(
  'DecideAppeal',
  t.Object({ outcome: choice(['upheld', 'overturned']), reason: text(1, 500) }),
)
export const AppealDecided = t.Object({ appeal: appealEntry })
