import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { Failure } from '../../lib/api'
import { discardDraft, readDraft, saveDraft } from '../../lib/drafts'
import { sendByKeys, submit, useForm } from '../../lib/form'
import { instance } from '../../lib/instance'
import { text } from '../../texts/core'
import { postsText } from '../../texts/posts'
import { FieldError, SubmitButton } from '../field'
import { FailureNotice } from '../page'

type Props = {
  /** Key of the draft, and part of the field's id. */
  about: string
  label: string
  send: string
  initial?: string
  autofocus?: boolean
  onSend: (content: string) => Promise<{ success: true } | Failure>
  onDone?: () => void
  onCancel?: () => void
}

/** The form for a new or edited comment. Unsent text stays on the device. */
export function CommentForm({ about, label, send, initial = '', autofocus = false, onSend, onDone, onCancel }: Props) {
  const form = useForm()
  const draft = useSignal(readDraft<{ content: string }>(about).content ?? initial)
  const area = useRef<HTMLTextAreaElement>(null)
  const max = instance.value?.limits.comment?.max
  const id = `writing-${about}`
  useEffect(() => {
    if (autofocus) area.current?.focus()
  }, [autofocus])
  const write = (content: string) => {
    draft.value = content
    saveDraft(about, { content: content === initial ? '' : content })
  }
  const leave = () => {
    discardDraft(about)
    draft.value = initial
  }
  const sendIt = async (event: SubmitEvent) => {
    const answer = await submit(event, form, () => onSend(draft.value))
    if (!answer) return
    leave()
    onDone?.()
  }
  const cancel = () => {
    leave()
    onCancel?.()
  }
  return (
    <form class="flex flex-col gap-2" noValidate onSubmit={sendIt}>
      <label for={id} class="font-medium">
        {label}
      </label>
      <textarea
        ref={area}
        id={id}
        name="content"
        rows={3}
        required
        maxLength={max}
        dir="auto"
        class="textarea w-full text-base"
        value={draft.value}
        aria-invalid={form.errors.value.content !== undefined}
        aria-describedby={form.errors.value.content ? `${id}-error` : undefined}
        onInput={({ currentTarget }) => write(currentTarget.value)}
        onKeyDown={sendByKeys}
      />
      <FieldError form={form} name="content" id={id} />
      {form.refusal.value && <FailureNotice failure={form.refusal.value} />}
      <div class="flex flex-wrap items-center gap-2">
        <SubmitButton form={form}>{send}</SubmitButton>
        {onCancel && (
          <button type="button" class="btn btn-ghost" onClick={cancel}>
            {text.common.cancel}
          </button>
        )}
        {draft.value !== initial && <span class="text-base-content/80 text-sm">{postsText.thread.draft}</span>}
      </div>
    </form>
  )
}
