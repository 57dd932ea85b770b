import type { Signal } from '@preact/signals'
import type { Failure } from '../../lib/api'
import { sendVote, takeOlder, type VoteType } from '../../lib/ballot'

export type { VoteType } from '../../lib/ballot'

export type Votable = { id: string; userVote: VoteType | null; upvoteCount: number; downvoteCount: number }

/** Posts and comments with a vote under way. */
export const pendingVotes = new Set<string>()

const counts = (vote: VoteType | null, type: VoteType) => (vote === type ? 1 : 0)

/** The item with the viewer's vote changed, counted before the server responds. */
export function withVote<Item extends Votable>(item: Item, to: VoteType | null): Item {
  const change = (type: VoteType) => counts(to, type) - counts(item.userVote, type)
  return {
    ...item,
    userVote: to,
    upvoteCount: item.upvoteCount + change('upvote'),
    downvoteCount: item.downvoteCount + change('downvote'),
  }
}

/**
 * Casts or switches the viewer's vote, or withdraws it if the same button is pressed again. Shows it at once, reverts
 * it on refusal, and takes the counts from the response.
 */
export async function vote<Item extends Votable>(
  item: Signal<Item | null>,
  targetType: 'post' | 'comment',
  pressed: VoteType,
): Promise<Failure | undefined> {
  const before = item.value
  if (before === null || pendingVotes.has(before.id)) return undefined
  const to = before.userVote === pressed ? null : pressed
  pendingVotes.add(before.id)
  item.value = withVote(before, to)
  const putBack = takeOlder(before.id)
  const answer = await sendVote(before.userVote, to, { targetType, targetId: before.id })
  pendingVotes.delete(before.id)
  if (item.value === null) return undefined
  if ('code' in answer) {
    if (answer.code === 'UNREACHABLE' && (await isKept(targetType, before.id, to))) return undefined
    putBack?.()
    const { userVote, upvoteCount, downvoteCount } = before
    item.value = { ...item.value, userVote, upvoteCount, downvoteCount }
    return answer
  }
  item.value = { ...item.value, userVote: to, ...answer }
  return undefined
}

async function isKept(targetType: 'post' | 'comment', targetId: string, to: VoteType | null): Promise<boolean> {
  const outbox = await import('../outbox/outbox').catch(() => undefined)
  await outbox?.keepForLater(`vote-${targetId}`, { kind: 'vote', targetType, targetId, to })
  return outbox !== undefined
}
