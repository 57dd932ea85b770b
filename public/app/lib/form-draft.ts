import type { RefObject } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { draftOf, dropDraft, keepDraft } from './drafts'
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
  const began = useRef<Draft>({})
  // Once, when the form appears, and again for fields that appear with what was chosen.
  useEffect(() => {
    began.current = filledIn(ref.current!)
    if (what === null) return
    const draft = draftOf<Draft>(what)
    putBack(ref.current!, draft)
    const later = setTimeout(() => ref.current && putBack(ref.current, draft))
    return () => clearTimeout(later)
  }, [what])
  const keep = () => {
    if (what === null) return
    const changed = Object.entries(filledIn(ref.current!)).filter(([key, value]) => began.current[key] !== value)
    keepDraft(what, Object.fromEntries(changed))
  }
  const drop = () => {
    if (ref.current) began.current = filledIn(ref.current)
    if (what !== null) dropDraft(what)
  }
  return { ref, keep, drop }
}

/** Nothing of these may be kept, or could be put back. */
const UNKEPT = new Set(['password', 'file'])

const kept = (form: HTMLFormElement) => controls(form).filter(({ type }) => !UNKEPT.has(type))

const isSwitch = (control: Element): control is HTMLInputElement =>
  control instanceof HTMLInputElement && (control.type === 'checkbox' || control.type === 'radio')

/** Several switches may share a name. */
const keyOf = (control: ReturnType<typeof controls>[number]): string =>
  isSwitch(control) ? `${control.name}=${control.value}` : control.name

const filledIn = (form: HTMLFormElement): Draft =>
  Object.fromEntries(
    kept(form).map((control) => [keyOf(control), isSwitch(control) ? String(control.checked) : control.value]),
  )

function putBack(form: HTMLFormElement, draft: Partial<Draft>): void {
  for (const control of kept(form)) {
    const value = draft[keyOf(control)]
    if (value === undefined) continue
    if (isSwitch(control)) control.checked = value === 'true'
    else control.value = value
    for (const type of ['input', 'change']) control.dispatchEvent(new Event(type, { bubbles: true }))
  }
}
