/**
 * What the pages cost a phone: a vote on a long page, and the first visit on a slow network. Builds to compare run side
 * by side on copies of one campus, and take turns.
 *
 *   bun tests/bench/pages.ts [--rounds N] [name=/path/to/a/built/checkout ...]
 */
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { PHONE, type WatchedPage } from '../support/browser'
import { slowDown, timesOf } from '../support/page-speed'
import { freePort } from '../support/program'

const PASSWORD = 'an office full of plants'
const CARDS = 100
const COMMENTS = 520
const VOTES = 9
/** A phone that is a quarter as fast as this machine. */
const SLOWDOWN = 4

type Build = { name: string; folder: string; origin: string; stop: () => void }
type Visit = { painted: number; posts: number; interactive: number }
type Cost = { style: number; layout: number; script: number; task: number }

const { values, positionals } = parseArgs({
  options: { rounds: { type: 'string', default: '5' } },
  allowPositionals: true,
})
const ROUNDS = Number(values.rounds)
const named = positionals.length > 0 ? positionals : [`this=${join(import.meta.dir, '../..')}`]
const work = mkdtempSync(join(tmpdir(), 'quad-pages-'))
const campus = join(work, 'campus')

/** Seeded by the first build: later ones migrate it. */
function seed(folder: string): void {
  const args = ['quad', 'seed', '--users', '300', '--posts', '200', '--set-password']
  Bun.spawnSync([process.execPath, ...args], {
    cwd: folder,
    env: { ...process.env, DATA_DIR: campus },
    stdin: new TextEncoder().encode(PASSWORD),
  })
}

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
    if (
      await fetch(`${origin}/api/v1/instance`).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      break
    await Bun.sleep(100)
  }
  return { name, folder, origin, stop: () => server.kill() }
}

/** Of the students that are made up, the first whose address can be guessed. */
async function signIn({ request }: BrowserContext, origin: string): Promise<void> {
  for (const year of [23, 22, 24, 25, 26, 21])
    for (let number = 1; number < 20; number++) {
      const email = `${year}${String(number).padStart(8, '0')}@northfield.example`
      const answer = await request.post(`${origin}/api/v1/auth/login`, {
        data: { email, password: PASSWORD },
        headers: { origin },
      })
      if (answer.ok()) return
    }
  throw new Error('nobody could sign in')
}

async function longThread({ request }: BrowserContext, origin: string): Promise<string> {
  const headers = { origin }
  const created = await request.post(`${origin}/api/v1/posts`, {
    data: { title: 'A long thread', content: 'Say something.', topic: 'Ask Campus', isPrivate: false },
    headers,
  })
  const { data } = await created.json()
  const id: string = data.post.id
  const words = ['lathe', 'garden', 'porter', 'cellar', 'river', 'roof', 'queue', 'canteen', 'lamp', 'poster']
  const some = (at: number) => words[at % 10]
  for (let each = 0; each < COMMENTS; each++) {
    const content = `${some(each)} ${some(each * 3 + 1)} number ${each}: ${some(each >> 3)} and ${each * 7919} ${some(each >> 5)}`
    const answer = await request.post(`${origin}/api/v1/comments/post/${id}`, {
      data: { content, parentCommentId: null },
      headers,
    })
    if (!answer.ok()) throw new Error(await answer.text())
  }
  return id
}

const upvotes = (page: Page, within: string) => page.locator(within).getByRole('button', { name: 'Upvote' })

/** Scrolls and presses on until so many can be voted on. */
async function grow(page: Page, within: string, wanted: number): Promise<number> {
  for (let tries = 0; tries < 200; tries++) {
    const count = await upvotes(page, within).count()
    if (count >= wanted) return count
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    const more = page.locator(within).getByRole('button', { name: /more|replies/i })
    if ((await more.count()) > 0)
      await more
        .last()
        .click({ timeout: 2000 })
        .catch(() => undefined)
    await page.waitForTimeout(120)
  }
  return upvotes(page, within).count()
}

type Event = { name: string; tid: number; pid: number; tdur?: number; args: { name?: string } }

/** The thread's own time in milliseconds: what else the machine does at the time does not count. */
function spent(events: readonly Event[], ...names: string[]): number {
  const main = new Set(
    events.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain').map(({ tid }) => tid),
  )
  return events
    .filter(({ name, tid }) => names.includes(name) && main.has(tid))
    .reduce((sum, { tdur = 0 }) => sum + tdur / 1000, 0)
}

/** One vote: from the tap to the frames after its answer. */
async function costOfVote(browser: Browser, page: Page, at: number, within: string): Promise<Cost> {
  const button = upvotes(page, within).nth(at)
  await button.scrollIntoViewIfNeeded()
  const box = (await button.boundingBox())!
  await page.waitForTimeout(150)
  await browser.startTracing(page, { categories: ['devtools.timeline', 'disabled-by-default-devtools.timeline'] })
  const answer = page.waitForResponse((response) => response.url().includes('/votes'))
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2)
  await answer
  await page.waitForTimeout(400)
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: Event[] }
  return {
    style: spent(traceEvents, 'UpdateLayoutTree'),
    layout: spent(traceEvents, 'Layout'),
    script: spent(traceEvents, 'FunctionCall', 'EvaluateScript', 'RunMicrotasks'),
    task: spent(traceEvents, 'RunTask'),
  }
}

const median = (numbers: number[]): number => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]!

async function votesOn(browser: Browser, page: Page, within: string): Promise<Cost> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
  const costs: Cost[] = []
  for (let each = 0; each < VOTES; each++) costs.push(await costOfVote(browser, page, each * 9 + 2, within))
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  const of = (key: keyof Cost) => median(costs.slice(1).map((cost) => cost[key]))
  return { style: of('style'), layout: of('layout'), script: of('script'), task: of('task') }
}

async function vote(browser: Browser, build: Build): Promise<Record<string, Cost & { count: number }>> {
  const context = await browser.newContext({ ...PHONE, hasTouch: true, isMobile: true, serviceWorkers: 'block' })
  await signIn(context, build.origin)
  const thread = await longThread(context, build.origin)
  const found: Record<string, Cost & { count: number }> = {}
  for (const [name, path, within, wanted] of [
    [`${CARDS} cards`, '/', 'main', CARDS],
    [`${COMMENTS} comments`, `/post/${thread}`, '#comments', COMMENTS],
  ] as const) {
    const page = await context.newPage()
    await page.goto(build.origin + path)
    await page.waitForLoadState('networkidle')
    const count = await grow(page, within, wanted)
    found[name] = { ...(await votesOn(browser, page, within)), count }
    await page.close()
  }
  await context.close()
  return found
}

async function firstVisit(browser: Browser, { origin }: Build): Promise<Visit> {
  const context = await browser.newContext({ ...PHONE, serviceWorkers: 'block' })
  const page = await context.newPage()
  const lift = await slowDown(page as WatchedPage, 'slow 4G')
  await page.goto(origin)
  const times = await timesOf(page as WatchedPage)
  await lift()
  await context.close()
  return times
}

seed(named[0]!.split('=')[1]!)
const builds = await Promise.all(named.map(start))
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium-headless-shell', args: ['--no-sandbox'] })
try {
  const visits = new Map<string, Visit[]>(builds.map(({ name }) => [name, []]))
  for (let round = 0; round <= ROUNDS; round++)
    for (const build of builds) {
      const visit = await firstVisit(browser, build)
      // The first one warms the caches of the server.
      if (round > 0) visits.get(build.name)!.push(visit)
    }
  console.log('first visit, slow 4G, a quarter of the speed (ms): painted, first post, interactive')
  for (const [name, each] of visits) {
    const of = (key: keyof Visit) => Math.round(median(each.map((visit) => visit[key])))
    console.log(`  ${name.padEnd(8)} ${of('painted')}  ${of('posts')}  ${of('interactive')}`)
  }
  console.log('one vote at a quarter of the speed (ms): style, layout, script, all')
  for (const build of builds)
    for (const [page, { style, layout, script, task, count }] of Object.entries(await vote(browser, build)))
      console.log(
        `  ${build.name.padEnd(8)} ${page.padEnd(13)} ${[style, layout, script, task].map((each) => each.toFixed(1).padStart(7)).join(' ')}   (${count} on the page)`,
      )
} finally {
  await browser.close()
  for (const { stop } of builds) stop()
  rmSync(work, { recursive: true, force: true })
}
