import { type Static, t } from 'elysia'
import { reports } from '../../../db/schema/moderation'
import { users } from '../../../db/schema/users'
import { type Query, raw, sql } from '../../../db/sql'
import { orNull, pick, type Raw, type SqlType, selectList } from '../../../db/statement'
import { storage } from '../../../db/storage'
import { refuse } from '../../errors'
import { pictureShown } from '../../forum/pictures/pictures'
import { pollRecord, shownPoll } from '../../forum/polls/poll'
import { eventShown, shownEvent } from '../../forum/posts/fields'
import { isSelf, type Viewer } from '../../ground/access/account'
import { notBy } from '../../ground/names/own-names'
import { inMinutes } from '../../lib/text/coarse-time'
import {
  choice,
  documented,
  faultMessage,
  named,
  namedObject,
  nullable,
  recordId,
  timestamp,
} from '../../lib/text/schema'
import { message } from '../../messages/message'

export const STATUSES = ['pending', 'resolved', 'ignored'] as const
export type ReportStatus = (typeof STATUSES)[number]

export const targetType = named('ReportTargetType', choice(['Post', 'Comment']))
export type TargetType = Static<typeof targetType>

export const reportStatus = named('ReportStatus', choice(STATUSES))

/** A query parameter: some of the words, with commas between them. */
export function wordList(words: readonly string[], description: string) {
  const word = `(?:${words.join('|')})`
  const inWords = faultMessage(message('fields.choices', { choices: words }))
  const list = documented({ type: 'array', items: { type: 'string', enum: words }, minItems: 1 })
  return t.Optional(t.String({ pattern: `^${word}(?:,${word})*$`, ...list, ...inWords, description }))
}

/** The words of such a parameter, each once and in the order of `words`; the fallback without a parameter. */
export function selectedWords<Word extends string>(
  words: readonly Word[],
  text: string | undefined,
  fallback: readonly Word[],
): readonly Word[] {
  const selected = text?.split(',')
  return selected === undefined ? fallback : words.filter((word) => selected.includes(word))
}

/** Of the words of a text, for moderators alone: never stored. */
export const readings = t.Array(
  t.Object({
    label: t.String({ description: 'What the text may be' }),
    score: t.Number({ minimum: 0, maximum: 1 }),
    because: t.Array(t.String(), { maxItems: 5, description: 'Words and parts of words that counted most' }),
  }),
  { maxItems: 7, description: 'What the classifier notices, the highest first' },
)

export const userReference = namedObject('UserReference', { id: recordId, username: t.String() })
export type UserReference = Static<typeof userReference>

/** What entries of the audit log call it. */
export const entityOf = (type: TargetType): 'post' | 'comment' => (type === 'Post' ? 'post' : 'comment')

/** Null for a deleted account. */
export const toReference = (id: string | null, username: string | null): UserReference | null =>
  id === null || username === null ? null : { id, username }

/** A post or a comment as it was reported; its texts are null after they were erased. */
export const reportedTarget = namedObject('ReportedTarget', {
  id: recordId,
  title: t.Optional(nullable(t.String())),
  content: nullable(t.String()),
  ...eventShown,
  picture: t.Optional(pictureShown),
  poll: t.Optional(pollRecord),
  authorId: nullable(recordId),
})

/** The present state of the target. */
export const targetState = named('ReportTargetState', t.UnionEnum(['active', 'banned', 'shadow_banned', 'deleted']))

const words = {
  id: recordId,
  reason: t.String(),
  message: t.String(),
  status: reportStatus,
  reportedBy: nullable(userReference),
  automatic: t.Optional(t.Literal(true, { description: 'Nobody reported it: Quad noticed the words' })),
  createdAt: timestamp,
  updatedAt: timestamp,
  resolvedBy: t.Optional(userReference),
}

/** A report in the entry of its target. */
export const targetedReport = namedObject('TargetedReport', words)

export const reportRecord = namedObject('Report', {
  ...words,
  type: targetType,
  targetId: recordId,
  target: reportedTarget,
  targetState,
})

type TargetedReport = Static<typeof targetedReport>
export type ReportRecord = Static<typeof reportRecord>

const WORDS = {
  ...pick(reports, 'id', 'reason', 'message', 'status', 'createdAt', 'updatedAt', 'reporterId', 'automatic'),
  resolverId: reports.resolvedBy,
}
const username = orNull(users.username)
export const WORDS_TYPES = { ...WORDS, reporterName: username, resolverName: username }
/** Of `reports r` with the two accounts that it names. */
export const WORDS_COLUMNS = raw(
  `${selectList(WORDS, 'r')}, reporter.username AS reporterName, resolver.username AS resolverName`,
)

/** Outer joins by primary key, as those of authors. */
export const REPORT_JOINS = raw(
  'LEFT JOIN users reporter ON reporter.id = r.reporter_id LEFT JOIN users resolver ON resolver.id = r.resolved_by',
)

const COPY = {
  ...pick(reports, 'type', 'targetId'),
  ...{ title: reports.targetTitle, content: reports.targetContent, authorId: reports.targetAuthorId },
  ...{ startsAt: reports.targetStartsAt, place: reports.targetPlace, poll: reports.targetPoll },
}
const STATE: SqlType<ReportRecord['targetState']> = { declared: 'TEXT' }
const COPY_TYPES = { ...COPY, targetState: STATE }
/** With the present state of the target; a placeholder is a deleted comment. By primary key. */
const COPY_COLUMNS = raw(`${selectList(COPY, 'r')}, coalesce(
    CASE r.type
      WHEN 'Post' THEN (SELECT moderation_state FROM posts WHERE id = r.target_id)
      ELSE (
        SELECT CASE is_banned WHEN 1 THEN 'banned' ELSE 'active' END FROM comments
        WHERE id = r.target_id AND deleted_at IS NULL)
    END, 'deleted') AS targetState`)

export const REPORT_TYPES = { ...WORDS_TYPES, ...COPY_TYPES }
export const REPORT_COLUMNS = sql`${WORDS_COLUMNS}, ${COPY_COLUMNS}`
export type ReportRow = Raw<typeof REPORT_TYPES>

export function toTarget(copy: Raw<typeof COPY>): ReportRecord['target'] {
  const { type, targetId: id, title, content, authorId } = copy
  return { id, ...(type === 'Post' ? { title } : {}), content, ...shownEvent(copy), ...shownPoll(copy.poll), authorId }
}

export function toTargetedReport(row: Raw<typeof WORDS_TYPES>): TargetedReport {
  const { id, reason, message, status } = row
  const reportedBy = toReference(row.reporterId, row.reporterName)
  const resolvedBy = toReference(row.resolverId, row.resolverName)
  return {
    ...{ id, reason, message, status, reportedBy, ...inMinutes(row) },
    ...(row.automatic === 1 ? { automatic: true } : {}),
    ...(resolvedBy === null ? {} : { resolvedBy }),
  }
}

export const toReportRecord = (row: ReportRow): ReportRecord => ({
  ...toTargetedReport(row),
  type: row.type,
  targetId: row.targetId,
  target: toTarget(row),
  targetState: row.targetState,
})

/** SQL: no query returns a report about the content of the viewer: administrators do not see reports about themselves. */
export const notAbout = (viewer: string): Query<never> => notBy(viewer, 'target_author_id')

/** SQL: the statuses as text, so that the planner knows them. */
export const wordsIn = (words: readonly string[]) => raw(`(${words.map((word) => `'${word}'`).join(', ')})`)

/** The newest report that still has its copy, else the newest. By reports_target. */
export const latestCopy = (targetId: string) => sql({ ...COPY_TYPES, authorName: username })`
  SELECT ${COPY_COLUMNS}, author.username AS authorName
  FROM (
    SELECT coalesce(
      (SELECT rowid FROM reports INDEXED BY reports_target WHERE target_id = ${targetId} AND target_content IS NOT NULL
       ORDER BY created_at DESC, id DESC LIMIT 1),
      (SELECT rowid FROM reports INDEXED BY reports_target WHERE target_id = ${targetId}
       ORDER BY created_at DESC, id DESC LIMIT 1)) AS number
  ) page CROSS JOIN reports r ON r.rowid = page.number LEFT JOIN users author ON author.id = r.target_author_id`

/** The target as it was last reported. 404 for what nobody reported, and for the viewer's own content. */
export function visibleTarget(viewer: Viewer, targetId: string) {
  const copy = latestCopy(targetId).get(storage.reader)
  return copy === undefined || isSelf(viewer, copy.authorId) ? refuse('NOT_FOUND', 'reports.missing') : copy
}
