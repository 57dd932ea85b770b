import type { RefObject } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { fromBase64, toBase64 } from './base64'
import { controls } from './form'
import { clearStorage, readStorage, storedNames, writeStorage } from './storage'

const PREFIX = 'quad.sealed-draft.'
/** Where earlier versions stored drafts in clear. */
const CLEAR_PREFIX = 'quad.draft.'

type Draft = Record<string, string>
/** `key` once it was sent and no answer has come. */
type Entry = { name: string; draft: Draft; key?: string | undefined }

/** The unsent drafts of the account, by what they are about; on the device they are encrypted, each under a random name. */
const drafts = new Map<string, Entry>()
let sealKey: CryptoKey | undefined

/** Reads the drafts that this device has of the account. Only a session of the account returns its `draftKey`. */
export async function openDrafts(draftKey: string): Promise<void> {
  clearStorage(CLEAR_PREFIX)
  addEventListener('storage', loadFromOtherTab)
  drafts.clear()
  sealKey = await importKey(draftKey)
  for (const name of storedNames(PREFIX)) await load(name)
}

const loadFromOtherTab = ({ key }: StorageEvent) => {
  if (key?.startsWith(PREFIX)) load(key)
}

/** Browsers encrypt only under https and on loopback; elsewhere drafts last as long as the document. */
const importKey = async (draftKey: string): Promise<CryptoKey | undefined> =>
  globalThis.crypto?.subtle?.importKey('raw', fromBase64(draftKey), 'AES-GCM', false, ['encrypt', 'decrypt'])

/** Drafts of other accounts on this device do not open. */
async function load(name: string): Promise<void> {
  const [iv, sealed] = readStorage(name)?.split('.') ?? []
  if (sealKey === undefined || iv === undefined || sealed === undefined) return
  try {
    const bytes = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: fromBase64(iv) }, sealKey, fromBase64(sealed))
    const { what, draft, key } = JSON.parse(new TextDecoder().decode(bytes))
    drafts.set(what, { name, draft, key })
  } catch {
    // Of another account.
  }
}

let storing: Promise<void> = Promise.resolve()

async function store(what: string): Promise<void> {
  const [entry, key] = [drafts.get(what), sealKey]
  if (entry === undefined || key === undefined) return
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const bytes = new TextEncoder().encode(JSON.stringify({ what, draft: entry.draft, key: entry.key }))
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, bytes)
  // Meanwhile it may have been sent or discarded.
  if (drafts.get(what)?.name === entry.name)
    writeStorage(entry.name, `${toBase64(iv)}.${toBase64(new Uint8Array(sealed))}`)
}

function storeLater(what: string): void {
  storing = storing.then(() => store(what))
}

const randomName = (): string => PREFIX + randomKey()
const randomKey = (): string => toBase64(crypto.getRandomValues(new Uint8Array(12)))

/**
 * The `Idempotency-Key` under which the draft is sent: the same one until a word of it changes, also after the page was
 * loaded again. Whoever sends it once more, because no answer came, creates it once.
 */
export function sendingKey(what: string): string {
  const entry = drafts.get(what)
  const key = entry?.key ?? randomKey()
  if (entry !== undefined && entry.key === undefined) {
    entry.key = key
    storeLater(what)
  }
  return key
}

/** The unsent draft about `what`. */
export const readDraft = <Fields extends object>(what: string): Partial<Fields> =>
  (drafts.get(what)?.draft ?? {}) as Partial<Fields>

/** Saves the draft; removes it if all of its fields are blank. */
export function saveDraft(what: string, draft: Draft): void {
  const stored = drafts.get(what)
  if (Object.values(draft).some((text) => text.trim() !== '')) {
    // A form that is filled in again changes nothing.
    const key = JSON.stringify(stored?.draft) === JSON.stringify(draft) ? stored?.key : undefined
    drafts.set(what, { name: stored?.name ?? randomName(), draft, key })
    storeLater(what)
  } else if (stored !== undefined) {
    drafts.delete(what)
    writeStorage(stored.name, null)
  }
}

export const discardDraft = (what: string): void => saveDraft(what, {})

export function discardAllDrafts(): void {
  for (const what of [...drafts.keys()]) discardDraft(what)
}

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
