import { expect, test } from 'bun:test'
import { config } from '../../../src/config'
import { closeAllSockets, socketCount } from '../../../src/lib/net/sockets/hub'
import { message, resolveMessage } from '../../../src/messages/message'
import type { Language } from '../../../src/messages/template'
import { look } from '../../support/accessibility'
import { DESK, describePages, PHONE, type WatchedPage } from '../../support/browser'
import { comment, publish, upvote } from '../../support/content'
import { administrator, expectData, PASSWORD, type Person, student, useNotifications, Visitor } from '../../support/kit'
import { usePages } from '../../support/pages'
import { expectNoFaults, expectNone, focused, focusOn, gone, heading, said, sees } from '../../support/seen'
import { follow, goToYou, tabTo, visitAs } from '../../support/steps'
import { until } from '../../support/until'
import { ANY, en, hi, like, starting } from '../../support/words'

const SMALLEST = { width: 320, height: 600 }

const ask = async (by: Person, title: string): Promise<string> => (await publish(by, { title })).id
const say = async ({ visitor }: Person, postId: string, content: string, parentCommentId: string | null = null) =>
  (await comment({ visitor }, postId, { content, parentCommentId })).id as string

const { openPage, server } = await usePages()
useNotifications()
const ada = await student({ branch: 'CSE' })
const bob = await student({ branch: 'ME' })
const question = await ask(ada, 'Where is the old lathe?')

/** The way to the inbox, with so many unseen. */
const inbox = (page: WatchedPage, count: number) =>
  page.getByRole('link', { name: count === 0 ? /^Inbox$/ : new RegExp(`^Inbox ?${en.inbox.unseen.count(count)}$`) })
/** The hint that there are so many comments that are not shown yet. */
const news = (page: WatchedPage, count?: number) => {
  const { waiting, show } = en.inbox.newComments
  return page.getByRole('status').getByRole('button', { name: count ? `${waiting(count)} · ${show}` : show })
}

/** Once the page follows the post: the server answers in order. */
const follows = (frames: string[], postId: string) =>
  until(() => frames.some((frame) => frame.includes('"subscribe"') && frame.includes(postId)), 'subscribing')

function framesOf(page: WatchedPage, way: 'framesent' | 'framereceived' = 'framesent'): string[] {
  const frames: string[] = []
  const note = ({ payload }: { payload: string | Buffer }) => frames.push(String(payload))
  page.on('websocket', (socket) => (way === 'framesent' ? socket.on(way, note) : socket.on(way, note)))
  return frames
}

describePages('a post that one has open, on a phone', () => {
  test('has the vote and the bookmark that one wants, whatever was taken back or given on another device', async () => {
    const ada = await student()
    const question = await ask(bob, 'Who mends the clock?')
    const of = { targetType: 'post', targetId: question }
    expectData(await upvote(ada, question))
    expectData(await ada.visitor.post('bookmarks', { postId: question }))
    const page = await openPage(PHONE)
    await visitAs(page, ada, `${server.origin}/post/${question}`)
    const button = (name: string, pressed: boolean) => page.getByRole('button', { name, pressed })
    await button(en.core.post.upvote, true).waitFor()
    expectData(await ada.visitor.delete('votes', of))
    expectData(await ada.visitor.delete(`bookmarks/delete/${question}`))
    await button(en.core.post.upvote, true).click()
    await button(en.core.post.upvote, false).waitFor()
    await button(en.core.post.save, true).click()
    await button(en.core.post.save, false).waitFor()
    await sees(page, en.core.post.votes(0, 0))
    await button(en.core.post.upvote, false).click()
    await until(async () => (await ada.get(`posts/${question}`)).post.userVote === 'upvote', 'the vote')
    expectData(await ada.visitor.delete('votes', of))
    // Pressed while the first vote is still under way, it does nothing.
    const other = button(en.core.post.downvote, false)
    await until(async () => {
      if ((await other.count()) > 0) await other.click()
      return (await ada.get(`posts/${question}`)).post.userVote === 'downvote'
    }, 'the other vote')
    await button(en.core.post.downvote, true).waitFor()
    await expectNone(page.getByRole('alert'))
    expectNoFaults(page, /status of 404/)
  })
  test('moves with what others do', async () => {
    const ada = await student({ branch: 'CSE' })
    const question = await ask(ada, 'Where is the old lathe?')
    const page = await openPage(PHONE)
    const [sent, received] = [framesOf(page), framesOf(page, 'framereceived')]
    const first = await say(ada, question, 'I looked in the hall.')
    await visitAs(page, ada, `${server.origin}/post/${question}`)
    await inbox(page, 0).waitFor()
    await follows(sent, question)

    await upvote(bob, question)
    await sees(page, en.core.post.votes(1, 0))
    await inbox(page, 1).waitFor()
    const second = await say(bob, question, 'It stands in the cellar.')
    await news(page, 1).waitFor()
    await heading(page, `${en.post.thread.title} 2`, 2)
    await inbox(page, 2).waitFor()
    await expectNone(page.getByText('It stands in the cellar.'))
    await say(bob, question, 'Behind the boiler, and it still runs.')
    await say(bob, question, 'In which hall?', first)
    await news(page, 3).waitFor()
    await page.getByRole('heading', { level: 2, name: en.post.thread.title }).scrollIntoViewIfNeeded()
    await page.setViewportSize(SMALLEST)
    await look(page, '70-new-comments')

    await tabTo(page, starting(en.inbox.newComments.waiting(3)))
    await page.keyboard.press('Enter')
    await sees(page, 'It stands in the cellar.')
    await sees(page, 'In which hall?')
    await focusOn(page, /In which hall|I looked in the hall/)
    const items = await page.locator('#comments li').allTextContents()
    const order = ['Behind the boiler', 'It stands in the cellar', 'I looked in the hall', 'In which hall']
    expect(items.map((text) => order.findLastIndex((words) => text.includes(words)))).toEqual([0, 1, 3, 3])
    await expectNone(news(page))

    // Into replies that are open, and into ones that somebody has folded.
    const reply = await say(bob, question, 'The one by the river?', first)
    await news(page, 1).click()
    await sees(page, 'The one by the river?')
    await focusOn(page, /The one by the river\?/)
    const line = page.getByRole('button', { name: en.post.thread.replies(2) })
    await line.press('Enter')
    await gone(page.getByText('The one by the river?'))
    expect(await line.getAttribute('aria-expanded')).toBe('false')
    await say(bob, question, 'Or the one uphill?', reply)
    await news(page, 1).click()
    await focusOn(page, /I looked in the hall/)
    await line.press('Enter')
    await sees(page, 'Or the one uphill?')
    await say(bob, question, 'A picture of it follows.', second)
    await news(page, 1).click()
    await focusOn(page, /A picture of it follows/)

    // What one writes oneself counts once, and is not news.
    await page.getByLabel(en.post.thread.write).fill('Found it, thank you!')
    await page.getByRole('button', { name: en.post.thread.send, exact: true }).click()
    await sees(page, 'Found it, thank you!')
    await heading(page, `${en.post.thread.title} 8`, 2)
    await until(() => received.some((frame) => frame.includes('"commentsCount":8')), 'the news of it')
    await heading(page, `${en.post.thread.title} 8`, 2)
    await expectNone(news(page))

    await follow(page, 'Campus University')
    await heading(page, en.core.frame.feed)
    await until(() => sent.some((frame) => frame.includes('"unsubscribe"')), 'unsubscribing')
    expectNoFaults(page)
  })

  test('comes back after the connection broke, and says what it missed', async () => {
    const post = await ask(ada, 'Who has the key to the roof?')
    const page = await openPage(PHONE)
    const sent = framesOf(page)
    await visitAs(page, ada, `${server.origin}/post/${post}`)
    await follows(sent, post)
    await sees(page, en.post.thread.none)
    const unread = (await ada.get('notifications/list')).unread

    sent.length = 0
    closeAllSockets()
    await until(() => socketCount(ada.id) === 0, 'the break')
    await say(bob, post, 'The porter has it.')
    await upvote(bob, post)
    await news(page, 1).waitFor()
    await sees(page, en.core.post.votes(1, 0))
    await heading(page, `${en.post.thread.title} 1`, 2)
    await inbox(page, unread + 2).waitFor()
    await follows(sent, post)
    await say(bob, post, 'Ask before noon.')
    await news(page, 2).waitFor()
    expectNoFaults(page)
  })
})

describePages('notifications, at a desk', () => {
  const words = { title: 'Is there a choir?', comment: 'I sing alto.' }
  const told = (what: 'postUpvoted' | 'commentRestored' | 'commentRemoved', count: number, language: Language = 'en') =>
    resolveMessage(message(`notifications.${what}`, { count, ...words }), language)

  test('come in, lead to what they are about, and are seen', async () => {
    const eve = await student({ branch: 'Physics' })
    const page = await openPage(DESK)
    await visitAs(page, eve, `${server.origin}/inbox`)
    await sees(page, en.inbox.list.empty)
    await until(() => socketCount(eve.id) === 1, 'the connection')

    const post = await ask(eve, 'Is there a choir?')
    const mine = await say(eve, post, 'I sing alto.')
    for (let each = 0; each < 17; each++) await say(ada, post, `I heard it, the ${each}th time.`)
    await upvote(bob, post)
    await sees(page, told('postUpvoted', 1))
    await upvote(ada, post)
    await sees(page, told('postUpvoted', 2))
    await upvote(bob, mine, 'comment')
    const answered = await say(bob, post, 'There is one, on Thursdays.', mine)
    const deep = await say(eve, post, 'And where does it sing?', answered)
    await say(bob, post, 'In the chapel, at eight.', deep)
    const admin = await administrator()
    const state = { state: 'banned', reason: 'spam' }
    await admin.put(`moderation/comments/${mine}/moderation-state`, state)
    await admin.put(`moderation/comments/${mine}/moderation-state`, { state: 'active' })
    // What moderators did does not come over the socket: the moment would tell them whose comment it is.
    await inbox(page, 21).waitFor()
    await expectNone(page.getByText(told('commentRemoved', 1)))
    await page.reload()
    await sees(page, told('commentRestored', 1))
    await sees(page, told('commentRemoved', 1))
    await inbox(page, 23).waitFor()
    await sees(page.locator('main'), en.inbox.list.lead(23))
    expect(await page.locator('main li').count()).toBe(20)
    await page.route('**/notifications/list?*', (route) => route.abort(), { times: 1 })
    await page.getByRole('button', { name: en.core.feed.more }).press('Enter')
    await sees(page, en.inbox.list.failed)
    expect(await focused(page)).toBe(en.core.feed.more)
    await page.keyboard.press('Enter')
    await sees(page, en.inbox.list.end)
    expect(await page.locator('main li').count()).toBe(23)
    await page.locator('main li:focus').waitFor()

    await page.getByRole('heading', { level: 1 }).focus()
    await tabTo(page, starting(en.inbox.kinds.replied(bob.user.username)))
    await page.keyboard.press('Enter')
    await heading(page, 'Is there a choir?')
    await sees(page, 'In the chapel, at eight.')
    await focusOn(page, /In the chapel/)
    await sees(page, 'And where does it sing?')
    await inbox(page, 22).waitFor()
    await page.goBack()
    await sees(page.locator('main'), en.inbox.list.lead(22))

    const phone = await page.context().newPage()
    await phone.setViewportSize(SMALLEST)
    const late = Promise.withResolvers<void>()
    let asked = 0
    await phone.route('**/api/v1/notifications/list**', async (route) => {
      const response = await route.fetch()
      asked++
      await late.promise
      await route.fulfill({ response })
    })
    await phone.goto(`${server.origin}/inbox`)
    await until(() => asked === 2, 'the question for the list, and for the number')
    await tabTo(page, en.inbox.list.markAll)
    await page.keyboard.press('Enter')
    await said(page, en.inbox.list.marked)
    await focusOn(page, en.core.frame.inbox)
    await expectNone(page.locator('main li').getByText(en.inbox.list.unread))
    await inbox(page, 0).waitFor()
    // The other tab hears of it, too.
    await inbox(phone as WatchedPage, 0).waitFor()
    late.resolve()
    // What was read before they were marked tells nobody otherwise.
    await until(() => asked === 3, 'the question anew')
    await phone
      .getByRole('listitem')
      .filter({ hasText: like(en.inbox.kinds.replied(ANY)) })
      .first()
      .waitFor()
    await gone(phone.getByText(en.inbox.list.unread, { exact: true }).first())
    expect([await inbox(phone as WatchedPage, 0).count(), await inbox(page, 0).count()]).toEqual([1, 1])
    await phone.close()
    await goToYou(page)
    await page.getByLabel(en.you.language, { exact: true }).selectOption('hi')
    await heading(page, hi.core.frame.you)
    await page.goBack()
    await sees(page, told('postUpvoted', 2, 'hi'))
    // Another browser of the same person shows its pages in English, and so what the server says there.
    const english = await openPage(DESK)
    await visitAs(english, eve, `${server.origin}/inbox`)
    await sees(english, told('postUpvoted', 2))
    expectNoFaults(page, /ERR_FAILED/)
  })

  test('a session that was ended elsewhere ends here, without a press', async () => {
    const eve = await student()
    const post = await ask(eve, 'Who plays the organ?')
    const page = await openPage(DESK)
    const received = framesOf(page, 'framereceived')
    // A count that was read before something came in, and arrives after it, is counted anew.
    const [read, late] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    await page.route('**/api/v1/notifications/list**', async (route) => {
      const response = await route.fetch()
      read.resolve()
      await late.promise
      await route.fulfill({ response })
    })
    await visitAs(page, eve, `${server.origin}/post/${question}`)
    await read.promise
    await until(() => socketCount(eve.id) === 1, 'the connection')
    await upvote(bob, post)
    await until(() => received.some((frame) => frame.includes('"notification"')), 'the notification')
    late.resolve()
    await inbox(page, 1).waitFor()
    const elsewhere = new Visitor()
    expectData(await elsewhere.post('auth/login', { email: eve.email, password: PASSWORD }))
    expectData(await elsewhere.post('auth/logout-all'))
    await heading(page, en.account.login.title)
    expect(new URL(page.url()).searchParams.get('next')).toBe(`/post/${question}`)
    await expectNone(inbox(page, 1))
    expect(socketCount(eve.id)).toBe(0)
    expectNoFaults(page, /status of 401/)
  })

  test('where they are off there is no bell and no connection, and their page says so', async () => {
    config.notifications = false
    const page = await openPage(PHONE)
    const sockets: string[] = []
    page.on('websocket', (socket) => sockets.push(socket.url()))
    await visitAs(page, ada, `${server.origin}/inbox`)
    await heading(page, en.inbox.list.off)
    await expectNone(page.getByRole('link', { name: starting(en.core.frame.inbox) }))
    expect([sockets, page.faults]).toEqual([[], []])
  })
})
