import { useComputed, useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { me } from '../../lib/accounts/me'
import type { Failure } from '../../lib/api'
import { discardDraft, readDraft, saveDraft } from '../../lib/draft-forms'
import { sendByKeys, submit, useForm } from '../../lib/form'
import { instance } from '../../lib/instance'
import { text } from '../../texts/core'
import { postsText } from '../../texts/posts'
import { CareForWriting } from '../care/care-note'
import { FieldError, SubmitButton } from '../field'
import { MarkdownHelp } from '../markdown-help'
import { FailureNotice } from '../page'

type Props = {
  /** Key of the draft, and part of the field's id. */
  about: string
  label: string
  send: string
  initial?: string
  autofocus?: boolean
  /** One line until somebody writes into it; its label is read, and seen as a placeholder. */
  isLine?: boolean
  /** What is said beneath the field while somebody writes. */
  hint?: ComponentChildren
  /** Offers moderators to write as such. */
  isForModerators?: boolean
  onSend: (content: string, official: boolean) => Promise<{ success: true } | Failure>
  onDone?: () => void
  onCancel?: () => void
}

/** The form for a new or edited comment. Unsent text stays on the device. Ctrl or Cmd and Enter send it. */
export function CommentForm(props: Props) {
  const { about, label, send, initial = '', autofocus = false, isLine = false, hint, onSend, onDone, onCancel } = props
  const mayBeOfficial = props.isForModerators && me.value && me.value.role !== 'user'
  // Chosen each time: neither kept with the draft nor for the next one.
  const official = useSignal(false)
  const form = useForm()
  const draft = useSignal(readDraft<{ content: string }>(about).content ?? initial)
  const isEntered = useSignal(false)
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
    official.value = false
    discardDraft(about)
    draft.value = initial
  }
  const sendIt = async (event: SubmitEvent) => {
    const answer = await submit(event, form, () => onSend(draft.value, official.value))
    if (!answer) return
    leave()
    isEntered.value = false
    onDone?.()
  }
  const cancel = () => {
    leave()
    onCancel?.()
  }
  // What is typed is in the field already: nothing is rendered again but what a first or a last letter changes.
  const isFilled = useComputed(() => draft.value !== initial).value
  const isWriting = isEntered.value || isFilled || !isLine
  const error = form.errors.value.content
  return (
    <form class={isLine ? 'composer' : 'flex flex-col gap-2'} noValidate onSubmit={sendIt}>
      <label for={id} class={isLine ? 'sr-only' : 'font-medium'}>
        {label}
      </label>
      <div class={isLine ? 'flex flex-wrap items-end justify-end gap-2' : 'contents'}>
        <textarea
          ref={area}
          id={id}
          name="content"
          rows={isLine ? 1 : 3}
          required
          maxLength={max}
          dir="auto"
          placeholder={isLine && !isFilled ? label : undefined}
          class={`textarea growing text-base ${isLine ? 'grow basis-32 rounded-[1.375rem] px-4' : 'w-full'}`}
          value={draft}
          aria-invalid={error !== undefined}
          aria-describedby={`${error ? `${id}-error ` : ''}${hint ? `${id}-hint` : ''}` || undefined}
          onFocus={() => (isEntered.value = true)}
          onKeyDown={sendByKeys}
          onInput={({ currentTarget }) => write(currentTarget.value)}
        />
        {isLine && isWriting && (
          <div class="shrink-0">
            <SubmitButton form={form}>{send}</SubmitButton>
          </div>
        )}
      </div>
      <FieldError form={form} name="content" id={id} />
      <CareForWriting written={() => draft.value} />
      {form.refusal.value && <FailureNotice failure={form.refusal.value} />}
      {!isLine && (
        <div class="flex flex-wrap items-center gap-2">
          <SubmitButton form={form}>{send}</SubmitButton>
          {onCancel && (
            <button type="button" class="btn btn-ghost" onClick={cancel}>
              {text.common.cancel}
            </button>
          )}
        </div>
      )}
      {isWriting && (
        <div class="flex flex-wrap items-center gap-x-4">
          <p id={`${id}-hint`} class="text-base-content/80 text-sm empty:hidden">
            {hint}
            {isFilled && ` ${postsText.thread.draft}`}
          </p>
          <MarkdownHelp />
          {mayBeOfficial && (
            <label class="flex min-h-11 items-center gap-2 text-sm">
              <input
                type="checkbox"
                class="toggle"
                checked={official.value}
                onChange={({ currentTarget }) => (official.value = currentTarget.checked)}
              />
              {postsText.writing.official}
            </label>
          )}
        </div>
      )}
    </form>
  )
}
