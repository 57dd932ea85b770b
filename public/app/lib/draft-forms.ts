import {
  type Draft,
  discardEntry,
  drafts,
  type Entry,
  isListed,
  isOwn,
  put,
  putSoon,
  type Sent,
  savedDrafts,
  storing,
} from './drafts'
import { toBase64 } from './sealing'
import { DRAFTS } from './storage'
import { isOpen, tabId } from './tab'
import { isKeyKnown, type Waiting } from './waiting'

// The drafts of forms. Apart from drafts.ts, because the first load has no form.

const isDraftOf = (what: string, entry: Entry): boolean => entry.what === what && entry.waits === undefined

const ownDraft = (what: string): Entry | undefined =>
  savedDrafts().find((entry) => isDraftOf(what, entry) && isOwn(entry))

/** This tab's draft about `what`, else the latest that no open tab writes, which this tab then goes on with. */
function draftAbout(what: string): Entry | undefined {
  const own = ownDraft(what)
  if (own !== undefined) return own
  const left = savedDrafts().find((entry) => isDraftOf(what, entry) && !isOpen(entry.tab))
  if (left !== undefined) takeDraft(left.name)
  return left && drafts.get(left.name)
}

/** This tab goes on with the draft; one of its own about the same thing stays in the list. */
export function takeDraft(name: string): void {
  const entry = drafts.get(name)
  if (entry === undefined || isOwn(entry)) return
  const own = ownDraft(entry.what)
  if (own !== undefined) put({ ...own, tab: '' })
  put({ ...entry, tab: tabId() })
}

/** Begins a draft with a text that was written before, in this tab; what it had about the same stays in the list. */
export function beginDraft(what: string, draft: Draft, path: string): void {
  const isSame = (entry: Entry) => isDraftOf(what, entry) && textOf(entry.draft) === textOf(draft)
  const same = savedDrafts().find((entry) => isSame(entry) && (isOwn(entry) || !isOpen(entry.tab)))
  const { name } = same ?? { name: randomName() }
  if (same === undefined) put({ name, what, draft, tab: '', path, savedAt: Date.now() })
  takeDraft(name)
}

const randomName = (): string => DRAFTS + randomKey()
const randomKey = (): string => toBase64(crypto.getRandomValues(new Uint8Array(12)))

/**
 * The `Idempotency-Key` under which the draft is sent: one for each text of it, also when it is changed and changed back,
 * or the page was loaded again. Whoever sends it once more, because no answer came, creates it once.
 */
export async function sendingKey(what: string): Promise<string> {
  const entry = draftAbout(what)
  const before = entry && sentOf(entry)
  if (before && isKeyKnown(before.at, Date.now())) return before.key
  const sent = { key: randomKey(), at: Date.now() }
  if (entry) put({ ...entry, sent: { ...entry.sent, [textOf(entry.draft)]: sent } })
  // On the device before it goes: whatever ends this, it goes under the same key.
  await storing
  return sent.key
}

const textOf = (draft: Draft): string => JSON.stringify(draft)

/** When and under which key the text of the draft went first. */
export const sentOf = ({ sent, draft }: Readonly<Entry>): Sent | undefined => sent?.[textOf(draft)]

/** The unsent draft about `what`. */
export const readDraft = <Fields extends object>(what: string): Partial<Fields> =>
  (draftAbout(what)?.draft ?? {}) as Partial<Fields>

/** Saves the draft of this tab; removes it if all of its fields are blank. */
export function saveDraft(what: string, draft: Draft): void {
  const stored = ownDraft(what)
  if (Object.values(draft).some((text) => text.trim() !== '')) {
    const { name = randomName(), sent } = stored ?? {}
    putSoon({ name, what, draft, sent, tab: tabId(), path: location.pathname, savedAt: Date.now() })
  } else if (stored !== undefined) discardEntry(stored.name)
}

/**
 * Discards the draft about `what` when it was sent or given up. Others that nobody finds in the list of drafts go, too,
 * unless an open tab writes them: they would fill the form again.
 */
export function discardDraft(what: string): void {
  saveDraft(what, {})
  for (const entry of savedDrafts())
    if (isDraftOf(what, entry) && !isListed(entry) && (isOwn(entry) || !isOpen(entry.tab))) discardEntry(entry.name)
}

/** Takes the draft out of its form, to be sent later under its key. What waits about the same vote goes. */
export function holdDraft(what: string, waits: Waiting): Readonly<Entry> {
  const entry = draftAbout(what)
  if (entry === undefined) for (const each of savedDrafts()) if (each.what === what) discardEntry(each.name)
  const held = { name: randomName(), what, draft: {}, path: '', ...entry, waits, tab: '', savedAt: Date.now() }
  put(held)
  return held
}

/** Makes what waits a draft again; resolves once the device has that. */
export async function backToDraft(name: string): Promise<void> {
  const entry = drafts.get(name)
  if (entry !== undefined) put({ ...entry, waits: undefined })
  await storing
}
