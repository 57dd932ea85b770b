import type { Database } from 'bun:sqlite'
import { Ballots } from './ballots'
import { type Calendar, DAY, HOUR } from './calendar'
import { Crowd } from './crowd'
import { Ids } from './ids'
import type { College, People } from './people'
import { Random, weighted } from './random'
import { Shares } from './shares'
import { Texts } from './texts'
import { planThread, type Thread } from './thread'

export type Plan = {
  seed: number
  posts: number
  comments: number
  votes: number
  topics: readonly string[]
  calendar: Calendar
  colleges: readonly College[]
  people: People
}

/** How often each topic is chosen, in the order of the list. */
const TOPIC_WEIGHTS = [22, 8, 9, 6, 14, 9, 12, 10, 3, 4, 3]
const PRIVATE_CHANCE = 0.08
const STATES = ['active', 'banned', 'shadow_banned'] as const
const STATE_WEIGHTS = [99.3, 0.3, 0.4]
/** The rest of the votes is on comments. */
const VOTES_ON_POSTS = 0.75
/** Exponent and limit of what a post draws: one in ten draws two thirds of all. */
const APPEAL = [1.1, 1000] as const

const iso = (time: number): string => new Date(time).toISOString()
const sumOf = (count: number, next: () => number): number => {
  let sum = 0
  for (let n = 0; n < count; n++) sum += next()
  return sum
}

/** What was said, by whom, and what others thought of it. Every counter of a row is known when the row is written. */
export class Content {
  readonly postTimes: Float64Array
  readonly commentTimes: Float64Array
  readonly onPosts: Ballots
  readonly onComments: Ballots
  /** By the number of the person. */
  readonly karma: Int32Array
  readonly postIds: Ids
  readonly commentIds: Ids
  readonly #plan: Plan
  readonly #random: Random
  readonly #texts: Texts
  readonly #crowd: Crowd
  /** The place of each person in the order of their ids. */
  readonly #ranks: Int32Array
  #comments = 0

  constructor(plan: Plan, ranks: Int32Array) {
    const { seed, posts, comments, votes, people } = plan
    this.#plan = plan
    this.#ranks = ranks
    this.#random = new Random(seed, 'content')
    this.#texts = new Texts(seed)
    this.#crowd = new Crowd(people)
    this.postIds = new Ids(seed, 'post')
    this.commentIds = new Ids(seed, 'comment')
    this.postTimes = new Float64Array(posts)
    this.commentTimes = new Float64Array(comments)
    this.onPosts = new Ballots(comments > 0 ? Math.round(votes * VOTES_ON_POSTS) : votes, posts)
    this.onComments = new Ballots(votes - this.onPosts.capacity, comments)
    this.karma = new Int32Array(people.all.length)
  }

  /** Writes posts and their threads; calls `written` with how many rows there are, a thousand times or so. */
  write(sqlite: Database, written: (rows: number) => void): void {
    const { seed, posts, comments, topics, calendar } = this.#plan
    const random = this.#random
    const topic = weighted(topics.map((_, at) => TOPIC_WEIGHTS[at] ?? 2))
    const state = weighted(STATE_WEIGHTS)
    const appeals = () => {
      const stream = new Random(seed, 'appeal')
      return () => stream.heavyTailed(...APPEAL)
    }
    const appeal = appeals()
    const weight = sumOf(posts, appeals())
    const threads = new Shares(comments, weight)
    const onPosts = new Shares(this.onPosts.capacity, weight)
    const onComments = this.#likings()
    const inserts = prepareInserts(sqlite)
    const progressEvery = Math.ceil((posts + comments) / 1000)
    let reported = 0

    for (let number = 0; number < posts; number++) {
      const at = calendar.moment((number + random.fraction()) / posts)
      this.postTimes[number] = at
      this.#crowd.moveTo(at)
      const author = this.#crowd.one(random, 2.5)
      const person = this.#person(author)
      const isPrivate = random.chance(PRIVATE_CHANCE)
      const readers = isPrivate ? person.college : undefined
      const draw = appeal()
      const id = this.postIds.v7(number, at)
      const thread = planThread(random, threads.next(draw), at, calendar.until)
      const { ups, downs } = this.#vote(onPosts, draw, readers, (rank, up) => this.onPosts.add(rank, number, up))
      this.karma[author] = (this.karma[author] ?? 0) + ups - downs
      const title = topics[topic(random)] ?? ''
      inserts.post.run(
        id,
        person.id,
        this.#plan.colleges[person.college]?.id ?? '',
        person.branch.code,
        person.branch.id,
        this.#texts.title(title),
        this.#texts.post(),
        title,
        Number(isPrivate),
        STATES[state(random)] ?? 'active',
        Math.floor((ups + downs + 1) * random.logNormal(8, 0.6)),
        ups,
        downs,
        thread.live,
        thread.shown,
        thread.top,
        iso(at),
        iso(this.#edited(at, 0.08)),
      )
      this.#writeThread(inserts.comment, id, thread, readers, onComments)
      const rows = number + 1 + this.#comments
      if (rows - reported < progressEvery || number + 1 === posts) continue
      reported = rows
      written(rows)
    }
  }

  #writeThread(
    insert: Insert,
    postId: string,
    { comments }: Thread,
    readers: number | undefined,
    likings: Likings,
  ): void {
    const first = this.#comments
    for (const [place, comment] of comments.entries()) {
      const number = first + place
      this.commentTimes[number] = comment.at
      const author = this.#crowd.one(this.#random, 1.8, readers)
      const { ups, downs } = this.#vote(
        likings.shares,
        likings.weight(),
        comment.isDeleted ? 'nobody' : readers,
        (rank, up) => this.onComments.add(rank, number, up),
      )
      this.karma[author] = (this.karma[author] ?? 0) + ups - downs
      const parent = comments[comment.parent]
      insert.run(
        this.commentIds.v7(number, comment.at),
        postId,
        parent === undefined ? null : this.commentIds.v7(first + comment.parent, parent.at),
        comment.isDeleted ? null : this.#person(author).id,
        comment.isDeleted ? '' : this.#texts.comment(),
        Number(comment.isBanned),
        comment.isDeleted ? iso(Math.min(comment.at + HOUR, this.#plan.calendar.until)) : null,
        Number(comment.hidden),
        ups,
        downs,
        comment.replies,
        iso(comment.at),
        iso(this.#edited(comment.at, 0.04)),
      )
    }
    this.#comments += comments.length
  }

  /** How many vote on each comment, one after the other. */
  #likings(): Likings {
    const { seed, comments } = this.#plan
    const weights = () => {
      const stream = new Random(seed, 'likings')
      return () => stream.heavyTailed(1.3, 200)
    }
    return { shares: new Shares(this.onComments.capacity, sumOf(comments, weights())), weight: weights() }
  }

  /** The share of the votes that falls to `weight`, by different readers. Most of what is said pleases; some does not. */
  #vote(
    shares: Shares,
    weight: number,
    readers: number | 'nobody' | undefined,
    cast: (rank: number, up: boolean) => void,
  ): { ups: number; downs: number } {
    const random = this.#random
    const wanted = shares.next(weight)
    const pleasing = random.chance(0.1) ? 0.45 : 0.8 + random.fraction() * 0.2
    const counts = { ups: 0, downs: 0 }
    if (wanted > 0 && readers !== 'nobody')
      this.#crowd.several(random, wanted, readers, (voter) => {
        const up = random.chance(pleasing)
        if (up) counts.ups++
        else counts.downs++
        cast(this.#ranks[voter] ?? 0, up)
      })
    shares.giveBack(wanted - counts.ups - counts.downs)
    return counts
  }

  #edited(at: number, chance: number): number {
    if (!this.#random.chance(chance)) return at
    return Math.min(this.#plan.calendar.until - 1, at + Math.floor(this.#random.exponential(DAY / 4)))
  }

  #person(number: number): People['all'][number] {
    return this.#plan.people.all[number] as People['all'][number]
  }
}

type Likings = { shares: Shares; weight: () => number }
type Insert = { run(...values: (string | number | null)[]): unknown }

function prepareInserts(sqlite: Database): { post: Insert; comment: Insert } {
  return {
    post: sqlite.prepare(`
      INSERT INTO posts (id, author_id, college_id, branch, branch_id, title, content, topic, is_private, moderation_state,
        views, upvote_count, downvote_count, comments_count, thread_count, thread_top_count, created_at, updated_at)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`),
    comment: sqlite.prepare(`
      INSERT INTO comments (id, post_id, parent_comment_id, author_id, content, is_banned, deleted_at, hidden,
        upvote_count, downvote_count, replies_count, created_at, updated_at)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`),
  }
}
