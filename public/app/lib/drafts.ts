import { me } from './accounts/me'
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
