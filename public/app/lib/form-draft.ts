import type { RefObject } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { discardDraft, readDraft, saveDraft } from './drafts'
import { controls } from './form'

type Draft = Record<string, string>

export type FormDraft = {
  ref: RefObject<HTMLFormElement | null>
  /** To be called whenever something has been filled in. */
  keep: () => void
  /** To be called once it was sent, or given up. */
  drop: () => void
}

/**
 * Keeps on this device what is changed in a form about `what`, and puts it back when the form is shown again: the
 * session may end while somebody writes. With null, nothing is kept.
 */
export function useFormDraft(what: string | null): FormDraft {
  const ref = useRef<HTMLFormElement>(null)
  const initial = useRef<Draft>({})
  // Once, when the form appears, and again for fields that appear with what was chosen.
  useEffect(() => {
    initial.current = readForm(ref.current!)
    if (what === null) return
    const draft = readDraft<Draft>(what)
    fillForm(ref.current!, draft)
    const later = setTimeout(() => ref.current && fillForm(ref.current, draft))
    return () => clearTimeout(later)
  }, [what])
  const keep = () => {
    if (what === null) return
    const changed = Object.entries(readForm(ref.current!)).filter(([key, value]) => initial.current[key] !== value)
    saveDraft(what, Object.fromEntries(changed))
  }
  const drop = () => {
    if (ref.current) initial.current = readForm(ref.current)
    if (what !== null) discardDraft(what)
  }
  return { ref, keep, drop }
}

/** Nothing of these may be kept, or could be put back. */
const UNSAVED_TYPES = new Set(['password', 'file'])

const draftControls = (form: HTMLFormElement) => controls(form).filter(({ type }) => !UNSAVED_TYPES.has(type))

const isSwitch = (control: Element): control is HTMLInputElement =>
  control instanceof HTMLInputElement && (control.type === 'checkbox' || control.type === 'radio')

/** Several switches may share a name. */
const draftKey = (control: ReturnType<typeof controls>[number]): string =>
  isSwitch(control) ? `${control.name}=${control.value}` : control.name

const readForm = (form: HTMLFormElement): Draft =>
  Object.fromEntries(
    draftControls(form).map((control) => [
      draftKey(control),
      isSwitch(control) ? String(control.checked) : control.value,
    ]),
  )

function fillForm(form: HTMLFormElement, draft: Partial<Draft>): void {
  for (const control of draftControls(form)) {
    const value = draft[draftKey(control)]
    if (value === undefined) continue
    if (isSwitch(control)) control.checked = value === 'true'
    else control.value = value
    for (const type of ['input', 'change']) control.dispatchEvent(new Event(type, { bubbles: true }))
  }
}
