import { beginDraft } from '../../lib/draft-forms'
import { NEW_POST } from '../../lib/drafts'
import { go } from '../../lib/navigation'
import type { Language } from '../../texts/catalogue'
import threads from './starters.json'

export type Starter = { topic: string } & Record<Language, { title: string; content: string }>

export const STARTERS: readonly Starter[] = threads

/** Opens it in the composer, as a draft that waits for its author. */
export function begin({ topic }: Starter, { title, content = '' }: { title: string; content?: string }): void {
  beginDraft(NEW_POST, { title, content, topic }, '/new')
  go('/new')
}
