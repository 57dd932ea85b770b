import type { Signal } from '@preact/signals'
import { FormDialog } from '../../../app/components/dialog'
import { Field } from '../../../app/components/field'
import { announce } from '../../../app/lib/announcements'
import { loadOverview } from '../../lib/dashboard/overview'
import {
  type CommentState,
  MAX_REASON_LENGTH,
  moderateComment,
  moderatePost,
  type PostState,
} from '../../lib/moderation/moderation'
import { whyIn } from '../../lib/moderation/reasons'
import { moderationText } from '../../texts/moderation'
import { RowDialog } from '../panel'
import { ReasonFields } from './reason-fields'

type Content = { type: 'post'; state: PostState } | { type: 'comment'; state: CommentState }

type Props = Content & {
  id: string
  /** The author or the title, for screen readers. */
  of: string
  onDone: () => void
}

/** Changes the moderation state of a post or comment after asking for the reason. */
export const ContentButton = ({ of, ...content }: Props) => (
  <RowDialog of={of} isMain={content.state === 'active'} words={stateVerb(content.state)}>
    {(open) => <ContentDialog open={open} {...content} />}
  </RowDialog>
)

type ContentDialogProps = Content & {
  open: Signal<boolean>
  id: string
  /** Called after the decision has been announced. */
  onDone: () => void
}

/** Asks for the reason of a change of moderation state. */
function ContentDialog({ open, id, onDone, ...content }: ContentDialogProps) {
  const { decide } = moderationText
  const send = async (values: FormData) =>
    content.type === 'post'
      ? moderatePost(id, content.state, whyIn(values))
      : moderateComment(id, content.state, whyIn(values))
  const chooseText = (words: typeof decide.titles | typeof decide.done) =>
    content.type === 'post' ? words.post[content.state] : words.comment[content.state]
  return (
    <FormDialog
      open={open}
      title={chooseText(decide.titles)}
      lead={decide.leads[content.state]}
      confirm={stateVerb(content.state)}
      isGrave={content.state !== 'active'}
      send={send}
      onDone={() => {
        announce(chooseText(decide.done))
        // The decision may have closed open reports.
        loadOverview()
        onDone()
      }}
    >
      {(form) => (
        <>
          {content.state === 'banned' ? (
            <ReasonFields form={form} hint={decide.reasonEmailed} />
          ) : (
            <Field
              form={form}
              name="reason"
              label={decide.reason}
              hint={decide.reasonSecret}
              rows={3}
              maxLength={MAX_REASON_LENGTH}
            />
          )}
        </>
      )}
    </FormDialog>
  )
}

/** The label of a button that sets this state. */
const stateVerb = (state: PostState): string =>
  ({
    active: moderationText.decide.activate,
    banned: moderationText.decide.ban,
    shadow_banned: moderationText.decide.shadow,
  })[state]
