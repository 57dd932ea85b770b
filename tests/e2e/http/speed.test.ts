import { expect, test } from 'bun:test'
import { describePages, pageTest, type WatchedPage } from '../../support/browser'
import { comment, newWords, publish } from '../../support/content'
import { fetchedBeforeLoad } from '../../support/fetched'
import { PASSWORD, student } from '../../support/kit'
import { usePages } from '../../support/pages'
import { expectNoFaults, heading, shiftOf } from '../../support/seen'
import { en } from '../../support/words'

const PHONE = { viewport: { width: 360, height: 740 } }
const POSTS = 22
const FIRST_POSTS = '/api/v1/posts?limit=20&sortBy=hot'
const WORDS = [
  'Is the reading room on the second floor open at night? I need somewhere quiet before the exams.',
  'The map says yes, the door says no, and the desk downstairs says that nobody has asked them so far.',
  'Who else finds the new borrowing rules hard to follow? I wrote down what I learned about renewing books.',
]

const { openPage, server } = await usePages()
const ada = await student()
for (let each = 1; each <= POSTS; each++) {
  const post = {
    title: `Question ${each} about the library`,
    content: `${WORDS.slice(each % 3).join(' ')} ${[1, 2, 3, 4].map(newWords).join(' ')}`,
  }
  await publish(ada, { ...post, topic: 'Ask Campus' })
}
// From the first stranger who asks for them on, the document brings them along.
await fetch(server.origin + FIRST_POSTS)

/** What the document names. */
const NEEDED = ['/api/v1/instance', '/assets/index.css', '/assets/main.js']

const withoutHash = (path: string): string => path.replace(/-[a-z0-9]{8}\./, '.')

const isApi = (path: string): boolean => path.startsWith('/api/')

/** Every address that the page asks for, in order. */
function askedBy(page: WatchedPage): string[] {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url().slice(server.origin.length)))
  return asked
}

const post = (page: WatchedPage, number: number) =>
  page.locator('main h2 a').getByText(`Question ${number} about the library`, { exact: true })

describePages('the first visit of the feed', () => {
  test('needs four answers, and none twice', async () => {
    const page = await openPage({ ...PHONE, apart: true })
    const asked = askedBy(page)
    await page.goto(server.origin)
    const [document, ...others] = await fetchedBeforeLoad(page)
    expect(others.map(({ path }) => withoutHash(path)).toSorted()).toEqual(NEEDED)
    expect(document!.bytes).toBeLessThan(8000)
    await post(page, POSTS).waitFor()
    await post(page, POSTS - 19).waitFor()
    expect(asked.filter((path, at) => asked.indexOf(path) !== at)).toEqual([])
    expect(asked.filter(isApi)).toEqual(['/api/v1/instance'])
    expectNoFaults(page)
  })
  test('has them all under way at once: none waits for another', async () => {
    const page = await openPage({ ...PHONE, apart: true })
    const arrived = new Set<string>()
    const allArrived = Promise.withResolvers<void>()
    await page.route(/\/(?:assets|api)\//, async (route) => {
      arrived.add(withoutHash(new URL(route.request().url()).pathname))
      if (arrived.size === NEEDED.length) allArrived.resolve()
      await allArrived.promise
      await route.fallback()
    })
    await page.goto(server.origin, { waitUntil: 'commit' })
    await allArrived.promise
    expect([...arrived].toSorted()).toEqual(NEEDED)
    await post(page, POSTS).waitFor()
    await page.unrouteAll({ behavior: 'wait' })
    expectNoFaults(page)
  })
})

/** A tenth of what one may feel: `https://web.dev/articles/cls`. */
const MOST_SHIFT = 0.01

pageTest('a shared post is there with the document, and what comes after moves nothing', async () => {
  const { posts } = await ada.get(FIRST_POSTS.slice('/api/v1/'.length))
  const [{ id, title }] = posts
  for (const content of WORDS) await comment(ada, id, { content: `${content} ${newWords()}` })
  const page = await openPage({ ...PHONE, apart: true })
  const asked = askedBy(page)
  await page.goto(`${server.origin}/post/${id}`, { waitUntil: 'networkidle' })
  await heading(page, title)
  expect(asked.filter(isApi)).not.toContain(`/api/v1/posts/${id}`)
  expect(await shiftOf(page)).toBeLessThan(MOST_SHIFT)
  await page.goto(`${server.origin}/post/${id}`, { waitUntil: 'networkidle' })
  expect(await page.evaluate(() => document.fonts.check('700 1em "Quad Display"'))).toBe(true)
  expect(await shiftOf(page)).toBeLessThan(MOST_SHIFT)
  expectNoFaults(page)
})

describePages('a visit with a session', () => {
  test('has who is signed in and the posts on their way before the program, nothing private in the document, and keeps still', async () => {
    const page = await openPage({ ...PHONE, apart: true })
    await signIn(page)
    const asked = askedBy(page)
    const document = await (await page.goto(server.origin))!.text()
    await heading(page, en.core.frame.feed)
    await post(page, POSTS).waitFor()
    const needed = ['/api/v1/auth/me', '/api/v1/instance', FIRST_POSTS]
    const [first, later] = [asked.filter(isApi).slice(0, needed.length), asked.filter(isApi).slice(needed.length)]
    expect(first.toSorted()).toEqual(needed)
    // What is muted comes after them, and folds what is already shown.
    for (const path of later) expect(path).toBe('/api/v1/mutes')
    const initiators = await page.evaluate(() => {
      const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
      return entries.flatMap(({ name, initiatorType }) => (name.includes('/api/') ? [initiatorType] : []))
    })
    expect(initiators.slice(0, needed.length)).toEqual(['link', 'link', 'link'])
    expectNoFaults(page)
    await page.waitForLoadState('networkidle')
    expect(await shiftOf(page)).toBeLessThan(MOST_SHIFT)
    for (const word of ['data-answer', ada.user.username, 'library']) expect(document).not.toContain(word)

    // So does any other page, whatever comes late.
    const { posts } = await ada.get(FIRST_POSTS.slice('/api/v1/'.length))
    const moved: Record<string, number> = {}
    for (const path of [`/post/${posts[0].id}`, '/college', '/inbox', '/settings', `/u/${ada.user.id}`]) {
      await page.goto(server.origin + path, { waitUntil: 'networkidle' })
      const shift = await shiftOf(page)
      if (shift >= MOST_SHIFT) moved[path] = shift
    }
    expect(moved).toEqual({})
  })
})

async function signIn(page: WatchedPage): Promise<void> {
  const answer = await page.request.post(`${server.origin}/api/v1/auth/login`, {
    data: { email: ada.email, password: PASSWORD },
    headers: { origin: server.origin },
  })
  expect(answer.status()).toBe(200)
}
