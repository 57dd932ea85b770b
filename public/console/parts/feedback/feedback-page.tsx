import { announce } from '../../../app/lib/announcements'
import { api, envelope, type Failure, type ResponseData } from '../../../app/lib/api'
import { choiceLabel } from '../../../app/lib/choice-label'
import { failureMessage } from '../../../app/lib/failures'
import { instance } from '../../../app/lib/instance'
import { focusPageHeading } from '../../../app/ui/page'
import { Time } from '../../../app/ui/time'
import { PersonLink } from '../../campus/accounts/person-link'
import { loadOverview } from '../../lib/overview'
import { filterValue, useFilters, useListPage } from '../../lib/page'
import { feedbackText } from '../../texts/feedback'
import { ChoiceFilter, Filters, ListFilter } from '../../ui/filters'
import { LoadedRows, Panel, RowButton, RowButtons } from '../../ui/panel'
import { RowForm } from '../../ui/record-dialog'

const FEEDBACK_STATUSES = ['new', 'reviewed', 'dismissed'] as const
const CHOICES = [...FEEDBACK_STATUSES, 'all'] as const

export function FeedbackPage() {
  const { query } = useFilters()
  const choice = filterValue(query, 'status', CHOICES)
  const status = choice === 'all' ? undefined : choice
  const list = useListPage('console-feedback', (page) => readFeedback({ type: query.type, status }, page))
  const { list: feedback } = feedbackText
  const changed = async () => {
    await Promise.all([list.load(), loadOverview()])
    // The focused row may have left the list.
    if (document.activeElement === document.body) focusPageHeading()
  }
  return (
    <Panel title={feedback.title}>
      <Filters>
        <ListFilter name="status" label={feedback.status} values={CHOICES} words={feedback.statuses} />
        <ChoiceFilter
          name="type"
          label={feedback.type}
          every={feedback.everyType}
          choices={instance.value?.feedbackTypes}
        />
      </Filters>
      <LoadedRows
        resource={list}
        items={({ feedbacks }) => feedbacks}
        none={status === 'new' && !query.type ? feedback.none : feedback.noneFound}
      >
        {(item) => <FeedbackRow item={item} showsStatus={choice === 'all'} onChange={changed} />}
      </LoadedRows>
    </Panel>
  )
}

const ACTS = { reviewed: 'review', dismissed: 'dismiss', new: 'renew' } as const

type Props = { item: Feedback; showsStatus: boolean; onChange: () => Promise<void> }

function FeedbackRow({ item, showsStatus, onChange }: Props) {
  const { list: feedback } = feedbackText
  const { id, title, content, type, status, user, createdAt } = item
  const mark = async (wanted: FeedbackStatus) => {
    const answer = await markFeedback(id, wanted)
    announce(answer.success ? feedback.marked(title) : failureMessage(answer))
    if (answer.success) await onChange()
  }
  const others = (Object.keys(ACTS) as FeedbackStatus[]).filter((each) => each !== status)
  return (
    <li class="flex flex-col gap-3 p-3 sm:p-4">
      <div>
        <div class="flex flex-wrap items-center gap-2">
          <h2 class="font-semibold">{title}</h2>
          <span class="badge badge-sm">{choiceLabel(type)}</span>
          {showsStatus && (
            <span class={`badge badge-sm ${status === 'new' ? 'badge-primary' : ''}`}>{feedback.statuses[status]}</span>
          )}
        </div>
        <p class="text-base-content/80 text-sm">
          {feedback.by} <PersonLink person={user} /> · <Time of={createdAt} />
        </p>
      </div>
      <p dir="auto" class="max-w-prose whitespace-pre-line">
        {content}
      </p>
      <RowButtons>
        {others.map((each) => (
          <RowButton key={each} of={title} onPress={() => mark(each)}>
            {feedback[ACTS[each]]}
          </RowButton>
        ))}
        <RowForm
          of={title}
          words={feedback.delete}
          title={feedback.deleting}
          lead={feedback.consequence}
          isGrave
          send={() => deleteFeedback(id)}
          done={feedback.deleted}
          onDone={onChange}
        />
      </RowButtons>
    </li>
  )
}

const PAGE_SIZE = 20

type FeedbackStatus = (typeof FEEDBACK_STATUSES)[number]

const fetchFeedback = (query: { limit: number; skip: number; type?: string; status?: FeedbackStatus }) =>
  envelope(api.feedbacks.get({ query }))

type Feedback = ResponseData<ReturnType<typeof fetchFeedback>>['feedbacks'][number]
type FeedbackList = {
  feedbacks: Feedback[]
  pagination: { total: number; page: number; totalPages: number }
}

async function readFeedback(
  filter: { type: string | undefined; status: FeedbackStatus | undefined },
  page: number,
): Promise<{ success: true; data: FeedbackList } | Failure> {
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

const markFeedback = (id: string, status: FeedbackStatus) => envelope(api.feedbacks({ id }).status.patch({ status }))
const deleteFeedback = (id: string) => envelope(api.feedbacks({ id }).delete())
