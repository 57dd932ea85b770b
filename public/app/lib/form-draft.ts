import { useLayoutEffect, useRef } from 'preact/hooks'
import { discardDraft, readDraft, saveDraft } from './draft-forms'
import type { Draft } from './drafts'
import { controls } from './form'

export type FormDraft = ReturnType<typeof useFormDraft>

/**
 * Saves on this device what changes in a form about `what`, and restores it when the form is shown again, because the
 * session may end while somebody writes. Null saves nothing.
 */
export function useFormDraft(what: string | null) {
  const ref = useRef<HTMLFormElement>(null)
  const initial = useRef<Draft>({})
  const later = useRef<ReturnType<typeof setTimeout>>(undefined)
  // When the form appears, and a second time for fields that depend on a restored choice.
  useLayoutEffect(() => {
    initial.current = readForm(ref.current!)
    if (what === null) return
    const draft = readDraft<Draft>(what)
    fillForm(ref.current!, draft)
    later.current = setTimeout(() => ref.current && fillForm(ref.current, draft))
    return () => clearTimeout(later.current)
  }, [what])
  /** Called on every input. */
  const keep = () => {
    // What somebody changes meanwhile is not overwritten.
    clearTimeout(later.current)
    if (what === null) return
    const changed = Object.entries(readForm(ref.current!)).filter(([key, value]) => initial.current[key] !== value)
    saveDraft(what, Object.fromEntries(changed))
  }
  /** Called when the form was sent or given up. */
  const drop = () => {
    clearTimeout(later.current)
    if (ref.current) initial.current = readForm(ref.current)
    if (what !== null) discardDraft(what)
  }
  return { ref, keep, drop }
}

/** These must not be saved, or cannot be restored. */
const UNSAVED_TYPES = new Set(['password', 'file'])

const draftControls = (form: HTMLFormElement) => controls(form).filter(({ type }) => !UNSAVED_TYPES.has(type))

const isSwitch = (control: Element): control is HTMLInputElement =>
  control instanceof HTMLInputElement && (control.type === 'checkbox' || control.type === 'radio')

/** Several switches may share a name. */
const controlKey = (control: ReturnType<typeof controls>[number]): string =>
  isSwitch(control) ? `${control.name}=${control.value}` : control.name

const readForm = (form: HTMLFormElement): Draft =>
  Object.fromEntries(
    draftControls(form).map((control) => [
      controlKey(control),
      isSwitch(control) ? String(control.checked) : control.value,
    ]),
  )

function fillForm(form: HTMLFormElement, draft: Partial<Draft>): void {
  for (const control of draftControls(form)) {
    const value = draft[controlKey(control)]
    if (value === undefined) continue
    if (isSwitch(control)) control.checked = value === 'true'
    else control.value = value
    for (const type of ['input', 'change']) control.dispatchEvent(new Event(type, { bubbles: true }))
  }
}
