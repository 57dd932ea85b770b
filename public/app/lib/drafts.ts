import { signal } from '@preact/signals'
import { fromBase64, importKey, seal, toBase64, unseal } from './sealing'
import { clearStorage, DRAFTS, readStorage, SIGNED_OUT, storedNames, writeStorage } from './storage'
import { holdTab, lookForTabs, openTab, tabId } from './tab'
import type { Waiting } from './waiting'

/** Older ones go. */
const MAX_DRAFTS = 50

/** Where earlier versions stored drafts in clear. */
const CLEAR_PREFIX = 'quad.draft.'

export type Draft = Record<string, string>

export type Entry = {
  /** Where it is stored. */
  name: string
  what: string
  draft: Draft
  /** Under which key each of its texts went, and when first: the answer may have been lost. */
  sent?: Readonly<Record<string, Sent>> | undefined
  /** The tab that writes it. */
  tab: string
  /** The page on which it was written. */
  path: string
  savedAt: number
  /** Once it is in no form any more, and sent when the server is reached. */
  waits?: Waiting | undefined
}

export type Sent = { key: string; at: number }

/** The unsent drafts of the account; on the device they are encrypted, each under a random name. */
export const drafts = new Map<string, Entry>()
/** Of the account; undefined where the browser encrypts nothing, and drafts last as long as the document. */
export let sealKey: CryptoKey | undefined

/** The comments that wait for a network, in the order in which they were written. */
export const waitingComments = signal<readonly Readonly<Entry>[]>([])

/** Goes up whenever a draft is another than before; one that grows letter by letter is not. */
export const draftChanges = signal(0)

function noteChange(): void {
  draftChanges.value = draftChanges.peek() + 1
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
  noteChange()
  sealKey = await importKey(draftKey)
  for (const name of storedNames(DRAFTS)) await load(name)
  const unsent = savedDrafts().filter(({ waits }) => waits === undefined)
  for (const { name } of unsent.slice(MAX_DRAFTS)) discardEntry(name)
  await lookForTabs()
}

const loadFromOtherTab = ({ key }: StorageEvent) => {
  if (!key?.startsWith(DRAFTS)) return
  load(key)
  lookForTabs()
}

/** Drafts of other accounts on this device do not open. */
async function load(name: string): Promise<void> {
  const stored = readStorage(name)
  if (stored === null) {
    drafts.delete(name)
    noteChange()
  }
  const [iv, sealed] = stored?.split('.') ?? []
  if (sealKey === undefined || iv === undefined || sealed === undefined) return
  try {
    const entry = await unseal<Entry>(sealKey, { iv: fromBase64(iv), sealed: fromBase64(sealed) })
    // Meanwhile it may have been changed or discarded.
    if (readStorage(name) !== stored) return
    drafts.set(name, entry)
    noteChange()
  } catch {
    // Of another account.
  }
}

export let storing: Promise<void> = Promise.resolve()

async function store(name: string): Promise<void> {
  const [entry, key] = [drafts.get(name), sealKey]
  if (entry === undefined || key === undefined) return
  const { iv, sealed } = await seal(key, entry)
  // Meanwhile it may have been sent or discarded, or another tab may have signed out.
  if (drafts.has(name) && readStorage(SIGNED_OUT) === null)
    writeStorage(name, `${toBase64(iv)}.${toBase64(new Uint8Array(sealed))}`)
}

export function put(entry: Entry): void {
  drafts.set(entry.name, entry)
  noteChange()
  storing = storing.then(() => store(entry.name))
  hold()
}

/** Names of drafts that grow letter by letter, to be stored together. */
const growing = new Set<string>()
const GROWING_MS = 300

export function putSoon(entry: Entry): void {
  drafts.set(entry.name, entry)
  if (growing.size === 0) setTimeout(storeGrown, GROWING_MS)
  growing.add(entry.name)
  hold()
}

function storeGrown(): void {
  for (const name of growing) storing = storing.then(() => store(name))
  growing.clear()
}

export const isOwn = ({ tab }: Entry): boolean => tab === tabId()

const hold = () => holdTab([...drafts.values()].some(isOwn))

/** All drafts, the latest first. */
export const savedDrafts = (): readonly Readonly<Entry>[] =>
  [...drafts.values()].sort((one, other) => other.savedAt - one.savedAt)

export const NEW_POST = 'new-post'

/** Whether it is a text that somebody would look for: a post, a comment. */
export const isListed = ({ draft, path }: Readonly<Entry>): boolean =>
  path !== '' && Boolean(draft.title?.trim() || draft.content?.trim())

export function discardEntry(name: string): void {
  drafts.delete(name)
  writeStorage(name, null)
  noteChange()
  hold()
}

/** Also what another tab stored just now. */
export async function discardAllDrafts(): Promise<void> {
  for (const name of storedNames(DRAFTS)) await load(name)
  for (const name of [...drafts.keys()]) discardEntry(name)
}
