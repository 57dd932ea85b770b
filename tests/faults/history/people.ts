import type { Chapter, Fact, Violation } from './facts'
import { Objects } from './objects'
import type { Kind, ReportStatus } from './operation'

/** What users choose for themselves: the key has the user and the field. */
export function judgeProfiles({ base, final, facts, scope }: Chapter): Violation[] {
  const stored = ({ users }: Chapter['base'], key: string): string => {
    const [id = '', field] = key.split(' ')
    const user = users.get(id)
    return (field === 'language' ? user?.language : user?.branch) ?? ''
  }
  const fields = new Objects<string>(
    'profile',
    scope,
    (key) => stored(base, key),
    (key, value) => value === stored(final, key),
  )
  for (const fact of facts) {
    const { act, answer, actor } = fact
    if (act.kind === 'language') fields.write(`${actor.userId} language`, fact, () => act.language)
    if (act.kind === 'branch') fields.write(`${actor.userId} branch`, fact, () => act.branch)
    if (act.kind !== 'read-me' || answer.user === undefined) continue
    const { language, branch } = answer.user
    fields.read(`${actor.userId} language`, fact, (value) => value === language)
    fields.read(`${actor.userId} branch`, fact, (value) => value === branch)
  }
  return fields.judge([...final.users.keys()].flatMap((id) => [`${id} language`, `${id} branch`]))
}

/** Strangers may do these, too. */
const PUBLIC = new Set<Kind>(['view', 'read-post', 'read-comment', 'read-thread', 'read-feed'])

/** Sessions: what a request with one is answered says whether it was there. */
export function judgeSessions({ base, final, facts, scope }: Chapter): Violation[] {
  const sessions = new Objects<boolean>(
    'session',
    scope,
    (id) => base.sessions.has(id),
    (id, isOpen) => isOpen === final.sessions.has(id),
  )
  for (const fact of facts) {
    const { act, actor, outcome, code, madeId } = fact
    if (act.kind === 'sign-in') {
      if (madeId !== undefined) sessions.write(madeId, fact, (isOpen) => (isOpen ? undefined : true))
    } else if (act.kind === 'sign-out') sessions.write(actor.sessionId, fact, (isOpen) => (isOpen ? false : undefined))
    else if (outcome === 'acknowledged' && !PUBLIC.has(act.kind))
      sessions.read(actor.sessionId, fact, (isOpen) => isOpen)
    if (act.kind !== 'sign-in' && code === 'UNAUTHENTICATED') sessions.read(actor.sessionId, fact, (isOpen) => !isOpen)
  }
  return sessions.judge([...base.sessions.keys(), ...final.sessions.keys()])
}

type Report = ReportStatus | 'absent'

/** Reports are filed once, and closed by a moderator or with what they are about. */
export function judgeReports({ base, final, facts, scope }: Chapter): Violation[] {
  const stored = ({ reports }: Chapter['base'], id: string): Report => reports.get(id)?.status ?? 'absent'
  const reports = new Objects<Report>(
    'report',
    scope,
    (id) => stored(base, id),
    (id, status) => status === stored(final, id),
  )
  for (const fact of facts) addReport(reports, fact, final)
  return reports.judge([...base.reports.keys(), ...final.reports.keys()])
}

function addReport(reports: Objects<Report>, fact: Fact, final: Chapter['final']): void {
  const { act, madeId, code } = fact
  if (act.kind === 'report' && madeId !== undefined)
    reports.write(madeId, fact, (status) => (status === 'absent' ? 'pending' : undefined))
  if (act.kind === 'decide-report') {
    reports.write(act.reportId, fact, (status) => (status === 'absent' ? undefined : act.status))
    if (code === 'NOT_FOUND') reports.read(act.reportId, fact, (status) => status === 'absent')
  }
  const target = act.kind === 'moderate-post' ? act.postId : act.kind === 'moderate-comment' ? act.commentId : undefined
  if (target === undefined || !('state' in act) || act.state === 'active') return
  // Only what changes the state of the target closes its reports, and the answer does not tell.
  const possibly: Fact = { ...fact, happened: fact.happened === 'no' ? 'no' : 'maybe' }
  for (const [id, { targetId }] of final.reports)
    if (targetId === target) reports.write(id, possibly, (status) => (status === 'pending' ? 'resolved' : undefined))
}

/** Whoever wrote something is known by its text: nothing is stored twice, in part, or although it was refused. */
export function judgeTexts({ base, final, facts }: Chapter): Violation[] {
  const tokens = new Map(facts.flatMap((fact) => ('token' in fact.act ? [[fact.act.token, fact] as const] : [])))
  const found = new Map<string, string>()
  const violations: Violation[] = []
  const fault = (what: string) => violations.push({ rule: 'text', what })
  for (const name of ['posts', 'comments', 'reports'] as const)
    for (const [id, { text }] of final[name]) {
      if (text === 'older' || base[name].get(id)?.text === text) continue
      if (text.startsWith('torn')) fault(`${name} ${id} is ${text}`)
      const fact = tokens.get(text)
      if (fact === undefined && !text.startsWith('torn')) fault(`${name} ${id} has a text that nobody wrote: ${text}`)
      if (fact?.outcome === 'refused') fault(`${name} ${id} has a text that was refused: ${fact.code}`)
      const other = found.get(text)
      if (other !== undefined) fault(`${name} ${id} and ${other} have the same text`)
      found.set(text, id)
    }
  return violations
}
