import type { Chapter, Violation } from './facts'
import { FEED_LENGTH } from './requests'

/**
 * A post that was acknowledged before a reader asked for the newest is among them, unless as many have been published
 * since, or it was taken away. Nobody's page lacks what it owes to others.
 */
export function judgeFeeds({ final, facts }: Chapter): Violation[] {
  const published = facts.filter(({ act, happened }) => act.kind === 'publish' && happened !== 'no')
  const withdrawn = new Map<string, number>()
  for (const { act, start, happened } of facts)
    if ((act.kind === 'delete-post' || act.kind === 'moderate-post') && happened !== 'no')
      withdrawn.set(act.postId, Math.min(start, withdrawn.get(act.postId) ?? Number.POSITIVE_INFINITY))
  const violations: Violation[] = []
  for (const feed of facts) {
    if (feed.act.kind !== 'read-feed' || feed.answer.posts === undefined) continue
    const shown = new Set(feed.answer.posts.map(({ id }) => id))
    for (const { madeId, outcome, start, end, actor } of published) {
      if (madeId === undefined || outcome !== 'acknowledged' || end >= feed.start || shown.has(madeId)) continue
      if ((withdrawn.get(madeId) ?? Number.POSITIVE_INFINITY) < feed.end) continue
      if (final.blocks.has(`${actor.userId} ${feed.actor.userId}`)) continue
      const newer = published.filter((each) => each.madeId !== madeId && each.end > start && each.start < feed.end)
      if (newer.length < FEED_LENGTH)
        violations.push({
          rule: 'feed',
          what: `${madeId}, acknowledged at ${end}, is not in the feed of ${feed.start}`,
        })
    }
  }
  return violations
}
