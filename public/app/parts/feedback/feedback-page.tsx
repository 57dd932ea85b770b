import { useSignal } from '@preact/signals'
import { forMembers } from '../../campus/auth/members-only'
import { api, envelope, under } from '../../lib/api'
import { choiceLabel } from '../../lib/choice-label'
import { discardDraft, readDraft, saveDraft, sendingKey } from '../../lib/draft-forms'
import { instance } from '../../lib/instance'
import { settingsText } from '../../texts/settings'
import { Field, Refusal, SelectField, SendForm, SubmitButton } from '../../ui/field'
import { focusPageHeading, Notice, Page } from '../../ui/page'

type Draft = { type: string; title: string; content: string }

const ABOUT = 'feedback'

export const FeedbackPage = forMembers(() => {
  const isSent = useSignal(false)
  const say = (sent: boolean) => {
    isSent.value = sent
    setTimeout(focusPageHeading)
  }
  return isSent.value ? <Thanks onMore={() => say(false)} /> : <Write onSent={() => say(true)} />
}, true)

function Write({ onSent }: { onSent: () => void }) {
  const begun = useSignal(readDraft<Draft>(ABOUT)).value
  const draft = useSignal({ type: '', title: '', content: '', ...begun })
  const { feedback } = settingsText
  const { feedbackTypes = [], limits } = instance.value ?? {}
  const note = ({ currentTarget }: { currentTarget: HTMLFormElement }) => {
    draft.value = draftIn(new FormData(currentTarget))
    saveDraft(ABOUT, draftFields(draft.value))
  }
  const sent = () => {
    discardDraft(ABOUT)
    onSent()
  }
  const hasDraft = Object.values(draftFields(draft.value)).some((text) => text.trim() !== '')
  return (
    <Page title={feedback.title} lead={feedback.lead}>
      <SendForm
        class="flex flex-col gap-5"
        send={async (values) => envelope(api.feedbacks.post(draftIn(values), under(await sendingKey(ABOUT))))}
        onDone={sent}
        onInput={note}
      >
        <SelectField
          name="type"
          label={feedback.type}
          unchosen={feedback.chooseType}
          options={feedbackTypes.map((type) => [type, choiceLabel(type)])}
          initial={begun.type}
        />
        <Field
          name="title"
          label={feedback.heading}
          required
          autocomplete="off"
          initial={begun.title}
          length={draft.value.title.length}
          maxLength={limits?.feedbackTitle?.max}
        />
        <Field
          name="content"
          label={feedback.content}
          hint={feedback.contentHint}
          rows={7}
          required
          initial={begun.content}
          length={draft.value.content.length}
          maxLength={limits?.feedbackContent?.max}
        />
        <Refusal />
        <div class="flex flex-wrap items-center gap-2">
          <SubmitButton>{feedback.send}</SubmitButton>
          {hasDraft && <p class="text-base-content/80 text-sm">{feedback.draft}</p>}
        </div>
      </SendForm>
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

function Thanks({ onMore }: { onMore: () => void }) {
  const { feedback } = settingsText
  return (
    <Page title={feedback.thanks}>
      <Notice kind="success">
        <p>{feedback.sent}</p>
      </Notice>
      <button type="button" class="btn btn-outline btn-wide" onClick={onMore}>
        {feedback.another}
      </button>
    </Page>
  )
}
