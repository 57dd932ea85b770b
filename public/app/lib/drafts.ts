import { signal } from '@preact/signals'
import { fromBase64, toBase64 } from './base64'
import type { Waiting } from './outbox/waiting'
import { clearStorage, readStorage, storedNames, writeStorage } from './storage'
import { holdTab, isOpen, lookForTabs, openTab, tabId } from './tab'

const PREFIX = 'quad.sealed-draft.'
/** Where earlier versions stored drafts in clear. */
const CLEAR_PREFIX = 'quad.draft.'
/** Older ones go. */
const MAX_DRAFTS = 50

export type Draft = Record<string, string>

export type Entry = {
  /** Where it is stored. */
  name: string
  what: string
  draft: Draft
  /** Once it was sent and no answer has come. */
  key?: string | undefined
  /** The tab that writes it. */
  tab: string
  /** The page on which it was written. */
  path: string
  savedAt: number
  /** Once it is in no form any more, and sent when there is a network. */
  waits?: Waiting | undefined
}

/** The unsent drafts of the account; on the device they are encrypted, each under a random name. */
const drafts = new Map<string, Entry>()
let sealKey: CryptoKey | undefined

/** The comments that wait for a network, in the order in which they were written. */
export const waitingComments = signal<readonly Readonly<Entry>[]>([])

function noteWaiting(): void {
  const now = savedDrafts().filter(({ waits }) => waits?.kind === 'comment')
  // A draft that grows letter by letter changes nothing here.
  if (now.length + waitingComments.peek().length > 0) waitingComments.value = now.toReversed()
}

/** Reads the drafts that this device has of the account. Only a session of the account returns its `draftKey`. */
export async function openDrafts(draftKey: string): Promise<void> {
  clearStorage(CLEAR_PREFIX)
  openTab()
  addEventListener('storage', loadFromOtherTab)
  addEventListener('visibilitychange', lookForTabs)
  // A document lives on for a moment after any of these.
  for (const ending of ['beforeunload', 'pagehide', 'visibilitychange']) addEventListener(ending, storeGrown)
  storeGrown()
  await storing
  drafts.clear()
  noteWaiting()
  sealKey = await importKey(draftKey)
  for (const name of storedNames(PREFIX)) await load(name)
  for (const { name } of savedDrafts().slice(MAX_DRAFTS)) discardEntry(name)
  await lookForTabs()
}

const loadFromOtherTab = ({ key }: StorageEvent) => {
  if (!key?.startsWith(PREFIX)) return
  load(key)
  lookForTabs()
}

/** Browsers encrypt only under https and on loopback; elsewhere drafts last as long as the document. */
const importKey = async (draftKey: string): Promise<CryptoKey | undefined> =>
  globalThis.crypto?.subtle?.importKey('raw', fromBase64(draftKey), 'AES-GCM', false, ['encrypt', 'decrypt'])

/** Drafts of other accounts on this device do not open. */
async function load(name: string): Promise<void> {
  const stored = readStorage(name)
  if (stored === null) {
    drafts.delete(name)
    noteWaiting()
  }
  const [iv, sealed] = stored?.split('.') ?? []
  if (sealKey === undefined || iv === undefined || sealed === undefined) return
  try {
    const bytes = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: fromBase64(iv) }, sealKey, fromBase64(sealed))
    // Meanwhile it may have been changed or discarded.
    if (readStorage(name) !== stored) return
    // Earlier versions stored `what`, `draft` and `key` alone.
    drafts.set(name, { tab: '', path: '', savedAt: 0, ...JSON.parse(new TextDecoder().decode(bytes)), name })
    noteWaiting()
  } catch {
    // Of another account.
  }
}

let storing: Promise<void> = Promise.resolve()

async function store(name: string): Promise<void> {
  const [entry, key] = [drafts.get(name), sealKey]
  if (entry === undefined || key === undefined) return
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const bytes = new TextEncoder().encode(JSON.stringify(entry))
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, bytes)
  // Meanwhile it may have been sent or discarded.
  if (drafts.has(name)) writeStorage(name, `${toBase64(iv)}.${toBase64(new Uint8Array(sealed))}`)
}

function put(entry: Entry): void {
  drafts.set(entry.name, entry)
  noteWaiting()
  storing = storing.then(() => store(entry.name))
  hold()
}

/** Names of drafts that grow letter by letter, to be stored together. */
const growing = new Set<string>()
const GROWING_MS = 300

function putSoon(entry: Entry): void {
  drafts.set(entry.name, entry)
  if (growing.size === 0) setTimeout(storeGrown, GROWING_MS)
  growing.add(entry.name)
  hold()
}

function storeGrown(): void {
  for (const name of growing) storing = storing.then(() => store(name))
  growing.clear()
}

const isOwn = ({ tab }: Entry): boolean => tab === tabId()

const hold = () => holdTab([...drafts.values()].some(isOwn))

/** All drafts, the latest first. */
export const savedDrafts = (): readonly Readonly<Entry>[] =>
  [...drafts.values()].sort((one, other) => other.savedAt - one.savedAt)

/** What the draft of a new post is about. */
export const NEW_POST = 'new-post'

/** Whether it is a text that somebody would look for: a post, a comment. */
export const isListed = ({ draft, path }: Readonly<Entry>): boolean =>
  path !== '' && Boolean(draft.title?.trim() || draft.content?.trim())

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

const randomName = (): string => PREFIX + randomKey()
const randomKey = (): string => toBase64(crypto.getRandomValues(new Uint8Array(12)))

/**
 * The `Idempotency-Key` under which the draft is sent: the same one until a word of it changes, also after the page was
 * loaded again. Whoever sends it once more, because no answer came, creates it once.
 */
export function sendingKey(what: string): string {
  const entry = draftAbout(what)
  const key = entry?.key ?? randomKey()
  if (entry !== undefined && entry.key === undefined) put({ ...entry, key })
  return key
}

/** The unsent draft about `what`. */
export const readDraft = <Fields extends object>(what: string): Partial<Fields> =>
  (draftAbout(what)?.draft ?? {}) as Partial<Fields>

/** A text that came back: this tab goes on with it, and a draft of its own about the same thing stays in the list. */
export function bringBackDraft(what: string, draft: Draft, path: string): void {
  const name = randomName()
  put({ name, what, draft, tab: '', path, savedAt: Date.now() })
  takeDraft(name)
}

/** Saves the draft of this tab; removes it if all of its fields are blank. */
export function saveDraft(what: string, draft: Draft): void {
  const stored = ownDraft(what)
  if (Object.values(draft).some((text) => text.trim() !== '')) {
    // A form that is filled in again changes nothing.
    const key = JSON.stringify(stored?.draft) === JSON.stringify(draft) ? stored?.key : undefined
    const name = stored?.name ?? randomName()
    putSoon({ name, what, draft, key, tab: tabId(), path: location.pathname, savedAt: Date.now() })
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

export function discardEntry(name: string): void {
  drafts.delete(name)
  writeStorage(name, null)
  noteWaiting()
  hold()
}

/** Takes the draft out of its form, to be sent later under its key. What waits about the same vote goes. */
export function holdDraft(what: string, waits: Waiting): Readonly<Entry> {
  const key = sendingKey(what)
  const entry = draftAbout(what)
  if (entry === undefined) for (const each of savedDrafts()) if (each.what === what) discardEntry(each.name)
  const held = { name: randomName(), what, draft: {}, path: '', ...entry, key, waits, tab: '', savedAt: Date.now() }
  put(held)
  return held
}

/** Changes what waits, or makes it a draft again; resolves once the device has that. */
export async function replaceWaiting(name: string, waits: Waiting | undefined): Promise<void> {
  const entry = drafts.get(name)
  if (entry !== undefined) put({ ...entry, waits })
  await storing
}

/** Puts a discarded draft back. */
export const restoreEntry = (entry: Readonly<Entry>): void => put(entry)

export function discardAllDrafts(): void {
  for (const name of [...drafts.keys()]) discardEntry(name)
}
