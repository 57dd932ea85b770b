import { auditOf } from './kinds'
import { type Observation, textOfContent, textOfPost } from './observation'
import type { Kind, Operation } from './operation'

export type Fact = Operation & {
  /** Whether what it asks for happened: `maybe` if neither its answer nor what is stored tells. */
  happened: 'yes' | 'no' | 'maybe'
  /** The id of what it made: a post, a comment, a report, a session. */
  madeId: string | undefined
}

/**
 * `whole`: what was read must be there at the end. Where the disk lost what was never acknowledged, readers may have
 * seen what is gone: then `during` judges all answers without the end, and `after` the end without what was read.
 */
export type Scope = 'whole' | 'during' | 'after'

/** A history between two quiet moments, with what was stored at both. */
export type Chapter = { base: Observation; final: Observation; facts: Fact[]; scope: Scope }

export type Violation = { rule: string; what: string }

const MAKES: { [kind in Kind]?: 'post' | 'comment' | 'report' | 'session' } = {
  publish: 'post',
  comment: 'comment',
  report: 'report',
  'sign-in': 'session',
}
/** The same request may change nothing, and is then not audited. */
const MAY_CHANGE_NOTHING = /^(?:language|mark-seen|moderate-.*)$/

/** The audit entries that there must be and may be, by who did what to what, with those who acted and how many there are. */
export function audited({ base, final, facts }: Chapter) {
  // What accounts do to their own text under an alias, as others could, is not audited: it would tell whose the alias is.
  const aliased = new Set<string>()
  for (const { aliases, posts, comments } of [base, final])
    for (const [id, { authorId }] of [...posts, ...comments]) aliased.add(`${aliases.get(authorId ?? '')} ${id}`)
  const found = new Map<string, { facts: Fact[]; isSure: boolean; count: number }>()
  const at = (key: string) => {
    const entry = found.get(key) ?? { facts: [], isSure: true, count: 0 }
    found.set(key, entry)
    return entry
  }
  for (const fact of facts) {
    const { act, actor, answer, madeId, happened } = fact
    const action = auditOf(act)
    const entityId =
      act.kind in MAKES ? madeId : act.kind === 'sign-out' ? actor.sessionId : act.id === '' ? actor.userId : act.id
    if (happened === 'no' || action === undefined || entityId === undefined) continue
    if (/cast|switch|withdraw|bookmark/.test(act.kind) && aliased.has(`${actor.userId} ${act.id}`)) continue
    if (act.kind === 'switch' && answer.before?.voteType === act.value) continue
    if (act.kind === 'mark-seen' && answer.updated === 0) continue
    const entry = at(`${actor.userId} ${action} ${entityId}`)
    entry.facts.push(fact)
    // Beyond the entries of a day, acts are counted only.
    if (final.overflow.has(actor.userId) || (happened === 'yes' && MAY_CHANGE_NOTHING.test(act.kind)))
      entry.isSure = false
  }
  for (const { actorId, action, entityId } of final.entries) at(`${actorId} ${action} ${entityId}`).count++
  return found
}

/**
 * Adds to each operation what the stored rows tell of it: what it made, found by its token, and whether one that was
 * not answered happened, by the rows or by the audit entries, of which each act has one.
 */
export function toChapter(
  base: Observation,
  operations: readonly Operation[],
  final: Observation,
  scope: Scope,
): Chapter {
  const idByText = new Map<string, string>()
  if (scope !== 'after')
    for (const { answer } of operations) {
      const { post, posts = [], comment, comments = [] } = answer
      for (const each of [post, ...posts]) if (each !== undefined) idByText.set(textOfPost(each), each.id)
      for (const each of [comment, ...comments])
        if (each !== undefined) idByText.set(textOfContent(each.content), each.id)
    }
  for (const rows of [final.posts, final.comments, final.reports])
    for (const [id, { text }] of rows) idByText.set(text, id)
  const known = new Set(operations.flatMap(({ answer }) => answer.session?.id ?? []))
  const newSessions = [...final.sessions].filter(([id]) => !base.sessions.has(id) && !known.has(id))
  const met = new Set([...idByText.values(), ...base.comments.keys()])
  for (const { answer } of operations) if (answer.comment !== undefined) met.add(answer.comment.id)

  const made = ({ act, actor, answer, outcome }: Operation): string | undefined => {
    const what = MAKES[act.kind]
    if (what === undefined) return undefined
    const id = answer[what]?.id ?? (what === 'session' ? undefined : idByText.get(act.token))
    if (id !== undefined || outcome !== 'unknown') return id
    if (what === 'session') {
      const at = newSessions.findIndex(([, userId]) => userId === actor.userId)
      return at < 0 ? undefined : newSessions.splice(at, 1)[0]?.[0]
    }
    if (what !== 'comment' || final.posts.has(act.id)) return undefined
    // The entry alone tells of a comment that nobody met before it went with its post.
    const entry = final.entries.find(
      ({ actorId, action, entityId }) =>
        actorId === actor.userId && action === 'user:created:comment' && entityId !== null && !met.has(entityId),
    )
    met.add(entry?.entityId ?? '')
    return entry?.entityId ?? undefined
  }
  /** What is deleted never comes back. What is made is removed by those alone who know of it, or with its post. */
  const happened = ({ act, outcome }: Operation, madeId: string | undefined): Fact['happened'] => {
    if (outcome !== 'unknown') return outcome === 'acknowledged' ? 'yes' : 'no'
    if (scope === 'during') return 'maybe'
    if (act.kind in MAKES) return madeId === undefined ? 'no' : 'yes'
    if (act.kind === 'delete-post' && final.posts.has(act.id)) return 'no'
    return act.kind === 'delete-comment' && final.comments.get(act.id)?.isDeleted === false ? 'no' : 'maybe'
  }
  const facts = operations.map((operation): Fact => {
    const madeId = made(operation)
    return { ...operation, madeId, happened: happened(operation, madeId) }
  })
  const chapter = { base, final, facts, scope }
  if (scope === 'during') return chapter
  // Where there are as many entries as acknowledged acts, or as all, the others did not happen, or all did.
  for (const { facts, isSure, count } of audited(chapter).values()) {
    const open = facts.filter((fact) => fact.happened === 'maybe')
    if (!isSure) continue
    if (count === facts.length - open.length) for (const fact of open) fact.happened = 'no'
    else if (count === facts.length) for (const fact of open) fact.happened = 'yes'
  }
  return chapter
}
