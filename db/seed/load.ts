import type { Database } from 'bun:sqlite'
import { Calendar, DAY } from './calendar'
import { Content } from './content'
import { branchesOf, collegesOf, enrol, type People } from './people'
import { readColleges, writeBookmarks, writeColleges, writePeople, writeRelations, writeVotes } from './tables'
import { TITLES } from './words'

export type SeedOptions = {
  /** The same number makes the same campus, in an instance that has the same users already. */
  seed: number
  users: number
  posts: number
  comments: number
  votes: number
  /** When the last thing happens; the first post is two years older. */
  until: Date
  passwordHash: string | null
  /** SQL of the totals that lists are read from, counted anew. */
  countedPosts: string
}

export type Phase = 'posts and comments' | 'votes' | 'people' | 'indices' | 'totals'
/** Told how far a phase is; the last time with `done` as large as `total`. */
export type Progress = (phase: Phase, done: number, total: number) => void

export type Seeded = { users: number; posts: number; comments: number; votes: number; bookmarks: number }

/** The database is in use by another process. */
export class DatabaseInUse extends Error {
  override name = 'DatabaseInUse'
  override message = 'Another program has the database open. Stop it first.'
}

const DURATION = 2 * 365 * DAY
/** With four times as much, sorting for the indices takes half as long again: the system's own cache is the better one. */
const CACHE_KIB = 32 * 1024
const TABLES = ['posts', 'comments', 'post_votes', 'comment_votes', 'bookmarks'] as const

/**
 * Adds a believable campus to a migrated database: all of it or nothing, whenever the process is killed or the power
 * fails. It is one transaction with a rollback journal: what is only added is not in that journal, so that it stays
 * small, while a write-ahead log would hold everything once more.
 *
 * Foreign keys are not asked row by row, and indices are built when their rows are there, which takes less time. Throws DatabaseInUse.
 */
export function seedCampus(sqlite: Database, options: SeedOptions, progress: Progress): Seeded {
  rollbackJournal(sqlite)
  sqlite.run('PRAGMA foreign_keys = OFF')
  sqlite.run(`PRAGMA cache_size = -${CACHE_KIB}`)
  sqlite.run('BEGIN EXCLUSIVE')
  try {
    const seeded = load(sqlite, options, progress)
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

function rollbackJournal(sqlite: Database): void {
  sqlite.run('PRAGMA busy_timeout = 0')
  try {
    const { journal_mode: mode } =
      sqlite.query<{ journal_mode: string }, []>('PRAGMA journal_mode = DELETE').get() ?? {}
    if (mode === 'delete') return
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY'))) throw error
  }
  throw new DatabaseInUse()
}

function load(sqlite: Database, options: SeedOptions, progress: Progress): Seeded {
  const { users, posts, comments, votes, passwordHash, countedPosts } = options
  const until = options.until.getTime()
  const calendar = new Calendar(until - DURATION, until)
  const known = existing(sqlite)
  // A second campus in the same database is another one.
  const seed = options.seed + known.identities * 0x1_0000_0000
  const { colleges: there, branches: instituted } = readColleges(sqlite)
  const founding = calendar.from - DURATION
  const branches = branchesOf(seed, instituted, founding)
  const colleges = collegesOf(seed, there, branches.all, founding)
  const people = enrol({ seed, count: users, colleges, branches: branches.all }, calendar.from, until, known)
  const { ranks, idsByRank } = ranked(people)
  const content = new Content(
    { seed, posts, comments, votes, topics: topicsOf(sqlite), calendar, colleges, people },
    ranks,
  )

  const indices = dropIndices(sqlite)
  content.write(sqlite, (rows) => progress('posts and comments', rows, posts + comments))
  progress('posts and comments', posts + comments, posts + comments)

  const { onPosts, onComments } = content
  const cast = onPosts.count + onComments.count
  const post = {
    idOf: (number: number) => content.postIds.v7(number, content.postTimes[number] ?? 0),
    timeOf: (number: number) => content.postTimes[number] ?? 0,
  }
  const comment = {
    idOf: (number: number) => content.commentIds.v7(number, content.commentTimes[number] ?? 0),
    timeOf: (number: number) => content.commentTimes[number] ?? 0,
  }
  const order = { seed, idsByRank, until }
  writeVotes(sqlite, 'post', { ...order, ballots: onPosts }, post, (rows) => progress('votes', rows, cast))
  writeVotes(sqlite, 'comment', { ...order, ballots: onComments }, comment, (rows) =>
    progress('votes', onPosts.count + rows, cast),
  )
  const bookmarks = writeBookmarks(sqlite, order, posts, post, ranks.subarray(0, people.active))
  progress('votes', cast, cast)

  writeColleges(sqlite, colleges, branches.added, founding)
  writePeople(sqlite, people, colleges, content.karma, passwordHash)
  writeRelations(sqlite, seed, people, until)
  progress('people', users, users)

  for (const [at, sql] of indices.entries()) {
    sqlite.run(sql)
    progress('indices', at + 1, indices.length)
  }
  sqlite.run('DELETE FROM post_counts')
  sqlite.run(`INSERT INTO post_counts (facet, value, audience, count) ${countedPosts}`)
  progress('totals', 1, 1)
  return { users, posts, comments, votes: cast, bookmarks }
}

function existing(sqlite: Database): { identities: number; usernames: Set<string> } {
  const names = sqlite.query<{ username: string }, []>('SELECT username FROM users').all()
  const { count } = sqlite.query<{ count: number }, []>('SELECT count(*) AS count FROM identities').get() ?? {
    count: 0,
  }
  return { identities: count, usernames: new Set(names.map(({ username }) => username)) }
}

/** Those that an operator has set, or those that every instance begins with. */
function topicsOf(sqlite: Database): readonly string[] {
  const set = sqlite.query<{ value: string }, []>("SELECT value FROM settings WHERE key = 'topics'").get()
  return set === null ? TITLES.map(([topic]) => topic) : JSON.parse(set.value)
}

/** Votes are stored by user id: the place of each person in that order, and the ids in it. */
function ranked({ all }: People): { ranks: Int32Array; idsByRank: string[] } {
  const order = all.map((_, number) => number).sort((a, b) => ((all[a]?.id ?? '') < (all[b]?.id ?? '') ? -1 : 1))
  const ranks = new Int32Array(all.length)
  for (const [rank, number] of order.entries()) ranks[number] = rank
  return { ranks, idsByRank: order.map((number) => all[number]?.id ?? '') }
}

/** Drops what indices of the large tables can be dropped; answers the statements that make them again. */
function dropIndices(sqlite: Database): string[] {
  const found = sqlite
    .query<{ name: string; sql: string }, []>(
      `SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL
         AND tbl_name IN (${TABLES.map((table) => `'${table}'`).join(', ')}) ORDER BY rowid`,
    )
    .all()
  for (const { name } of found) sqlite.run(`DROP INDEX "${name}"`)
  return found.map(({ sql }) => sql)
}
