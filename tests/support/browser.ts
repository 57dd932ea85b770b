import { afterAll, afterEach, describe, test } from 'bun:test'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type CDPSession,
  chromium,
  type Page,
} from 'playwright-core'
import { CHROMIUM, hasBrowser } from './chromium'
import { costing } from './costs'

/**
 * One server of our own is all that is visited: its pages need no processes of their own, which take a tenth of the
 * time. A page lives for seconds, too short for optimised code to pay; what is compiled without that pays where axe
 * looks at page after page (a seventh of the time).
 */
const FLAGS = [
  ...['--no-sandbox', '--in-process-gpu', '--disable-site-isolation-trials', '--renderer-process-limit=1'],
  '--js-flags=--no-opt,--no-maglev',
]

export { hasBrowser }

// Where there is none, a test file says so once and skips.
export const pageTest = test.skipIf(!hasBrowser)
export const describePages = describe.skipIf(!hasBrowser)
if (!hasBrowser)
  console.warn(
    `\n*** NO BROWSER: ${CHROMIUM} is missing, so the tests of the web client are SKIPPED (set CHROMIUM) ***\n`,
  )

export const PHONE = { viewport: { width: 360, height: 740 } }
/** Of the narrowest telephones (WCAG 2.2 §1.4.10). */
export const NARROWEST = { viewport: { width: 320, height: 640 } }
export const DESK = { viewport: { width: 1280, height: 860 } }

/** A page that keeps what went wrong in it: errors on the console and violations of the content security policy. */
export type WatchedPage = Page & { readonly faults: string[] }

/** Sooner than the runner gives up, so that a failure names what was waited for. */
const PATIENCE_MS = 40_000

/**
 * Nothing else ends a wait for a page to close, and a browser that is asked to close one while it navigates may forget it.
 */
const CLOSING_MS = 15_000

/** For up to so long each request to the API waits, to find tests that expect at once what comes with its answer. */
const JITTER_MS = Number(process.env.JITTER ?? 0)

/**
 * Pages whose settings differ in their viewport alone take turns with a profile; `apart` has a new one. The others are
 * `lean` unless told: they lack what a page loads once it is there, which takes a tenth of the time of each.
 */
type PageOptions = BrowserContextOptions & { apart?: boolean; lean?: boolean }

type Profile = { context: BrowserContext; origins: Set<string>; session: CDPSession }

/**
 * One browser for all test files of a process, and for nearly all of their pages the same few profiles, emptied in
 * between: a new one, with a process of its own to draw its pages, takes as long as three pages, and one with a service
 * worker as long as seven. A browser reports violations of the policy as errors on the console.
 */
let browser: Promise<Browser> | undefined
/** Profiles that no page has, by their settings. */
const idle = new Map<string, Profile[]>()

/** The browser ends with the process that started it, and where that has no other file, after this one. */
const isOneOfMany = process.env.BUN_TEST_WORKER_ID !== undefined

function launched(): Promise<Browser> {
  const launching = costing('browsers', () =>
    chromium.launch({ executablePath: CHROMIUM, args: FLAGS, timeout: PATIENCE_MS }),
  ).then((running) => {
    running.once('disconnected', () => {
      if (browser === launching) forgetBrowser()
    })
    return running
  })
  return launching
}

function forgetBrowser(): void {
  browser = undefined
  idle.clear()
}

/** Whether all of it succeeded, and soon. */
function endsInTime(work: readonly unknown[]): Promise<boolean> {
  const late = Promise.withResolvers<boolean>()
  const timer = setTimeout(late.resolve, CLOSING_MS, false)
  const done = Promise.all(work).then(
    () => true,
    () => false,
  )
  return Promise.race([done, late.promise]).finally(() => clearTimeout(timer))
}

/** The next page starts another one: a page that stays would keep every test after it waiting. */
function abandonBrowser(): void {
  console.warn('\nThe browser did not close a page, and is left for another one.\n')
  const stuck = browser
  forgetBrowser()
  stuck?.then((running) => running.close()).catch(() => undefined)
}

async function newContext(options: BrowserContextOptions): Promise<BrowserContext> {
  browser ??= launched()
  const context = await (await browser).newContext({ serviceWorkers: 'block', reducedMotion: 'reduce', ...options })
  context.setDefaultTimeout(PATIENCE_MS)
  await resetRoutes(context)
  return context
}

async function resetRoutes(context: BrowserContext): Promise<void> {
  await context.unrouteAll()
  if (JITTER_MS > 0)
    await context.route('**/api/**', async (route) => {
      await Bun.sleep(Math.random() * JITTER_MS)
      await route.fallback().catch(() => undefined)
    })
}

/** Opens pages for the tests of the file that calls this, each for the test that opens it. */
export function useBrowser(): (options?: PageOptions) => Promise<WatchedPage> {
  const opened: (() => Promise<void>)[] = []

  afterEach(async () => {
    if (!(await endsInTime(opened.splice(0).map((close) => close())))) abandonBrowser()
  })
  afterAll(async () => {
    if (!isOneOfMany) await endsInTime([browser?.then((running) => running.close())])
  })

  return async ({ viewport = { width: 1024, height: 768 }, apart = false, lean = true, ...options } = {}) => {
    if (apart) {
      const context = await newContext({ viewport, ...options })
      opened.push(() => context.close())
      return watched(await context.newPage())
    }
    const key = JSON.stringify(options)
    const profile: Profile = idle.get(key)?.pop() ?? (await newContext(options).then(readProfile))
    opened.push(async () => {
      await emptied(profile)
      idle.getOrInsertComputed(key, () => []).push(profile)
    })
    const page = await profile.context.newPage()
    if (lean) await page.addInitScript(loadLess)
    if (viewport) await page.setViewportSize(viewport)
    return watched(page)
  }
}

/** Runs in the page: the face of titles is for those who do not save data, and the page to be read next for the idle. */
function loadLess(): void {
  Object.defineProperty(Reflect.get(navigator, 'connection'), 'saveData', { value: true })
  Object.assign(window, { requestIdleCallback: undefined })
}

/** A blank page of its own keeps the process that draws its pages alive in between. */
async function readProfile(context: BrowserContext): Promise<Profile> {
  const session = await context.newCDPSession(await context.newPage())
  const origins = new Set<string>()
  context.on('page', (page) =>
    page.on('framenavigated', (frame) => {
      const { origin } = new URL(frame.url())
      if (origin !== 'null') origins.add(origin)
    }),
  )
  return { context, origins, session }
}

/** All that a page leaves but the program: what the browser keeps of files that never change, and what it installed. */
const LEFT = 'cookies,file_systems,indexeddb,local_storage,shader_cache,websql,shared_storage,storage_buckets'

/** As it was when it was new, but for the program. */
async function emptied({ context, origins, session }: Profile): Promise<void> {
  const [, ...pages] = context.pages()
  await Promise.all(pages.map((page) => page.close()))
  await Promise.all([context.setOffline(false), context.clearCookies(), context.clearPermissions()])
  await resetRoutes(context)
  for (const origin of origins) await session.send('Storage.clearDataForOrigin', { origin, storageTypes: LEFT })
  origins.clear()
}

function watched(page: Page): WatchedPage {
  const faults: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' || /Content Security Policy/.test(message.text())) faults.push(message.text())
  })
  page.on('pageerror', (error) => faults.push(String(error)))
  const { goto, reload } = page
  return Object.assign(page, {
    faults,
    goto: (...args: Parameters<Page['goto']>) => costing('pages', () => goto.apply(page, args)),
    reload: (...args: Parameters<Page['reload']>) => costing('pages', () => reload.apply(page, args)),
  })
}

/** Whether the page would scroll sideways. */
export const scrollsSideways = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)

/**
 * Answers requests of one method to one path of the API in place of the server, and keeps the bodies that were sent.
 */
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
