import { aliasedIn, auditedAs, auditKey, type Chapter, countEntries, overflowed, type Violation } from './facts'

/** Entries that no operation of a client stands for: of a start, of chores, or of what else a moderator's act does. */
const BESIDES = /^(?:quad:|operator:|admin:read:|admin:resolved:reports|user:failed:login|user:exceeded:limit)/

/** One entry for each acknowledged act, none for a refused one, and none that nobody acted for. */
export function judgeAudit({ base, final, facts }: Chapter): Violation[] {
  const expected = new Map<string, { least: number; most: number }>()
  const aliased = aliasedIn(base, final)
  for (const fact of facts) {
    const audited = fact.happened === 'no' ? undefined : auditedAs(fact, aliased)
    if (audited === undefined) continue
    const key = auditKey(fact.actor.userId, audited.action, audited.entityId)
    const { least, most } = expected.get(key) ?? { least: 0, most: 0 }
    const isCertain = fact.happened === 'yes' && audited.isSure && !overflowed(final, fact.actor.userId)
    expected.set(key, { least: least + Number(isCertain), most: most + 1 })
  }
  const counts = countEntries(final)
  const violations: Violation[] = []
  for (const [key, { least, most }] of expected) {
    const count = counts.get(key) ?? 0
    if (count < least || count > most)
      violations.push({ rule: 'audit', what: `${count} entries of "${key}" instead of ${least} to ${most}` })
  }
  for (const { actorId, action, entityId } of final.entries)
    if (!BESIDES.test(action) && !expected.has(auditKey(actorId, action, entityId)))
      violations.push({ rule: 'audit', what: `an entry that nobody acted for: ${actorId} ${action} ${entityId}` })
  if (final.lastEntry < base.lastEntry)
    violations.push({ rule: 'audit', what: `the log ends at ${final.lastEntry} instead of ${base.lastEntry} or later` })
  return violations
}
