import type { Database } from 'bun:sqlite'
import type { Target } from './fill'

// What two moderators decided, as the server answered them, beside what database and audit log hold.

export type Act = {
  /** When the answer came. */
  at: number
  by: string
  /** Of a post, comment, report or account. */
  about: string
  state: string
  status: number
  /** Of a refusal: whether another moderator was faster. */
  isLate: boolean
}

const STATES = { active: 'restored', banned: 'banned', shadow_banned: 'shadow-banned' } as const

export type Standing = {
  /** Reports that still wait. */
  open: number
  decisions: number
  /** What database or audit log hold otherwise than the server answered. */
  faults: string[]
  /** Targets that both moderators decided, the second over the first, without being refused. */
  overwritten: string[]
}

/** Compares: each decision that was accepted is there once in the records and once in the log, and no other. */
export function compare(db: Database, targets: readonly Target[], acts: readonly Act[]): Standing {
  const faults: string[] = []
  const accepted = acts.filter(({ status }) => status === 200).sort((one, other) => one.at - other.at)
  for (const target of targets) {
    const wanted = accepted.filter(({ about }) => about === target.id).map(({ by, state }) => `${state} by ${by}`)
    const kept = db
      .query<{ state: string; by: string }, string[]>(
        'SELECT state, moderator_id AS by FROM moderation_records WHERE resource_id = ? ORDER BY created_at, id',
      )
      .all(target.id)
      .map(({ state, by }) => `${state} by ${by}`)
    const logged = db
      .query<{ action: string; by: string }, string[]>(
        `SELECT action, actor_id AS by FROM audit_log WHERE entity_id = ? AND status = 'success'
          AND action GLOB 'admin:*:${target.type.toLowerCase()}' AND action NOT GLOB 'admin:read:*' ORDER BY rowid`,
      )
      .all(target.id)
      .map(({ action, by }) => `${action.split(':')[1]} by ${by}`)
    const wantedInLog = accepted
      .filter(({ about }) => about === target.id)
      .map(({ by, state }) => `${STATES[state as keyof typeof STATES]} by ${by}`)
    if (sorted(wanted) !== sorted(kept)) faults.push(`${target.code}: decided ${wanted}, recorded ${kept}`)
    if (sorted(wantedInLog) !== sorted(logged)) faults.push(`${target.code}: decided ${wantedInLog}, logged ${logged}`)
    for (const report of target.reports) {
      const changes = accepted.filter(({ about }) => about === report).length
      const entries = count(db, 'SELECT count(*) AS count FROM audit_log WHERE entity_id = ? AND action = ?', [
        report,
        'admin:updated:report',
      ])
      if (changes !== entries) faults.push(`${target.code}: ${changes} changes of a report, ${entries} logged`)
    }
  }
  return {
    open: count(db, "SELECT count(*) AS count FROM reports WHERE status = 'pending'", []),
    decisions: accepted.length,
    faults,
    overwritten: targets.filter((target) => isOverwritten(target, accepted)).map(({ code }) => code),
  }
}

const sorted = (words: readonly string[]): string => words.toSorted().join()

const count = (db: Database, sql: string, values: string[]): number =>
  db.query<{ count: number }, string[]>(sql).get(...values)?.count ?? 0

/** The decisions about the target and its reports: a standing one by one moderator, then one by the other. */
function isOverwritten({ id, reports }: Target, accepted: readonly Act[]): boolean {
  let standing: string | undefined
  for (const { by, about, state } of accepted) {
    if (about !== id && !reports.includes(about)) continue
    const isUndo = state === 'active' || state === 'pending'
    if (!isUndo && standing !== undefined && standing !== by) return true
    standing = isUndo ? undefined : by
  }
  return false
}
