import { expect } from 'bun:test'
import type { Locator, Page } from 'playwright-core'
import type { WatchedPage } from './browser'
import { until } from './until'

// What one sees of a page, and waits for.

const FOCUS_TRIES = 1500

export type Place = Pick<Page, 'getByRole' | 'getByText'>

export const heading = (place: Place, name: string | RegExp, level = 1): Promise<void> =>
  place.getByRole('heading', { level, name }).waitFor()
/** Waits until these words are there. */
export const sees = (place: Place, words: string | RegExp, how?: { exact: boolean }): Promise<void> =>
  place.getByText(words, how).waitFor()
/** Waits until it is there no more. */
export const gone = (what: Locator): Promise<void> => what.waitFor({ state: 'detached' })
/** There is none of it now. */
export const expectNone = async (what: Locator): Promise<void> => expect(await what.count()).toBe(0)

/** What the page says has just happened. */
export const said = (page: WatchedPage, words: string | RegExp): Promise<void> =>
  page.getByRole('status').getByText(words).waitFor()

/** Does what asks that path of the API, and waits for the answer: the page may be ahead of it. */
export async function answered(page: WatchedPage, path: string, act: () => Promise<void>): Promise<void> {
  const answer = page.waitForResponse((response) => new URL(response.url()).pathname === `/api/v1/${path}`)
  await Promise.all([answer, act()])
}

/** What has the focus, by its name. */
export const focused = (page: WatchedPage): Promise<string | undefined> =>
  page.evaluate(() => {
    const { activeElement: element, body } = document
    // The body, whose text is that of the whole page, has it where nothing has.
    return element === body ? undefined : (element?.getAttribute('aria-label') ?? element?.textContent?.trim())
  })

/** Whether that is the name. */
export const bears = (name: string | RegExp, found = ''): boolean =>
  typeof name === 'string' ? found === name : name.test(found)

/** Waits until what bears the name has the focus: it is moved once the page has been drawn anew. */
export async function focusOn(page: WatchedPage, name: string | RegExp): Promise<void> {
  for (let tries = 0; tries < FOCUS_TRIES && !bears(name, await focused(page)); tries++) await page.waitForTimeout(20)
  const found = await focused(page)
  expect(bears(name, found) ? name : found).toBe(name)
}

/** Waits until the field of that label has the focus. */
export const focusOnField = (page: WatchedPage, label: string | RegExp): Promise<void> =>
  page.getByLabel(label).and(page.locator(':focus')).waitFor()

/** Nothing went wrong in the page but what was to be expected. */
export const expectNoFaults = (page: WatchedPage, expected = /^$/): void =>
  expect(page.faults.filter((fault) => !expected.test(fault))).toEqual([])

/** A field has the text, also where a draft comes back into it once it is shown. */
export const holds = (field: Locator, text: string): Promise<void> =>
  until(async () => (await field.inputValue()) === text, `“${text}” in the field`)

type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: { node: Node | null }[] }

/** How much of the page, or of a part of it, moved by itself (CLS). */
export const shiftOf = (page: Page, part = ''): Promise<number> =>
  page.evaluate(
    (part) =>
      new Promise<number>((resolve) => {
        const isIn = ({ node }: Shift['sources'][number]) => (node as Element | null)?.closest?.(part) != null
        const counts = ({ hadRecentInput, sources }: Shift) => !hadRecentInput && (part === '' || sources.some(isIn))
        const sum = (list: PerformanceObserverEntryList) =>
          (list.getEntries() as Shift[]).filter(counts).reduce((all, { value }) => all + value, 0)
        new PerformanceObserver((list) => resolve(sum(list))).observe({ type: 'layout-shift', buffered: true })
        setTimeout(() => resolve(0), 200)
      }),
    part,
  )
