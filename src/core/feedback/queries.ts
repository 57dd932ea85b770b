import { type SqlStatement, sqlStatement } from '../../../db/statement'
import type { Connection, Tx } from '../../../db/storage'
import { FEEDBACK_COLUMNS, type FeedbackRow, type FeedbackStatus } from './record'

/** Which filters are given; each choice has a text of its own. */
export type FilterNames = 'none' | 'type' | 'status' | 'both'
export type FeedbackFilter = { type?: string; status?: FeedbackStatus }

const WHERE: Record<FilterNames, string> = {
  none: '',
  type: 'WHERE f.type = $type',
  status: 'WHERE f.status = $status',
  both: 'WHERE f.type = $type AND f.status = $status',
}

/** By feedbacks_newest, feedbacks_type or feedbacks_status; the last two carry what the other is filtered by. */
export const pageText = (names: FilterNames): string => `
  SELECT ${FEEDBACK_COLUMNS} FROM (
    SELECT f.rowid AS number FROM feedbacks f ${WHERE[names]}
    ORDER BY f.created_at DESC, f.id DESC LIMIT $limit OFFSET $skip
  ) page CROSS JOIN feedbacks f ON f.rowid = page.number CROSS JOIN users u ON u.id = f.user_id`

/** Counted, not kept: administrators ask for it now and then, and it walks one narrow index of a small table. */
export const countText = (names: FilterNames): string => `SELECT count(*) AS total FROM feedbacks f ${WHERE[names]}`

type Params = Record<string, string | number>
type Prepared<Row> = (connection: Connection) => SqlStatement<Row, Params>

const each = <Row>(text: (names: FilterNames) => string): Record<FilterNames, Prepared<Row>> => ({
  none: sqlStatement<Row, Params>(text('none')),
  type: sqlStatement<Row, Params>(text('type')),
  status: sqlStatement<Row, Params>(text('status')),
  both: sqlStatement<Row, Params>(text('both')),
})
const pages = each<FeedbackRow>(pageText)
const counts = each<{ total: number }>(countText)

function namesIn({ type, status }: FeedbackFilter): FilterNames {
  if (type !== undefined) return status === undefined ? 'type' : 'both'
  return status === undefined ? 'none' : 'status'
}

/** Newest first. */
export async function pageOfFeedbacks(
  db: Connection,
  filter: FeedbackFilter,
  page: { limit: number; skip: number },
): Promise<FeedbackRow[]> {
  return pages[namesIn(filter)](db).all({ ...filter, ...page })
}

export async function countFeedbacks(db: Connection, filter: FeedbackFilter): Promise<number> {
  return counts[namesIn(filter)](db).get({ ...filter })?.total ?? 0
}

const byId = sqlStatement<FeedbackRow, { id: string }>(
  `SELECT ${FEEDBACK_COLUMNS} FROM feedbacks f CROSS JOIN users u ON u.id = f.user_id WHERE f.id = $id`,
)

export async function feedbackById(db: Connection, id: string): Promise<FeedbackRow | undefined> {
  return byId(db).get({ id })
}

type Insert = { id: string; userId: string; type: string; title: string; content: string; now: string }
const insert = sqlStatement<never, Insert>(`
  INSERT INTO feedbacks (id, user_id, type, title, content, created_at, updated_at)
  VALUES ($id, $userId, $type, $title, $content, $now, $now)`)

export async function insertFeedback(tx: Tx, feedback: Insert): Promise<void> {
  insert(tx).run(feedback)
}

const put = sqlStatement<never, { id: string; status: FeedbackStatus; now: string }>(
  'UPDATE feedbacks SET status = $status, updated_at = $now WHERE id = $id',
)

export async function putStatus(tx: Tx, id: string, status: FeedbackStatus): Promise<void> {
  put(tx).run({ id, status, now: new Date().toISOString() })
}

const remove = sqlStatement<{ type: string }, { id: string }>('DELETE FROM feedbacks WHERE id = $id RETURNING type')

/** Answers the type of the feedback that there was. */
export async function deleteFeedback(tx: Tx, id: string): Promise<string | undefined> {
  return remove(tx).get({ id })?.type
}
