import { signal } from '@preact/signals'

/** What decides of a post whether its reader muted it. */
type Mutable = { id: string; topic: string; title: string; content: string }

type Muted = { isPostMuted: (post: Mutable) => boolean; isTextMuted: (text: string) => boolean }

/** Set once mutes are loaded (mutes.ts), by those who have some. Lists and threads fold what it says is muted. */
export const muted = signal<Muted | undefined>(undefined)
