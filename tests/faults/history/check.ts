import { judgeAudit } from './audit-trail'
import { judgeComments } from './comments'
import { judgeCounters } from './counters'
import { toChapter, type Violation } from './facts'
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
 * every answer can be explained by some order of operations that agrees with what all others saw.
 */
export function judge(base: Observation, operations: readonly Operation[], final: Observation): Judgement {
  const chapter = toChapter(base, operations, final)
  const places = new Places(chapter)
  const writes = chapter.facts.filter((fact) => !isRead(fact))
  const count = (outcome: string) => writes.filter((fact) => fact.outcome === outcome).length
  return {
    violations: [
      ...judgePosts(chapter, places),
      ...judgeComments(chapter, places),
      ...judgeMarks(chapter, places),
      ...judgeReports(chapter),
      ...judgeProfiles(chapter),
      ...judgeSessions(chapter),
      ...judgeTexts(chapter),
      ...judgeCounters(chapter),
      ...judgeNotifications(chapter),
      ...judgeFeeds(chapter),
      ...judgeAudit(chapter),
    ],
    acknowledged: count('acknowledged'),
    refused: count('refused'),
    unknown: count('unknown'),
    unknownHappened: writes.filter(({ outcome, happened }) => outcome === 'unknown' && happened === 'yes').length,
    reads: chapter.facts.length - writes.length,
  }
}
