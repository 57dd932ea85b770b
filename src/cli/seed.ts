import { defineCommand } from 'citty'
import { CommandFailed } from './run'

const whole = { type: 'string', valueHint: 'N' } as const

/** Above these an enrolment number has too few digits, or a pair of numbers too many. */
const MOST_USERS = 1_000_000
const MOST_ROWS = 100_000_000

export const seed = defineCommand({
  meta: {
    name: 'seed',
    description: 'Fills an empty instance with an invented campus, to try Quad out or to measure it',
  },
  args: {
    users: { ...whole, required: true, description: 'How many students' },
    posts: { ...whole, required: true, description: 'How many posts, over two years' },
    comments: { ...whole, description: 'How many comments (five times the posts)' },
    votes: { ...whole, description: 'How many votes (ten times the posts)' },
    seed: { ...whole, default: '1', description: 'The same number makes the same campus' },
    until: { type: 'string', valueHint: 'YYYY-MM-DD', description: 'The day at whose beginning it ends (today)' },
    password: { type: 'string', description: 'What every student may sign in with; by code only when left out' },
    force: { type: 'boolean', description: 'Even where there are posts already' },
  },
  async run({ args }) {
    const users = number('users', args.users, MOST_USERS)
    const posts = number('posts', args.posts, MOST_ROWS)
    const comments = args.comments === undefined ? posts * 5 : number('comments', args.comments, MOST_ROWS)
    const votes = args.votes === undefined ? posts * 10 : number('votes', args.votes, MOST_ROWS)
    if (posts > 0 && users === 0) throw new CommandFailed('--users: somebody has to write the posts.', 2)
    if (comments > 0 && posts === 0) throw new CommandFailed('--posts: comments need something to comment on.', 2)
    const { plantCampus } = await import('./seeding')
    const seeded = await plantCampus({
      users,
      posts,
      comments,
      votes,
      seed: number('seed', args.seed, 0xffff_ffff),
      until: day(args.until ?? new Date().toISOString().slice(0, 10)),
      password: args.password,
      force: args.force === true,
    })
    const of = (count: number, what: string) => `${count.toLocaleString('en')} ${what}`
    console.log(
      `Seeded ${of(seeded.users, 'students')}, ${of(seeded.posts, 'posts')}, ${of(seeded.comments, 'comments')}, ${of(seeded.votes, 'votes')} and ${of(seeded.bookmarks, 'bookmarks')}.`,
    )
  },
})

function number(option: string, given: string, most: number): number {
  const value = /^\d{1,12}$/.test(given) ? Number(given) : Number.NaN
  if (value <= most) return value
  throw new CommandFailed(`--${option} must be a whole number up to ${most.toLocaleString('en')}.`, 2)
}

function day(given: string): Date {
  const date = new Date(`${given}T00:00:00.000Z`)
  // There is no 31st of February, which the date would take for the third of March.
  if (!Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === given) return date
  throw new CommandFailed('--until must be a day such as 2026-09-01.', 2)
}
