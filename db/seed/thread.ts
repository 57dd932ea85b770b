import { DAY, HOUR } from './calendar'
import type { Random } from './random'

/** A comment of a thread; `parent` is the place of another in the same list, before it, or -1. */
type Planned = {
  at: number
  parent: number
  depth: number
  hasReplies: boolean
  isBanned: boolean
  isDeleted: boolean
  /** Direct replies that are shown. */
  replies: number
  hidden: boolean
}

export type Thread = { comments: Planned[]; live: number; shown: number; top: number }

const REPLY_CHANCE = 0.55
const DEEPEST = 12
const BANNED_CHANCE = 0.003
/** Of those that were answered: a comment without an answer leaves nothing behind when it is deleted. */
const DELETED_CHANCE = 0.02

/** A thread of `count` comments on a post of the time `from`: most come within hours, and answer what was said last. */
export function planThread(random: Random, count: number, from: number, until: number): Thread {
  const times = Array.from({ length: count }, () => commentTime(random, from, until)).sort((a, b) => a - b)
  const comments: Planned[] = []
  for (const at of times) {
    const parent = parentOf(random, comments)
    const above = comments[parent]
    if (above !== undefined) above.hasReplies = true
    const depth = above === undefined ? 0 : above.depth + 1
    comments.push({
      at,
      parent,
      depth,
      hasReplies: false,
      isBanned: random.chance(BANNED_CHANCE),
      isDeleted: false,
      replies: 0,
      hidden: false,
    })
  }
  for (const comment of comments)
    if (comment.hasReplies && !comment.isBanned) comment.isDeleted = random.chance(DELETED_CHANCE)
  return { comments, ...standing(comments) }
}

function commentTime(random: Random, from: number, until: number): number {
  const wait = random.chance(0.8) ? random.exponential(5 * HOUR) : random.exponential(6 * DAY)
  const latest = until - 1 - from
  return Math.floor(from + (wait < latest ? wait : random.fraction() * latest))
}

function parentOf(random: Random, before: readonly Planned[]): number {
  if (!random.chance(REPLY_CHANCE)) return -1
  const parent = before.length - 1 - Math.floor(random.exponential(3))
  return (before[parent]?.depth ?? DEEPEST) < DEEPEST ? parent : -1
}

/** What the thread shows: what is neither banned nor deleted, and whatever has something shown beneath it. */
function standing(comments: readonly Planned[]): { live: number; shown: number; top: number } {
  const counts = { live: 0, shown: 0, top: 0 }
  for (const comment of comments.toReversed()) {
    const isLive = !comment.isBanned && !comment.isDeleted
    comment.hidden = !isLive && comment.replies === 0
    if (isLive) counts.live++
    if (comment.hidden) continue
    counts.shown++
    const above = comments[comment.parent]
    if (above === undefined) counts.top++
    else above.replies++
  }
  return counts
}
