import { eq, getTableColumns } from 'drizzle-orm'
import { feedbacks } from '../../../db/schema/feedbacks'
import { users } from '../../../db/schema/users'
import { INTEGER, selectList, sqlStatement, sqlVariants } from '../../../db/statement'
import type { Connection, Tx } from '../../../db/storage'
import { FEEDBACK, type FeedbackRecord, type FeedbackRow, type FeedbackStatus, toFeedbackRecord } from './record'

// SQL text: a subquery selects the page, and only its rows are joined.

/** Of the feedback `f` and its user `u`. */
const FEEDBACK_COLUMNS = `${selectList(getTableColumns(feedbacks), 'f')}, u.username`

/** Each combination of filters has its own text. */
export type FilterNames = 'none' | 'type' | 'status' | 'both'
export type FeedbackFilter = { type?: string; status?: FeedbackStatus }

const WHERE: Record<FilterNames, string> = {
  none: '',
  type: 'WHERE f.type = $type',
  status: 'WHERE f.status = $status',
  both: 'WHERE f.type = $type AND f.status = $status',
}

/** By feedbacks_newest, feedbacks_type or feedbacks_status; the last two also hold the column of the other filter. */
export const pageText = (names: FilterNames): string => `
  SELECT ${FEEDBACK_COLUMNS} FROM (
    SELECT f.rowid AS number FROM feedbacks f ${WHERE[names]}
    ORDER BY f.created_at DESC, f.id DESC LIMIT $limit OFFSET $skip
  ) page CROSS JOIN feedbacks f ON f.rowid = page.number CROSS JOIN users u ON u.id = f.user_id`

/** Counts one narrow index of a small table: a stored count does not pay for a list that only admins read. */
export const countText = (names: FilterNames): string => `SELECT count(*) AS total FROM feedbacks f ${WHERE[names]}`

const FILTERS = { type: feedbacks.type, status: feedbacks.status }
const pages = sqlVariants(pageText, { returns: FEEDBACK, params: { ...FILTERS, limit: INTEGER, skip: INTEGER } })
const counts = sqlVariants(countText, { returns: { total: INTEGER }, params: FILTERS })

function filterNames({ type, status }: FeedbackFilter): FilterNames {
  if (type !== undefined) return status === undefined ? 'type' : 'both'
  return status === undefined ? 'none' : 'status'
}

/** Newest first. */
export function pageOfFeedbacks(
  db: Connection,
  filter: FeedbackFilter,
  page: { limit: number; skip: number },
): FeedbackRow[] {
  return pages(db, filterNames(filter)).all({ ...filter, ...page })
}

export function countFeedbacks(db: Connection, filter: FeedbackFilter): number {
  return counts(db, filterNames(filter)).get(filter)?.total ?? 0
}

/** By feedbacks_newest. */
export const latestText = `
  SELECT ${FEEDBACK_COLUMNS} FROM feedbacks f CROSS JOIN users u ON u.id = f.user_id
  ORDER BY f.created_at DESC, f.id DESC LIMIT 1000`
const latest = sqlStatement(latestText, { returns: FEEDBACK })

/** The latest thousand, newest first. */
export function latestFeedbacks(db: Connection): FeedbackRecord[] {
  return latest(db).all().map(toFeedbackRecord)
}

/** By feedbacks_status. */
const newCount = sqlStatement("SELECT count(*) AS total FROM feedbacks WHERE status = 'new'", {
  returns: { total: INTEGER },
})

/** The number of feedbacks with the status `new`. */
export function countNewFeedbacks(db: Connection): number {
  return newCount(db).get()?.total ?? 0
}

export function feedbackById(db: Connection, id: string): FeedbackRow | undefined {
  return db.orm
    .select(FEEDBACK)
    .from(feedbacks)
    .innerJoin(users, eq(users.id, feedbacks.userId))
    .where(eq(feedbacks.id, id))
    .get()
}

export function insertFeedback(tx: Tx, feedback: typeof feedbacks.$inferInsert): void {
  tx.orm.insert(feedbacks).values(feedback).run()
}

export function updateStatus(tx: Tx, id: string, status: FeedbackStatus): void {
  const updatedAt = new Date().toISOString()
  tx.orm.update(feedbacks).set({ status, updatedAt }).where(eq(feedbacks.id, id)).run()
}

/** Returns the type of the deleted feedback. */
export function deleteFeedbackRow(tx: Tx, id: string): string | undefined {
  return tx.orm.delete(feedbacks).where(eq(feedbacks.id, id)).returning({ type: feedbacks.type }).get()?.type
}
