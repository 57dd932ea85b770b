import type { WatchedPage } from './browser'

export type Fetched = { path: string; bytes: number }

/**
 * What was asked for until the event "load", the document first: by then all is there that one waits for, and what that
 * event sets off comes later. Where posts are shown sooner, so are their pictures, which nothing waits for.
 */
export async function fetchedBeforeLoad(page: WatchedPage): Promise<Fetched[]> {
  await page.waitForLoadState('load')
  return page.evaluate(() => {
    const [document] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    return [document!, ...resources]
      .filter(({ startTime, initiatorType }) => startTime <= document!.loadEventStart && initiatorType !== 'img')
      .map(({ name, transferSize }) => ({ path: name.slice(location.origin.length), bytes: transferSize }))
  })
}
