import { Choice } from '../../../app/components/choice'
import { focusPageHeading } from '../../../app/components/page'
import { choiceLabel } from '../../../app/lib/choice-label'
import { instance } from '../../../app/lib/instance'
import { Loaded } from '../../components/loaded'
import { Pager } from '../../components/pager'
import { Nothing, Panel, Rows } from '../../components/panel'
import { pageNumber, useFilters } from '../../lib/address'
import { loadOverview } from '../../lib/dashboard/overview'
import { FEEDBACK_STATUSES, readFeedback } from '../../lib/feedback/feedback'
import { useResource } from '../../lib/resource'
import { feedbackText } from '../../texts/feedback'
import { FeedbackRow } from './feedback-row'

const CHOICES = [...FEEDBACK_STATUSES, 'all'] as const

export function FeedbackPage() {
  const { query, narrow } = useFilters()
  const choice = CHOICES.find((each) => each === query.status) ?? 'new'
  const status = choice === 'all' ? undefined : choice
  const list = useResource('console-feedback', () => readFeedback({ type: query.type, status }, pageNumber(query)))
  const { list: feedback } = feedbackText
  const types = [...new Set([...(instance.value?.feedbackTypes ?? []), ...(query.type ? [query.type] : [])])]
  const changed = async () => {
    await Promise.all([list.load(), loadOverview()])
    // The focused row may have left the list.
    if (document.activeElement === document.body) focusPageHeading()
  }
  return (
    <Panel
      title={feedback.title}
      actions={
        <div class="flex flex-wrap gap-2">
          <Choice
            label={feedback.type}
            value={query.type ?? ''}
            options={[['', feedback.everyType], ...types.map((each) => [each, choiceLabel(each)] as const)]}
            onChoose={(type) => narrow({ type })}
          />
          <Choice
            label={feedback.status}
            value={choice}
            options={CHOICES.map((each) => [each, feedback.statuses[each]] as const)}
            onChoose={(wanted) => narrow({ status: wanted === 'new' ? undefined : wanted })}
          />
        </div>
      }
    >
      <Loaded resource={list}>
        {({ feedbacks, pagination }) =>
          feedbacks.length === 0 ? (
            <Nothing>{status === 'new' && !query.type ? feedback.none : feedback.noneFound}</Nothing>
          ) : (
            <>
              <Rows>
                {feedbacks.map((item) => (
                  <FeedbackRow key={item.id} item={item} showsStatus={choice === 'all'} onChange={changed} />
                ))}
              </Rows>
              <Pager pagination={pagination} />
            </>
          )
        }
      </Loaded>
    </Panel>
  )
}
