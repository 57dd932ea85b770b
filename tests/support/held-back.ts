import { expect } from 'bun:test'
import type { Page } from 'playwright-core'

const drawn = (page: Page): Promise<unknown> =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))

/** Requests of that kind wait until the returned promise is resolved. */
export async function holdBack(page: Page, url: string, method: string): Promise<PromiseWithResolvers<void>> {
  const held = Promise.withResolvers<void>()
  await page.route(url, (route) =>
    route.request().method() === method ? held.promise.then(() => route.continue()) : route.fallback(),
  )
  // The browser's answer may be ahead of what it tells the page.
  await drawn(page)
  return held
}

/** The form of the open dialog sends nothing yet, and the dialog stays. */
export async function sendsNothing(page: Page): Promise<void> {
  const sent: string[] = []
  page.on('request', (request) => request.method() !== 'GET' && sent.push(`${request.method()} ${request.url()}`))
  await page.locator('dialog form').evaluate((form: HTMLFormElement) => form.requestSubmit())
  await drawn(page)
  expect(sent.filter((each) => !each.endsWith('/claim'))).toEqual([])
  await page.locator('dialog button[type=submit][aria-disabled=true]').waitFor()
}
