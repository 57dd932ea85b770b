import type { ThreadNames } from './aliases'
import { type Context, DAY, HOUR, inserter } from './context'
import type { Student } from './people'
import { Random } from './random'
import type { Texts } from './texts'
import type { Votes } from './votes'

const REPLY_CHANCE = 0.55
const MAX_DEPTH = 12
const BANNED_CHANCE = 0.003
/** Of comments with replies: a deleted comment without replies leaves no row. */
const DELETED_CHANCE = 0.02
const EDITED_CHANCE = 0.04

/** `replies` counts the visible ones. */
type Comment = {
  at: number
  parent?: Comment | undefined
  depth: number
  state: 'live' | 'banned' | 'deleted'
  hasReplies: boolean
  replies: number
  hidden: boolean
  key: number
}
/** Where comments stand. */
type Thread = { post: number; at: number; names: ThreadNames; readers: readonly Student[] }
type Counts = { live: number; visible: number; top: number }

/** The comments of all posts, thread by thread. */
export class Threads {
  comments = 0
  readonly #random: Random
  readonly #insert

  constructor(
    readonly context: Context,
    readonly texts: Texts,
    readonly votes: Votes,
  ) {
    this.#random = new Random(context.seed, 'threads')
    this.#insert = inserter(context.sqlite, 'comments')
  }

  /** Adds `size` comments on a post; returns the post's counts. */
  add(thread: Thread, size: number): Counts {
    const comments = this.#plan(size, thread.at)
    const counts = this.#count(comments)
    for (const comment of comments) this.#write(thread, comment)
    return counts
  }

  /** Most comments are written within hours and reply to recent ones. */
  #plan(size: number, from: number): Comment[] {
    const random = this.#random
    const latest = this.context.until - 1 - from
    const times = Array.from({ length: size }, () => {
      const wait = random.exponential(random.chance(0.8) ? 5 * HOUR : 6 * DAY)
      return Math.floor(from + (wait < latest ? wait : random.fraction() * latest))
    })
    const comments: Comment[] = []
    for (const at of times.sort((a, b) => a - b)) {
      const recent = random.chance(REPLY_CHANCE) ? comments.at(-1 - Math.floor(random.exponential(3))) : undefined
      const parent = recent && recent.depth < MAX_DEPTH ? recent : undefined
      if (parent) parent.hasReplies = true
      const depth = (parent?.depth ?? -1) + 1
      comments.push({ at, parent, depth, state: 'live', hasReplies: false, replies: 0, hidden: false, key: 0 })
    }
    return comments
  }

  /** Removes some comments. Live comments and those above visible ones are visible. */
  #count(comments: readonly Comment[]): Counts {
    const counts = { live: 0, visible: 0, top: 0 }
    for (const comment of comments.toReversed()) {
      if (this.#random.chance(BANNED_CHANCE)) comment.state = 'banned'
      else if (comment.hasReplies && this.#random.chance(DELETED_CHANCE)) comment.state = 'deleted'
      else counts.live++
      comment.hidden = comment.state !== 'live' && comment.replies === 0
      if (comment.hidden) continue
      counts.visible++
      if (comment.parent) comment.parent.replies++
      else counts.top++
    }
    return counts
  }

  #write({ post, names, readers }: Thread, comment: Comment): void {
    const { at, state, parent, hidden, replies } = comment
    const { until } = this.context
    const isDeleted = state === 'deleted'
    const author = names.nameOf(this.#random.pick(readers, 1.8), at)
    const number = this.comments++
    const { id, ups, downs } = this.votes.cast(number, at, author, isDeleted ? [] : readers)
    comment.key = this.#insert({
      id,
      post,
      parent_comment: parent?.key ?? null,
      author: isDeleted ? null : author.key,
      content: isDeleted ? '' : this.texts.comment(),
      is_banned: Number(state === 'banned'),
      deleted_at: isDeleted ? Math.min(at + HOUR, until) : null,
      hidden: Number(hidden),
      upvote_count: ups,
      downvote_count: downs,
      replies_count: replies,
      created_at: at,
      updated_at: this.#random.chance(EDITED_CHANCE) ? Math.min(until - 1, at + this.#random.below(DAY)) : at,
    })
    this.votes.targets.keys[number] = comment.key
  }
}
