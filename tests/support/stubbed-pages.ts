import type { Page } from 'playwright-core'
import { stubApi, type useBrowser, type WatchedPage } from './browser'

export const instance = {
  name: 'Northfield College',
  version: '0.1.0',
  colleges: 1,
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

/** Opens pages of the server with the API stubbed as far as every page needs it. */
export const visits =
  (openPage: ReturnType<typeof useBrowser>, server: () => { origin: string }) =>
  async (path: string, options: Parameters<typeof openPage>[0] = {}): Promise<WatchedPage> => {
    const page = await openPage(options)
    await stubApi(page, 'GET', '/instance', 200, ok(instance))
    await stubApi(page, 'GET', '/setup', 200, ok({ needed: true }))
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
