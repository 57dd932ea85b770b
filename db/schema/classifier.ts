import { sql } from 'drizzle-orm'
import { check, customType, index, integer, real } from 'drizzle-orm/sqlite-core'
import { flag, id, known, number, sqliteTable, string, word } from './columns'
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
    type: word(['post', 'comment']),
    /** As it stands: an alias is one. Whose it is, is looked up to learn. */
    authorId: ofUser(),
    moderatorId: byUser(),
    isKept: flag(),
    /** As JSON; none where it was kept, and where nobody said what it was. */
    labels: string(),
    features: bytes().notNull(),
    /** The highest of the model in force at the time, and whether that would have noticed it. */
    score: real().notNull(),
    isNoticed: flag(),
    decidedAt: string(),
  },
  (table) => [
    index('classifier_decisions_newest').on(table.decidedAt),
    index('classifier_decisions_author').on(table.authorId),
    index('classifier_decisions_moderator').on(table.moderatorId),
    known('classifier_decisions_type', table.type),
    check('classifier_decisions_flags', sql`${table.isKept} in (0, 1) and ${table.isNoticed} in (0, 1)`),
  ],
)

/** What the campus has learned beyond the base, by night. The newest is in force, unless it was rolled back. */
export const classifierVersions = sqliteTable(
  'classifier_versions',
  {
    version: integer().primaryKey({ autoIncrement: true }),
    madeAt: string(),
    /** Learned from so many. */
    decisions: number(),
    /** Null of what is in force no more: it may know what was deleted since. */
    delta: bytes(),
    /** How it did on decisions that it had not learned, and what it was made from, as JSON. */
    figures: string(),
    state: word(['active', 'rolled_back', 'imported']),
  },
  (table) => [known('classifier_versions_state', table.state)],
)
