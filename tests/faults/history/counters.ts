import type { Chapter, Fact, Violation } from './facts'
import type { Content, Counts } from './operation'

type Counter = 'upvotes' | 'downvotes' | 'comments' | 'views'
/** What an operation adds to a counter: somewhere in the range. */
type Change = { start: number; end: number; isSure: boolean; least: number; most: number }
type Reading = { start: number; end: number; reader: string; value: number }
type Counting = { changes: Change[]; readings: Reading[] }

/** The bounds of a counter while it was read, or of its change between two readings. */
const bounds = (changes: readonly Change[], isSurelyIn: (change: Change) => boolean) => {
  let [least, most] = [0, 0]
  for (const change of changes) {
    const isSure = change.isSure && isSurelyIn(change)
    least += isSure ? change.least : Math.min(change.least, 0)
    most += isSure ? change.most : Math.max(change.most, 0)
  }
  return { least, most }
}

/**
 * A counter is never read below what had been counted before, nor above what was being counted; it is the same for
 * readers who come later, but for what was counted meanwhile. `final` is undefined for what is gone at the end.
 */
export function judgeCounter(
  name: string,
  initial: number,
  { changes, readings }: Counting,
  final: number | undefined,
): Violation[] {
  const violations: Violation[] = []
  const fault = (what: string) => violations.push({ rule: 'counter', what: `${name}: ${what}` })
  const byReader = new Map<string, Reading>()
  for (const reading of readings.toSorted((one, other) => one.start - other.start)) {
    const { start, end, value, reader } = reading
    const possible = changes.filter((change) => change.start < end)
    const { least, most } = bounds(possible, (change) => change.end < start)
    if (value < initial + least || value > initial + most)
      fault(`${value} was read instead of ${initial + least} to ${initial + most}`)
    const earlier = byReader.get(reader)
    if (earlier !== undefined && earlier.end < start) {
      const between = changes.filter((change) => change.start < end && change.end > earlier.start)
      const step = bounds(between, (change) => change.start > earlier.end && change.end < start)
      const change = value - earlier.value
      if (change < step.least || change > step.most) fault(`went from ${earlier.value} to ${value} for one reader`)
    }
    byReader.set(reader, reading)
  }
  if (final !== undefined) {
    const { least, most } = bounds(changes, () => true)
    if (final < initial + least || final > initial + most)
      fault(`ends as ${final} instead of ${initial + least} to ${initial + most}`)
  }
  return violations
}

/** The ranges that an operation adds; a withdrawn vote was of either type. */
function changesOf({ act, answer }: Fact): [id: string, counter: Counter, least: number, most: number][] {
  switch (act.kind) {
    case 'view':
      return [[act.postId, 'views', 1, 1]]
    case 'comment':
      return [[act.postId, 'comments', 1, 1]]
    case 'cast':
      return [[act.target.id, act.vote === 'upvote' ? 'upvotes' : 'downvotes', 1, 1]]
    case 'withdraw':
      return [
        [act.target.id, 'upvotes', -1, 0],
        [act.target.id, 'downvotes', -1, 0],
      ]
    case 'switch': {
      const before = answer.before?.voteType
      if (before === act.vote) return []
      const [to, from] =
        act.vote === 'upvote' ? (['upvotes', 'downvotes'] as const) : (['downvotes', 'upvotes'] as const)
      const isCertain = before !== undefined
      return [
        [act.target.id, to, isCertain ? 1 : 0, 1],
        [act.target.id, from, -1, isCertain ? -1 : 0],
      ]
    }
    default:
      return []
  }
}

const VOTES = ['upvotes', 'downvotes'] as const
const COUNTERS = [...VOTES, 'comments', 'views'] as const

const READ: Record<Counter, keyof Content> = {
  upvotes: 'upvoteCount',
  downvotes: 'downvoteCount',
  comments: 'commentsCount',
  views: 'views',
}

/** Every counter of posts and comments. Deleted comments lose their counters, so that none ends. */
export function judgeCounters({ base, final, facts, scope }: Chapter): Violation[] {
  const countings = new Map<string, Counting>()
  const counting = (id: string, counter: Counter): Counting => {
    const key = `${id} ${counter}`
    const found = countings.get(key) ?? { changes: [], readings: [] }
    countings.set(key, found)
    return found
  }
  const change = (id: string, counter: Counter, { start, end, happened }: Fact, least: number, most: number) => {
    if (happened !== 'no') counting(id, counter).changes.push({ start, end, isSure: happened === 'yes', least, most })
  }
  const postOf = new Map<string, string>()
  for (const { comments } of [base, final]) for (const [id, { postId }] of comments) postOf.set(id, postId)
  for (const { act, madeId } of facts)
    if (act.kind === 'comment' && madeId !== undefined) postOf.set(madeId, act.postId)

  for (const fact of facts) {
    const { act, answer, actor, start, end } = fact
    for (const [id, counter, least, most] of changesOf(fact)) change(id, counter, fact, least, most)
    if (act.kind === 'delete-comment' || act.kind === 'moderate-comment') {
      const postId = postOf.get(act.commentId)
      const [least, most] = act.kind === 'moderate-comment' && act.state === 'active' ? [0, 1] : [-1, 0]
      if (postId !== undefined) change(postId, 'comments', fact, least, most)
    }
    const read = (id: string, counter: Counter, value: unknown) => {
      if (typeof value === 'number') counting(id, counter).readings.push({ start, end, reader: actor.sessionId, value })
    }
    const { post, posts = [], comment, comments = [] } = answer
    for (const content of [post, ...posts, comment, ...comments])
      if (content !== undefined && content.isDeleted !== true)
        for (const [counter, field] of Object.entries(READ)) read(content.id, counter as Counter, content[field])
    const counts: Counts | undefined = answer.vote?.target ?? answer.target
    if (counts !== undefined && 'target' in act) {
      read(act.target.id, 'upvotes', counts.upvoteCount)
      read(act.target.id, 'downvotes', counts.downvoteCount)
    }
  }
  for (const { posts, comments } of [base, final]) {
    for (const id of posts.keys()) for (const counter of COUNTERS) counting(id, counter)
    for (const id of comments.keys()) for (const counter of VOTES) counting(id, counter)
  }
  return [...countings].flatMap(([key, each]) => {
    const [id = '', counter] = key.split(' ') as [string, Counter]
    const { changes, readings } = each
    const counted = { changes, readings: scope === 'after' ? [] : readings }
    const last = scope === 'during' ? undefined : stored(final, id, counter)
    return judgeCounter(key, stored(base, id, counter) ?? 0, counted, last)
  })
}

function stored({ posts, comments }: Chapter['base'], id: string, counter: Counter): number | undefined {
  const post = posts.get(id)
  if (post !== undefined) return post[counter]
  const comment = comments.get(id)
  return comment === undefined || comment.isDeleted || counter === 'views' || counter === 'comments'
    ? undefined
    : comment[counter]
}
