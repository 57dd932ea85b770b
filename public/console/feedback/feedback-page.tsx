import { Choice } from '../../app/parts/choice'
import { arrive } from '../../app/parts/page'
import { instance } from '../../app/services/instance'
import { pageOf, useFilters } from '../address'
import { loadOverview } from '../overview/overview'
import { Loaded } from '../parts/loaded'
import { Pager } from '../parts/pager'
import { Nothing, Panel, Rows } from '../parts/panel'
import { useResource } from '../resource'
import { recordsText } from '../texts/records'
import { FEEDBACK_STATUSES, readFeedback } from './feedback'
import { FeedbackRow } from './feedback-row'

const SHOWN = [...FEEDBACK_STATUSES, 'all'] as const

/** What users told the operators. */
export function FeedbackPage() {
  const { query, narrow } = useFilters()
  const shown = SHOWN.find((each) => each === query.status) ?? 'new'
  const status = shown === 'all' ? undefined : shown
  const list = useResource('console-feedback', () => readFeedback({ type: query.type, status }, pageOf(query)))
  const { feedback } = recordsText
  const types = [...new Set([...(instance.value?.feedbackTypes ?? []), ...(query.type ? [query.type] : [])])]
  const changed = async () => {
    await Promise.all([list.load(), loadOverview()])
    // What had the focus may have left the list.
    if (document.activeElement === document.body) arrive()
  }
  return (
    <Panel
      title={feedback.title}
      actions={
        <div class="flex flex-wrap gap-2">
          <Choice
            label={feedback.type}
            value={query.type ?? ''}
            options={[['', feedback.everyType], ...types.map((each) => [each, each] as const)]}
            onChoose={(type) => narrow({ type })}
          />
          <Choice
            label={feedback.status}
            value={shown}
            options={SHOWN.map((each) => [each, feedback.statuses[each]] as const)}
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
                  <FeedbackRow key={item.id} item={item} showsStatus={shown === 'all'} onChange={changed} />
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
