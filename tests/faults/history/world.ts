import type { Observation } from './observation'
import type { Operation, Target } from './operation'

type Known = { id: string; authorId: string | null }

/** What clients know of: in the order in which it came, so that the newest is what most of them meet at. */
export class World {
  readonly posts = new Map<string, Known>()
  readonly comments = new Map<string, Known & { postId: string }>()
  readonly reports: string[] = []
  /** Targets that each user voted on, and posts that each bookmarked. */
  readonly votes = new Map<string, Target[]>()
  readonly bookmarks = new Map<string, string[]>()

  constructor({ posts, comments, votes, bookmarks, reports }: Observation) {
    for (const [id, { authorId, isPrivate, state }] of posts)
      if (!isPrivate && state === 'active') this.posts.set(id, { id, authorId })
    for (const [id, { authorId, postId, isDeleted, isBanned }] of comments)
      if (!isDeleted && !isBanned && this.posts.has(postId)) this.comments.set(id, { id, authorId, postId })
    for (const key of votes.keys()) {
      const [user = '', id = ''] = key.split(' ')
      push(this.votes, user, { type: posts.has(id) ? 'post' : 'comment', id })
    }
    for (const key of bookmarks) {
      const [user = '', id = ''] = key.split(' ')
      push(this.bookmarks, user, id)
    }
    for (const [id, { status }] of reports) if (status === 'pending') this.reports.push(id)
  }

  /** Takes note of what an operation made or deleted. */
  learn({ act, actor, answer, outcome, code }: Operation): void {
    const { userId } = actor
    if (outcome === 'acknowledged') {
      if (act.kind === 'publish' && answer.post)
        this.posts.set(answer.post.id, { id: answer.post.id, authorId: userId })
      if (act.kind === 'comment' && answer.comment)
        this.comments.set(answer.comment.id, { id: answer.comment.id, authorId: userId, postId: act.postId })
      if (act.kind === 'cast') push(this.votes, userId, act.target)
      if (act.kind === 'bookmark') push(this.bookmarks, userId, act.postId)
      if (act.kind === 'report' && answer.report) this.reports.push(answer.report.id)
    }
    const isGone = code === 'NOT_FOUND' || (outcome === 'acknowledged' && act.kind.startsWith('delete-'))
    if (!isGone) return
    if ('postId' in act && act.kind !== 'comment' && act.kind !== 'unbookmark' && act.kind !== 'read-bookmark')
      this.posts.delete(act.postId)
    if ('commentId' in act) this.comments.delete(act.commentId)
  }
}

function push<T>(lists: Map<string, T[]>, key: string, item: T): void {
  const list = lists.get(key)
  if (list === undefined) lists.set(key, [item])
  else list.push(item)
}
