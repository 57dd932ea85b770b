import { text } from '../texts/core'
import { type Failure, isReached, unreachable } from './api'
import { readStorage, tabStorage, writeStorage } from './storage'

/** The versions for which this tab has reloaded. */
const RELOADED_KEY = 'quad.reloaded'

/**
 * Called where a part of the program did not load. The parts of an old version disappear with a new one, so the page is
 * loaded again, once for each version; what was typed is in the drafts. Resolves to why it was not.
 */
export async function missingPart(): Promise<Failure> {
  if (!(await isReached())) return unreachable()
  const version = document.querySelector('script[type=importmap]')!.textContent
  const reloaded = readStorage(RELOADED_KEY, tabStorage) ?? ''
  writeStorage(RELOADED_KEY, `${reloaded} ${version}`, tabStorage)
  // Without storage it would reload for ever.
  const isNoted = readStorage(RELOADED_KEY, tabStorage)?.endsWith(version)
  if (reloaded.includes(version) || !isNoted) return { success: false, code: '', message: text.unreachable.part }
  location.reload()
  return new Promise(() => undefined)
}
