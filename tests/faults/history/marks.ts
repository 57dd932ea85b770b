import type { Chapter, Fact, Violation } from './facts'
import { Objects, type Places } from './objects'
import type { Content, Vote } from './operation'

type Mark = Vote | 'bookmarked' | 'none'

/**
 * Votes and bookmarks: each account has at most one of each on a target, and it goes with its target. The key has the
 * user, the target and what it is.
 */
export function judgeMarks({ base, final, facts, scope }: Chapter, places: Places): Violation[] {
  const stored = ({ votes, bookmarks }: Chapter['base'], key: string): Mark => {
    const [user, target, what] = key.split(' ')
    if (what === 'bookmark') return bookmarks.has(`${user} ${target}`) ? 'bookmarked' : 'none'
    return votes.get(`${user} ${target}`) ?? 'none'
  }
  const marks = new Objects<Mark>(
    'mark',
    scope,
    (key) => stored(base, key),
    (key, mark) => mark === stored(final, key),
  )
  const keys = new Set(
    [base, final].flatMap(({ votes, bookmarks }) => [
      ...[...votes.keys()].map((key) => `${key} vote`),
      ...[...bookmarks.keys()].map((key) => `${key} bookmark`),
    ]),
  )
  for (const fact of facts) for (const key of touched(fact)) keys.add(key)
  const keysOf = new Map<string, string[]>()
  for (const key of keys) {
    const [, target = ''] = key.split(' ')
    keysOf.set(target, [...(keysOf.get(target) ?? []), key])
  }
  for (const fact of facts) {
    addMark(marks, fact)
    for (const target of removed(fact, places))
      for (const key of keysOf.get(target) ?? []) marks.write(key, fact, () => 'none')
  }
  return marks.judge(keys)
}

/** What an operation deletes, with what is below it. */
function removed({ act, happened }: Fact, places: Places): string[] {
  if (happened === 'no') return []
  if (act.kind === 'delete-comment') return [act.commentId]
  return act.kind === 'delete-post' ? [act.postId, ...places.commentsOf(act.postId)] : []
}

function touched({ act, actor: { userId } }: Fact): string[] {
  if (act.kind === 'cast' || act.kind === 'switch' || act.kind === 'withdraw')
    return [`${userId} ${act.target.id} vote`]
  if (act.kind === 'bookmark' || act.kind === 'unbookmark') return [`${userId} ${act.postId} bookmark`]
  return []
}

function addMark(marks: Objects<Mark>, fact: Fact): void {
  const { act, answer, code, outcome, actor } = fact
  const [key = ''] = touched(fact)
  switch (act.kind) {
    case 'cast':
      marks.write(key, fact, (mark) => (mark === 'none' ? act.vote : undefined))
      if (code === 'ALREADY_VOTED') marks.read(key, fact, (mark) => mark !== 'none')
      break
    case 'switch': {
      const before = answer.before?.voteType
      marks.write(key, fact, (mark) =>
        mark === 'none' || (before !== undefined && mark !== before) ? undefined : act.vote,
      )
      break
    }
    case 'withdraw':
      marks.write(key, fact, (mark) => (mark === 'none' ? undefined : 'none'))
      break
    case 'bookmark':
      marks.write(key, fact, (mark) => (mark === 'none' ? 'bookmarked' : undefined))
      if (code === 'ALREADY_BOOKMARKED') marks.read(key, fact, (mark) => mark === 'bookmarked')
      break
    case 'unbookmark':
      marks.write(key, fact, (mark) => (mark === 'bookmarked' ? 'none' : undefined))
      if (code === 'NOT_FOUND') marks.read(key, fact, (mark) => mark === 'none')
      break
    case 'read-bookmark':
      if (outcome === 'acknowledged')
        marks.read(`${actor.userId} ${act.postId} bookmark`, fact, (mark) => mark === 'bookmarked')
      break
  }
  const seen = ({ id, userVote, bookmarked }: Content) => {
    marks.read(`${actor.userId} ${id} vote`, fact, (mark) => mark === (userVote ?? 'none'))
    if (bookmarked !== undefined)
      marks.read(`${actor.userId} ${id} bookmark`, fact, (mark) => (mark === 'bookmarked') === bookmarked)
  }
  const { post, posts = [], comment, comments = [] } = answer
  for (const content of [post, ...posts, comment, ...comments])
    if (content !== undefined && content.isDeleted !== true) seen(content)
}
