import { useSignal } from '@preact/signals'
import type { ComponentChildren, InputHTMLAttributes, RefObject } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { Failure } from '../lib/api'
import { type Form, FormContext, sendByKeys, submit, useForm, useFormAround } from '../lib/form'
import type { FormDraft } from '../lib/form-draft'
import { text } from '../texts/core'
import { FailureNotice } from './page'

type FieldEvent = { currentTarget: HTMLInputElement | HTMLTextAreaElement }

type Props = {
  name: string
  label: string
  hint?: ComponentChildren
  /** Renders a textarea with this many lines. */
  rows?: number
  type?: 'text' | 'email' | 'password' | 'date' | 'datetime-local'
  /** The first day that can be chosen. */
  min?: string
  required?: boolean
  autocomplete?: string
  autocapitalize?: 'off'
  spellcheck?: boolean
  inputMode?: 'url' | 'numeric'
  maxLength?: number | undefined
  /** The initial value; the element keeps its own value from then on. */
  initial?: string | undefined
  /** Says when little is left of `maxLength`. */
  isCounted?: boolean
  /** Takes the focus in place of the heading: on its page one types at once. */
  isFirst?: boolean
  /** The id of the datalist with what can be chosen. */
  list?: string
  onInput?: (event: FieldEvent) => void
}

/** A labelled input with its hint and its error, which `aria-describedby` connects to it. */
export function Field(props: Props) {
  const { name, label, hint, rows, type = 'text', initial, isCounted = false, isFirst = false, ...attributes } = props
  const length = useSignal(initial?.length ?? 0)
  const form = useFormAround()
  const control = useRef<HTMLElement>(null)
  useEffect(() => {
    if (isFirst) control.current?.focus()
  }, [])
  const common = {
    // No word of these is in a dictionary.
    ...(type === 'email' || type === 'password' ? { autocapitalize: 'off' as const, spellcheck: false } : {}),
    ...attributes,
    onInput: (event: FieldEvent) => {
      length.value = event.currentTarget.value.length
      attributes.onInput?.(event)
    },
    ...controlAttributes(form, name, hint),
    ref: control as RefObject<never>,
    dir: 'auto' as const,
    ...(initial === undefined ? {} : { defaultValue: initial }),
  }
  return (
    <Labelled name={name} label={label} hint={hint} isOptional={!attributes.required}>
      {rows ? (
        <textarea {...common} rows={rows} onKeyDown={sendByKeys} class="textarea w-full text-base" />
      ) : (
        <input {...({ ...common, type } as InputHTMLAttributes<HTMLInputElement>)} class="input w-full text-base" />
      )}
      <FieldError name={name} id={fieldId(name)} />
      {isCounted && <Remaining length={length.value} max={attributes.maxLength} />}
    </Labelled>
  )
}

const fieldId = (name: string): string => name.replaceAll('.', '-')

function controlAttributes(form: Form, name: string, hint: ComponentChildren) {
  const id = fieldId(name)
  const isWrong = form.errors.value[name] !== undefined
  const described = [isWrong && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return { id, name, 'aria-invalid': isWrong, 'aria-describedby': described || undefined }
}

type LabelledProps = Pick<Props, 'name' | 'label' | 'hint'> & { isOptional?: boolean; children: ComponentChildren }

const Labelled = ({ name, label, hint, isOptional = false, children }: LabelledProps) => (
  <div class="flex flex-col gap-1">
    <label for={fieldId(name)} class="font-medium">
      {label}
      {isOptional && <span class="text-base-content/80 font-normal"> ({text.form.optional})</span>}
    </label>
    {children}
    {hint && (
      <p id={`${fieldId(name)}-hint`} class="text-base-content/80 text-sm">
        {hint}
      </p>
    )}
  </div>
)

/** The error of a field, with the words that it is about. */
export function FieldError({ name, id }: { name: string; id: string }) {
  const { errors, matched: marked } = useFormAround()
  const error = errors.value[name]
  const matched = marked.value[name] ?? []
  if (!error) return null
  return (
    <div id={`${id}-error`} class="text-error text-sm font-medium">
      <p class="whitespace-pre-line">{error}</p>
      {matched.length > 0 && (
        <p class="mt-1 flex flex-wrap items-center gap-1.5">
          {text.form.matched}
          {matched.map((words) => (
            <mark key={words} class="bg-error/15 text-error rounded px-1.5">
              {words}
            </mark>
          ))}
        </p>
      )}
    </div>
  )
}

const LITTLE = 0.1

function Remaining({ length, max }: { length: number; max: number | undefined }) {
  if (max === undefined || max - length > max * LITTLE) return null
  return <p class="text-base-content/80 text-sm">{text.form.left(max - length)}</p>
}

type SelectFieldProps = {
  name: string
  label: string
  options: readonly (readonly [value: string, shown: string])[]
  initial?: string
  /**
   * The empty option that is shown until one is chosen, which is then required. Without it there is always a choice.
   */
  unchosen?: string
  hint?: ComponentChildren
  onChoose?: (value: string) => void
}

export function SelectField({ name, label, options, initial = '', unchosen, hint, onChoose }: SelectFieldProps) {
  const form = useFormAround()
  return (
    <Labelled name={name} label={label} hint={hint}>
      <select
        {...controlAttributes(form, name, hint)}
        required={unchosen !== undefined}
        class="select w-full text-base"
        onChange={({ currentTarget }) => onChoose?.(currentTarget.value)}
      >
        {unchosen !== undefined && <option value="">{unchosen}</option>}
        {options.map(([value, shown]) => (
          <option key={value} value={value} selected={value === initial}>
            {shown}
          </option>
        ))}
      </select>
      <FieldError name={name} id={fieldId(name)} />
    </Labelled>
  )
}

type LineProps = { label: string; hint?: ComponentChildren }

export const SwitchLine = ({ label, hint, children, ...input }: LineProps & InputHTMLAttributes<HTMLInputElement>) => (
  <label class="flex items-start gap-3">
    <input type="checkbox" class="toggle" {...(input as object)} />
    <span class="min-w-0">
      <span class="block font-medium">{label}</span>
      {children}
      {hint && <span class="text-base-content/80 block text-sm">{hint}</span>}
    </span>
  </label>
)

type SwitchProps = LineProps & { name: string; value?: string; initial: boolean }

export const SwitchField = ({ initial, ...line }: SwitchProps) => <SwitchLine {...line} defaultChecked={initial} />

type SubmitProps = {
  class?: string
  /** Which of several forms it is, for screen readers. */
  of?: string
  children: ComponentChildren
}

/** Submits the form around it; while the request is under way it says so and does nothing. */
export function SubmitButton({ class: className = 'btn-primary btn-wide', of, children }: SubmitProps) {
  const { value: isBusy } = useFormAround().busy
  return (
    <button type="submit" class={`btn ${className}`} aria-disabled={isBusy}>
      {isBusy ? text.common.loading : children}
      {of && <span class="sr-only"> {of}</span>}
    </button>
  )
}

/** Why the form around it was refused. */
export function Refusal() {
  const { value: failure } = useFormAround().refusal
  return failure && <FailureNotice failure={failure} />
}

type FormProps<Success> = {
  /** Called before the fields are checked. */
  before?: () => void
  send: (values: FormData) => Promise<Success | Failure>
  onDone?: (answer: Success, element: HTMLFormElement) => unknown
  /** Of its button, which stands beneath the fields and the refusal; without it, the children bring both. */
  confirm?: string
  class?: string | undefined
  draft?: FormDraft | undefined
  labelledBy?: string
  onInput?: (event: InputEvent & { currentTarget: HTMLFormElement }) => void
  /** Where more than the fields depends on its state. */
  form?: Form
  children?: ComponentChildren
  /** Beneath the button. */
  after?: ComponentChildren
}

/** A form that shows what is refused, at the fields where that is possible. */
export function SendForm<Success extends { success: true }>(props: FormProps<Success>) {
  const own = useForm()
  const { form = own, send, onDone, confirm, class: className = 'flex flex-col gap-4', draft, children, after } = props
  const sent = async (event: SubmitEvent) => {
    const element = event.currentTarget as HTMLFormElement
    props.before?.()
    const answer = await submit(event, form, send)
    if (answer) await onDone?.(answer, element)
  }
  return (
    <FormContext.Provider value={form}>
      <form
        ref={draft?.ref}
        class={className}
        aria-labelledby={props.labelledBy}
        noValidate
        onSubmit={sent}
        onInput={props.onInput ?? draft?.keep}
      >
        {children}
        {confirm !== undefined && (
          <>
            <Refusal />
            <SubmitButton>{confirm}</SubmitButton>
          </>
        )}
        {after}
      </form>
    </FormContext.Provider>
  )
}
