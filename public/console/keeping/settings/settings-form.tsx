import type { ComponentChildren, TargetedEvent } from 'preact'
import { announce } from '../../../app/lib/announcements'
import type { Failure } from '../../../app/lib/api'
import { useForm } from '../../../app/lib/form'
import type { FormDraft } from '../../../app/lib/form-draft'
import { me } from '../../../app/lib/me'
import { text } from '../../../app/texts/core'
import { Refusal, SendForm, SubmitButton } from '../../../app/ui/field'
import { settingsText } from '../../texts/settings'
import type { Settings } from './settings'

export const maySet = (): boolean => me.value?.role === 'superadmin'

type Props = {
  name: keyof Settings
  title: string
  lead: ComponentChildren
  isChanged: boolean
  /** The draft of the fields, where they make up the whole section. */
  draft?: FormDraft
  onInput?: (values: FormData) => void
  onDiscard?: () => void
  send: (values: FormData) => Promise<{ success: true; data: Settings } | Failure>
  onSaved: (settings: Settings) => void
  children: ComponentChildren
}

/** A section of the settings with a save button of its own. */
export function SettingsForm(props: Props) {
  const { name, title, lead, isChanged, draft, onInput, onDiscard, send, onSaved, children } = props
  const form = useForm()
  const { page } = settingsText
  const saved = ({ data }: { data: Settings }) => {
    draft?.drop()
    onSaved(data)
    announce(page.saved(title))
  }
  const discard = ({ currentTarget }: TargetedEvent<HTMLButtonElement>) => {
    const element = currentTarget.form!
    element.reset()
    for (const select of element.querySelectorAll('select')) select.dispatchEvent(new Event('change'))
    draft?.drop()
    form.errors.value = {}
    form.refusal.value = null
    onInput?.(new FormData(element))
    onDiscard?.()
    element.querySelector<HTMLElement>('[type=submit]')!.focus()
  }
  return (
    <SendForm
      form={form}
      draft={draft}
      labelledBy={`${name}-title`}
      send={send}
      onDone={saved}
      onInput={({ currentTarget }) => {
        draft?.keep()
        onInput?.(new FormData(currentTarget))
      }}
      class="card flex max-w-3xl flex-col gap-4 p-4 sm:p-5"
    >
      <SectionHead name={name} title={title} lead={lead} />
      <fieldset disabled={!maySet()} class="flex min-w-0 flex-col gap-4">
        <legend class="sr-only">{title}</legend>
        {children}
      </fieldset>
      <Refusal />
      {maySet() && (
        <div class="flex flex-wrap items-center gap-3">
          <SubmitButton class="btn-sm btn-primary" of={title}>
            {text.common.save}
          </SubmitButton>
          {isChanged && (
            <button type="button" class="btn btn-sm btn-ghost" onClick={discard}>
              {page.discard}
              <span class="sr-only"> {title}</span>
            </button>
          )}
          <p role="status" class="text-sm font-medium">
            {isChanged && page.unsaved}
          </p>
        </div>
      )}
    </SendForm>
  )
}

const SectionHead = ({ name, title, lead }: { name: string; title: string; lead: ComponentChildren }) => (
  <div>
    <h2 id={`${name}-title`} tabIndex={-1} class="text-lg font-semibold">
      {title}
    </h2>
    <p class="text-base-content/80 text-sm">{lead}</p>
  </div>
)

type SectionProps = { name: string; title: string; lead: ComponentChildren; children: ComponentChildren }

export const Section = ({ name, title, lead, children }: SectionProps) => (
  <section aria-labelledby={`${name}-title`} class="card flex max-w-3xl flex-col gap-4 p-4 sm:p-5">
    <SectionHead name={name} title={title} lead={lead} />
    {children}
  </section>
)
