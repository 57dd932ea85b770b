import { useComputed, useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { Failure } from '../../lib/api'
import { discardDraft, readDraft, saveDraft } from '../../lib/draft-forms'
import { sendByKeys, useForm } from '../../lib/form'
import { instance } from '../../lib/instance'
import { CareForWriting } from '../../parts/care/care-note'
import { text } from '../../texts/core'
import { postsText } from '../../texts/posts'
import { Avatar } from '../../ui/avatar'
import { FieldError, Refusal, SendForm, SubmitButton } from '../../ui/field'
import { MarkdownHelp } from '../../ui/markdown-help'
import type { Voice } from './requests'
import type { Thread } from './thread'
import { useVoice, VoiceFields } from './voice'

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
  /** Where a new comment is written: there one chooses as whom. */
  thread?: Thread
  onSend: (content: string, voice: Voice) => Promise<{ success: true } | Failure>
  onDone?: () => void
  onCancel?: () => void
}

/** The form for a new or edited comment. Unsent text stays on the device. Ctrl or Cmd and Enter send it. */
export function CommentForm(props: Props) {
  const { about, label, send, initial = '', autofocus = false, isLine = false, hint, onSend, onDone, onCancel } = props
  const form = useForm()
  const begun = readDraft<{ content: string; alias: string }>(about)
  const draft = useSignal(begun.content ?? initial)
  const voice = useVoice(props.thread, begun.alias)
  const isEntered = useSignal(false)
  const area = useRef<HTMLTextAreaElement>(null)
  const max = instance.value?.limits.comment?.max
  const id = `writing-${about}`
  useEffect(() => {
    if (autofocus) area.current?.focus()
  }, [autofocus])
  const keep = () => {
    const isUnchanged = draft.peek() === initial
    saveDraft(about, isUnchanged ? {} : { content: draft.peek(), alias: voice.alias.kept() })
  }
  const leave = () => {
    voice.reset()
    discardDraft(about)
    draft.value = initial
  }
  const sent = () => {
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
  const name = isLine && !voice.official.value ? voice.alias.name.value : undefined
  const asked = name ? postsText.thread.writeAs(name) : label
  return (
    <SendForm
      form={form}
      class={`flex flex-col ${isLine ? 'gap-1' : 'gap-2'}`}
      send={async () => onSend(draft.value, await voice.take())}
      onDone={sent}
      onInput={keep}
    >
      <label for={id} class={isLine ? 'sr-only' : 'font-medium'}>
        {asked}
      </label>
      <div class={isLine ? 'flex flex-wrap items-end justify-end gap-2' : 'contents'}>
        {name && (
          <span class="flex h-11 items-center">
            <Avatar name={name} />
          </span>
        )}
        <textarea
          ref={area}
          id={id}
          name="content"
          rows={isLine ? 1 : 3}
          required
          maxLength={max}
          dir="auto"
          placeholder={isLine && !isFilled ? label : undefined}
          class={`textarea field-sizing-content max-h-[40dvh] resize-none text-base ${isLine ? 'grow basis-32 rounded-[1.375rem] px-4' : 'w-full'}`}
          value={draft}
          aria-invalid={error !== undefined}
          aria-describedby={`${error ? `${id}-error ` : ''}${hint ? `${id}-hint` : ''}` || undefined}
          onFocus={() => (isEntered.value = true)}
          onKeyDown={sendByKeys}
          onInput={({ currentTarget }) => (draft.value = currentTarget.value)}
        />
        {isLine && isWriting && (
          <div class="shrink-0">
            <SubmitButton>{send}</SubmitButton>
          </div>
        )}
      </div>
      <FieldError name="content" id={id} />
      <CareForWriting written={() => draft.value} />
      <Refusal />
      {props.thread && <VoiceFields voice={voice} isWriting={isWriting} />}
      {!isLine && (
        <div class="flex flex-wrap items-center gap-2">
          <SubmitButton>{send}</SubmitButton>
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
        </div>
      )}
    </SendForm>
  )
}
