/**
 * `bun run docs:pictures`: takes the pictures of the README, the feed on a telephone and the reports on a moderator's desk,
 * from a Quad on the loopback where made-up students have written for two days. Needs a build, and Chromium (set CHROMIUM
 * to where it is).
 */
import { mkdirSync, mkdtempSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContextOptions, chromium } from 'playwright-core'
import { CHROMIUM } from '../tests/support/chromium'
import { ask, join as joinCampus, signIn } from '../tests/support/joining'
import { ADMIN, type Browser, CAMPUS_VARIABLES, startProgram } from '../tests/support/program'

const MOST_BYTES = 250_000
const HOUR_MS = 3_600_000

/** What students wrote, how many hours before now, and how many others voted. */
const POSTS = [
  {
    ago: 44,
    by: 0,
    topic: 'Guide / Resource',
    title: 'A short guide to surviving thermodynamics',
    content:
      'Do the past papers before you read the book, not after. Three of five questions come back every year, and the lab notes explain the other two.',
    up: 9,
    replies: ['The 2023 paper has a mistake in question 4, by the way.', 'You saved my semester.'],
  },
  {
    ago: 30,
    by: 1,
    topic: 'News / Update',
    title: 'Library stays open until two during the exams',
    content: 'From Monday on, with the reading room on the second floor. Bring your card, and a jumper.',
    up: 14,
    replies: ['Finally!', 'Is the café open as well?', 'Until eleven, they said.'],
  },
  {
    ago: 22,
    by: 2,
    topic: 'Help / Support',
    title: 'Lost: a blue umbrella near the north canteen',
    content: 'It was my grandmother’s. Whoever found it gets tea for a week.',
    up: 6,
    replies: ['I saw one at the porter’s desk this morning.', 'That’s it. Thank you!'],
  },
  {
    ago: 9,
    by: 3,
    topic: 'Showcase',
    title: 'We built a weather station for the roof of hostel 4',
    content:
      'Wind, rain and temperature every five minutes, from parts that the workshop had thrown away. The data are free for everybody: ask here for the address.',
    up: 17,
    down: 1,
    replies: ['Can I use it for my term project?', 'Of course.', 'How does it survive the monkeys?', 'It does not.'],
  },
  {
    ago: 4,
    by: 4,
    topic: 'Community Event',
    title: 'Open mic on the lawn behind the library',
    content: 'Poems, songs, bad jokes. Sign up there, or just come and listen.',
    event: { days: 2, place: 'Lawn behind the library' },
    up: 12,
    replies: ['Will there be a piano?', 'A keyboard, at least.'],
  },
  {
    ago: 1.4,
    by: 5,
    topic: 'Ask Campus',
    title: 'Which professor explains linear algebra best?',
    content: 'I have to choose a section by Friday, and the timetable fits three of them.',
    up: 8,
    replies: ['Take the one at eight. Nobody comes, so there is time for questions.', 'Seconded.', 'At eight? No.'],
  },
  {
    ago: 0.3,
    by: 6,
    topic: 'Off-topic',
    title: 'The cat of the main library has a name now',
    content: 'After a vote in three rounds: Professor Whiskers. Office hours on the radiator, ten to four.',
    up: 11,
    replies: ['A tenured position at last.'],
  },
]

/** Replies that are reported: to which post, by whom, and why. */
const REPORTS = [
  {
    ago: 2.5,
    on: 3,
    by: 7,
    content: 'Selling last year’s solved assignments, write to me for prices.',
    reason: 'spam',
    message: 'This is selling solved assignments.',
    from: [1, 2, 4],
  },
  {
    ago: 0.6,
    on: 5,
    by: 8,
    content: 'Only an idiot would ask that. Go back to school.',
    reason: 'harassment',
    message: 'Rude to somebody who only asked.',
    from: [5, 9],
  },
  {
    ago: 5,
    on: 1,
    by: 9,
    content: 'The exams are cancelled this year, the dean told me.',
    reason: 'misinformation',
    message: 'Not true, I asked.',
    from: [3],
  },
  {
    ago: 0.2,
    on: 6,
    by: 10,
    content: 'I am the dean, and I forbid this cat.',
    reason: 'impersonation',
    message: 'Probably not the dean.',
    from: [11],
  },
]

const PICTURES: {
  file: string
  path: string
  shows: string
  look: BrowserContextOptions
  who: 'student' | 'moderator'
}[] = [
  {
    file: 'phone.png',
    path: '/',
    shows: POSTS[6]!.title,
    look: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
    who: 'student',
  },
  {
    file: 'desk.png',
    path: '/console/reports',
    shows: REPORTS[1]!.content,
    look: { viewport: { width: 1280, height: 800 } },
    who: 'moderator',
  },
]

const folder = mkdtempSync(join(tmpdir(), 'quad-pictures-'))
const clock = join(folder, 'clock.ts')
const behind = join(folder, 'behind')
/** The server's clock is as many milliseconds behind as the file says. */
writeFileSync(
  clock,
  `const { readFileSync } = require('node:fs')
const { now } = Date
const then = () => now() - Number(readFileSync(${JSON.stringify(behind)}, 'utf8'))
globalThis.Date = class extends Date {
  constructor(...given) { given.length > 0 ? super(...given) : super(then()) }
  static now() { return then() }
}
`,
)
function goBack(hours: number): void {
  // In one step: the server reads at any moment.
  writeFileSync(`${behind}.new`, String(Math.round(hours * HOUR_MS)))
  renameSync(`${behind}.new`, behind)
}

goBack(48)
const variables = {
  ...CAMPUS_VARIABLES,
  CAMPUS_NAME: 'Lakeside College',
  NOTIFICATIONS: 'on',
  LOG_LEVEL: 'info',
  MAIL_PER_HOUR: '100000',
}
const quad = await startProgram(variables, ([bun = '', ...rest]) => [bun, '--preload', clock, ...rest])
const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] })
try {
  const students: Browser[] = []
  for (let number = 0; number < 20; number++)
    students.push(await joinCampus(quad.origin, quad.dataDir, `${2_400_000_000 + number}@campus.edu`))
  const student = (number: number) => students[number % students.length]!

  const written: string[] = []
  for (const [at, { ago, by, topic, title, content, up, down = 0, event, replies }] of POSTS.entries()) {
    goBack(ago)
    const startsAt = event && `${new Date(Date.now() + event.days * 24 * HOUR_MS).toISOString().slice(0, 10)}T13:30:00Z`
    const body = { title, content, topic, ...(event && { startsAt, place: event.place }) }
    const { post } = await ask(student(by), 'posts', body)
    written.push(post.id)
    for (let voter = 0; voter < up + down; voter++) {
      const voteType = voter < up ? 'upvote' : 'downvote'
      await ask(student(by + 1 + voter), 'votes', { targetType: 'post', targetId: post.id, voteType })
    }
    for (const [turn, reply] of replies.entries()) {
      goBack(ago * (1 - (turn + 1) / (replies.length + 2)))
      const author = turn % 2 === 0 ? at + turn + 4 : by
      await ask(student(author), `comments/post/${post.id}`, { content: reply, parentCommentId: null })
    }
  }
  for (const { ago, on, by, content, reason, message, from } of REPORTS) {
    goBack(ago)
    const { comment } = await ask(student(by), `comments/post/${written[on]}`, { content, parentCommentId: null })
    goBack(ago / 2)
    for (const reporter of from)
      await ask(student(reporter), 'reports', { type: 'Comment', targetId: comment.id, reason, message })
  }
  goBack(0)
  const moderator = await signIn(quad.origin, ADMIN.email, ADMIN.password)

  mkdirSync(join(import.meta.dir, 'pictures'), { recursive: true })
  for (const { file, path, shows, look, who } of PICTURES) {
    const { cookies } = who === 'student' ? student(19) : moderator
    const context = await browser.newContext({
      ...look,
      locale: 'en-IN',
      timezoneId: 'Asia/Kolkata',
      colorScheme: 'light',
      reducedMotion: 'reduce',
    })
    await context.addCookies([...cookies].map(([name, value]) => ({ name, value, url: quad.origin })))
    const page = await context.newPage()
    await page.goto(quad.origin + path)
    await page.getByText(shows).first().waitFor()
    await page.waitForLoadState('networkidle')
    const target = join(import.meta.dir, 'pictures', file)
    await page.screenshot({ path: target, animations: 'disabled' })
    const { size } = statSync(target)
    if (size > MOST_BYTES) throw new Error(`${file} has ${size} bytes`)
    process.stdout.write(`docs/pictures/${file}: ${size} bytes\n`)
    await context.close()
  }
} finally {
  await browser.close()
  await quad.stop()
  rmSync(folder, { recursive: true, force: true })
}
