import type { Chapter, Fact, Violation } from './facts'
import type { Observation } from './observation'

/** By the names of the fields in answers. */
const COUNTERS = {
  upvotes: 'upvoteCount',
  downvotes: 'downvoteCount',
  comments: 'commentsCount',
  views: 'views',
} as const

/** What an operation adds to a counter: somewhere in the range. */
type Change = { start: number; end: number; isSure: boolean; least: number; most: number }
type Reading = { start: number; end: number; reader: string; value: number }

/** Deleted comments lose their counters, so that none ends. */
const countsOf = ({ posts, comments }: Observation) =>
  new Map(
    [...posts, ...comments].flatMap(([id, content]) =>
      'isDeleted' in content && content.isDeleted
        ? []
        : (Object.keys(COUNTERS) as (keyof typeof COUNTERS)[]).flatMap((counter): [string, number][] =>
            counter in content
              ? [[`${id} ${counter}`, (content as { [name: string]: unknown })[counter] as number]]
              : [],
          ),
    ),
  )

/** Where a counter is, from where it was, by the changes. */
function bounds(from: number, changes: readonly Change[], isSurelyIn: (change: Change) => boolean = () => true) {
  let [least, most] = [from, from]
  for (const change of changes) {
    const isSure = change.isSure && isSurelyIn(change)
    least += isSure ? change.least : Math.min(change.least, 0)
    most += isSure ? change.most : Math.max(change.most, 0)
  }
  return { least, most, has: (value: number) => least <= value && value <= most }
}

/** The ranges that an operation adds; a withdrawn vote was of either type. */
function changesOf({ act: { kind, id, value }, answer }: Fact, postOf: Map<string, string>) {
  const changed = (counter: string, least: number, most: number, of = id) => [`${of} ${counter}`, least, most] as const
  const before = answer.before?.voteType
  switch (kind) {
    case 'view':
      return [changed('views', 1, 1)]
    case 'comment':
      return [changed('comments', 1, 1)]
    case 'delete-comment':
    case 'moderate-comment':
      return [
        value === 'active' ? changed('comments', 0, 1, postOf.get(id)) : changed('comments', -1, 0, postOf.get(id)),
      ]
    case 'cast':
      return [changed(`${value}s`, 1, 1)]
    case 'withdraw':
      return [changed('upvotes', -1, 0), changed('downvotes', -1, 0)]
    case 'switch':
      if (before === value) return []
      return [
        changed(`${value}s`, before === undefined ? 0 : 1, 1),
        changed(value === 'upvote' ? 'downvotes' : 'upvotes', -1, before === undefined ? 0 : -1),
      ]
    default:
      return []
  }
}

/**
 * No counter of a post or comment is ever read below what had been counted before, nor above what was being counted; it is
 * the same for readers who come later, but for what was counted meanwhile.
 */
export function judgeCounters({ base, final, facts, scope }: Chapter): Violation[] {
  const [first, last] = [countsOf(base), countsOf(final)]
  const countings = new Map<string, { changes: Change[]; readings: Reading[] }>()
  const counting = (key: string) => {
    const found = countings.get(key) ?? { changes: [], readings: [] }
    countings.set(key, found)
    return found
  }
  for (const key of [...first.keys(), ...last.keys()]) counting(key)
  const postOf = new Map([base, final].flatMap(({ comments }) => [...comments].map(([id, { postId }]) => [id, postId])))
  for (const { act, madeId } of facts) if (act.kind === 'comment' && madeId !== undefined) postOf.set(madeId, act.id)
  for (const fact of facts) {
    const { act, answer, actor, start, end, happened } = fact
    if (happened !== 'no')
      for (const [key, least, most] of changesOf(fact, postOf))
        counting(key).changes.push({ start, end, isSure: happened === 'yes', least, most })
    if (scope === 'after') continue
    const { post = [], posts = [], comment = [], comments = [] } = answer
    const counts = answer.vote?.target ?? answer.target
    const shown = [post, posts, comment, comments, counts === undefined ? [] : { id: act.id, ...counts }].flat()
    for (const content of shown as ({ id: string; isDeleted?: boolean } & { [field: string]: unknown })[])
      for (const [counter, field] of Object.entries(COUNTERS)) {
        const value = content[field]
        if (typeof value === 'number' && content.isDeleted !== true)
          counting(`${content.id} ${counter}`).readings.push({ start, end, reader: actor.sessionId, value })
      }
  }
  return [...countings].flatMap(([key, { changes, readings }]) => {
    const violations: Violation[] = []
    const initial = first.get(key) ?? 0
    const fault = (what: string) => violations.push({ rule: 'counter', what: `${key}: ${what}` })
    const byReader = new Map<string, Reading>()
    for (const reading of readings.toSorted((one, other) => one.start - other.start)) {
      const { start, end, value, reader } = reading
      const begun = changes.filter((change) => change.start < end)
      const { least, most, has } = bounds(initial, begun, (change) => change.end < start)
      if (!has(value)) fault(`${value} was read instead of ${least} to ${most}`)
      const earlier = byReader.get(reader)
      if (earlier !== undefined && earlier.end < start) {
        const between = begun.filter((change) => change.end > earlier.start)
        const isBetween = (change: Change) => change.start > earlier.end && change.end < start
        if (!bounds(earlier.value, between, isBetween).has(value))
          fault(`went from ${earlier.value} to ${value} for one reader`)
      }
      byReader.set(reader, reading)
    }
    const value = scope === 'during' ? undefined : last.get(key)
    const { least, most, has } = bounds(initial, changes)
    if (value !== undefined && !has(value)) fault(`ends as ${value} instead of ${least} to ${most}`)
    return violations
  })
}
