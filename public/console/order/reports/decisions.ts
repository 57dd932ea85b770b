import type { Data } from '../../../../client/api'
import { api, envelope, type Failure, type ResponseData } from '../../../app/lib/api'
import type { Me } from '../../../app/lib/me'
import type { Person } from '../../campus/accounts/people'
import { banUser, liftSanction, moderateComment, moderatePost, suspendUser, type Why } from '../moderation/moderation'
import { decidedFirst } from './desk'
import type { Entry, Verdict } from './queue'

type Done = { success: true }

/** Reverts an action; resolves to the failure if the server refuses. */
export type Undo = () => Promise<Failure | undefined>

/** About a screenful, so that the reports of all entries stay light to load. */
const PAGE = 25

export const ORDERS = ['weight', 'oldest'] as const

/** Which open entries, and in which order. */
export type QueueFilter = {
  type?: Entry['type'] | undefined
  reason?: string | undefined
  escalated?: boolean
  order: (typeof ORDERS)[number]
}

const queryOf = ({ type, reason, escalated, order }: QueueFilter) => ({
  order,
  ...(type ? { type } : {}),
  ...(reason ? { reason } : {}),
  ...(escalated ? { escalated: 'true' as const } : {}),
})

/** The same for filters that ask for the same. */
export const filterKey = (filter: QueueFilter): string => JSON.stringify(queryOf(filter))

const read = (filter: QueueFilter, page: number) =>
  envelope(api.admin.manage.reports.get({ query: { page, limit: PAGE, status: 'pending', ...queryOf(filter) } }))

type Pagination = ResponseData<ReturnType<typeof read>>['pagination']
type QueuePage = { success: true; entries: Entry[]; pagination: Pagination }

const isWhole = (entry: Partial<Entry>): entry is Entry => entry.target !== undefined

/** A page of the open entries. */
export async function readQueue(filter: QueueFilter, page: number): Promise<QueuePage | Failure> {
  const answer = await read(filter, page)
  if (!answer.success) return answer
  return { success: true, entries: answer.data.data.filter(isWhole), pagination: answer.data.pagination }
}

type ReportStatus = 'pending' | 'resolved' | 'ignored'

const setStatus = (id: string, status: ReportStatus, version?: string) =>
  envelope(api.reports({ id }).patch({ status, ...(version === undefined ? {} : { version }) }))

export const reopenReport = (id: string) => setStatus(id, 'pending')

/** Few at a time, so that a target with hundreds of reports does not occupy the server. */
export const AT_ONCE = 10

/** Sets the status of all reports. A deleted report needs none, nor does one that was filed again since. */
async function setAll(ids: readonly string[], status: ReportStatus, version: string): Promise<Failure | undefined> {
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    const answers = await Promise.all(ids.slice(from, from + AT_ONCE).map((id) => setStatus(id, status, version)))
    const failure = answers.find((answer): answer is Failure => !answer.success && !isDone(answer, status))
    if (failure) return failure
  }
  return undefined
}

const isDone = (failure: Failure, status: ReportStatus): boolean =>
  failure.code === 'NOT_FOUND' ||
  (failure.code === 'CONFLICT' && status === 'pending' && decidedFirst(failure) === undefined)

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

function moderate({ type, target, version }: Entry, state: State, words: Why = {}): Promise<Done | Failure> {
  const why = { ...words, version }
  if (type === 'Post') return moderatePost(target.id, state, why)
  return moderateComment(target.id, state === 'shadow_banned' ? 'banned' : state, why)
}

/** Applies the verdict and settles the reports; resolves to the function that reverts it. */
export async function applyVerdict(entry: Entry, verdict: Verdict, why?: Why): Promise<Undo | Failure> {
  const { moderationState: before, version } = entry
  const ids = await openReports(entry)
  if (!Array.isArray(ids)) return ids
  if (verdict === 'resolved' || verdict === 'ignored')
    return (await setAll(ids, verdict, version)) ?? (() => setAll(ids, 'pending', version))
  const answer = await moderate(entry, verdict, why)
  if (!answer.success) return answer
  return async () => {
    const restored = await moderate(entry, before === 'deleted' ? 'active' : before)
    return restored.success ? setAll(ids, 'pending', version) : restored
  }
}

type Standing = Pick<Person, 'blocked' | 'suspension'> & { version: string | undefined }

/** Restores the sanction that the user had before, if any, unless another moderator has decided since. */
export async function restoreStanding(
  userId: string,
  { blocked, suspension, version }: Standing,
): Promise<Failure | undefined> {
  const ends = suspension && new Date(suspension.ends)
  const isOver = ends !== null && ends.getTime() <= Date.now()
  const answer = await (!blocked || isOver
    ? liftSanction(userId, { version })
    : ends && suspension
      ? suspendUser(userId, ends, suspension.reason, version)
      : banUser(userId, { version }))
  return answer.success ? undefined : answer
}

/** The id of the post, or of the post that the comment belongs to. */
export async function findPostId({ type, target }: Entry): Promise<string | Failure> {
  if (type === 'Post') return target.id
  const answer = await envelope(api.comments({ commentId: target.id }).get())
  return answer.success ? answer.data.comment.postId : answer
}

export type ClosedReport = Data<typeof api.reports.get>['data'][number]

export async function deleteReports(ids: readonly string[]): Promise<Done | Failure> {
  const [only] = ids
  return only !== undefined && ids.length === 1
    ? envelope(api.reports({ id: only }).delete())
    : envelope(api.reports['bulk-deletion'].post({ reportIds: [...ids] }))
}

export type Escalation = NonNullable<Entry['escalated']>

/** Whoever escalated, and superadmins. */
export const mayWithdraw = ({ by }: Escalation, { id, role }: Pick<Me, 'id' | 'role'>): boolean =>
  by?.id === id || role === 'superadmin'
