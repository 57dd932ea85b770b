/** What one act costs the thread of a page, on a phone that is a quarter as fast as this machine. */
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core'

const SLOWDOWN = 4

export type Cost = { style: number; layout: number; script: number; task: number }

export const median = (numbers: readonly number[]): number =>
  numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? Number.NaN

export const medianCost = (costs: readonly Cost[]): Cost => {
  const of = (key: keyof Cost) => median(costs.map((cost) => cost[key]))
  return { style: of('style'), layout: of('layout'), script: of('script'), task: of('task') }
}

/** What makes a page slow, and afterwards what it was asked for. */
export async function slowly<Result>(page: Page, work: (session: CDPSession) => Promise<Result>): Promise<Result> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
  const result = await work(session)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  await session.detach()
  return result
}

const PASSWORD = 'an office full of plants'

/** Of the students that are made up, one of those whose address can be guessed. */
export async function signIn({ request }: BrowserContext, origin: string, which = 0): Promise<void> {
  let found = 0
  for (const year of [23, 22, 24, 25, 26, 21])
    for (let number = 1; number < 20; number++) {
      const email = `${year}${String(number).padStart(8, '0')}@northfield.example`
      const data = { email, password: PASSWORD }
      const answer = await request.post(`${origin}/api/v1/auth/login`, { data, headers: { origin } })
      if (answer.ok() && found++ === which) return
    }
  throw new Error('nobody could sign in')
}

/** Seeds a campus whose students have the password with which `signIn` tries. */
export function seed(folder: string, campus: string): void {
  const args = ['quad', 'seed', '--users', '300', '--posts', '200', '--set-password']
  Bun.spawnSync([process.execPath, ...args], {
    cwd: folder,
    env: { ...process.env, DATA_DIR: campus },
    stdin: new TextEncoder().encode(PASSWORD),
  })
}

const WORDS = ['lathe', 'garden', 'porter', 'cellar', 'river', 'roof', 'queue', 'canteen', 'lamp', 'poster']
const REST = 'The reading room on the second floor is open until ten and the heating works, bring a jumper.'

/** A post with so many comments, none like another. */
export async function longThread({ request }: BrowserContext, origin: string, comments: number): Promise<string> {
  const headers = { origin }
  const post = {
    title: `A thread of ${comments}`,
    content: `Say something, ${comments} times.`,
    topic: 'Ask Campus',
    isPrivate: false,
  }
  const created = await request.post(`${origin}/api/v1/posts`, { data: post, headers })
  const { data } = await created.json()
  const id: string = data.post.id
  const say = async (at: number) => {
    const words = [at, at * 3 + 1, at >> 3, at >> 5].map((each) => WORDS[each % 10])
    const content = `${words.join(' ')} number ${at} and ${at * 7919}. ${REST}`
    const sent = { data: { content, parentCommentId: null }, headers }
    const answer = await request.post(`${origin}/api/v1/comments/post/${id}`, sent)
    if (!answer.ok()) throw new Error(await answer.text())
  }
  for (let at = 0; at < comments; at += 20)
    await Promise.all(Array.from({ length: Math.min(20, comments - at) }, (_, each) => say(at + each)))
  return id
}

/** Scrolls and presses on until there are so many; how many there are. */
export async function grow(page: Page, items: string, wanted: number): Promise<number> {
  const step = ([selector, most]: [string, number]) => {
    const count = document.querySelectorAll(selector).length
    if (count >= most) return count
    scrollTo(0, document.documentElement.scrollHeight)
    // Versions that load on scrolling have none that is pressed in vain.
    const more = [...document.querySelectorAll<HTMLElement>('main button')].filter(({ textContent }) =>
      /more (?:comment|post)|load more/i.test(textContent ?? ''),
    )
    more.at(-1)?.click()
    return count
  }
  for (let tries = 0; tries < 900; tries++) {
    const count = await page.evaluate(step, [items, wanted] as [string, number])
    if (count >= wanted) return count
    await page.waitForTimeout(100)
  }
  return page.locator(items).count()
}

type Event = { name: string; tid: number; tdur?: number; args: { name?: string } }

/** The thread's own time in milliseconds: what else the machine does at the time does not count. */
function spent(events: readonly Event[], ...names: string[]): number {
  const main = new Set(
    events.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain').map(({ tid }) => tid),
  )
  return events
    .filter(({ name, tid }) => names.includes(name) && main.has(tid))
    .reduce((sum, { tdur = 0 }) => sum + tdur / 1000, 0)
}

/** One vote: from the tap to the frames after its answer. Of a trace, which itself takes time of the tasks. */
export async function costOfVote(browser: Browser, page: Page, within: string, at: number): Promise<Cost> {
  const button = page.locator(within).getByRole('button', { name: 'Upvote' }).nth(at)
  await button.scrollIntoViewIfNeeded()
  await page.waitForTimeout(500)
  const box = (await button.boundingBox())!
  await browser.startTracing(page, { categories: ['devtools.timeline', 'disabled-by-default-devtools.timeline'] })
  const answer = page.waitForResponse((response) => response.url().includes('/votes'))
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2)
  await answer
  await page.waitForTimeout(600)
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: Event[] }
  return {
    style: spent(traceEvents, 'UpdateLayoutTree'),
    layout: spent(traceEvents, 'Layout'),
    script: spent(traceEvents, 'FunctionCall', 'EvaluateScript', 'RunMicrotasks'),
    task: spent(traceEvents, 'RunTask'),
  }
}

const KEY_MS = 120

/** One letter: all tasks of the page until its frame is drawn and its timers are over, less what it does at rest. */
export async function costsOfKeys(page: Page, session: CDPSession, count: number): Promise<Cost[]> {
  await session.send('Performance.enable')
  const read = async () =>
    new Map((await session.send('Performance.getMetrics')).metrics.map(({ name, value }) => [name, value * 1000]))
  const during = async (work: () => Promise<unknown>) => {
    const before = await read()
    await work()
    await page.waitForTimeout(KEY_MS)
    const after = await read()
    return (name: string) => (after.get(name) ?? 0) - (before.get(name) ?? 0)
  }
  const press = async (at: number) => {
    const key = 'abcdefghij'[at % 10]!
    await session.send('Input.dispatchKeyEvent', { type: 'keyDown', text: key, key, code: 'KeyA' })
    await session.send('Input.dispatchKeyEvent', { type: 'keyUp', key, code: 'KeyA' })
  }
  const costs: Cost[] = []
  const rests: number[] = []
  for (let at = 0; at < count; at++) {
    const of = await during(() => press(at))
    costs.push({
      style: of('RecalcStyleDuration'),
      layout: of('LayoutDuration'),
      script: of('ScriptDuration'),
      task: of('TaskDuration'),
    })
    if (at % 4 === 0) rests.push((await during(async () => undefined))('TaskDuration'))
  }
  // The first ones load what only writing needs.
  return costs.slice(Math.floor(count / 3)).map((cost) => ({ ...cost, task: cost.task - median(rests) }))
}

export type Frames = { long: number; longest: number }

/** Scrolling on by the wheel: how many frames took longer than 50 ms, and the longest. */
export async function framesOfScrolling(page: Page, turns: number): Promise<Frames> {
  await page.evaluate(() => {
    const frames: number[] = []
    Object.assign(window, { frames })
    new PerformanceObserver((list) => frames.push(...list.getEntries().map(({ duration }) => duration))).observe({
      type: 'long-animation-frame',
    })
  })
  await page.mouse.move(180, 300)
  for (let turn = 0; turn < turns; turn++) {
    await page.mouse.wheel(0, 300)
    await page.waitForTimeout(50)
  }
  await page.waitForTimeout(300)
  return page.evaluate(() => {
    const { frames } = window as unknown as { frames: number[] }
    return { long: frames.length, longest: Math.max(0, ...frames) }
  })
}
