import type { WatchedPage } from './browser'

const kilobits = (count: number): number => (count * 1000) / 8

/**
 * Latency in milliseconds and bytes a second, as Chromium emulates them for each request; how much slower the processor
 * is.
 */
const CONDITIONS = {
  'as it is': { latency: 0, downloadThroughput: -1, uploadThroughput: -1, slowdown: 1 },
  /** Lighthouse's "slow 4G" and its middling phone. */
  'slow 4G': { latency: 150, downloadThroughput: kilobits(1600), uploadThroughput: kilobits(750), slowdown: 4 },
} as const

export type Condition = keyof typeof CONDITIONS

type Seen = { posts: number; tasks: { began: number; ended: number }[] }

/**
 * Has the page emulate the condition, and note what there is to see from its first moment on. Answers what gives it the
 * whole processor again: slowing it down wastes the rest.
 */
export async function slowDown(page: WatchedPage, condition: Condition): Promise<() => Promise<unknown>> {
  const { slowdown, ...network } = CONDITIONS[condition]
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', { offline: false, ...network })
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await page.addInitScript(() => {
    const seen: Seen = { posts: 0, tasks: [] }
    Object.assign(window, { seen })
    new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries())
        seen.tasks.push({ began: startTime, ended: startTime + duration })
    }).observe({ type: 'longtask', buffered: true })
    new MutationObserver((_, observer) => {
      if (document.querySelector('main li h2 a') === null) return
      observer.disconnect()
      // After the frame that paints it.
      requestAnimationFrame(() => setTimeout(() => Object.assign(seen, { posts: performance.now() })))
    }).observe(document, { childList: true, subtree: true })
  })
  return () => session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
}

export type Times = {
  /** First contentful paint: the frame of the page. */
  painted: number
  /** The first post is on the screen. */
  posts: number
  /** And nothing keeps the page from answering a press any more. */
  interactive: number
}

/** When what came to be seen, in milliseconds after the address was asked for. */
export async function timesOf(page: WatchedPage): Promise<Times> {
  await page.waitForFunction(() => (window as unknown as { seen: Seen }).seen.posts > 0)
  // Until a task that begins with the posts has begun, and then ended and been noted.
  await page.evaluate(
    () => new Promise((noted) => setTimeout(() => requestIdleCallback(() => setTimeout(noted, 50)), 50)),
  )
  const times = await page.evaluate(() => {
    const { posts, tasks } = (window as unknown as { seen: Seen }).seen
    const [paint] = performance.getEntriesByName('first-contentful-paint')
    const last = tasks.filter(({ began }) => began <= posts + 50).at(-1)
    return { painted: paint?.startTime ?? Number.NaN, posts, interactive: Math.max(posts, last?.ended ?? 0) }
  })
  return {
    painted: Math.round(times.painted),
    posts: Math.round(times.posts),
    interactive: Math.round(times.interactive),
  }
}

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
