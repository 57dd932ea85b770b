import { type Static, t } from 'elysia'
import { appeals } from '../../../db/schema/appeals'
import { choice, named, nullable, recordId, timestamp } from '../../lib/schema'
import { moderationRecord } from '../moderation/records'

export const APPEAL_STATUSES = appeals.status.enumValues
export type AppealStatus = (typeof APPEAL_STATUSES)[number]

const APPEAL = {
  id: recordId,
  resource: t.UnionEnum(['post', 'comment', 'user']),
  resourceId: recordId,
  message: t.String({ description: 'In the words of the person' }),
  status: choice(APPEAL_STATUSES),
  reason: nullable(t.String({ description: 'Of the outcome, in the words of the moderator' })),
  createdAt: timestamp,
  decidedAt: nullable(timestamp),
}

/** As its own person reads it: not who decided. */
export const ownAppeal = named(
  'Appeal',
  t.Object({
    ...APPEAL,
    isCurrent: t.Boolean({ description: 'Whether it is about the last decision on this post, comment or account' }),
  }),
)
export type OwnAppeal = Static<typeof ownAppeal>

const person = t.Object({ id: recordId, username: t.String() })

/** As moderators read it. */
export const appealEntry = named(
  'AppealEntry',
  t.Object({
    ...APPEAL,
    appellant: person,
    decidedBy: nullable(person),
    decision: moderationRecord,
    content: nullable(
      t.Object(
        { postId: recordId, title: t.String({ description: 'Of the post' }), text: t.String() },
        {
          description: 'What was removed; null for a sanction, and for what its author has deleted',
        },
      ),
    ),
    mayDecide: t.Boolean({
      description: 'Not about oneself, not where another moderator can look at the own decision, not decided yet',
    }),
  }),
)
export type AppealEntry = Static<typeof appealEntry>
