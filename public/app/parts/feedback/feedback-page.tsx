import { useSignal } from '@preact/signals'
import { MembersOnly } from '../../campus/auth/members-only'
import { api, envelope, under } from '../../lib/api'
import { choiceLabel } from '../../lib/choice-label'
import { discardDraft, readDraft, saveDraft, sendingKey } from '../../lib/draft-forms'
import { type Form, submit, useForm } from '../../lib/form'
import { instance } from '../../lib/instance'
import { settingsText } from '../../texts/settings'
import { Field, SelectField, SubmitButton } from '../../ui/field'
import { FailureNotice, focusPageHeading, Notice, Page } from '../../ui/page'

type Draft = { type: string; title: string; content: string }

const ABOUT = 'feedback'

export function FeedbackPage() {
  const isSent = useSignal(false)
  const say = (sent: boolean) => {
    isSent.value = sent
    setTimeout(focusPageHeading)
  }
  return (
    <MembersOnly unfinished>
      {isSent.value ? <Thanks onMore={() => say(false)} /> : <Write onSent={() => say(true)} />}
    </MembersOnly>
  )
}

function Write({ onSent }: { onSent: () => void }) {
  const form = useForm()
  const begun = useSignal(readDraft<Draft>(ABOUT)).value
  const draft = useSignal({ type: '', title: '', content: '', ...begun })
  const { feedback } = settingsText
  const { feedbackTitle, feedbackContent } = instance.value?.limits ?? {}
  const note = ({ currentTarget }: { currentTarget: HTMLFormElement }) => {
    draft.value = draftIn(new FormData(currentTarget))
    saveDraft(ABOUT, draftFields(draft.value))
  }
  const send = async (event: SubmitEvent) => {
    const answer = await submit(event, form, async (values) =>
      envelope(api.feedbacks.post(draftIn(values), under(await sendingKey(ABOUT)))),
    )
    if (!answer) return
    discardDraft(ABOUT)
    onSent()
  }
  const hasDraft = Object.values(draftFields(draft.value)).some((text) => text.trim() !== '')
  return (
    <Page title={feedback.title} lead={feedback.lead}>
      <form class="flex flex-col gap-5" noValidate onSubmit={send} onInput={note}>
        <TypeField form={form} initial={begun.type ?? ''} />
        <Field
          form={form}
          name="title"
          label={feedback.heading}
          required
          autocomplete="off"
          initial={begun.title}
          length={draft.value.title.length}
          maxLength={feedbackTitle?.max}
        />
        <Field
          form={form}
          name="content"
          label={feedback.content}
          hint={feedback.contentHint}
          rows={7}
          required
          initial={begun.content}
          length={draft.value.content.length}
          maxLength={feedbackContent?.max}
        />
        {form.refusal.value && <FailureNotice failure={form.refusal.value} />}
        <div class="flex flex-wrap items-center gap-2">
          <SubmitButton form={form}>{feedback.send}</SubmitButton>
          {hasDraft && <p class="text-base-content/80 text-sm">{feedback.draft}</p>}
        </div>
      </form>
    </Page>
  )
}

function draftIn(values: FormData): Draft {
  const text = (name: string) => String(values.get(name) ?? '')
  return { type: text('type'), title: text('title'), content: text('content') }
}

/** The type alone is no draft. */
const draftFields = ({ type, title, content }: Draft): Record<string, string> =>
  title.trim() === '' && content.trim() === '' ? {} : { type, title, content }

function TypeField({ form, initial }: { form: Form; initial: string }) {
  const { feedback } = settingsText
  const types = instance.value?.feedbackTypes ?? []
  return (
    <SelectField
      form={form}
      name="type"
      label={feedback.type}
      unchosen={feedback.chooseType}
      options={types.map((type) => [type, choiceLabel(type)])}
      initial={initial}
    />
  )
}

function Thanks({ onMore }: { onMore: () => void }) {
  const { feedback } = settingsText
  return (
    <Page title={feedback.thanks}>
      <Notice kind="success">
        <p>{feedback.sent}</p>
      </Notice>
      <button type="button" class="btn btn-outline w-full sm:w-auto sm:self-start" onClick={onMore}>
        {feedback.another}
      </button>
    </Page>
  )
}
