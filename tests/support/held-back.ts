import { expect } from 'bun:test'
import type { Page } from 'playwright-core'

/** Requests of that kind wait until the returned promise is resolved. */
export async function holdBack(page: Page, url: string, method: string): Promise<PromiseWithResolvers<void>> {
  const held = Promise.withResolvers<void>()
  await page.route(url, (route) =>
    route.request().method() === method ? held.promise.then(() => route.continue()) : route.fallback(),
  )
  return held
}

/** The form of the open dialog sends nothing yet, and the dialog stays. */
export async function sendsNothing(page: Page): Promise<void> {
  const sent: string[] = []
  page.on('request', (request) => request.method() !== 'GET' && sent.push(`${request.method()} ${request.url()}`))
  await page.locator('dialog form').evaluate((form: HTMLFormElement) => form.requestSubmit())
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  expect(sent.filter((each) => !each.endsWith('/claim'))).toEqual([])
  await page.locator('dialog button[type=submit][aria-disabled=true]').waitFor()
}
