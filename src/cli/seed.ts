import { statfsSync } from 'node:fs'
import { defineCommand } from 'citty'
import { acquireLock } from '../../db/lock'
import { DatabaseInUse, type Seeded, seedCampus } from '../../db/seed/campus'
import type { SeedOptions } from '../../db/seed/context'
import { storage } from '../../db/storage'
import { refuseWeakPassword } from '../campus/auth/password-policy'
import { config } from '../config'
import { nothingPending } from '../forum/polls/poll'
import { ALL_COUNTED } from '../forum/posts/counts'
import { ALL_OPEN } from '../forum/posts/questions'
import { hotScore } from '../forum/posts/stats'
import { pseudonym } from '../ground/names/pseudonyms'
import { hashPassword } from '../lib/crypto/password-hash'
import { seal } from '../lib/crypto/sealing'
import { makeDataDirectory } from '../lib/files/data-directory'
import { addressIndex } from '../lib/net/addresses'
import { readPassword } from './accounts'
import { flag, option } from './args'
import { progressBar } from './progress'
import { type Answer, CommandFailed } from './run'
import { drawPictures } from './seed-pictures'
import { aloneWithDatabase, auditOperator, withStorage } from './with-storage'

/** What `--huge` stands for: ten posts for each student, and what goes with them. */
const HUGE = { users: 100_000, posts: 1_000_000, comments: 5_000_000, votes: 10_000_000 }

/** Above these an enrolment number has too few digits, or a pair of numbers too many. */
const MOST_USERS = 1_000_000
const MOST_ROWS = 100_000_000

export const seed = defineCommand({
  args: {
    users: option('How many students', 'N'),
    posts: option('How many posts, over two years', 'N'),
    comments: option('How many comments (five times the posts)', 'N'),
    votes: option('How many votes (ten times the posts)', 'N'),
    aliased: { ...option('Of a hundred authors of a thread, how many write under an alias', 'N'), default: '20' },
    huge: flag(
      'As large as Quad is measured: 100,000 students, 1,000,000 posts, 5,000,000 comments, 10,000,000 votes, or as many of these as are given; 5 GB',
    ),
    seed: { ...option('The same number makes the same campus', 'N'), default: '1' },
    until: option('The day at whose beginning it ends (today)', 'YYYY-MM-DD'),
    'set-password': flag(
      'Asks for a password, or reads stdin, with which every student may sign in; otherwise by code only',
    ),
    force: flag('Even where there are posts already'),
  },
  async run({ args }): Promise<Answer> {
    const { users, posts, comments, votes } = amountsOf(args)
    const seed = parseNumber('seed', args.seed, 0xffff_ffff)
    const aliased = parseNumber('aliased', args.aliased, 100) / 100
    const until = parseDay(args.until ?? new Date().toISOString().slice(0, 10))
    if (posts > 0 && users === 0) throw new CommandFailed('--users: somebody has to write the posts.', 2)
    if (comments > 0 && posts === 0) throw new CommandFailed('--posts: comments need something to comment on.', 2)
    const { force = false } = args
    const password = args['set-password'] === true ? await readPassword() : undefined
    const seeded = await seedDataDirectory({ users, posts, comments, votes, aliased, seed, until, password, force })
    const { users: students, bookmarks, ...rows } = seeded
    const counts = Object.entries({ students, ...rows }).map(([noun, count]) => `${count.toLocaleString('en')} ${noun}`)
    return { data: seeded, text: `Seeded ${counts.join(', ')} and ${bookmarks.toLocaleString('en')} bookmarks.` }
  },
})

type Amounts = typeof HUGE

function amountsOf(args: { [Option in keyof Amounts]?: string } & { huge?: boolean }): Amounts {
  const amount = (option: keyof Amounts, most: number, otherwise?: number): number => {
    const given = args[option]
    if (given !== undefined) return parseNumber(option, given, most)
    const fallback = args.huge === true ? HUGE[option] : otherwise
    if (fallback !== undefined) return fallback
    throw new CommandFailed(`Missing required argument: --${option}`, 2)
  }
  const users = amount('users', MOST_USERS)
  const posts = amount('posts', MOST_ROWS)
  return {
    users,
    posts,
    comments: amount('comments', MOST_ROWS, posts * 5),
    votes: amount('votes', MOST_ROWS, posts * 10),
  }
}

const BYTES: Amounts = { users: 2000, posts: 1900, comments: 500, votes: 45 }

/** The campus is all or nothing, and a disk that is full takes the whole machine with it. */
export function refuseWithoutRoom({ users, posts, comments, votes }: Amounts, freeBytes: number): void {
  const needed = users * BYTES.users + posts * BYTES.posts + comments * BYTES.comments + votes * BYTES.votes
  const gigabytes = (bytes: number) => (bytes / 1e9).toFixed(1)
  if (needed > freeBytes)
    throw new CommandFailed(
      `Such a campus takes about ${gigabytes(needed)} GB, and ${gigabytes(freeBytes)} GB are free in ${config.dataDir}.`,
    )
}

function parseNumber(option: string, text: string, most: number): number {
  const value = /^\d{1,12}$/.test(text) ? Number(text) : Number.NaN
  if (value <= most) return value
  throw new CommandFailed(`--${option} must be a whole number up to ${most.toLocaleString('en')}.`, 2)
}

function parseDay(text: string): Date {
  const date = new Date(`${text}T00:00:00.000Z`)
  // JavaScript reads the 31st of February as the third of March.
  if (!Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === text) return date
  throw new CommandFailed('--until must be a day such as 2026-09-01.', 2)
}

type Options = Amounts &
  Pick<SeedOptions, 'aliased' | 'seed' | 'until'> & { password: string | undefined; force: boolean }

/** @throws CommandFailed if there are posts already, or no room for more, DataDirectoryInUse while a server runs */
async function seedDataDirectory({ password, force, ...amounts }: Options): Promise<Seeded> {
  if (password !== undefined) refuseWeakPassword(password, undefined, 'password')
  const passwordHash = password === undefined ? null : await hashPassword(password, null)
  makeDataDirectory()
  const { bavail, bsize } = statfsSync(config.dataDir)
  refuseWithoutRoom(amounts, bavail * bsize)
  using locked = new DisposableStack()
  locked.defer(acquireLock(config.dataDir))
  const campus = { countedPosts: ALL_COUNTED, openQuestions: ALL_OPEN, hotScore, sealNoChoices: nothingPending }
  const own = { ...campus, sealAddress: sealNow, drawPseudonym: pseudonym }
  // One connection: the seed needs the database alone, and a closed connection stays open until garbage collection.
  const seeded = await aloneWithDatabase(async ({ sqlite }) => {
    if (!force && sqlite.query('SELECT 1 FROM posts LIMIT 1').get() !== null)
      throw new CommandFailed('There are posts already; --force adds a campus to them.')
    const { pictures, place, discard } = await drawPictures()
    locked.defer(discard)
    const made = seedCampus(sqlite, { ...amounts, passwordHash, pictures, ...own }, progressBar())
    place()
    return made
  }).catch((error) => {
    throw error instanceof DatabaseInUse ? new CommandFailed(error.message) : error
  })
  // Opening the storage makes the planner's statistics.
  await withStorage(() => storage.write((tx) => auditOperator(tx, 'operator:seeded:campus', seeded)))
  return seeded
}

/** Under the server's key, because sealing for an offline recipient takes a hundred times as long. */
const sealNow = (id: string, email: string) => ({ index: addressIndex(email), sealed: seal(id, email) })
