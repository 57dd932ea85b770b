import { api, envelope, type Failure, type ResponseData } from '../../../app/lib/api'

const PAGE_SIZE = 20

export const FEEDBACK_STATUSES = ['new', 'reviewed', 'dismissed'] as const
export type FeedbackStatus = (typeof FEEDBACK_STATUSES)[number]

const fetchFeedback = (query: { limit: number; skip: number; type?: string; status?: FeedbackStatus }) =>
  envelope(api.feedbacks.get({ query }))

export type Feedback = ResponseData<ReturnType<typeof fetchFeedback>>['feedbacks'][number]
type FeedbackPage = {
  feedbacks: Feedback[]
  pagination: { total: number; page: number; totalPages: number }
}

export async function readFeedback(
  filter: { type: string | undefined; status: FeedbackStatus | undefined },
  page: number,
): Promise<{ success: true; data: FeedbackPage } | Failure> {
  const { type, status } = filter
  const answer = await fetchFeedback({
    limit: PAGE_SIZE,
    skip: (page - 1) * PAGE_SIZE,
    ...(type ? { type } : {}),
    ...(status ? { status } : {}),
  })
  if (!answer.success) return answer
  const { feedbacks, meta } = answer.data
  const pagination = { total: meta.total, page, totalPages: Math.ceil(meta.total / PAGE_SIZE) }
  return { success: true, data: { feedbacks, pagination } }
}

export const markFeedback = (id: string, status: FeedbackStatus) =>
  envelope(api.feedbacks({ id }).status.patch({ status }))
export const deleteFeedback = (id: string) => envelope(api.feedbacks({ id }).delete())
