import type { Chapter, Fact, Violation } from './facts'

/** A user keeps as many notifications. */
const MOST = 500

/**
 * Every acknowledged reply is told to the author above it (of an alias, to its account), once; every first upvote, too, though several share one
 * entry; whoever marked all as seen has none left of those that there were.
 */
export function judgeNotifications({ base, final, facts }: Chapter): Violation[] {
  const violations: Violation[] = []
  const fault = (what: string) => violations.push({ rule: 'notification', what })
  const told = new Map<string, number>()
  const perUser = new Map<string, number>()
  for (const { userId, type, commentId, postId } of final.notifications.values()) {
    const key = `${userId} ${type} ${type === 'upvoted_post' ? postId : commentId}`
    told.set(key, (told.get(key) ?? 0) + 1)
    perUser.set(userId, (perUser.get(userId) ?? 0) + 1)
  }
  const ownerOf = (authorId: string) => final.aliases.get(authorId) ?? authorId
  const isFull = (userId: string) => (perUser.get(userId) ?? 0) >= MOST
  const moderated = new Set(facts.flatMap(({ act }) => (act.kind === 'moderate-post' ? [act.postId] : [])))
  const wasActive = (postId: string) => {
    const post = final.posts.get(postId)
    return post?.state === 'active' && !moderated.has(postId) && !post.isPrivate
  }

  for (const { act, actor, happened, madeId } of facts) {
    if (happened !== 'yes' || act.kind !== 'comment' || madeId === undefined || !wasActive(act.postId)) continue
    const comment = final.comments.get(madeId)
    const above = act.parentId === null ? final.posts.get(act.postId) : final.comments.get(act.parentId)
    const author = above?.authorId
    if (comment === undefined || comment.isDeleted || author === null || author === undefined) continue
    const recipient = ownerOf(author)
    // A block of the account behind an alias refuses no reply, and keeps its news from the account.
    const isBlocked = [author, recipient].some((name) => final.blocks.has(`${name} ${actor.userId}`))
    if (recipient === actor.userId || isFull(recipient) || isBlocked) continue
    const count = told.get(`${recipient} replied ${madeId}`) ?? 0
    if (count !== 1) fault(`${count} notifications of the reply ${madeId} instead of one`)
  }
  for (const [key, vote] of final.votes) {
    const [userId = '', target = ''] = key.split(' ')
    if (vote !== 'upvote' || base.votes.has(key) || !isFirstVote(facts, userId, target)) continue
    const post = final.posts.get(target)
    const author = (post ?? final.comments.get(target))?.authorId
    if (author === null || author === undefined) continue
    const recipient = ownerOf(author)
    if (recipient === userId || isFull(recipient)) continue
    const type = post === undefined ? 'upvoted_comment' : 'upvoted_post'
    if (!told.has(`${recipient} ${type} ${target}`)) fault(`no notification of the upvote ${key}`)
  }
  for (const { act, actor, happened } of facts)
    if (act.kind === 'mark-seen' && happened === 'yes')
      for (const [id, { userId }] of base.notifications)
        if (userId === actor.userId && final.notifications.get(id)?.isSeen === false)
          fault(`${id} is not seen, although its user marked all as seen`)
  return violations
}

/** Whether the account voted on the target only once, so that nothing was subtracted again. */
function isFirstVote(facts: readonly Fact[], userId: string, target: string): boolean {
  const votes = facts.filter(
    ({ act, actor, happened }) =>
      actor.userId === userId &&
      'target' in act &&
      act.target.id === target &&
      act.kind !== 'report' &&
      happened !== 'no',
  )
  return votes.length === 1 && votes[0]?.act.kind === 'cast'
}
