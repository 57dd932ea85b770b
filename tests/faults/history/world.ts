import type { Observation } from './observation'
import type { Operation, TargetType } from './operation'

type Known = { id: string; authorId: string | null }

/** Of what is not found there is no more; of a vote or a bookmark it may be that which is not found. */
const NAMES_TEXT = /^(?:edit|delete|moderate|read)-|^view$|^bookmark$/

/** What clients know of: in the order in which it came, so that the newest is what most of them meet at. */
export class World {
  readonly posts = new Map<string, Known>()
  readonly comments = new Map<string, Known & { postId: string }>()
  readonly reports: { id: string }[] = []
  /** What each user voted on, and the posts that each bookmarked. */
  readonly votes = new Map<string, { id: string; type: TargetType }[]>()
  readonly bookmarks = new Map<string, { id: string }[]>()

  constructor({ posts, comments, votes, bookmarks, reports }: Observation) {
    for (const [id, { authorId, isPrivate, state }] of posts)
      if (!isPrivate && state === 'active') this.posts.set(id, { id, authorId })
    for (const [id, { authorId, postId, isDeleted, isBanned }] of comments)
      if (!isDeleted && !isBanned && this.posts.has(postId)) this.comments.set(id, { id, authorId, postId })
    const split = (key: string) => key.split(' ') as [string, string]
    for (const [user, id] of [...votes.keys()].map(split))
      push(this.votes, user, { type: posts.has(id) ? 'post' : 'comment', id })
    for (const [user, id] of [...bookmarks].map(split)) push(this.bookmarks, user, { id })
    for (const [id, { status }] of reports) if (status === 'pending') this.reports.push({ id })
  }

  /** Takes note of what an operation made or deleted. */
  learn({ act: { kind, id, type }, actor: { userId }, answer, outcome, code }: Operation) {
    if (outcome === 'acknowledged') {
      if (kind === 'publish' && answer.post) this.posts.set(answer.post.id, { id: answer.post.id, authorId: userId })
      if (kind === 'comment' && answer.comment)
        this.comments.set(answer.comment.id, { id: answer.comment.id, authorId: userId, postId: id })
      if (kind === 'cast') push(this.votes, userId, { type, id })
      if (kind === 'bookmark') push(this.bookmarks, userId, { id })
      if (kind === 'report' && answer.report) this.reports.push({ id: answer.report.id })
    }
    if (code === 'NOT_FOUND' ? NAMES_TEXT.test(kind) : outcome === 'acknowledged' && kind.startsWith('delete-'))
      this[`${type}s`].delete(id)
  }
}

function push<T>(lists: Map<string, T[]>, key: string, item: T) {
  lists.set(key, [...(lists.get(key) ?? []), item])
}
