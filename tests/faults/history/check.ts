import { judgeCounters } from './counters'
import { audited, type Chapter, type Fact, type Scope, toChapter, type Violation } from './facts'
import { FEED_LENGTH } from './kinds'
import { judgeObjects } from './model'
import type { Observation } from './observation'
import { isRead, type Operation } from './operation'

export type Judgement = {
  violations: Violation[]
  /** Writes, by what their clients learned. */
  acknowledged: number
  refused: number
  unknown: number
}

/**
 * Judges what clients did between two quiet moments, by what was stored at both (as Jepsen does, https://jepsen.io).
 * What was acknowledged happened; what was refused did not; what was not answered happened as a whole or not at all; and
 * every answer can be explained by some order of operations that agrees with what all others saw. Without `readsLast`,
 * what was read but never acknowledged may be gone at the end.
 */
export function judge(
  base: Observation,
  operations: readonly Operation[],
  final: Observation,
  readsLast = true,
): Judgement {
  const scopes: Scope[] = readsLast ? ['whole'] : ['during', 'after']
  const chapters = scopes.map((scope) => toChapter(base, operations, final, scope))
  const last = chapters.at(-1) as Chapter
  const count = (outcome: string) => operations.filter((each) => each.outcome === outcome && !isRead(each)).length
  const rules = { feed: judgeFeeds, text: judgeTexts, notification: judgeNotifications, audit: judgeAudit }
  const found = Object.entries(rules).flatMap(([rule, judge]) => [...judge(last)].map((what) => ({ rule, what })))
  return {
    violations: [...chapters.flatMap((each) => [...judgeObjects(each), ...judgeCounters(each)]), ...found],
    acknowledged: count('acknowledged'),
    refused: count('refused'),
    unknown: count('unknown'),
  }
}

/**
 * A post that was acknowledged before a reader asked for the newest is among them, unless as many have been published
 * since, or it was taken away. Nobody's page lacks what it owes to others.
 */
function* judgeFeeds({ final, facts }: Chapter): Generator<string> {
  const published = facts.filter(({ act, happened }) => act.kind === 'publish' && happened !== 'no')
  const isWithdrawn = (id: string, before: number) =>
    facts.some(
      ({ act, start, happened }) =>
        /^(?:delete|moderate)-post$/.test(act.kind) && act.id === id && happened !== 'no' && start < before,
    )
  for (const feed of facts.filter(({ act }) => act.kind === 'read-feed')) {
    if (feed.answer.posts === undefined) continue
    const shown = new Set(feed.answer.posts.map(({ id }) => id))
    for (const { madeId, outcome, start, end, actor } of published) {
      if (madeId === undefined || outcome !== 'acknowledged' || end >= feed.start || shown.has(madeId)) continue
      if (isWithdrawn(madeId, feed.end) || final.blocks.has(`${actor.userId} ${feed.actor.userId}`)) continue
      const newer = published.filter((each) => each.madeId !== madeId && each.end > start && each.start < feed.end)
      if (newer.length < FEED_LENGTH) yield `${madeId}, acknowledged at ${end}, is not in the feed of ${feed.start}`
    }
  }
}

/** Whoever wrote something is known by its text: nothing is stored twice, in part, or although it was refused. */
function* judgeTexts({ base, final, facts }: Chapter): Generator<string> {
  const tokens = new Map(facts.map((fact) => [fact.act.token, fact]))
  const found = new Map<string, string>()
  for (const name of ['posts', 'comments', 'reports'] as const)
    for (const [id, { text }] of final[name]) {
      if (text === 'older' || base[name].get(id)?.text === text) continue
      const fact = tokens.get(text)
      if (fact === undefined) yield `${name} ${id} has a text that nobody wrote, or not as a whole: ${text}`
      if (fact?.outcome === 'refused') yield `${name} ${id} has a text that was refused: ${fact.code}`
      if (found.has(text)) yield `${name} ${id} and ${found.get(text)} have the same text`
      found.set(text, id)
    }
}

/** A user keeps as many notifications. */
const MOST_NOTIFICATIONS = 500

/**
 * Every acknowledged reply is told to the author above it (of an alias, to its account), once; every first upvote, too,
 * though several share one entry; whoever marked all as seen has none left of those that there were.
 */
function* judgeNotifications({ base, final, facts }: Chapter): Generator<string> {
  const all = [...final.notifications.values()]
  const told = (userId: string, what: string, id: string) =>
    all.filter((each) => each.userId === userId && each.type === what && (each.commentId ?? each.postId) === id).length
  const isFull = (userId: string) => all.filter((each) => each.userId === userId).length >= MOST_NOTIFICATIONS
  const ownerOf = (authorId: string) => final.aliases.get(authorId) ?? authorId
  const wasActive = (id: string) => {
    const post = final.posts.get(id)
    const isModerated = facts.some(({ act }) => act.kind === 'moderate-post' && act.id === id)
    return post?.state === 'active' && !isModerated && !post.isPrivate
  }
  for (const { act, actor, happened, madeId = '' } of facts) {
    const { userId } = actor
    if (happened === 'yes' && act.kind === 'mark-seen')
      for (const [id, each] of base.notifications)
        if (each.userId === userId && final.notifications.get(id)?.isSeen === false)
          yield `${id} is not seen, although its user marked all as seen`
    if (happened !== 'yes' || act.kind !== 'comment' || !wasActive(act.id)) continue
    const author = (act.parentId === null ? final.posts.get(act.id) : final.comments.get(act.parentId))?.authorId
    if (final.comments.get(madeId)?.isDeleted !== false || !author) continue
    const recipient = ownerOf(author)
    // A block of the account behind an alias refuses no reply, and keeps its news from the account.
    const isBlocked = [author, recipient].some((name) => final.blocks.has(`${name} ${userId}`))
    if (recipient === userId || isFull(recipient) || isBlocked) continue
    const count = told(recipient, 'replied', madeId)
    if (count !== 1) yield `${count} notifications of the reply ${madeId} instead of one`
  }
  for (const [key, vote] of final.votes) {
    const [userId = '', target = ''] = key.split(' ')
    if (vote !== 'upvote' || base.votes.has(key) || !isOnlyVote(facts, userId, target)) continue
    const post = final.posts.get(target)
    const author = (post ?? final.comments.get(target))?.authorId
    if (!author || ownerOf(author) === userId || isFull(ownerOf(author))) continue
    if (told(ownerOf(author), post === undefined ? 'upvoted_comment' : 'upvoted_post', target) === 0)
      yield `no notification of the upvote ${key}`
  }
}

/** Whether the account voted on the target only once, so that nothing was subtracted again. */
function isOnlyVote(facts: readonly Fact[], userId: string, target: string) {
  const votes = facts.filter(
    ({ act, actor, happened }) =>
      actor.userId === userId && act.id === target && /^(?:cast|switch|withdraw)$/.test(act.kind) && happened !== 'no',
  )
  return votes.length === 1 && votes[0]?.act.kind === 'cast'
}

/** Entries that no operation of a client stands for: of a start, of chores, or of what else a moderator's act does. */
const BESIDES = /^\S+ (?:quad:|operator:|admin:read:|admin:resolved:reports|user:failed:login|user:exceeded:limit)/

/** One entry for each acknowledged act, none for a refused one, and none that nobody acted for. */
function* judgeAudit(chapter: Chapter): Generator<string> {
  for (const [key, { facts, isSure, count }] of audited(chapter)) {
    const least = isSure ? facts.filter(({ happened }) => happened === 'yes').length : 0
    if (!BESIDES.test(key) && (count < least || count > facts.length))
      yield `${count} entries of "${key}" instead of ${least} to ${facts.length}`
  }
  const { base, final } = chapter
  if (final.lastEntry < base.lastEntry) yield `the log ends at ${final.lastEntry} instead of ${base.lastEntry} or later`
}
