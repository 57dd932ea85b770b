import { useEffect, useRef } from 'preact/hooks'
import { block } from '../../lib/accounts/blocking'
import { announce } from '../../lib/announcements'
import { wordsOf } from '../../lib/failures'
import { type Form, submit, useForm } from '../../lib/form'
import { useFormDraft } from '../../lib/form-draft'
import { instance } from '../../lib/instance'
import { go } from '../../lib/navigation'
import { knownPost } from '../../lib/posts/posts'
import { type Reportable, report } from '../../lib/reports/reports'
import { text } from '../../texts/core'
import { reportsText } from '../../texts/reports'
import { FailureNotice } from '../failure-notice'
import { Field } from '../field'
import { MODAL } from '../modal'
import { SelectField } from '../select-field'
import { SubmitButton } from '../submit-button'

export type ReportDialogProps = { target: Reportable; onClose: () => void; onBlocked?: () => void }

/** Why moderators should look at it, in the reporter's words; its author can be blocked along with that. */
export function ReportDialog({ target, onClose, onBlocked }: ReportDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const form = useForm()
  const draft = useFormDraft(`report ${target.id}`)
  const { dialog: words } = reportsText
  // Once, when it appears.
  useEffect(() => dialog.current!.showModal(), [])

  const send = async (event: SubmitEvent) => {
    let alsoBlock = false
    let outcome = words.sent
    const answer = await submit(event, form, async (values) => {
      alsoBlock = values.has('block')
      const sent = await report(target, {
        reason: String(values.get('reason')),
        message: String(values.get('message')),
      })
      if (sent.success || sent.code !== 'CONFLICT') return sent
      outcome = words.already
      return { success: true }
    })
    if (!answer) return
    dialog.current!.close()
    if (alsoBlock && target.by) outcome = `${outcome} ${await blockAuthor(target.by)}`
    announce(outcome)
  }

  const blockAuthor = async ({ id, username }: NonNullable<Reportable['by']>): Promise<string> => {
    const failure = await block(id)
    if (failure) return wordsOf(failure)
    onBlocked?.()
    // It was theirs: there is nothing left to stay for.
    if (knownPost(target.postId)?.value === null) go('/')
    return words.blocked(username)
  }

  return (
    <dialog
      ref={dialog}
      aria-labelledby="report-title"
      class={`${MODAL} w-[calc(100%-2rem)] max-w-md`}
      onClose={() => {
        draft.drop()
        onClose()
      }}
    >
      <h2 id="report-title" class="text-lg font-semibold">
        {target.type === 'Post' ? words.post : words.comment}
      </h2>
      <p class="text-base-content/80 mt-1 text-sm">{words.lead}</p>
      <form ref={draft.ref} class="mt-4 flex flex-col gap-4" noValidate onSubmit={send} onInput={draft.keep}>
        <ReasonField form={form} />
        <Field
          form={form}
          name="message"
          label={words.message}
          hint={words.messageHint}
          rows={3}
          required
          {...(instance.value ? { maxLength: instance.value.limits.reportMessage.max } : {})}
        />
        {target.by && (
          <label class="flex items-start gap-3">
            <input type="checkbox" name="block" class="toggle toggle-primary" />
            <span class="min-w-0">
              <span class="block font-medium">{words.block(target.by.username)}</span>
              <span class="text-base-content/80 block text-sm">{words.blockHint}</span>
            </span>
          </label>
        )}
        {form.refusal.value && <FailureNotice failure={form.refusal.value} />}
        <div class="flex flex-wrap gap-2">
          <SubmitButton form={form}>{words.send}</SubmitButton>
          <button type="button" class="btn btn-ghost w-full sm:w-auto" onClick={() => dialog.current!.close()}>
            {text.common.cancel}
          </button>
        </div>
      </form>
    </dialog>
  )
}

/** One of what this Quad suggests; where it suggests nothing, words of one's own. */
function ReasonField({ form }: { form: Form }) {
  const { dialog: words } = reportsText
  const reasons = instance.value?.reportReasons ?? []
  if (reasons.length === 0)
    return <Field form={form} name="reason" label={words.reason} required maxLength={REASON_LENGTH} />
  return (
    <SelectField
      form={form}
      name="reason"
      label={words.reason}
      unchosen={words.chooseReason}
      options={reasons.map((reason) => [reason, reason])}
    />
  )
}

/** As much as the server takes (`limits.reportReason`). */
const REASON_LENGTH = 100
