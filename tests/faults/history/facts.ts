import { type Observation, textOfContent, textOfPost } from './observation'
import type { Operation } from './operation'

/** Whether what an operation asks for happened: `maybe` if neither its answer nor what is stored tells. */
export type Certainty = 'yes' | 'no' | 'maybe'

export type Fact = Operation & {
  happened: Certainty
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

type Audited = {
  action: string
  entityId: string
  /** False where the same request may change nothing, and is then not audited. */
  isSure: boolean
}

const MODERATED = { active: 'restored', banned: 'banned', shadow_banned: 'shadow-banned' } as const

/** What accounts wrote under aliases, as `account text`. */
export type Aliased = ReadonlySet<string>

export function aliasedIn(...observations: Observation[]): Aliased {
  const aliased = new Set<string>()
  for (const { aliases, posts, comments } of observations)
    for (const [id, { authorId }] of [...posts, ...comments]) {
      const accountId = authorId === null ? undefined : aliases.get(authorId)
      if (accountId !== undefined) aliased.add(`${accountId} ${id}`)
    }
  return aliased
}

/**
 * The audit entry of what an operation does; undefined if there is none or its entity is not known. What accounts do to
 * their own text under an alias, as others could, is not audited: it would tell whose the alias is.
 */
export function auditedAs(fact: Operation & { madeId: string | undefined }, aliased: Aliased): Audited | undefined {
  const { act, actor } = fact
  const isOwn = (textId: string) => aliased.has(`${actor.userId} ${textId}`)
  if ('target' in act && act.kind !== 'report' && isOwn(act.target.id)) return undefined
  if ((act.kind === 'bookmark' || act.kind === 'unbookmark') && isOwn(act.postId)) return undefined
  return entryOf(fact)
}

function entryOf({ act, actor, answer, outcome, madeId }: Operation & { madeId: string | undefined }) {
  const entry = (action: string, entityId: string | undefined, isSure = true): Audited | undefined =>
    entityId === undefined ? undefined : { action, entityId, isSure }
  switch (act.kind) {
    case 'publish':
      return entry('user:created:post', madeId)
    case 'edit-post':
      return entry('user:updated:post', act.postId)
    case 'delete-post':
      return entry('user:deleted:post', act.postId)
    case 'comment':
      return entry('user:created:comment', madeId)
    case 'edit-comment':
      return entry('user:updated:comment', act.commentId)
    case 'delete-comment':
      return entry('user:deleted:comment', act.commentId)
    case 'cast':
      return entry(`user:${act.vote}d:${act.target.type}`, act.target.id)
    case 'switch': {
      const isAcknowledged = outcome === 'acknowledged'
      if (isAcknowledged && answer.before?.voteType === act.vote) return undefined
      return entry(`user:switched:vote:on:${act.target.type}`, act.target.id, isAcknowledged)
    }
    case 'withdraw':
      return entry(`user:withdrew:vote:on:${act.target.type}`, act.target.id)
    case 'bookmark':
      return entry('user:created:bookmark', act.postId)
    case 'unbookmark':
      return entry('user:deleted:bookmark', act.postId)
    case 'report':
      return entry('user:created:report', madeId)
    case 'language':
    case 'branch':
      return entry('user:updated:profile', actor.userId, false)
    case 'mark-seen':
      if (answer.updated === 0) return undefined
      // None where all of them are of its aliases.
      return entry('user:saw:notifications', actor.userId, false)
    case 'sign-in':
      return entry('user:login:password', madeId)
    case 'sign-out':
      return entry('user:logout:session', actor.sessionId)
    case 'moderate-post':
      return entry(`admin:${MODERATED[act.state]}:post`, act.postId, false)
    case 'moderate-comment':
      return entry(`admin:${MODERATED[act.state]}:comment`, act.commentId, false)
    case 'decide-report':
      return entry('admin:updated:report', act.reportId)
    default:
      return undefined
  }
}

export const auditKey = (actorId: string | null, action: string, entityId: string | null): string =>
  `${actorId} ${action} ${entityId}`

/** How often each act was audited meanwhile. */
export function countEntries({ entries }: Observation): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { actorId, action, entityId } of entries) {
    const key = auditKey(actorId, action, entityId)
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return counts
}

/** Accounts that are beyond their audit entries of the day: their acts are counted only. */
export const overflowed = (final: Observation, userId: string): boolean => final.overflow.has(userId)

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
  const idByText = scope === 'after' ? new Map<string, string>() : textsRead(operations)
  for (const rows of [final.posts, final.comments, final.reports])
    for (const [id, { text }] of rows) idByText.set(text, id)
  const newSessions = new Map<string, string[]>()
  const known = new Set(operations.flatMap(({ answer }) => answer.session?.id ?? []))
  for (const [id, userId] of final.sessions)
    if (!base.sessions.has(id) && !known.has(id)) newSessions.set(userId, [...(newSessions.get(userId) ?? []), id])

  const met = new Set([...idByText.values(), ...base.comments.keys()])
  for (const { answer } of operations) if (answer.comment !== undefined) met.add(answer.comment.id)

  /** The entry alone tells of a comment that nobody met before it went with its post. */
  const goneWithPost = (userId: string): string | undefined => {
    const of = ({ actorId, action, entityId }: Observation['entries'][number]) =>
      actorId === userId && action === 'user:created:comment' && entityId !== null && !met.has(entityId)
    const id = final.entries.find(of)?.entityId ?? undefined
    if (id !== undefined) met.add(id)
    return id
  }

  const made = ({ act, actor, answer, outcome }: Operation): string | undefined => {
    if (act.kind === 'comment' && outcome === 'unknown' && !idByText.has(act.token) && !final.posts.has(act.postId))
      return goneWithPost(actor.userId)
    if (act.kind === 'sign-in')
      return answer.session?.id ?? (outcome === 'unknown' ? newSessions.get(actor.userId)?.shift() : undefined)
    if (act.kind !== 'publish' && act.kind !== 'comment' && act.kind !== 'report') return undefined
    return (answer.post ?? answer.comment ?? answer.report)?.id ?? idByText.get(act.token)
  }
  const facts = operations.map((operation): Fact => {
    const madeId = made(operation)
    const byEnd = (): Certainty => (scope === 'during' ? 'maybe' : byRows(operation, madeId, final))
    return { ...operation, madeId, happened: byAnswer(operation) ?? byEnd() }
  })
  if (scope !== 'during') decideByEntries(facts, final, aliasedIn(base, final))
  return { base, final, facts, scope }
}

/** The ids under which readers met the texts. */
function textsRead(operations: readonly Operation[]): Map<string, string> {
  const ids = new Map<string, string>()
  for (const { answer } of operations) {
    const { post, posts = [], comment, comments = [] } = answer
    for (const each of [post, ...posts]) if (each !== undefined) ids.set(textOfPost(each), each.id)
    for (const each of [comment, ...comments]) if (each !== undefined) ids.set(textOfContent(each.content), each.id)
  }
  return ids
}

function byAnswer({ outcome }: Operation): Certainty | undefined {
  if (outcome === 'unknown') return undefined
  return outcome === 'acknowledged' ? 'yes' : 'no'
}

/**
 * What is deleted never comes back. What is made is removed by those alone who know of it, or with the post that it is
 * about.
 */
function byRows({ act }: Operation, madeId: string | undefined, { posts, comments }: Observation): Certainty {
  if (act.kind === 'publish' || act.kind === 'comment' || act.kind === 'report' || act.kind === 'sign-in')
    return madeId === undefined ? 'no' : 'yes'
  if (act.kind === 'delete-post' && posts.has(act.postId)) return 'no'
  if (act.kind === 'delete-comment' && comments.get(act.commentId)?.isDeleted === false) return 'no'
  return 'maybe'
}

/** Where there are as many entries as acknowledged acts, or as all, the others did not happen, or all did. */
function decideByEntries(facts: readonly Fact[], final: Observation, aliased: Aliased): void {
  const counts = countEntries(final)
  const byKey = new Map<string, { acknowledged: number; open: Fact[]; isSure: boolean }>()
  for (const fact of facts) {
    const audited = fact.happened === 'no' ? undefined : auditedAs(fact, aliased)
    if (audited === undefined || overflowed(final, fact.actor.userId)) continue
    const key = auditKey(fact.actor.userId, audited.action, audited.entityId)
    const group = byKey.get(key) ?? { acknowledged: 0, open: [], isSure: true }
    if (fact.happened === 'yes') {
      group.acknowledged++
      group.isSure &&= audited.isSure
    } else group.open.push(fact)
    byKey.set(key, group)
  }
  for (const [key, { acknowledged, open, isSure }] of byKey) {
    if (!isSure || open.length === 0) continue
    const entries = counts.get(key) ?? 0
    if (entries === acknowledged) for (const fact of open) fact.happened = 'no'
    else if (entries === acknowledged + open.length) for (const fact of open) fact.happened = 'yes'
  }
}
