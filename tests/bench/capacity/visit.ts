/**
 * What a visit of five minutes asks of the server: Chromium takes the part of a telephone whose owner reads, votes, saves,
 * writes and searches, and the server's own metrics count what came.
 */
import { chromium, type Page } from 'playwright-core'
import type { WatchedPage } from '../../support/browser'
import { CHROMIUM } from '../../support/chromium'
import { isInstalled, PHONE } from '../../support/installed'
import type { DataSet, Workspace } from '../data'
import { newComment } from '../requests'
import { startQuad } from '../servers'

const TOKEN = 'a token for the length of a visit'

/** Requests by `GET /route`, and messages of the socket. */
export type Visit = { seconds: number; requests: Map<string, number> }

type Act = (page: Page) => Promise<unknown>

const scroll =
  (turns: number): Act =>
  async (page) => {
    for (let turn = 0; turn < turns; turn++) {
      await page.mouse.wheel(0, 900)
      await page.waitForTimeout(300)
    }
  }
const openCard =
  (at: number): Act =>
  async (page) => {
    await page.locator('main li article h2 a').nth(at).click()
    await page.locator('#comments').waitFor()
  }
const press =
  (within: string, name: string, at = 0): Act =>
  (page) =>
    page.locator(within).getByRole('button', { name, exact: true }).nth(at).click()
const back: Act = (page) => page.goBack()
const go =
  (path: string): Act =>
  (page) =>
    page.locator(`nav a[href="${path}"]`).first().click()
const write: Act = async (page) => {
  const form = page.locator('#comments form').first()
  await form.locator('textarea').fill(JSON.parse(newComment()).content)
  await form.getByRole('button', { name: 'Comment' }).click()
}
const search: Act = async (page) => {
  await page.locator('main input[type="search"]').fill('library')
  await page.keyboard.press('Enter')
  await page.locator('main li').first().waitFor()
}
const openAuthor: Act = (page) => page.locator('main a[href^="/u/"]').first().click()

/** In their order, with the share of the five minutes that somebody takes after each. */
const ACTS: readonly (readonly [share: number, name: string, act: Act])[] = [
  [8, 'reads the feed', scroll(2)],
  [8, 'reads on', scroll(10)],
  [12, 'opens a post', openCard(1)],
  [4, 'votes on it', press('main article', 'Upvote')],
  [6, 'reads its comments', scroll(5)],
  [6, 'goes back', back],
  [12, 'opens another', openCard(3)],
  [4, 'saves it', press('main article', 'Save')],
  [8, 'writes a comment', write],
  [6, 'goes back again', back],
  [6, 'looks who wrote', go('/inbox')],
  [6, 'goes home', go('/')],
  [10, 'opens a third', openCard(0)],
  [8, 'looks at its author', openAuthor],
  [4, 'goes to the search', go('/search')],
  [10, 'searches', search],
  [6, 'looks at the own page', go('/you')],
]
const DAYS_BEFORE = 3
const BEFORE: readonly Act[] = [scroll(30), openCard(5), back, go('/inbox'), go('/you'), go('/search'), search, go('/')]
const SHARES = ACTS.reduce((sum, [share]) => sum + share, 0)

async function counted(port: number): Promise<Map<string, number>> {
  const headers = { authorization: `Bearer ${TOKEN}` }
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`, { headers })).text()
  const line = /^quad_http_requests_total\{(.*)\} (\d+)$/gm
  const requests = new Map<string, number>()
  for (const [, labels = '', count] of text.matchAll(line)) {
    const label = (name: string) => new RegExp(`${name}="([^"]*)"`).exec(labels)?.[1] ?? ''
    if (label('route') === '/metrics') continue
    const key = `${label('method')} ${label('route')}`
    requests.set(key, (requests.get(key) ?? 0) + Number(count))
  }
  return requests
}

/** A visit of so many seconds by somebody who has been here before. */
export async function visit(data: DataSet, workspace: Workspace, seconds: number): Promise<Visit> {
  const server = await startQuad(workspace.quad(data), 'full', { NOTIFICATIONS: 'on', METRICS_TOKEN: TOKEN })
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] })
  try {
    const origin = `http://127.0.0.1:${server.port}`
    const context = await browser.newContext({ ...PHONE, isMobile: true, hasTouch: true })
    const [name = '', value = ''] = (data.cookies[7] ?? '').split('=')
    await context.addCookies([{ name, value, url: origin }])
    const page = await context.newPage()
    await page.goto(origin)
    await isInstalled(page as WatchedPage)
    // Days before this one: the files of the program are there, and the faces of many.
    for (let day = 0; day < DAYS_BEFORE; day++) for (const act of BEFORE) await act(page)
    await page.waitForLoadState('networkidle')
    const before = await counted(server.port)
    await page.goto(origin)
    await page.locator('main li article').first().waitFor()
    for (const [share, what, act] of ACTS) {
      await act(page).catch((error: unknown) => {
        throw new Error(`the visitor, who ${what}: ${error}`)
      })
      await page.waitForTimeout((share / SHARES) * seconds * 1000)
    }
    const after = await counted(server.port)
    const requests = new Map<string, number>()
    for (const [key, count] of after) {
      const more = count - (before.get(key) ?? 0)
      if (more > 0) requests.set(key, more)
    }
    return { seconds, requests }
  } finally {
    await browser.close()
    await server.stop()
  }
}
