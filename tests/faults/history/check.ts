import { judgeAudit } from './audit-trail'
import { judgeComments } from './comments'
import { judgeCounters } from './counters'
import { type Chapter, type Scope, toChapter, type Violation } from './facts'
import { judgeFeeds } from './feed'
import { judgeMarks } from './marks'
import { judgeNotifications } from './notifications'
import { Places } from './objects'
import type { Observation } from './observation'
import { isRead, type Operation } from './operation'
import { judgeProfiles, judgeReports, judgeSessions, judgeTexts } from './people'
import { judgePosts } from './posts'

export type Judgement = {
  violations: Violation[]
  /** Writes, by what their clients learned. */
  acknowledged: number
  refused: number
  unknown: number
  /** Those among the unknown that are known to have happened. */
  unknownHappened: number
  reads: number
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
  const writes = last.facts.filter((fact) => !isRead(fact))
  const count = (outcome: string) => writes.filter((fact) => fact.outcome === outcome).length
  return {
    violations: [
      ...chapters.flatMap(judgeObjects),
      ...judgeFeeds(last),
      ...judgeTexts(last),
      ...judgeNotifications(last),
      ...judgeAudit(last),
    ],
    acknowledged: count('acknowledged'),
    refused: count('refused'),
    unknown: count('unknown'),
    unknownHappened: writes.filter(({ outcome, happened }) => outcome === 'unknown' && happened === 'yes').length,
    reads: last.facts.length - writes.length,
  }
}

function judgeObjects(chapter: Chapter): Violation[] {
  const places = new Places(chapter)
  return [
    ...judgePosts(chapter, places),
    ...judgeComments(chapter, places),
    ...judgeMarks(chapter, places),
    ...judgeReports(chapter),
    ...judgeProfiles(chapter),
    ...judgeSessions(chapter),
    ...judgeCounters(chapter),
  ]
}
