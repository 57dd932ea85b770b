import type { Page } from 'playwright-core'
import { stubApi, type useBrowser, type WatchedPage } from './browser'

export const instance = {
  name: 'Northfield College',
  version: '0.1.0',
  colleges: 1,
  accentHue: null,
  topics: ['Ask Campus', 'Showcase'],
  limits: { password: { min: 8, max: 128 } },
}
export const ok = (data: unknown) => ({ success: true, message: 'Done', data })
export const failed = (code: string, message: string, errors?: { field: string; message: string }[]) => ({
  success: false,
  message,
  code,
  errors,
})

/** Has the API answer what every page asks for. */
export async function stubbed(page: Page): Promise<void> {
  await stubApi(page, 'GET', '/instance', 200, ok(instance))
  await stubApi(page, 'GET', '/setup', 200, ok({ needed: true }))
}

/** Opens pages of the server with the API stubbed as far as every page needs it. */
export const visits =
  (openPage: ReturnType<typeof useBrowser>, server: () => { origin: string }) =>
  async (path: string): Promise<WatchedPage> => {
    const page = await openPage()
    await stubbed(page)
    await page.goto(server().origin + path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    return page
  }

/** What a screen reader adds to the field's label: hint and error. */
export async function descriptionOf(page: Page, label: string): Promise<string> {
  const field = page.getByLabel(label, { exact: label === 'Name' }).first()
  return field.evaluate((each) => {
    const ids = each.getAttribute('aria-describedby')?.split(' ') ?? []
    return ids.map((id) => document.getElementById(id)?.textContent).join(' ')
  })
}

/** Another page of the client in the same document, as a step through the history leads there. */
export const moveTo = (page: Page, path: string): Promise<void> =>
  page.evaluate((path) => {
    history.pushState(null, '', path)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
