/**
 * `bun run docs:pictures`: takes the pictures of the README, the feed on a telephone and the reports on a moderator's desk,
 * from a Quad on the loopback where made-up students have written for two days. Needs a build, and Chromium (set CHROMIUM
 * to where it is).
 */
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { initWasm, Resvg } from '@resvg/resvg-wasm'
import { type BrowserContextOptions, chromium } from 'playwright-core'
import talk from '../db/seed/talk.json'
import { linesOf, type Written } from '../db/seed/texts'
import { packaged } from '../src/packaged'
import { CHROMIUM } from '../tests/support/chromium'
import { ask, join as joinCampus, signIn } from '../tests/support/joining'
import { ADMIN, type Browser, CAMPUS_VARIABLES, startProgram } from '../tests/support/program'

async function upload(browser: Browser, scene: string): Promise<string> {
  const drawing = new Resvg(scenes[scene as keyof typeof scenes]).render().asPng()
  const body = new FormData()
  body.set('picture', new File([new Uint8Array(drawing)], 'picture.png', { type: 'image/png' }))
  const response = await browser.send('/api/v1/pictures', { method: 'POST', body })
  return (await response.json()).data.picture.id
}

const MOST_BYTES = 350_000
const HOUR_MS = 3_600_000
const { scenes } = talk
const STORIES: readonly Written[] = talk.threads

/** Threads of the seed by how they begin: how many hours before now, by whom, and how many others voted. */
const POSTS = [
  { ago: 44, by: 0, begins: 'End sem survival', up: 9 },
  { ago: 30, by: 1, begins: 'Zephyr dates', up: 12 },
  { ago: 26, by: 2, begins: 'Put a second drinking water point', up: 6 },
  { ago: 20, by: 7, begins: 'Is the reading room open', up: 7 },
  { ago: 9, by: 3, begins: 'We built a weather station', up: 15, down: 1 },
  { ago: 4, by: 4, begins: 'Open mic on the lawn', up: 12 },
  { ago: 2.2, by: 5, begins: 'Where does one find the best chai', up: 9 },
  { ago: 1.4, by: 6, begins: 'Mess mein aaj phir', up: 14, down: 1 },
  { ago: 0.5, by: 8, begins: 'The library cat', up: 17 },
].map(({ begins, ...post }) => ({ ...post, story: STORIES.find(({ title }) => title.startsWith(begins))! }))

/** Replies that are reported: to which post, by whom, and why. */
const REPORTS = [
  {
    ago: 2.5,
    on: 0,
    by: 7,
    content: 'Selling last year’s solved assignments, write to me for prices.',
    reason: 'spam',
    message: 'This is selling solved assignments.',
    from: [1, 2, 4],
  },
  {
    ago: 0.6,
    on: 6,
    by: 8,
    content: 'Only an idiot would ask that. Go back to school.',
    reason: 'harassment',
    message: 'Rude to somebody who only asked.',
    from: [5, 9],
  },
  {
    ago: 5,
    on: 3,
    by: 9,
    content: 'The exams are cancelled this year, the dean told me.',
    reason: 'misinformation',
    message: 'Not true, I asked.',
    from: [3],
  },
  {
    ago: 0.2,
    on: 8,
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
    shows: POSTS.at(-1)!.story.title,
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

await initWasm(readFileSync(packaged('card-renderer.wasm')))
// Pictures of new accounts wait for a moderator.
goBack(24 * 6)
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
  for (const [at, { ago, by, story, up, down = 0 }] of POSTS.entries()) {
    goBack(ago)
    const { title, content, topic, event, question, picture, comments } = story
    const day = event && new Date(Date.now() + event.inDays * 24 * HOUR_MS).toISOString().slice(0, 10)
    const attached = picture && { picture: { id: await upload(student(by), picture.scene), alt: picture.alt } }
    const when = event && { startsAt: `${day}T13:30:00Z`, place: event.place }
    const { post } = await ask(student(by), 'posts', { title, content, topic, question, ...when, ...attached })
    written.push(post.id)
    for (let voter = 0; voter < up + down; voter++) {
      const voteType = voter < up ? 'upvote' : 'downvote'
      await ask(student(by + 1 + voter), 'votes', { targetType: 'post', targetId: post.id, voteType })
    }
    const lines = linesOf(comments, (text) => text)
    const ids: string[] = []
    for (const [turn, { text, parent, voice }] of lines.entries()) {
      goBack(ago * (1 - (turn + 1) / (lines.length + 2)))
      const author = student(voice === 'OP' ? by : at + turn + 4)
      const parentCommentId = ids[parent ?? -1] ?? null
      const { comment } = await ask(author, `comments/post/${post.id}`, { content: text, parentCommentId })
      ids.push(comment.id)
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
