import type { VoteType } from '../votes/ballot'

// What was written without a network and waits for it. Pure rules.

type PostInput = { title: string; content: string; topic: string; isPrivate: boolean; alias?: true }
type What =
  | { kind: 'post'; input: PostInput; isDelayed?: boolean }
  | {
      kind: 'comment'
      postId: string
      parentCommentId: string | null
      content: string
      alias?: boolean
      isDelayed?: boolean
    }
  | { kind: 'vote'; targetType: 'post' | 'comment'; targetId: string; to: VoteType | null }

/** A request that waits, and when it was sent first: its answer may have been lost. */
export type Waiting = What & { triedAt?: number }

/** The server knows a key for a day; a text that may have arrived longer ago would be there twice. */
const KEY_KNOWN_MS = 20 * 3_600_000

export const maySend = ({ kind, triedAt }: Waiting, now: number): boolean =>
  kind === 'vote' || triedAt === undefined || (triedAt <= now && now - triedAt <= KEY_KNOWN_MS)

/** Refusals that say nothing of the text. */
const LATER = new Set([
  'UNREACHABLE',
  'RATE_LIMITED',
  'BUSY',
  'NOT_READY',
  'NOT_PRIMARY',
  'STORAGE_UNAVAILABLE',
  'INTERNAL',
  'UNAUTHENTICATED',
])

/** What becomes of it: it stays, with all behind it, or goes back to whoever wrote it. */
export const afterRefusal = (code: string): 'wait' | 'return' => (LATER.has(code) ? 'wait' : 'return')
