import type { Data } from '../../../../client/api'
import { api, envelope } from '../../../app/lib/api'
import { choiceLabel } from '../../../app/lib/choice-label'
import { instance } from '../../../app/lib/instance'
import { focusPageHeading } from '../../../app/ui/page'
import { Time } from '../../../app/ui/time'
import { PersonLink } from '../../campus/accounts/person-link'
import { loadOverview } from '../../lib/overview'
import { filterValue, told, useFilters, useListPage } from '../../lib/page'
import { consoleText } from '../../texts/console'
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
  const list = useListPage('console-feedback', (page) => readFeedback(query.type, status, page))
  const { list: feedback } = feedbackText
  const changed = async () => {
    await Promise.all([list.load(), loadOverview()])
    // The focused row may have left the list.
    if (document.activeElement === document.body) focusPageHeading()
  }
  return (
    <Panel>
      <Filters>
        <ListFilter name="status" label={consoleText.words.state} values={CHOICES} words={feedback.statuses} />
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
        none={status === 'new' && !query.type ? feedback.none : consoleText.words.noneFound}
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
  const mark = async (wanted: Feedback['status']) => {
    if (await told(envelope(api.feedbacks({ id }).status.patch({ status: wanted })), feedback.marked(title))) onChange()
  }
  const others = FEEDBACK_STATUSES.filter((each) => each !== status)
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
          words={consoleText.words.delete}
          title={feedback.deleting}
          lead={feedback.consequence}
          isGrave
          send={() => envelope(api.feedbacks({ id }).delete())}
          done={feedback.deleted}
          onDone={onChange}
        />
      </RowButtons>
    </li>
  )
}

const PAGE_SIZE = 20

type Feedback = Data<typeof api.feedbacks.get>['feedbacks'][number]

async function readFeedback(type: string | undefined, status: Feedback['status'] | undefined, page: number) {
  const filter = { ...(type ? { type } : {}), ...(status ? { status } : {}) }
  const asked = { limit: PAGE_SIZE, skip: (page - 1) * PAGE_SIZE, ...filter }
  const answer = await envelope(api.feedbacks.get({ query: asked }))
  if (!answer.success) return answer
  const { feedbacks, meta } = answer.data
  const pagination = { total: meta.total, page, totalPages: Math.ceil(meta.total / PAGE_SIZE) }
  return { success: true as const, data: { feedbacks, pagination } }
}
