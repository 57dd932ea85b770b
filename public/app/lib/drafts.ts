import { me } from './accounts/me'
import { forget, keep, kept } from './storage'

const PREFIX = 'quad.draft.'

/** One's own alone: several people may use a browser. */
const keyOf = (what: string): string | undefined => (me.value ? `${PREFIX}${me.value.id}.${what}` : undefined)

/** What was being written about `what` and was never sent. */
export function draftOf<Draft extends object>(what: string): Partial<Draft> {
  const key = keyOf(what)
  const text = key === undefined ? null : kept(key)
  try {
    return text === null ? {} : JSON.parse(text)
  } catch {
    return {}
  }
}

/** Keeps what is being written; where all of it is blank, there is nothing to keep. */
export function keepDraft(what: string, draft: Record<string, string>): void {
  const key = keyOf(what)
  if (key === undefined) return
  const isBlank = Object.values(draft).every((text) => text.trim() === '')
  keep(key, isBlank ? null : JSON.stringify(draft))
}

export const dropDraft = (what: string): void => keepDraft(what, {})

/** Forgets every draft of the account that is signed in. */
export function forgetDrafts(): void {
  const prefix = keyOf('')
  if (prefix !== undefined) forget(prefix)
}
