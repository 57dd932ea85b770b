import type { Database } from 'bun:sqlite'
import { isBusy } from '../error-code'
import { attachmentsOf } from './attachments'
import { type Context, DAY, HOUR, inserter, iso, momentAt, Random, type SeedOptions, shares } from './context'
import {
  addBlocksAndSanctions,
  addColleges,
  addKarma,
  addStudents,
  aliasesOf,
  inventStudents,
  type Student,
} from './people'
import { Stories, type Story, TOPICS } from './texts'
import { Pairs, type Targets, Threads, Votes } from './votes'

export type Progress = (phase: Phase, done: number, total: number) => void
export type Phase = 'posts and comments' | 'votes' | 'people' | 'indices' | 'search' | 'totals'

export type Seeded = { users: number; posts: number; comments: number; votes: number; bookmarks: number }

export class DatabaseInUse extends Error {
  override name = 'DatabaseInUse'
  override message = 'Another program has the database open. Stop it first.'
}

const SEARCHED = ['posts', 'comments']

/** With four times as much, building indices takes 1.5 times as long: the system's cache works better. */
const CACHE_KIB = 32 * 1024

/**
 * Adds a realistic campus to a migrated database, all or nothing, in one transaction. A rollback journal stays small,
 * because rows are only added; foreign keys are not checked, and indices are built last, to save time. @throws
 * DatabaseInUse
 */
export function seedCampus(sqlite: Database, options: SeedOptions, progress: Progress): Seeded {
  useRollbackJournal(sqlite)
  sqlite.run('PRAGMA foreign_keys = OFF')
  sqlite.run(`PRAGMA cache_size = -${CACHE_KIB}`)
  sqlite.run('BEGIN EXCLUSIVE')
  try {
    const seeded = addCampus(sqlite, options, progress)
    sqlite.run('COMMIT')
    return seeded
  } catch (error) {
    if (sqlite.inTransaction) sqlite.run('ROLLBACK')
    throw error
  } finally {
    sqlite.run('PRAGMA journal_mode = WAL')
    sqlite.run('PRAGMA foreign_keys = ON')
  }
}

function useRollbackJournal(sqlite: Database): void {
  sqlite.run('PRAGMA busy_timeout = 0')
  try {
    const mode = sqlite.query<{ journal_mode: string }, []>('PRAGMA journal_mode = DELETE').get()
    if (mode?.journal_mode === 'delete') return
  } catch (error) {
    if (!isBusy(error)) throw error
  }
  throw new DatabaseInUse()
}

function addCampus(sqlite: Database, options: SeedOptions, progress: Progress): Seeded {
  const { users, posts, comments, countedPosts, openQuestions } = options
  const until = options.until.getTime()
  const identities = sqlite.query<{ count: number }, []>('SELECT count(*) AS count FROM identities').get()?.count ?? 0
  // Each seeding of the same database makes another campus.
  const seed = options.seed + identities * 0x1_0000_0000
  const context = { ...options, sqlite, seed, from: until - 730 * DAY, until, identities }
  const students = inventStudents(context, addColleges(context))
  const active = students.filter(({ isActive }) => isActive)

  addStudents(context, students)
  progress('people', users, users)
  const indices = dropIndices(sqlite)
  const { postVotes, commentVotes } = addPosts(context, active, aliasesOf(context), readTopics(sqlite), (written) =>
    progress('posts and comments', written, posts + comments),
  )
  progress('posts and comments', posts + comments, posts + comments)
  const votes = postVotes.count + commentVotes.count
  postVotes.write(context, students, 9 * HOUR, (written) => progress('votes', written, votes))
  commentVotes.write(context, students, 9 * HOUR, (written) => progress('votes', postVotes.count + written, votes))
  const bookmarks = addBookmarks(context, postVotes.targets, active, students)
  progress('votes', votes, votes)
  addKarma(context, students)
  addBlocksAndSanctions(context, active)

  for (const [at, sql] of indices.entries()) {
    sqlite.run(sql)
    progress('indices', at + 1, indices.length)
  }
  fillSearch(sqlite, (done, total) => progress('search', done, total))
  sqlite.run('DELETE FROM post_counts')
  sqlite.run(`INSERT INTO post_counts (facet, value, audience, count) ${countedPosts}`)
  sqlite.run('DELETE FROM open_questions')
  sqlite.run(`INSERT INTO open_questions ${openQuestions}`)
  progress('totals', 1, 1)
  return { users, posts, comments, votes, bookmarks }
}

/** Two for every five posts. */
function addBookmarks(
  context: Context,
  posts: Targets,
  active: readonly Student[],
  students: readonly Student[],
): number {
  const random = new Random(context.seed, 'bookmarks')
  const bookmarks = new Pairs('bookmarks', posts, active.length === 0 ? 0 : Math.floor(posts.count * 0.4))
  while (bookmarks.count < bookmarks.capacity) bookmarks.add(random.pick(active), random.below(posts.count))
  return bookmarks.write(context, students, 20 * DAY)
}

function readTopics(sqlite: Database): string[] {
  const setting = sqlite.query<{ value: string }, []>("SELECT value FROM settings WHERE key = 'topics'").get()
  return setting === null ? TOPICS : JSON.parse(setting.value)
}

/** All words of all texts, and all names, at once. */
function fillSearch(sqlite: Database, progress: (done: number, total: number) => void): void {
  for (const [at, table] of SEARCHED.entries()) {
    sqlite.run(`INSERT INTO ${table}_search (${table}_search) VALUES ('rebuild'), ('optimize')`)
    sqlite.run(
      `UPDATE search_progress SET indexed_to = (SELECT coalesce(max(key), 0) FROM ${table}) WHERE subject = ?`,
      [table],
    )
    progress(at + 1, SEARCHED.length + 1)
  }
  sqlite.run(
    `INSERT OR IGNORE INTO user_names (number, user_id, name)
     SELECT random() & 9007199254740991, id, lower(username) FROM users WHERE status <> 'ALIAS'`,
  )
  sqlite.run("INSERT INTO user_name_trigrams (user_name_trigrams) VALUES ('delete-all')")
  sqlite.run("INSERT INTO user_name_trigrams (rowid, name) SELECT number, name || '  ' FROM user_names ORDER BY number")
  progress(SEARCHED.length + 1, SEARCHED.length + 1)
}

function dropIndices(sqlite: Database): string[] {
  const indices = sqlite
    .query<{ name: string; sql: string }, []>(
      `SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL
         AND tbl_name IN ('posts', 'post_stats', 'comments', 'post_votes', 'comment_votes', 'bookmarks') ORDER BY rowid`,
    )
    .all()
  for (const { name } of indices) sqlite.run(`DROP INDEX "${name}"`)
  return indices.map(({ sql }) => sql)
}

const PRIVATE_CHANCE = 0.08
const REMOVED_CHANCE = 0.007
const EDITED_CHANCE = 0.08
/** The rest of the votes is on comments. */
const VOTES_ON_POSTS = 0.75

/** Adds posts and threads and draws their voters, so that the counts of a row are final when it is written. */
function addPosts(
  context: Context,
  students: readonly Student[],
  namesInThread: ReturnType<typeof aliasesOf>,
  topics: readonly string[],
  progress: (written: number) => void,
): { postVotes: Votes; commentVotes: Votes } {
  const { sqlite, seed, posts, comments, votes, from, until, hotScore } = context
  const random = new Random(seed, 'posts')
  const texts = new Stories(seed)
  const stories = Array.from({ length: posts }, (_, number) => texts.pick(posts - 1 - number))
  const { appeal, sizes } = attention(random, stories, Math.max(0, posts - texts.newest), comments)
  const onPosts = comments > 0 ? Math.round(votes * VOTES_ON_POSTS) : votes
  const postVotes = new Votes(context, 'post', onPosts, appeal)
  const commentVotes = new Votes(context, 'comment', votes - onPosts, random.heavyTailed(comments, 1.3, 200))
  const threads = new Threads(context, texts, commentVotes)
  const [insert, insertStats] = [inserter(sqlite, 'posts'), inserter(sqlite, 'post_stats')]
  const attach = attachmentsOf(context)
  const joined: Student[] = []
  for (let number = 0; number < posts; number++) {
    progress(number + threads.comments)
    const at = momentAt((number + random.fraction()) / posts, from, until)
    for (let next = students[joined.length]; next && next.joinedAt < at; next = students[joined.length]) {
      joined.push(next)
      next.college.joined.push(next)
    }
    // The first to join write most.
    const author = random.pick(joined, 2.5)
    const isPrivate = random.chance(PRIVATE_CHANCE)
    const readers = isPrivate ? author.college.joined : joined
    const story = stories[number]!
    const topic = topics.includes(story.topic) ? story.topic : random.pick(topics, 1.5)
    const names = namesInThread()
    const name = names.nameOf(author, at)
    const { id, ups, downs } = postVotes.cast(number, at, name, readers, story.disputed === true)
    const state = random.chance(REMOVED_CHANCE) ? random.pick(['banned', 'shadow_banned']) : 'active'
    const views = Math.floor((ups + downs + 1) * random.logNormal(8, 0.6))
    const attached = attach(story, id)
    const post = insert({
      id,
      author_id: name.id,
      college_id: author.college.id,
      branch: name.isAlias ? '' : author.branch.code,
      branch_id: name.isAlias ? null : author.branch.id,
      title: story.title,
      content: texts.post(story),
      topic,
      ...eventOf(story, topic, at),
      ...attached.columns,
      course_id: (story.course && author.college.courses.get(story.course)) ?? null,
      is_question: Number(story.question === true),
      is_private: Number(isPrivate),
      moderation_state: state,
      created_at: iso(at),
      updated_at: iso(random.chance(EDITED_CHANCE) ? Math.min(until - 1, at + random.below(DAY)) : at),
    })
    postVotes.targets.keys[number] = post
    attached.write(post, at, readers)
    const thread = threads.add({ post, at, story, author, names, readers }, sizes[number] ?? 0)
    if (thread.answer) sqlite.run('UPDATE posts SET answer_id = ? WHERE key = ?', [thread.answer, post])
    names.write(id)
    insertStats({
      post,
      views,
      upvote_count: ups,
      downvote_count: downs,
      comments_count: thread.live,
      thread_count: thread.visible,
      thread_top_count: thread.top,
      hot_score: hotScore(iso(at), { votes: ups - downs, comments: thread.live }),
    })
  }
  return { postVotes, commentVotes }
}

/** How much of all votes each post draws, and how many comments: the threads from `first` on are told in full. */
function attention(random: Random, stories: readonly Story[], first: number, comments: number) {
  // One earlier post in ten draws two thirds of all comments and votes.
  const appeal = random.heavyTailed(stories.length, 1.1, 1000)
  const weights = Float64Array.from(stories, ({ liked, lines }, number) => {
    if (number >= first) appeal[number] = liked
    else appeal[number]! *= (liked / USUALLY_LIKED) ** 2
    return number < first ? appeal[number]! : lines.length
  })
  const sum = (of: Float64Array) => of.reduce((total, weight) => total + weight, 0)
  const [earlier, told] = [sum(weights.subarray(0, first)), sum(weights.subarray(first))]
  const scale = earlier > 0 && comments > told ? earlier / (comments - told) : 1
  return {
    appeal,
    sizes: shares(
      comments,
      weights.map((weight, number) => (number < first ? weight : weight * scale)),
    ),
  }
}

const USUALLY_LIKED = 4

/** When and where, in the early evening; other topics have no events. */
function eventOf({ topic: own, event }: Story, topic: string, at: number) {
  if (event === undefined || topic !== own) return { starts_at: null, place: null }
  return { starts_at: `${iso(at + event.inDays * DAY).slice(0, 10)}T12:30:00.000Z`, place: event.place }
}
