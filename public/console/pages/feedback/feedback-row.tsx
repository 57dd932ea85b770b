import { useSignal } from '@preact/signals'
import { FormDialog } from '../../../app/components/form-dialog'
import { Time } from '../../../app/components/time'
import { announce } from '../../../app/lib/announcements'
import { choiceLabel } from '../../../app/lib/choice-label'
import { failureMessage } from '../../../app/lib/failures'
import { PersonLink } from '../../components/accounts/person-link'
import { RowButton, RowButtons } from '../../components/row-button'
import { deleteFeedback, type Feedback, type FeedbackStatus, markFeedback } from '../../lib/feedback/feedback'
import { feedbackText } from '../../texts/feedback'

const ACTS = { reviewed: 'review', dismissed: 'dismiss', new: 'renew' } as const

type Props = { item: Feedback; showsStatus: boolean; onChange: () => Promise<void> }

export function FeedbackRow({ item, showsStatus, onChange }: Props) {
  const { list: feedback } = feedbackText
  const isDeleted = useSignal(false)
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
          <span class="badge badge-sm badge-outline">{choiceLabel(type)}</span>
          {showsStatus && (
            <span class={`badge badge-sm ${status === 'new' ? 'badge-primary' : 'badge-neutral'}`}>
              {feedback.statuses[status]}
            </span>
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
        <RowButton of={title} onPress={() => (isDeleted.value = true)}>
          {feedback.delete}
        </RowButton>
      </RowButtons>
      <FormDialog
        open={isDeleted}
        title={feedback.deleting}
        lead={feedback.consequence}
        confirm={feedback.delete}
        isGrave
        send={() => deleteFeedback(id)}
        onDone={() => {
          announce(feedback.deleted)
          onChange()
        }}
      />
    </li>
  )
}
