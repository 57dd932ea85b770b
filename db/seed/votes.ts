import { type Context, DAY, HOUR, inserter, Random, shares } from './context'
import type { Student, ThreadNames } from './people'
import type { Line, Stories, Story } from './texts'

/** All posts or all comments, by number: the targets of votes and bookmarks. `keys` are of the rows, once they are written. */
export type Targets = { kind: 'post' | 'comment'; count: number; times: Float64Array; keys: Float64Array }

/**
 * Pairs of a student and a target, each packed into one number: sorted by user before the first is written, because in
 * another order each row would touch another page.
 */
export class Pairs {
  count = 0
  readonly #packed: Float64Array

  constructor(
    readonly table: 'post_votes' | 'comment_votes' | 'bookmarks',
    readonly targets: Targets,
    readonly capacity: number,
  ) {
    this.#packed = new Float64Array(capacity)
  }

  add({ number }: Student, target: number, isUp = true): void {
    this.#packed[this.count++] = (number * this.targets.count + target) * 2 + Number(isUp)
  }

  /** Writes each pair once, on average `delay` after its target; returns their number. All targets are written. */
  write(context: Context, students: readonly Student[], delay: number, progress?: (written: number) => void): number {
    const { sqlite, seed, until } = context
    const { table, targets } = this
    const [random, insert] = [new Random(seed, table), inserter(sqlite, table)]
    let written = 0
    let last = -1
    for (const packed of this.#packed.subarray(0, this.count).sort()) {
      const pair = Math.floor(packed / 2)
      if (pair === last) continue
      last = pair
      if (written % 1000 === 0) progress?.(written)
      const target = pair % targets.count
      const user = students[Math.floor(pair / targets.count)]?.key ?? 0
      const at = Math.floor(Math.min((targets.times[target] ?? 0) + random.exponential(delay), until - 1))
      const row = { user, [targets.kind]: targets.keys[target] ?? 0, created_at: at }
      insert(table === 'bookmarks' ? row : { ...row, value: packed % 2 === 1 ? 1 : -1 })
      written++
    }
    return written
  }
}

type Cast = { id: string; ups: number; downs: number }

/** The votes on posts or on comments, distributed by the weights of the targets. */
export class Votes extends Pairs {
  readonly #random: Random
  readonly #ids: Random
  readonly #shares: Int32Array
  /** Votes for which a target had too few voters: the next target gets them. */
  #surplus = 0

  constructor({ seed }: Context, kind: 'post' | 'comment', total: number, weights: Float64Array) {
    const count = weights.length
    super(`${kind}_votes`, { kind, count, times: new Float64Array(count), keys: new Float64Array(count) }, total)
    this.#random = new Random(seed, `voters of a ${kind}`)
    this.#ids = new Random(seed, `ids of ${kind}s`)
    this.#shares = shares(total, weights)
  }

  /** Different `voters` vote on one target: mostly for it, unless it is disputed. */
  cast(target: number, at: number, author: { karma: number }, voters: readonly Student[], isDisputed: boolean): Cast {
    const random = this.#random
    const upvoteChance = isDisputed ? 0.45 : 0.8 + random.fraction() * 0.2
    const share = (this.#shares[target] ?? 0) + this.#surplus
    const count = Math.min(share, voters.length)
    this.#surplus = share - count
    let ups = 0
    // Takes one voter from each of `count` equal parts, so that nobody votes twice.
    for (let part = 0; part < count; part++) {
      const start = Math.floor((part * voters.length) / count)
      const end = Math.floor(((part + 1) * voters.length) / count)
      const isUp = random.chance(upvoteChance)
      ups += Number(isUp)
      this.add(voters[start + random.below(end - start)] as Student, target, isUp)
    }
    const downs = count - ups
    author.karma += ups - downs
    this.targets.times[target] = at
    return { id: this.#ids.uuid(at), ups, downs }
  }
}

const REPLY_CHANCE = 0.55
const MAX_DEPTH = 12
const BANNED_CHANCE = 0.003
/** Of comments with replies: a deleted comment without replies leaves no row. */
const DELETED_CHANCE = 0.02
const EDITED_CHANCE = 0.04
/** Of reactions. */
const DISPUTED_CHANCE = 0.06

/** `replies` counts the visible ones. */
type Comment = {
  at: number
  /** Of the story; without one it is a reaction. */
  line: Line | undefined
  parent: Comment | undefined
  depth: number
  state: 'live' | 'banned' | 'deleted'
  hasReplies: boolean
  replies: number
  hidden: boolean
  key: number
}
type Thread = {
  post: number
  at: number
  story: Story
  author: Student
  names: ThreadNames
  readers: readonly Student[]
}
type Counts = { live: number; visible: number; top: number; answer: string | undefined }

export class Threads {
  comments = 0
  readonly #random: Random
  readonly #insert

  constructor(
    readonly context: Context,
    readonly stories: Stories,
    readonly votes: Votes,
  ) {
    this.#random = new Random(context.seed, 'threads')
    this.#insert = inserter(context.sqlite, 'comments')
  }

  add(thread: Thread, size: number): Counts {
    const comments = this.#plan(size, thread.at, thread.story.lines)
    const counts = this.#count(comments)
    const voices = new Map([['OP', thread.author]])
    let answer: string | undefined
    for (const comment of comments) {
      const id = this.#write(thread, voices, comment)
      if (comment.line?.isAnswer && comment.state === 'live') answer = id
    }
    return { ...counts, answer }
  }

  /** Most comments are written within hours: those of the story, then reactions, which reply to recent ones. */
  #plan(size: number, from: number, lines: readonly Line[]): Comment[] {
    const random = this.#random
    const latest = this.context.until - 1 - from
    const times = Array.from({ length: size }, () => {
      const wait = random.exponential(random.chance(0.8) ? 5 * HOUR : 6 * DAY)
      return Math.floor(from + (wait < latest ? wait : random.fraction() * latest))
    })
    const comments: Comment[] = []
    for (const [turn, at] of times.sort((a, b) => a - b).entries()) {
      const line = lines[turn]
      const recent = random.chance(REPLY_CHANCE) ? comments.at(-1 - Math.floor(random.exponential(3))) : undefined
      const open = recent && recent.depth < MAX_DEPTH ? recent : undefined
      const parent = line ? comments[line.parent ?? -1] : open
      if (parent) parent.hasReplies = true
      const depth = (parent?.depth ?? -1) + 1
      comments.push({ at, line, parent, depth, state: 'live', hasReplies: false, replies: 0, hidden: false, key: 0 })
    }
    return comments
  }

  /** Removes some comments. Live comments and those above visible ones are visible. */
  #count(comments: readonly Comment[]): Omit<Counts, 'answer'> {
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

  #write({ post, names, readers }: Thread, voices: Map<string, Student>, comment: Comment): string {
    const { at, line, state, parent, hidden, replies } = comment
    const { until } = this.context
    const isDeleted = state === 'deleted'
    const other = this.#random.pick(readers, 1.8)
    const author = names.nameOf(line?.voice ? voices.getOrInsert(line.voice, other) : other, at)
    const number = this.comments++
    const voters = isDeleted ? [] : readers
    const { id, ups, downs } = this.votes.cast(
      number,
      at,
      author,
      voters,
      line ? line.isDisputed : this.#random.chance(DISPUTED_CHANCE),
    )
    comment.key = this.#insert({
      id,
      post,
      parent_comment: parent?.key ?? null,
      author: isDeleted ? null : author.key,
      content: isDeleted ? '' : (line?.text ?? this.stories.reaction()),
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
    return id
  }
}
