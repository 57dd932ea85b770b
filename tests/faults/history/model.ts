import type { Chapter, Violation } from './facts'
import { type Event, unexplained } from './linearize'
import { type Observation, textOfContent, textOfPost } from './observation'

/** Of any object that operations change: null is what is not there, or was deleted. */
type State = { state: string; text?: string } | null

/** All objects, by their kind and id. A mark has the ids of the user and the target. */
const objectsOf = ({ posts, comments, votes, bookmarks, reports, sessions, users }: Observation) =>
  new Map<string, State>([
    ...[...posts].map(([id, { state, text }]) => [`post ${id}`, { state, text }] as const),
    ...[...comments].map(
      ([id, { isBanned, isDeleted, text }]) =>
        [`comment ${id}`, isDeleted ? null : { state: isBanned ? 'banned' : 'active', text }] as const,
    ),
    ...[...votes].map(([key, state]) => [`vote ${key}`, { state }] as const),
    ...[...bookmarks].map((key) => [`bookmark ${key}`, { state: 'kept' }] as const),
    ...[...reports].map(([id, { status }]) => [`report ${id}`, { state: status }] as const),
    ...[...sessions.keys()].map((id) => [`session ${id}`, { state: 'open' }] as const),
    ...[...users].map(([id, { language }]) => [`language ${id}`, { state: language }] as const),
  ])

/** Strangers may do these, too. */
const PUBLIC = /^(?:view|read-post|read-thread|read-feed)$/

/**
 * What every operation did to objects, or says of them, can be explained by some order. Objects that nobody touched are
 * checked, too.
 */
export function judgeObjects({ base, final, facts, scope }: Chapter): Violation[] {
  const [before, after] = [objectsOf(base), objectsOf(final)]
  const events = new Map<string, Event<State>[]>([...before.keys(), ...after.keys()].map((key) => [key, []]))
  const postOf = new Map<string, string>()
  const authorOf = new Map<string, string | null>()
  for (const { posts, comments, aliases } of [base, final]) {
    for (const [id, { authorId }] of posts) authorOf.set(id, authorId && (aliases.get(authorId) ?? authorId))
    for (const [id, { postId }] of comments) postOf.set(id, postId)
  }
  for (const { act, madeId, actor } of facts) {
    if (act.kind === 'publish' && madeId !== undefined) authorOf.set(madeId, actor.userId)
    if (act.kind === 'comment' && madeId !== undefined) postOf.set(madeId, act.id)
  }
  const commentsOf = (postId: string) => [...postOf].flatMap(([id, post]) => (post === postId ? [id] : []))
  /** What an operation deletes, whose marks go with it, whoever made them. */
  const removed: [id: string, Event<State>][] = []

  for (const { act, actor, answer, code, outcome, happened, madeId, start, end } of facts) {
    const { kind, id, type, parentId, token, value } = act
    const { userId, isAdmin, sessionId } = actor
    const isAcknowledged = outcome === 'acknowledged'
    const when = {
      start,
      end: outcome === 'unknown' ? Number.POSITIVE_INFINITY : end,
      what: `${kind} by ${userId.slice(0, 8)}`,
    }
    const add = (key: string, event: Event<State>) => events.get(key)?.push(event) ?? events.set(key, [event])
    const write = (key: string, write: (state: State) => State | undefined, mustHappen = happened === 'yes') => {
      if (happened !== 'no') add(key, { ...when, write, mustHappen })
    }
    /** Of an object that is there. */
    const change = (
      key: string,
      to: (state: NonNullable<State>) => State,
      isPossible: (state: State) => boolean = () => true,
    ) => write(key, (state) => (state !== null && isPossible(state) ? to(state) : undefined))
    const create = (key: string, to: State) => write(key, (state) => (state === null ? to : undefined))
    const read = (key: string, read: (state: State) => boolean) => {
      if (outcome !== 'unknown' && scope !== 'after') add(key, { ...when, read })
    }
    const isSeen = (state: State) => state !== null && (isAdmin || state.state === 'active')
    /** Authors also read, and delete, what a moderator removed. */
    const isSeenOrOwn =
      (postId = id) =>
      (state: State) =>
        isSeen(state) || (state !== null && authorOf.get(postId) === userId)
    const key = `${type} ${id}`
    const reached = (key: string, isReached: (state: State) => boolean = isSeen) => {
      if (isAcknowledged) read(key, isReached)
    }
    const missed = (isReached: (state: State) => boolean = isSeen) => {
      if (code === 'NOT_FOUND' && type === 'post') read(key, (state) => !isReached(state))
    }
    const mark = `${kind.endsWith('bookmark') ? 'bookmark' : 'vote'} ${userId} ${id}`

    switch (kind) {
      case 'publish':
      case 'comment':
        if (madeId !== undefined)
          create(`${kind === 'publish' ? 'post' : 'comment'} ${madeId}`, { state: 'active', text: token })
        if (kind === 'publish') break
        reached(key)
        if (parentId === null) missed()
        else reached(`comment ${parentId}`)
        break
      case 'edit-post':
      case 'edit-comment':
        change(key, (text) => ({ ...text, text: token }), isSeen)
        missed()
        break
      case 'delete-post':
      case 'delete-comment':
        change(key, () => null, isSeenOrOwn())
        missed(isSeenOrOwn())
        for (const gone of kind === 'delete-post' ? commentsOf(id) : []) write(`comment ${gone}`, () => null)
        if (happened !== 'no')
          for (const gone of [id, ...(kind === 'delete-post' ? commentsOf(id) : [])])
            removed.push([gone, { ...when, write: () => null, mustHappen: happened === 'yes' }])
        break
      case 'moderate-post':
      case 'moderate-comment':
        change(key, (text) => ({ ...text, state: value }))
        missed()
        // Only what changes the state of the target closes its reports, and the answer does not tell.
        if (value !== 'active')
          for (const [report, { targetId }] of final.reports)
            if (targetId === id)
              write(
                `report ${report}`,
                (state) => (state?.state === 'pending' ? { state: 'resolved' } : undefined),
                false,
              )
        break
      case 'read-post':
        reached(key, isSeenOrOwn())
        missed(isSeenOrOwn())
        break
      case 'view':
      case 'bookmark':
      case 'read-thread':
        reached(key)
        missed()
        break
      case 'cast':
      case 'report':
        reached(key)
        missed()
        if (type === 'comment') reached(`post ${postOf.get(id)}`)
        break
      case 'switch':
      case 'withdraw':
        reached(key)
        break
      case 'decide-report':
        change(`report ${id}`, () => ({ state: value }))
        if (code === 'NOT_FOUND') read(`report ${id}`, (state) => state === null)
        break
      case 'language':
        write(`language ${userId}`, () => ({ state: value }))
        break
      case 'read-me':
        reached(`language ${userId}`, (state) => state?.state === answer.user?.language)
        break
      case 'sign-out':
        change(`session ${sessionId}`, () => null)
        break
    }
    if (kind === 'cast' || kind === 'bookmark') {
      create(mark, { state: value || 'kept' })
      if (code?.startsWith('ALREADY_')) read(mark, (state) => state !== null)
    }
    if (kind === 'switch') {
      const from = answer.before?.voteType
      change(
        mark,
        () => ({ state: value }),
        (state) => (from ?? state?.state) === state?.state,
      )
    }
    if (kind === 'withdraw' || kind === 'unbookmark') change(mark, () => null)
    if (kind === 'unbookmark' && code === 'NOT_FOUND') read(mark, (state) => state === null)
    if (kind === 'report' && madeId !== undefined) create(`report ${madeId}`, { state: 'pending' })
    if (kind === 'sign-in') {
      if (madeId !== undefined) create(`session ${madeId}`, { state: 'open' })
    } else if (code === 'UNAUTHENTICATED') read(`session ${sessionId}`, (state) => state === null)
    else if (kind !== 'sign-out' && !PUBLIC.test(kind)) reached(`session ${sessionId}`, (state) => state !== null)

    const { post, posts = [], comment, comments = [], meta } = answer
    for (const content of [post, ...posts])
      if (content !== undefined)
        read(
          `post ${content.id}`,
          (state) =>
            isSeenOrOwn(content.id)(state) &&
            state?.text === textOfPost(content) &&
            // Its author does not see a shadow ban.
            (state.state === 'shadow_banned' || (content.moderationState ?? state.state) === state.state),
        )
    for (const { id, isDeleted, isBanned = false, content } of [comment ?? [], comments].flat())
      read(`comment ${id}`, (state) =>
        isDeleted || (isBanned && !isAdmin)
          ? !isSeen(state)
          : state?.text === textOfContent(content) && (state.state === 'banned') === isBanned,
      )
    // A thread that is shown as a whole lacks what nobody sees.
    if (kind === 'read-thread' && meta !== undefined && comments.length >= meta.total)
      for (const each of commentsOf(id))
        if (!comments.some((shown) => shown.id === each)) read(`comment ${each}`, (state) => !isSeen(state))
    for (const { id, isDeleted, userVote, bookmarked } of [post ?? [], posts, comment ?? [], comments].flat()) {
      if (isDeleted) continue
      read(`vote ${userId} ${id}`, (state) => (state?.state ?? null) === (userVote ?? null))
      if (bookmarked !== undefined) read(`bookmark ${userId} ${id}`, (state) => (state !== null) === bookmarked)
    }
  }
  const removals = Map.groupBy(removed, ([id]) => id)
  return [...events].flatMap(([key, touching]) => {
    const [rule = '', , target = ''] = key.split(' ')
    const all = [...touching, ...(removals.get(target) ?? []).map(([, event]) => event)]
    const isLast = (state: State) => scope === 'during' || Bun.deepEquals(state, after.get(key) ?? null)
    const fault = unexplained(before.get(key) ?? null, all, isLast)
    const told = all.map((event) => `${event.start}–${event.end} ${event.what}${'read' in event ? '?' : ''}`)
    return fault === undefined ? [] : [{ rule, what: `${key}: ${fault} (${told.slice(0, 40).join(', ')})` }]
  })
}
