import type { RefObject } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { me } from './accounts/me'
import { controls } from './form'
import { clearStorage, readStorage, writeStorage } from './storage'

const PREFIX = 'quad.draft.'

/** For each account, because several people may use a browser. */
const draftKey = (what: string): string | undefined => (me.value ? `${PREFIX}${me.value.id}.${what}` : undefined)

/** The unsent draft about `what`. */
export function readDraft<Draft extends object>(what: string): Partial<Draft> {
  const key = draftKey(what)
  const text = key === undefined ? null : readStorage(key)
  try {
    return text === null ? {} : JSON.parse(text)
  } catch {
    return {}
  }
}

/** Saves the draft; removes it if all of its fields are blank. */
export function saveDraft(what: string, draft: Record<string, string>): void {
  const key = draftKey(what)
  if (key === undefined) return
  const isBlank = Object.values(draft).every((text) => text.trim() === '')
  writeStorage(key, isBlank ? null : JSON.stringify(draft))
}

export const discardDraft = (what: string): void => saveDraft(what, {})

export function discardAllDrafts(): void {
  const prefix = draftKey('')
  if (prefix !== undefined) clearStorage(prefix)
}

type Draft = Record<string, string>

export type FormDraft = {
  ref: RefObject<HTMLFormElement | null>
  /** Called on every input. */
  keep: () => void
  /** Called when the form was sent or given up. */
  drop: () => void
}

/**
 * Saves on this device what changes in a form about `what`, and restores it when the form is shown again, because the
 * session may end while somebody writes. Null saves nothing.
 */
export function useFormDraft(what: string | null): FormDraft {
  const ref = useRef<HTMLFormElement>(null)
  const initial = useRef<Draft>({})
  // When the form appears, and a second time for fields that depend on a restored choice.
  useLayoutEffect(() => {
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
