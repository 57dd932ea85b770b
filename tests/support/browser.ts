import { afterAll, afterEach } from 'bun:test'
import { existsSync } from 'node:fs'
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'

/** Without a window the browser is a different program, which takes half of the processor's time. */
const INSTALLED = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']
const EXECUTABLE = process.env.CHROMIUM ?? INSTALLED.find((path) => existsSync(path)) ?? INSTALLED.join(' or ')

/** One server of our own is all that is visited: its pages need no processes of their own, which take a tenth of the time. */
const FLAGS = ['--no-sandbox', '--in-process-gpu', '--disable-site-isolation-trials', '--renderer-process-limit=1']

/** Whether there is a browser to test with; where there is none, a test file says so once and skips. */
export const hasBrowser = existsSync(EXECUTABLE)
if (!hasBrowser)
  console.warn(
    `\n*** NO BROWSER: ${EXECUTABLE} is missing, so the tests of the web client are SKIPPED (set CHROMIUM) ***\n`,
  )

export const PHONE = { viewport: { width: 360, height: 740 } }
export const DESK = { viewport: { width: 1280, height: 860 } }

/** A page that keeps what went wrong in it: errors on the console and violations of the content security policy. */
export type WatchedPage = Page & { readonly faults: string[] }

/** Sooner than the runner gives up, so that a failure names what was waited for. */
const PATIENCE_MS = 15_000

type OpenPage = (options?: BrowserContextOptions) => Promise<WatchedPage>

/**
 * One browser for the test file that calls this, closed after its last test. Opening a page costs three times what
 * loading one does: the first that a test asks for without options is always the same, emptied in between; any other is
 * closed after its test. A browser reports violations of the policy as errors on the console.
 */
export function useBrowser(): OpenPage {
  let browser: Promise<Browser> | undefined
  let lasting: Promise<WatchedPage> | undefined
  let isLent = false
  const opened: BrowserContext[] = []

  afterEach(async () => {
    isLent = false
    await Promise.all(opened.splice(0).map((context) => context.close()))
    if (lasting !== undefined) await emptied(await lasting)
  })
  afterAll(async () => {
    await (await browser)?.close()
  })

  async function open(options: BrowserContextOptions): Promise<{ context: BrowserContext; page: WatchedPage }> {
    browser ??= chromium.launch({ executablePath: EXECUTABLE, args: FLAGS })
    const context = await (await browser).newContext({
      viewport: { width: 1024, height: 768 },
      serviceWorkers: 'block',
      ...options,
    })
    context.setDefaultTimeout(PATIENCE_MS)
    return { context, page: watched(await context.newPage()) }
  }

  return async (options) => {
    if (options === undefined && !isLent) {
      isLent = true
      lasting ??= open({}).then(({ page }) => page)
      return lasting
    }
    const { context, page } = await open(options ?? {})
    opened.push(context)
    return page
  }
}

/** As it was when it was opened, but for what the browser keeps of the client's files. */
async function emptied(page: WatchedPage): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.context().clearCookies()
  await page.setViewportSize({ width: 1024, height: 768 })
  await page.goto('about:blank')
  page.faults.length = 0
}

function watched(page: Page): WatchedPage {
  const faults: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' || /Content Security Policy/.test(message.text())) faults.push(message.text())
  })
  page.on('pageerror', (error) => faults.push(String(error)))
  return Object.assign(page, { faults })
}

/** Whether the page would scroll sideways. */
export const scrollsSideways = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)

/** Answers requests of one method to one path of the API in place of the server, and keeps the bodies that were sent. */
export async function stubApi(
  page: Page,
  method: 'GET' | 'POST',
  path: string,
  status: number,
  body: object,
): Promise<unknown[]> {
  const sent: unknown[] = []
  await page.route(`**/api/v1${path}`, (route) => {
    if (route.request().method() !== method) return route.fallback()
    sent.push(route.request().postDataJSON())
    return route.fulfill({ status, json: body })
  })
  return sent
}
