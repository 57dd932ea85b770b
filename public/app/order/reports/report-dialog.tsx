import type { Signal } from '@preact/signals'
import { block } from '../../campus/accounts/people'
import { cachedPost } from '../../forum/posts/posts'
import { announce } from '../../lib/announcements'
import { api, envelope, type Failure, under } from '../../lib/api'
import { choiceLabel } from '../../lib/choice-label'
import { sendingKey } from '../../lib/draft-forms'
import { failureMessage } from '../../lib/failures'
import { instance } from '../../lib/instance'
import { go } from '../../lib/navigation'
import { reportsText } from '../../texts/reports'
import { FormDialog } from '../../ui/dialog'
import { Field, SelectField, SwitchField } from '../../ui/field'

export type ReportDialogProps = { target: Reportable; open: Signal<boolean>; onBlocked?: () => void }

type Sent = { success: true; outcome: string; alsoBlock: boolean }

/** Asks why moderators should look at a post or comment; its author can be blocked along with that. */
export function ReportDialog({ target, open, onBlocked }: ReportDialogProps) {
  const { dialog: words } = reportsText

  const send = async (values: FormData): Promise<Sent | Failure> => {
    const answer = await report(target, wordsIn(values))
    if (!answer.success && answer.code !== 'CONFLICT') return answer
    return { success: true, outcome: answer.success ? words.sent : words.already, alsoBlock: values.has('block') }
  }

  const blockAuthor = async ({ id, username }: NonNullable<Reportable['by']>): Promise<string> => {
    const failure = await block(id)
    if (failure) return failureMessage(failure)
    onBlocked?.()
    // The page showed a post of theirs, which is gone now.
    if (cachedPost(target.postId)?.value === null) go('/')
    return words.blocked(username)
  }

  return (
    <FormDialog
      open={open}
      title={target.type === 'Post' ? words.post : words.comment}
      lead={words.lead}
      confirm={words.send}
      draft={draftOf(target)}
      send={send}
      onDone={async ({ outcome, alsoBlock }) =>
        announce(alsoBlock && target.by ? `${outcome} ${await blockAuthor(target.by)}` : outcome)
      }
    >
      <ReasonField />
      <Field name="message" label={words.message} rows={3} maxLength={instance.value?.limits.reportMessage.max} />
      {target.by && (
        <SwitchField name="block" label={words.block(target.by.username)} hint={words.blockHint} initial={false} />
      )}
    </FormDialog>
  )
}

/** The reasons that the settings list; free text where they list none. */
function ReasonField() {
  const { dialog: words } = reportsText
  // Undefined until it is loaded.
  const reasons = instance.value?.reportReasons
  if (reasons?.length === 0) return <Field name="reason" label={words.reason} required maxLength={REASON_LENGTH} />
  return (
    <SelectField
      name="reason"
      label={words.reason}
      unchosen={words.chooseReason}
      options={(reasons ?? []).map((reason) => [reason, choiceLabel(reason)])}
    />
  )
}

/** The server's limit (`limits.reportReason`). */
const REASON_LENGTH = 100

/** A post or comment that can be reported, with its author unless the account is gone. */
export type Reportable = {
  type: 'Post' | 'Comment'
  id: string
  postId: string
  by: { id: string; username: string } | null
}

const draftOf = ({ id }: Reportable): string => `report ${id}`

/** The interface wants a message with every report. Who writes none says the reason again, which the console omits. */
function wordsIn(values: FormData): { reason: string; message: string } {
  const reason = String(values.get('reason'))
  return { reason, message: String(values.get('message')).trim() || reason }
}

const report = async (target: Reportable, words: { reason: string; message: string }) => {
  const key = await sendingKey(draftOf(target))
  return envelope(api.reports.post({ type: target.type, targetId: target.id, ...words }, under(key)))
}
