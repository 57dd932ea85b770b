import type { api, Failure } from './api'
import type { Target, VoteType } from './ballot'

// What waits until the server is reached. Pure rules.

/** A post as it is written; its picture may be one of this device, which is sent first. */
export type PostInput = Parameters<typeof api.posts.post>[0]

export type Waiting =
  | { kind: 'post'; input: PostInput; isDelayed?: boolean }
  | {
      kind: 'comment'
      postId: string
      parentCommentId: string | null
      content: string
      alias?: boolean
      isDelayed?: boolean
    }
  | ({ kind: 'vote'; to: VoteType | null } & Target)
  | ({ kind: 'deletion'; from: number } & Target)

export const UNDO_MS = 10_000

/** For how long it can still be undone. */
export const undoneFor = (waits: Waiting, now: number): number => {
  const left = waits.kind === 'deletion' ? waits.from - now : 0
  return left <= UNDO_MS ? Math.max(0, left) : 0
}

/** The server knows a key for 30 days; a text that may have arrived before would be there twice. */
const KEY_KNOWN_MS = 29 * 86_400_000

export const isKeyKnown = (sentAt: number, now: number): boolean => sentAt <= now && now - sentAt <= KEY_KNOWN_MS

/** These are over once the server is reached, or somebody signs in. */
const CHANGES = new Set(['UNREACHABLE', 'UNAUTHENTICATED'])
/** These say nothing of the text. */
const PASSES = new Set(['RATE_LIMITED', 'BUSY', 'NOT_READY', 'NOT_PRIMARY', 'STORAGE_UNAVAILABLE', 'INTERNAL'])
const SOON_S = 5

/** It stays with all behind it, for so many seconds or until something changes; or goes back to whoever wrote it. */
export function afterRefusal({ code, retryAfter = SOON_S }: Pick<Failure, 'code' | 'retryAfter'>) {
  if (CHANGES.has(code)) return 'wait'
  return PASSES.has(code) ? retryAfter : 'return'
}
