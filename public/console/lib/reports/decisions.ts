import { api, envelope, type Failure, type ResponseData } from '../../../app/lib/api'
import type { Person } from '../accounts/people'
import { banUser, liftSanction, moderateComment, moderatePost, suspendUser } from '../moderation/moderation'
import type { Entry, Verdict } from './queue'

type Done = { success: true }

/** Reverts an action; resolves to the failure if the server refuses. */
export type Undo = () => Promise<Failure | undefined>

/** About a screenful, so that the reports of all entries stay light to load. */
const PAGE = 25
/** The API's limit. */
const MOST_READ = 50
/** The pages that are searched for entries of one type. */
const MOST_PAGES = 20

const read = (page: number, limit: number) =>
  envelope(api.admin.manage.reports.get({ query: { page, limit, status: 'pending' } }))

type Pagination = ResponseData<ReturnType<typeof read>>['pagination']
type QueuePage = { success: true; entries: Entry[]; pagination: Pick<Pagination, 'total' | 'page' | 'totalPages'> }

const isWhole = (entry: Partial<Entry>): entry is Entry => entry.target !== undefined

/**
 * A page of the open entries, of one type or of both. The API has no filter by type, so the queue is read to its end.
 */
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

export const reopenReport = (id: string) => setStatus(id, 'pending')

/** Few at a time, so that a target with hundreds of reports does not occupy the server. */
const AT_ONCE = 10

/** Sets the status of all reports. A deleted report needs none, nor does one that was filed again since. */
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

/** The ids of all open reports about the target; the entry holds only the newest. */
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

/** Applies the verdict and settles the reports; resolves to the function that reverts it. */
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

/** Restores the sanction that the user had before, if any. */
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

/** The id of the post, or of the post that the comment belongs to. */
export async function findPostId({ type, target }: Entry): Promise<string | Failure> {
  if (type === 'Post') return target.id
  const answer = await envelope(api.comments({ commentId: target.id }).get())
  return answer.success ? answer.data.comment.postId : answer
}

export const listClosedReports = (status: ReportStatus, type: Entry['type'] | undefined, page: number) =>
  envelope(api.reports.get({ query: { page, limit: 20, status, ...(type ? { type } : {}) } }))

export type ClosedReport = ResponseData<ReturnType<typeof listClosedReports>>['data'][number]

export async function deleteReports(ids: readonly string[]): Promise<Done | Failure> {
  const [only] = ids
  return only !== undefined && ids.length === 1
    ? envelope(api.reports({ id: only }).delete())
    : envelope(api.reports['bulk-deletion'].post({ reportIds: [...ids] }))
}
