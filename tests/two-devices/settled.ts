import type { Page } from 'playwright-core'
import { DRAFTS } from '../../public/app/lib/storage'
import { ask } from '../support/joining'
import type { Browser } from '../support/program'
import { en } from '../support/words'
import type { Device } from './device'

/** For a post, and for what waits. */
const SETTLE_MS = 20_000

type Votable = { id: string; userVote: string | null; upvoteCount: number; downvoteCount: number }

const line = (id: string, words: string, own: string, counts: string, isSaved = false) =>
  `${id} “${words}”, ${counts}${own && `, own ${own}`}${isSaved ? ', saved' : ''}`

/** Goes there in the same document. */
export const walk = (page: Page, path: string): Promise<void> =>
  page.evaluate((path) => {
    history.pushState(null, '', path)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)

/** The post that is open, and its comments; nothing where there is none. */
async function shownOn(page: Page): Promise<string[]> {
  const found = await page.evaluate((save) => {
    const read = (part: Element, id: string, words: string, isSaved = false) => ({
      ...{ id, words, isSaved },
      own: part.querySelector('.vote[aria-pressed=true]')?.ariaLabel?.toLowerCase() ?? '',
      counts: part.querySelector('.votes-count .sr-only')?.textContent ?? '',
    })
    const article = document.querySelector('main article')
    const title = article?.querySelector('h1')?.textContent
    if (!article || !title) return []
    const saving = [...article.querySelectorAll('button')].find((each) => each.textContent?.trim() === save)
    const comments = [...document.querySelectorAll('#comments li[id^=comment-]')].flatMap((item) => {
      const own = item.querySelector('article')
      const words = own?.closest('li') === item ? own.querySelector('[dir=auto]')?.textContent : undefined
      return words ? [read(own!, item.id.slice(8), words)] : []
    })
    return [read(article, location.pathname.slice(6), title, saving?.ariaPressed === 'true'), ...comments]
  }, en.core.post.save)
  return found.map(({ id, words, own, counts, isSaved }) => line(id, words, own, counts, isSaved)).sort()
}

/** The same, as the server holds it for the account. */
export async function shownBy(account: Browser, id: string): Promise<string[]> {
  if ((await account.get(`/api/v1/posts/${id}`)).status === 404) return []
  const { post } = await ask(account, `posts/${id}`)
  const { comments } = await ask(account, `comments/post/${id}/tree?limit=100&depth=10`)
  const said = (text: Votable, words: string, isSaved = false) =>
    line(text.id, words, text.userVote ?? '', en.core.post.votes(text.upvoteCount, text.downvoteCount), isSaved)
  const written: (Votable & { content: string })[] = comments.filter((each: { isDeleted: boolean }) => !each.isDeleted)
  return [said(post, post.title, post.bookmarked), ...written.map((each) => said(each, each.content))].sort()
}

/** How many drafts the device has that are not in their list as such: they wait for a network. */
async function waitingOn(page: Page): Promise<number> {
  await walk(page, '/you')
  await walk(page, '/drafts')
  await page.getByRole('heading', { level: 1, name: en.drafts.title }).waitFor()
  const listed = await page.getByRole('button', { name: en.drafts.open, exact: true }).count()
  return (
    (await page.evaluate(
      (prefix) => Object.keys(localStorage).filter((key) => key.startsWith(prefix)).length,
      DRAFTS,
    )) - listed
  )
}

/** Waits until each post on the device is what the server holds, and nothing waits there any more; says what is not so. */
export async function settle(device: Device, account: Browser, posts: string[]): Promise<string[]> {
  const { name, page, network } = device
  await device.signIn()
  const isShown = page.locator('h1').first().waitFor({ timeout: 10_000 })
  // Whoever sees nothing loads the page again.
  await isShown.catch(() => page.goto(network.origin))
  const faults: string[] = []
  for (const id of posts) {
    const end = performance.now() + SETTLE_MS
    let [shown, held] = [['nothing'], ['']]
    while (JSON.stringify(shown) !== JSON.stringify(held)) {
      if (performance.now() > end) {
        const differing = [shown.filter((each) => !held.includes(each)), held.filter((each) => !shown.includes(each))]
        faults.push(
          `the ${name} shows ${differing.map((lines) => lines.join('\n    ')).join('\n  , and the server holds ')}`,
        )
        break
      }
      // Away first: an open page is told of new comments, not of deleted ones.
      for (const path of ['/you', `/post/${id}`]) await walk(page, path).catch(() => undefined)
      await Bun.sleep(400)
      shown = await shownOn(page).catch(() => ['nothing'])
      held = await shownBy(account, id)
    }
  }
  const end = performance.now() + SETTLE_MS
  let waiting = await waitingOn(page)
  while (waiting > 0 && performance.now() < end) {
    await Bun.sleep(1_000)
    waiting = await waitingOn(page)
  }
  return waiting === 0 ? faults : [...faults, `on the ${name} ${waiting} drafts still wait`]
}
