import { api, envelope, type Failure, type ResponseData } from '../../../app/lib/api'
import type { Person } from '../accounts/person-rules'
import { banUser, liftSanction, moderateComment, moderatePost, suspendUser } from '../moderation/moderation'
import type { Entry, Verdict } from './queue'

type Done = { success: true }

/** Takes back what was done; resolves to why that was refused, if it was. */
export type Undo = () => Promise<Failure | undefined>

/** A screenful, and not so many that all of their reports are a burden. */
const PAGE = 25
/** As many as the API gives at once. */
const MOST_READ = 50
/** Whoever narrows the queue down to posts or comments finds those among so many pages of it. */
const MOST_PAGES = 20

const read = (page: number, limit: number) =>
  envelope(api.admin.manage.reports.get({ query: { page, limit, status: 'pending' } }))

type Pagination = ResponseData<ReturnType<typeof read>>['pagination']
type QueuePage = { success: true; entries: Entry[]; pagination: Pick<Pagination, 'total' | 'page' | 'totalPages'> }

const isWhole = (entry: Partial<Entry>): entry is Entry => entry.target !== undefined

/** What waits, of one type or of both. The API knows no types: of one, the queue is read on to its end. */
export async function readQueue(type: Entry['type'] | undefined, page: number): Promise<QueuePage | Failure> {
  if (type === undefined) {
    const answer = await read(page, PAGE)
    if (!answer.success) return answer
    return { success: true, entries: answer.data.data.filter(isWhole), pagination: answer.data.pagination }
  }
  const entries: Entry[] = []
  for (let each = 1; each <= MOST_PAGES; each++) {
    const answer = await read(each, MOST_READ)
    if (!answer.success) return answer
    entries.push(...answer.data.data.filter(isWhole).filter((entry) => entry.type === type))
    if (!answer.data.pagination.hasMore) break
  }
  const pagination = { total: entries.length, page, totalPages: Math.ceil(entries.length / PAGE) }
  return { success: true, entries: entries.slice((page - 1) * PAGE, page * PAGE), pagination }
}

export type ReportStatus = 'pending' | 'resolved' | 'ignored'

const setStatus = (id: string, status: ReportStatus) => envelope(api.reports({ id }).patch({ status }))

/** Opens a closed report again. */
export const reopenReport = (id: string) => setStatus(id, 'pending')

/** At a time, so that a target with hundreds of reports does not occupy the server alone. */
const AT_ONCE = 10

/** Gives all of the reports that status. One that was deleted needs none; nor one that was filed anew since. */
async function setAll(ids: readonly string[], status: ReportStatus): Promise<Failure | undefined> {
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    const answers = await Promise.all(ids.slice(from, from + AT_ONCE).map((id) => setStatus(id, status)))
    const failure = answers.find((answer): answer is Failure => !answer.success && !isDone(answer, status))
    if (failure) return failure
  }
  return undefined
}

const isDone = ({ code }: Failure, status: ReportStatus): boolean =>
  code === 'NOT_FOUND' || (code === 'CONFLICT' && status === 'pending')

/** All open reports about it, of which the queue shows only the newest. */
async function openReports({ target, author, reports, reportCount }: Entry): Promise<string[] | Failure> {
  const ids = reports.map(({ id }) => id)
  if (reportCount <= ids.length || author === null) return ids
  const answer = await envelope(api.reports.users({ userId: author.id }).get())
  if (!answer.success) return answer
  const about = answer.data.reports.filter((each) => each.targetId === target.id && each.status === 'pending')
  return [...new Set([...ids, ...about.map(({ id }) => id)])]
}

type State = 'active' | 'banned' | 'shadow_banned'

function moderate({ type, target }: Entry, state: State, reason?: string): Promise<Done | Failure> {
  if (type === 'Post') return moderatePost(target.id, state, reason)
  return moderateComment(target.id, state === 'shadow_banned' ? 'banned' : state, reason)
}

/** Does what was decided, with all that goes with it; resolves to how it is taken back. */
export async function applyVerdict(entry: Entry, verdict: Verdict, reason?: string): Promise<Undo | Failure> {
  const ids = await openReports(entry)
  if (!Array.isArray(ids)) return ids
  if (verdict === 'resolved' || verdict === 'ignored')
    return (await setAll(ids, verdict)) ?? (() => setAll(ids, 'pending'))
  const before = entry.moderationState
  const answer = await moderate(entry, verdict, reason)
  if (!answer.success) return answer
  return async () => {
    const restored = await moderate(entry, before === 'deleted' ? 'active' : before)
    return restored.success ? setAll(ids, 'pending') : restored
  }
}

type Standing = Pick<Person, 'blocked' | 'suspension'>

/** Gives somebody back what kept them from taking part before, if anything did. */
export async function restoreStanding(userId: string, { blocked, suspension }: Standing): Promise<Failure | undefined> {
  const ends = suspension && new Date(suspension.ends)
  const isOver = ends !== null && ends.getTime() <= Date.now()
  const answer = await (!blocked || isOver
    ? liftSanction(userId)
    : ends && suspension
      ? suspendUser(userId, ends, suspension.reason)
      : banUser(userId))
  return answer.success ? undefined : answer
}

/** The post that it is, or that it stands beneath. */
export async function findPostId({ type, target }: Entry): Promise<string | Failure> {
  if (type === 'Post') return target.id
  const answer = await envelope(api.comments({ commentId: target.id }).get())
  return answer.success ? answer.data.comment.postId : answer
}

/** The reports that were closed in that way, newest first. */
export const listClosedReports = (status: ReportStatus, type: Entry['type'] | undefined, page: number) =>
  envelope(api.reports.get({ query: { page, limit: 20, status, ...(type ? { type } : {}) } }))

export type ClosedReport = ResponseData<ReturnType<typeof listClosedReports>>['data'][number]

/** Deletes them for good. */
export async function deleteReports(ids: readonly string[]): Promise<Done | Failure> {
  const [only] = ids
  return only !== undefined && ids.length === 1
    ? envelope(api.reports({ id: only }).delete())
    : envelope(api.reports['bulk-deletion'].post({ reportIds: [...ids] }))
}
