/**
 * What the pages cost a phone: the first visit on a slow network, a vote on a long page, a letter typed beneath a long
 * thread, and scrolling it. Builds to compare run side by side on copies of one campus, and take turns.
 *
 *   bun tests/bench/pages.ts [--only visit,cards,comments,key] [--rounds N] [name=/path/to/a/built/checkout ...]
 */
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type BrowserContext, chromium, type Page } from 'playwright-core'
import { PHONE, type WatchedPage } from '../support/browser'
import { slowDown, type Times, timesOf } from '../support/page-speed'
import { freePort } from '../support/program'
import {
  type Cost,
  costOfVote,
  costsOfKeys,
  type Frames,
  framesOfScrolling,
  grow,
  longThread,
  median,
  medianCost,
  seed,
  signIn,
  slowly,
} from './page-costs'

const CARDS = 100
const COMMENTS = 520
const MANY_COMMENTS = 5000
const VOTES = 9
const KEYS = 24
const SCROLLS = 60

type Build = { name: string; origin: string; context: BrowserContext; writer: BrowserContext; stop: () => void }

const { values, positionals } = parseArgs({
  options: { rounds: { type: 'string', default: '5' }, only: { type: 'string', default: 'visit,cards,comments,key' } },
  allowPositionals: true,
})
const ROUNDS = Number(values.rounds)
const parts = values.only.split(',')
const named = positionals.length > 0 ? positionals : [`this=${join(import.meta.dir, '../..')}`]
const work = mkdtempSync(join(tmpdir(), 'quad-pages-'))
const campus = join(work, 'campus')
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium-headless-shell', args: ['--no-sandbox'] })

async function start(pair: string): Promise<Build> {
  const [name = '', folder = ''] = pair.split('=')
  const data = join(work, name)
  cpSync(campus, data, { recursive: true })
  const port = String(freePort())
  const origin = `http://127.0.0.1:${port}`
  const server = Bun.spawn([process.execPath, 'src/main.ts'], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      HOST: '127.0.0.1',
      PORT: port,
      PUBLIC_URL: origin,
      DATA_DIR: data,
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'error',
    },
    stdout: 'ignore',
    stderr: 'inherit',
  })
  for (let tries = 0; tries < 600; tries++) {
    const answer = await fetch(`${origin}/api/v1/instance`).catch(() => undefined)
    if (answer?.ok) break
    await Bun.sleep(100)
  }
  const context = await browser.newContext({ ...PHONE, hasTouch: true, isMobile: true, serviceWorkers: 'block' })
  await signIn(context, origin)
  // Nobody is offered a vote on their own words.
  const writer = await browser.newContext()
  await signIn(writer, origin, 1)
  return { name, origin, context, writer, stop: () => server.kill() }
}

async function firstVisit({ origin }: Build): Promise<Times> {
  const context = await browser.newContext({ ...PHONE, serviceWorkers: 'block' })
  const page = await context.newPage()
  const lift = await slowDown(page as WatchedPage, 'slow 4G')
  await page.goto(origin)
  const times = await timesOf(page as WatchedPage)
  await lift()
  await context.close()
  return times
}

async function open({ context, origin }: Build, path: string, items: string, wanted: number): Promise<Page> {
  const page = await context.newPage()
  await page.goto(origin + path)
  await page.waitForLoadState('networkidle')
  const count = await grow(page, items, wanted)
  if (count < wanted) throw new Error(`${count} of ${wanted} at ${path}`)
  return page
}

function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): void {
  const line = (cells: readonly (string | number)[]) =>
    console.log(`| ${cells.map((cell) => (typeof cell === 'number' ? cell.toFixed(1) : cell)).join(' | ')} |`)
  line(head)
  line(head.map((_, at) => (at === 0 ? '---' : '---:')))
  for (const row of rows) line(row)
  console.log('')
}

const COSTS = ['style', 'layout', 'script', 'all tasks']
const cells = ({ style, layout, script, task }: Cost) => [style, layout, script, task]

async function visits(builds: readonly Build[]): Promise<void> {
  const seen = new Map(builds.map(({ name }) => [name, [] as Times[]]))
  for (let round = 0; round <= ROUNDS; round++)
    for (const build of builds) {
      const visit = await firstVisit(build)
      // The first one warms the caches of the server.
      if (round > 0) seen.get(build.name)!.push(visit)
    }
  table(
    ['first visit, slow 4G, a quarter of the speed (ms)', 'painted', 'first post', 'interactive'],
    [...seen].map(([name, each]) => {
      const of = (key: keyof Times) => String(median(each.map((visit) => visit[key])))
      return [name, of('painted'), of('posts'), of('interactive')]
    }),
  )
}

const COMMENT = '#comments li[id^="comment-"]'

async function votes(builds: readonly Build[], isFeed: boolean): Promise<void> {
  const [within, items, wanted] = isFeed ? ['main', 'main li article', CARDS] : ['#comments', COMMENT, COMMENTS]
  const pages: [string, Page, Cost[]][] = []
  for (const build of builds) {
    const path = isFeed ? '/' : `/post/${await longThread(build.writer, build.origin, COMMENTS)}`
    pages.push([build.name, await open(build, path, items, wanted), []])
  }
  for (let each = 0; each < VOTES; each++)
    for (const [, page, costs] of pages) {
      await page.bringToFront()
      costs.push(await slowly(page, () => costOfVote(browser, page, within, each * (isFeed ? 9 : 2) + 2)))
    }
  const rows = pages.map(([name, , costs]) => [name, ...cells(medianCost(costs.slice(1)))])
  table([`one vote among ${wanted} ${isFeed ? 'cards' : 'comments'} at a quarter of the speed (ms)`, ...COSTS], rows)
  for (const [, page] of pages) await page.close()
}

async function keys(builds: readonly Build[]): Promise<void> {
  const letters: (string | number)[][] = []
  const scrolls: (string | number)[][] = []
  for (const count of [0, MANY_COMMENTS])
    for (const build of builds) {
      const thread = await longThread(build.writer, build.origin, count)
      const page = await open(build, `/post/${thread}`, COMMENT, count)
      await page.evaluate(() => scrollTo(0, 400))
      await page.waitForTimeout(1500)
      await page.locator('#comments textarea').first().focus()
      const costs = await slowly(page, (session) => costsOfKeys(page, session, KEYS))
      letters.push([`${build.name}, ${count} comments`, ...cells(medianCost(costs))])
      if (count > 0) {
        const { long, longest }: Frames = await slowly(page, () => framesOfScrolling(page, SCROLLS))
        scrolls.push([build.name, String(long), longest])
      }
      await page.close()
    }
  table(['one letter in the composer at a quarter of the speed (ms)', ...COSTS], letters)
  table(
    [`${SCROLLS} turns of the wheel by 300 px over ${MANY_COMMENTS} comments`, 'frames over 50 ms', 'the longest'],
    scrolls,
  )
}

seed(named[0]!.split('=')[1]!, campus)
const builds = await Promise.all(named.map(start))
try {
  if (parts.includes('visit')) await visits(builds)
  if (parts.includes('cards')) await votes(builds, true)
  if (parts.includes('comments')) await votes(builds, false)
  if (parts.includes('key')) await keys(builds)
} finally {
  await browser.close()
  for (const { stop } of builds) stop()
  rmSync(work, { recursive: true, force: true })
}
