import { useSignal } from '@preact/signals'
import { forMembers } from '../../campus/auth/members-only'
import { api, envelope, under } from '../../lib/api'
import { choiceLabel } from '../../lib/choice-label'
import { sendingKey } from '../../lib/draft-forms'
import { useFormDraft } from '../../lib/form-draft'
import { instance } from '../../lib/instance'
import { settingsText } from '../../texts/settings'
import { youText } from '../../texts/you'
import { Field, Refusal, SelectField, SendForm, SubmitButton } from '../../ui/field'
import { focusPageHeading, Notice, Page } from '../../ui/page'

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
  const draft = useFormDraft(ABOUT)
  const isWritten = useSignal(false)
  const { feedback } = settingsText
  const { feedbackTypes = [], limits } = instance.value ?? {}
  const note = ({ currentTarget }: { currentTarget: HTMLFormElement }) => {
    const { title, content } = inputIn(new FormData(currentTarget))
    isWritten.value = `${title}${content}`.trim() !== ''
    draft.keep()
  }
  const sent = () => {
    draft.drop()
    onSent()
  }
  return (
    <Page title={youText.you.feedback} lead={feedback.lead}>
      <SendForm
        class="flex flex-col gap-5"
        send={async (values) => envelope(api.feedbacks.post(inputIn(values), under(await sendingKey(ABOUT))))}
        draft={draft}
        onDone={sent}
        onInput={note}
      >
        <SelectField
          name="type"
          label={feedback.type}
          unchosen={feedback.chooseType}
          options={feedbackTypes.map((type) => [type, choiceLabel(type)])}
        />
        <Field
          name="title"
          label={feedback.heading}
          required
          autocomplete="off"
          isCounted
          maxLength={limits?.feedbackTitle?.max}
        />
        <Field
          name="content"
          label={feedback.content}
          hint={feedback.contentHint}
          rows={7}
          required
          isCounted
          maxLength={limits?.feedbackContent?.max}
        />
        <Refusal />
        <div class="flex flex-wrap items-center gap-2">
          <SubmitButton>{feedback.send}</SubmitButton>
          {isWritten.value && <p class="text-base-content/80 text-sm">{feedback.draft}</p>}
        </div>
      </SendForm>
    </Page>
  )
}

function inputIn(values: FormData) {
  const text = (name: string) => String(values.get(name) ?? '')
  return { type: text('type'), title: text('title'), content: text('content') }
}

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
