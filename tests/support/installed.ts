import type { WatchedPage } from './browser'

// Pages with the service worker, which the browser installs at the first visit.

export const PHONE = { viewport: { width: 360, height: 740 }, serviceWorkers: 'allow' } as const

export const LOCKERS = { title: 'Where are the lockers?', content: 'Nobody could tell me.', topic: 'Ask Campus' }

/** Until the worker answers what the page asks for. */
export const isInstalled = (page: WatchedPage) =>
  page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated')

/** A page that was loaded without a connection is not told by Chromium when the emulation of that ends. */
export async function reconnect(page: WatchedPage) {
  await page.context().setOffline(false)
  // The page may be about to load itself again.
  await page.evaluate(() => void dispatchEvent(new Event('online'))).catch(() => undefined)
}
