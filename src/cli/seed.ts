import { defineCommand } from 'citty'
import { CommandFailed } from './run'

const number = { type: 'string', valueHint: 'N' } as const

/** Above these an enrolment number has too few digits, or a pair of numbers too many. */
const MOST_USERS = 1_000_000
const MOST_ROWS = 100_000_000

export const seed = defineCommand({
  meta: {
    name: 'seed',
    description: 'Fills an empty instance with an invented campus, to try Quad out or to measure it',
  },
  args: {
    users: { ...number, required: true, description: 'How many students' },
    posts: { ...number, required: true, description: 'How many posts, over two years' },
    comments: { ...number, description: 'How many comments (five times the posts)' },
    votes: { ...number, description: 'How many votes (ten times the posts)' },
    seed: { ...number, default: '1', description: 'The same number makes the same campus' },
    until: { type: 'string', valueHint: 'YYYY-MM-DD', description: 'The day at whose beginning it ends (today)' },
    password: { type: 'string', description: 'What every student may sign in with; by code only when left out' },
    force: { type: 'boolean', description: 'Even where there are posts already' },
  },
  async run({ args }) {
    const users = parseNumber('users', args.users, MOST_USERS)
    const posts = parseNumber('posts', args.posts, MOST_ROWS)
    const comments = args.comments === undefined ? posts * 5 : parseNumber('comments', args.comments, MOST_ROWS)
    const votes = args.votes === undefined ? posts * 10 : parseNumber('votes', args.votes, MOST_ROWS)
    const seed = parseNumber('seed', args.seed, 0xffff_ffff)
    const until = parseDay(args.until ?? new Date().toISOString().slice(0, 10))
    if (posts > 0 && users === 0) throw new CommandFailed('--users: somebody has to write the posts.', 2)
    if (comments > 0 && posts === 0) throw new CommandFailed('--posts: comments need something to comment on.', 2)
    const { seedDataDirectory } = await import('./seeding')
    const { password, force = false } = args
    const seeded = await seedDataDirectory({ users, posts, comments, votes, seed, until, password, force })
    const { users: students, bookmarks, ...rows } = seeded
    const counts = Object.entries({ students, ...rows }).map(([noun, count]) => `${count.toLocaleString('en')} ${noun}`)
    console.log(`Seeded ${counts.join(', ')} and ${bookmarks.toLocaleString('en')} bookmarks.`)
  },
})

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
