import { expect, test } from 'bun:test'
import { describePages, pageTest, type WatchedPage } from '../../support/browser'
import { comment, judgePost, newWords, publish } from '../../support/content'
import { isInstalled, LOCKERS, PHONE, reconnect } from '../../support/installed'
import { student } from '../../support/kit'
import { copies, drafts, onDevice } from '../../support/on-device'
import { usePages } from '../../support/pages'
import { expectNoFaults, expectNone, gone, heading, said, sees } from '../../support/seen'
import { follow, forgetSession, goToYou, pointing, press, visitAs } from '../../support/steps'
import { auditActions } from '../../support/traces'
import { until } from '../../support/until'
import { ANY, en, like } from '../../support/words'

const { openPage, server, enter } = await usePages()
const ada = await student()
const post = (await publish(ada, LOCKERS)).id

pageTest('without a connection all is as it was read, until the session ends', async () => {
  const [bob, eve] = [await student(), await student()]
  await comment(ada, post, { content: 'Behind the gymnasium' })
  const page = await enter(bob, '', PHONE)
  await isInstalled(page)
  await follow(page, LOCKERS.title)
  await sees(page, 'Behind the gymnasium')
  // The key and the index, who reads, the campus, the feed, the post and its thread.
  await until(async () => (await copies(page)) >= 7, 'the copies')
  const told = async (...secrets: string[]) => {
    const found = await onDevice(page)
    return secrets.filter((secret) => found.includes(secret))
  }
  expect(await told(LOCKERS.title, LOCKERS.content, 'Behind the gymnasium', bob.user.username)).toEqual([])

  await page.context().setOffline(true)
  await page.goto(server.origin)
  await sees(page, like(en.core.frame.offlineFrom(ANY)))
  await heading(page, en.core.frame.feed)
  await expectNone(page.getByRole('link', { name: en.core.frame.signIn }))
  await follow(page, LOCKERS.title)
  await sees(page, 'Behind the gymnasium')
  await page.reload()
  await sees(page, 'Behind the gymnasium')
  await sees(page, like(en.core.frame.offlineFrom(ANY)))

  await reconnect(page)
  await gone(page.getByText(like(en.core.frame.offlineFrom(ANY))))
  await heading(page, LOCKERS.title)

  // Another account that the browser gets without a sign-out finds none of it, and nobody else does after it.
  await forgetSession(page)
  await visitAs(page, eve, server.origin)
  await heading(page, en.core.frame.feed)
  await page.context().setOffline(true)
  await page.goto(`${server.origin}/post/${post}`)
  await page.getByRole('button', { name: en.core.common.retry }).waitFor()
  await expectNone(page.getByText('Behind the gymnasium'))
  await reconnect(page)
  await heading(page, LOCKERS.title)
  await until(async () => (await copies(page)) >= 6, 'the copies of the other account')
  await goToYou(page)
  await press(page, en.you.signOut)
  await page.getByRole('link', { name: en.core.frame.join, exact: true }).waitFor()
  await until(async () => (await page.evaluate(() => localStorage.getItem('quad.copies'))) === null, 'the deletion')
  expect(await copies(page)).toBe(0)
  await page.context().setOffline(true)
  await page.goto(server.origin)
  await page.getByRole('link', { name: en.core.frame.signIn }).waitFor()
  await expectNone(page.getByRole('link', { name: LOCKERS.title }))
  expect(await told(LOCKERS.title, 'Behind the gymnasium', eve.user.username, bob.id, eve.id, post)).toEqual([])
  expectNoFaults(page, /ERR_INTERNET_DISCONNECTED/)
})

describePages('what stopped being readable', () => {
  /** Opens it without a network and tells which of the words are there. */
  const foundOffline = async (page: WatchedPage, path: string, ...secrets: string[]) => {
    await page.context().setOffline(true)
    await page.goto(server.origin + path)
    await page
      .getByText(en.core.frame.offline)
      .or(page.getByText(like(en.core.frame.offlineFrom(ANY))))
      .waitFor()
    // Either the copy is shown, or that there is none.
    await page.getByRole('button', { name: en.core.common.retry }).or(page.getByRole('article')).first().waitFor()
    const shown = await page.locator('body').textContent()
    // A page that was opened offline loads itself again.
    await page.goto('about:blank')
    await page.context().setOffline(false)
    return secrets.filter((secret) => shown!.includes(secret))
  }
  /** Until the device has its copies: beside the key and the index, who reads, the campus, the feed, the post and its thread. */
  const read = async (page: WatchedPage, title: string, posts = 1) => {
    await page.goto(server.origin)
    await follow(page, title)
    await heading(page, title)
    await until(async () => (await copies(page)) >= 5 + 2 * posts, 'the copies')
  }

  test('is in no copy: a removed post, what somebody wrote whom one has blocked, and one’s own once deleted', async () => {
    const [bob, eve, kim] = [await student(), await student(), await student()]
    const [removed, blocked] = [
      await publish(kim, { title: 'Sold at gate three' }),
      await publish(eve, { title: 'Eve was here' }),
    ]
    const page = await enter(bob, '', PHONE)
    await isInstalled(page)
    await read(page, 'Sold at gate three')
    await read(page, 'Eve was here', 2)
    expect(await foundOffline(page, '/', 'Sold at gate three', 'Eve was here')).toEqual([
      'Sold at gate three',
      'Eve was here',
    ])

    await judgePost(removed.id, 'banned')
    await page.goto(server.origin)
    const before = await copies(page)
    await page.goto(`${server.origin}/post/${removed.id}`)
    await heading(page, en.post.page.missing)
    await until(async () => (await copies(page)) < before, 'that copies are deleted')
    for (const path of ['/', `/post/${removed.id}`])
      expect(await foundOffline(page, path, 'Sold at gate three')).toEqual([])

    await read(page, 'Eve was here')
    await page.goto(`${server.origin}/u/${eve.id}`)
    await press(page, en.people.profile.block)
    await press(page.getByRole('dialog'), en.people.profile.block)
    await heading(page, en.people.profile.blocked(eve.user.username), 2)
    // The key, the index, and who reads where, at most.
    await until(async () => (await copies(page)) <= 4, 'that copies are deleted')
    for (const path of ['/', `/post/${blocked.id}`]) expect(await foundOffline(page, path, 'Eve was here')).toEqual([])

    const own = await publish(bob, { title: 'Never mind' })
    await read(page, 'Never mind')
    await press(page, en.post.page.delete)
    await press(page.getByRole('dialog'), en.post.page.delete)
    await heading(page, en.core.frame.feed)
    // What is sent as the page is left may be lost; the next document sends it again.
    await page.goto(`${server.origin}/you`)
    await until(async () => (await bob.visitor.get(`posts/${own.id}`)).status === 404, 'the deletion')
    for (const path of ['/', `/post/${own.id}`]) expect(await foundOffline(page, path, 'Never mind')).toEqual([])
  })

  test('is all of it after a sign-out without a network, which the server hears of later', async () => {
    const bob = await student()
    const page = await openPage(PHONE)
    await page.addInitScript(() => {
      const unsubscribe = async () => {
        localStorage.setItem('unsubscribed', 'yes')
        return true
      }
      PushManager.prototype.getSubscription = async () => ({ unsubscribe }) as PushSubscription
    })
    await visitAs(page, bob, server.origin)
    await isInstalled(page)
    await read(page, LOCKERS.title)
    await page.getByLabel(en.post.thread.write).fill('Not for the next one')
    await goToYou(page)
    await page.context().setOffline(true)
    await press(page, en.you.signOut)
    await page.getByRole('link', { name: en.core.frame.signIn }).waitFor()
    expect(await copies(page)).toBe(0)
    expect(await page.evaluate(() => localStorage.getItem('unsubscribed'))).toBe('yes')
    for (const path of ['/', `/post/${post}`]) {
      await page.goto(server.origin + path)
      await page.getByRole('link', { name: en.core.frame.signIn }).waitFor()
      await expectNone(page.getByText(LOCKERS.title))
    }
    expect(await drafts(page)).toBe(0)

    await page.goto('about:blank')
    await page.context().setOffline(false)
    await page.goto(server.origin)
    await page.getByRole('link', { name: LOCKERS.title }).waitFor()
    await page.getByRole('link', { name: en.core.frame.signIn }).waitFor()
    await expectNone(page.locator('meta[name="quad-session"]'))
    expect(auditActions(bob.id)).toContain('user:logout:session')
    // And whoever signs in now stays.
    await bob.post('auth/login', { email: bob.email, password: bob.password })
    await visitAs(page, bob, server.origin)
    await goToYou(page)
    await page.getByRole('button', { name: en.you.signOut }).waitFor()
  })
})

describePages('what is written without a connection', () => {
  test('is sent once when it is back, although the first answer is lost, and says so', async () => {
    const bob = await student()
    const { id } = await publish(ada, { title: 'Is the pool open?' })
    const page = await enter(bob, `/post/${id}`, PHONE)
    const hands = pointing(page)
    await isInstalled(page)
    await heading(page, 'Is the pool open?')
    await until(async () => (await copies(page)) >= 6, 'the copies')
    await page.context().setOffline(true)
    await hands.press(en.core.post.upvote)
    await said(page, en.outbox.waits)
    await hands.fill(en.post.thread.write, 'Until nine, I think')
    await hands.press(en.post.thread.send)
    await until(async () => (await page.getByLabel(en.post.thread.write).inputValue()) === '', 'the empty field')
    const waiting = page
      .getByRole('article')
      .filter({ hasText: 'Until nine, I think' })
      .filter({ hasText: en.outbox.waits })
    await waiting.getByRole('button', { name: en.outbox.discard }).waitFor()
    await expectNone(waiting.getByRole('button', { name: en.core.post.upvote }))
    await page.getByRole('link', { name: en.core.frame.newPost }).first().click()
    await page.getByLabel(en.post.writing.topic).selectOption('Ask Campus')
    await page.getByLabel(en.post.writing.heading).fill('Where can one swim at night?')
    await page.getByLabel(en.post.writing.content, { exact: true }).fill(newWords())
    await page.getByLabel(en.post.writing.delay).check()
    await press(page, en.post.writing.publish)
    await heading(page, en.drafts.title)
    await page.goBack()
    await page.goto(`${server.origin}/post/${id}`)
    await waiting.waitFor()
    expect((await onDevice(page)).includes('Until nine')).toBe(false)

    let sent = 0
    await page.context().route(`**/api/v1/comments/post/${id}`, async (route) => {
      if (route.request().method() !== 'POST' || ++sent > 1) return route.fallback()
      await route.fetch()
      await route.abort()
    })
    await page.context().setOffline(false)
    await until(async () => sent === 1, 'the first attempt')
    // The browser refuses where the page, which was opened offline, reloads by itself at this moment.
    await page.reload().catch(() => page.waitForLoadState())
    await said(page, en.outbox.sent(2))
    await page
      .getByRole('listitem')
      .filter({ hasText: 'Until nine, I think' })
      .getByRole('button', { name: en.post.thread.edit })
      .waitFor()
    await gone(waiting)
    const { delayedPosts } = await bob.get('posts/delayed')
    expect(delayedPosts.map(({ title }: { title: string }) => title)).toEqual(['Where can one swim at night?'])
    const { comments } = await ada.get(`comments/post/${id}`)
    expect(comments.map(({ content }: { content: string }) => content)).toEqual(['Until nine, I think'])
    expect((await bob.get(`posts/${id}`)).post.userVote).toBe('upvote')
    // A page that was opened offline may reload amid the second attempt; each goes under the same key.
    expect(sent).toBeGreaterThanOrEqual(2)
    await page.goto(`${server.origin}/drafts`)
    await sees(page, en.drafts.none)
  })
})

pageTest('a post that a stranger knows from the feed stays readable without a connection, with its age', async () => {
  const page = await openPage({ ...PHONE, lean: false })
  await page.goto(server.origin, { waitUntil: 'networkidle' })
  await page.context().setOffline(true)
  await follow(page, LOCKERS.title)
  await heading(page, LOCKERS.title)
  await sees(page, like(en.core.frame.offlineFrom(ANY)))
  await sees(page.getByRole('article'), LOCKERS.content)
  await reconnect(page)
  await gone(page.getByText(like(en.core.frame.offlineFrom(ANY))))
  await heading(page, LOCKERS.title)
})

pageTest('the drafts begin at their heading, and let go of what is sent while one looks', async () => {
  const page = await enter(await student(), '/new', PHONE)
  await isInstalled(page)
  await page.getByLabel(en.post.writing.topic).selectOption('Ask Campus')
  await page.getByLabel(en.post.writing.heading).fill('Who has the key of the roof?')
  await page.getByLabel(en.post.writing.content, { exact: true }).fill(newWords())
  await page.context().setOffline(true)
  await press(page, en.post.writing.publish)
  await heading(page, en.drafts.title)
  await sees(page.getByRole('listitem'), en.drafts.waits)
  expect(await page.evaluate(() => scrollY)).toBe(0)
  await reconnect(page)
  await sees(page, en.drafts.none)
})
