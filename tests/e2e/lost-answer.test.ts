import { describe, expect, test } from 'bun:test'
import { hasBrowser, PHONE, type WatchedPage } from '../support/browser'
import { publish } from '../support/content'
import { student } from '../support/kit'
import { usePages } from '../support/pages'
import { expectNoFaults, gone, heading, said, sees } from '../support/seen'
import { pointing } from '../support/steps'
import { until } from '../support/until'
import { en } from '../support/words'

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

const unreachable = (page: WatchedPage) => page.getByRole('alert').getByText(en.core.failures.UNREACHABLE).waitFor()

describe.skipIf(!hasBrowser)('when the answer is lost, whoever sends again', () => {
  test('publishes a post once, also after the page was loaded again', async () => {
    const title = 'The lake is frozen'
    const page = await enter(ben, '/new', PHONE)
    const hands = pointing(page)
    await heading(page, en.post.writing.title)
    await hands.fill(en.post.writing.heading, title)
    await hands.fill(en.post.writing.content, 'Who has skates to lend for an afternoon?')
    await hands.choose(en.post.writing.topic, 'Off-topic')
    await loseNextAnswer(page, 'posts')
    await hands.press(en.post.writing.publish)
    await unreachable(page)
    await page.reload()
    await heading(page, en.post.writing.title)
    await hands.press(en.post.writing.publish)
    await heading(page, title)
    const { posts } = await ben.get(`posts/user/${ben.id}`)
    expect(posts.map((post: { title: string }) => post.title)).toEqual([title])
    expectNoFaults(page, /ERR_FAILED/)
  })

  test('writes a comment once, and another one after another word', async () => {
    const post = await publish(ann, { title: 'Free apples' })
    const page = await enter(ben, `/post/${post.id}`, PHONE)
    const hands = pointing(page)
    await loseNextAnswer(page, `comments/post/${post.id}`)
    await hands.fill(en.post.thread.write, 'Thank you!')
    await hands.press(en.post.thread.send)
    await unreachable(page)
    await hands.press(en.post.thread.send)
    await sees(page, en.post.thread.sent)
    const comments = async (): Promise<string[]> =>
      (await ben.get(`comments/post/${post.id}`)).comments.map(({ content }: { content: string }) => content)
    expect(await comments()).toEqual(['Thank you!'])

    await page.unroute('**/api/v1/**')
    await loseNextAnswer(page, `comments/post/${post.id}`)
    await hands.fill(en.post.thread.write, 'And pears?')
    await hands.press(en.post.thread.send)
    await unreachable(page)
    await hands.fill(en.post.thread.write, 'And plums?')
    await hands.press(en.post.thread.send)
    await page.getByText('And plums?').first().waitFor()
    expect((await comments()).toSorted()).toEqual(['And pears?', 'And plums?', 'Thank you!'])
    expectNoFaults(page, /ERR_FAILED/)
  })

  test('need not where it waited for a network that carries nothing at first', async () => {
    const { id } = await publish(ann, { title: 'Free quinces' })
    const page = await enter(ben, `/post/${id}`, PHONE)
    const hands = pointing(page)
    await page.context().setOffline(true)
    await hands.fill(en.post.thread.write, 'For jelly!')
    await hands.press(en.post.thread.send)
    await said(page, en.outbox.waits)
    await page.clock.install()
    const isLost = new Promise<void>((resolve) =>
      page.route(`**/api/v1/comments/post/${id}`, (route) => route.abort().then(resolve), { times: 1 }),
    )
    await page.context().setOffline(false)
    await isLost
    await until(async () => {
      await page.clock.runFor(5000)
      return (await ann.get(`comments/post/${id}`)).comments.length === 1
    }, 'the comment')
    await gone(page.getByRole('article').getByText(en.outbox.waits))
    expectNoFaults(page, /ERR_FAILED|ERR_INTERNET_DISCONNECTED|WebSocket/)
  })
})
