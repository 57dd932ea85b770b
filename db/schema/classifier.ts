import { sql } from 'drizzle-orm'
import { check, customType, index, integer } from 'drizzle-orm/sqlite-core'
import { flag, id, number, sqliteTable, string } from './columns'
import { byUser, ofUser } from './users'

const bytes = customType<{ data: Uint8Array }>({ dataType: () => 'blob' })

/**
 * What moderators decided about texts, as the classifier learns it: not the words, but which n-grams they have. Goes with
 * the text, by triggers.
 */
export const classifierDecisions = sqliteTable(
  'classifier_decisions',
  {
    targetId: id(),
    /** As it stands: an alias is one. Whose it is, is looked up to learn. */
    authorId: ofUser(),
    moderatorId: byUser(),
    isKept: flag(),
    /** As JSON; none where it was kept, and where nobody said what it was. */
    labels: string(),
    /** What the model in force at the time said, label by label, and whether it would have noticed the text. */
    scores: bytes().notNull(),
    isNoticed: flag(),
    decidedAt: string(),
    features: bytes().notNull(),
  },
  (table) => [
    index('classifier_decisions_newest').on(table.decidedAt),
    index('classifier_decisions_author').on(table.authorId),
    index('classifier_decisions_moderator').on(table.moderatorId),
    check('classifier_decisions_flags', sql`${table.isKept} in (0, 1) and ${table.isNoticed} in (0, 1)`),
  ],
)

/** What the campus has learned beyond the base. There is one row at most, of the last night that learned. */
export const classifierVersions = sqliteTable('classifier_versions', {
  version: integer().primaryKey({ autoIncrement: true }),
  madeAt: string(),
  /** Learned from so many. */
  decisions: number(),
  learnedFrom: string(),
  /** Beyond which base. */
  base: string(),
  /** Null where it did worse than the base, which is in force then. */
  delta: bytes(),
})
