import { expect, test } from 'bun:test'
import { waitingPosts } from '../../../src/forum/posts/delayed'
import { describePages, PHONE, type WatchedPage } from '../../support/browser'
import { comment, newWords, publish } from '../../support/content'
import { HOUR, later, student } from '../../support/kit'
import { drafts } from '../../support/on-device'
import { usePages } from '../../support/pages'
import { answered, expectNoFaults, gone, heading, said, sees } from '../../support/seen'
import { pointing, press } from '../../support/steps'
import { until } from '../../support/until'
import { en } from '../../support/words'

const { enter } = await usePages()
const ann = await student()
const ben = await student()

/** The server gets the next POST to the path and answers it, and the page never hears. */
async function loseNextAnswer(page: WatchedPage, path: string): Promise<void> {
  let isLost = false
  await page.route(`**/api/v1/${path}`, async (route) => {
    if (isLost || route.request().method() !== 'POST') return route.fallback()
    isLost = true
    await route.fetch()
    await route.abort()
  })
}

const commentsOn = async (postId: string): Promise<string[]> =>
  (await ann.get(`comments/post/${postId}`)).comments.map(({ content }: { content: string }) => content)

/** As behind some VPNs, until the page is loaded again. */
const denyNetwork = (page: WatchedPage) =>
  page.evaluate(() => void Object.defineProperty(navigator, 'onLine', { get: () => false, configurable: true }))

/** What is to be kept takes its time. */
const slowDown = (page: WatchedPage) =>
  page.evaluate(() => {
    const encrypt = crypto.subtle.encrypt.bind(crypto.subtle)
    const late = () => new Promise((resolve) => setTimeout(resolve, 500))
    crypto.subtle.encrypt = (...what) => late().then(() => encrypt(...what))
  })

describePages('when the answer is lost', () => {
  test.each([
    ['a post', 'posts', 'The lake is frozen'],
    ['a post that has appeared since', 'posts/delayed', 'The lake is melting'],
  ])('%s waits, and is published once', async (_, path, title) => {
    const ben = await student()
    const page = await enter(ben, '/new', PHONE)
    const hands = pointing(page)
    await heading(page, en.core.frame.newPost)
    await hands.fill(en.post.writing.heading, title)
    await hands.fill(en.post.writing.content, newWords())
    await hands.choose(en.post.writing.topic, 'Off-topic')
    if (path === 'posts/delayed') await hands.check(en.post.writing.delay)
    await loseNextAnswer(page, path)
    await hands.press(en.post.writing.publish)
    await heading(page, en.drafts.title)
    await sees(page.getByRole('main'), en.drafts.waits)
    later(2 * HOUR)
    await waitingPosts.publishDue()
    await page.reload()
    await said(page, en.outbox.sent(1))
    const { posts } = await ben.get(`posts/user/${ben.id}`)
    expect(posts.map((post: { title: string }) => post.title)).toEqual([title])
    expectNoFaults(page, /ERR_FAILED|status of 404/)
  })

  test('a comment is there once, although the page is opened again two weeks later', async () => {
    const { id } = await publish(ann, { title: 'Free apples' })
    const page = await enter(ben, `/post/${id}`, PHONE)
    const hands = pointing(page)
    await denyNetwork(page)
    await slowDown(page)
    await loseNextAnswer(page, `comments/post/${id}`)
    await hands.fill(en.post.thread.write, 'Thank you!')
    await hands.press(en.post.thread.send)
    await said(page, en.outbox.waits)
    later(14 * 24 * HOUR)
    await page.reload()
    await said(page, en.outbox.sent(1))
    expect(await commentsOn(id)).toEqual(['Thank you!'])
    expectNoFaults(page, /ERR_FAILED/)
  })

  test('what waits goes by itself, whatever the browser says of the network', async () => {
    const { id } = await publish(ann, { title: 'Free quinces' })
    const sour = (await comment(ben, id, { content: 'Too sour' })).id
    const page = await enter(ben, `/post/${id}`, PHONE)
    const hands = pointing(page)
    await page.clock.install()
    await denyNetwork(page)
    for (const path of [`comments/${sour}`, `comments/post/${id}`])
      await page.route(`**/api/v1/${path}`, (route) => route.abort(), { times: 2 })
    await press(page.locator(`#comment-${sour}`), en.post.thread.delete)
    await page.clock.runFor(10_000)
    await said(page, en.outbox.deletes)
    await hands.fill(en.post.thread.write, 'For jelly!')
    await hands.press(en.post.thread.send)
    await said(page, en.outbox.waits)
    await sees(page, en.core.frame.offline)
    await until(async () => {
      await page.clock.runFor(5000)
      return (await commentsOn(id)).join() === 'For jelly!'
    }, 'the comment, and it alone')
    await gone(page.getByRole('article').getByText(en.outbox.waits))
    await gone(page.getByText(en.core.frame.offline))
    expectNoFaults(page, /ERR_FAILED|WebSocket/)
  })

  test('takes a vote back for good, also one that waited and was not sent yet', async () => {
    const { id } = await publish(ann, { title: 'Free medlars' })
    const page = await enter(ben, `/post/${id}`, PHONE)
    const upvote = page.getByRole('button', { name: en.core.post.upvote, exact: true }).first()
    await page.context().setOffline(true)
    await upvote.click()
    await said(page, en.outbox.waits)
    await page.clock.install()
    const isLost = new Promise<void>((resolve) =>
      page.route('**/api/v1/votes', (route) => route.abort().then(resolve), { times: 1 }),
    )
    await page.context().setOffline(false)
    await isLost
    await answered(page, 'votes', () => upvote.click())
    await until(async () => (await drafts(page)) === 0, 'that nothing waits')
    await page.clock.runFor(10_000)
    await heading(page, 'Free medlars')
    expect((await ben.get(`posts/${id}`)).post.userVote).toBe(null)
    expectNoFaults(page, /ERR_FAILED|ERR_INTERNET_DISCONNECTED|WebSocket|status of 404/)
  })

  test('sends nothing that was taken back while another was on its way', async () => {
    const { id } = await publish(ann, { title: 'Free plums' })
    const page = await enter(ben, `/post/${id}`, PHONE)
    const hands = pointing(page)
    const upvote = page.getByRole('button', { name: en.core.post.upvote, exact: true }).first()
    await page.context().setOffline(true)
    await hands.fill(en.post.thread.write, 'For jam')
    await hands.press(en.post.thread.send)
    await until(async () => (await drafts(page)) === 1, 'the comment')
    await upvote.click()
    await until(async () => (await drafts(page)) === 2, 'the vote')
    const [held, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    await page.route(`**/api/v1/comments/post/${id}`, async (route) => {
      if (route.request().method() === 'POST') {
        held.resolve()
        await released.promise
      }
      await route.fallback()
    })
    await page.context().setOffline(false)
    await held.promise
    await answered(page, 'votes', () => upvote.click())
    released.resolve()
    await said(page, en.outbox.sent(1))
    expect(await drafts(page)).toBe(0)
    expect(await commentsOn(id)).toEqual(['For jam'])
    expect((await ben.get(`posts/${id}`)).post.userVote).toBe(null)
    expectNoFaults(page, /ERR_INTERNET_DISCONNECTED|WebSocket|status of 404/)
  })
})
