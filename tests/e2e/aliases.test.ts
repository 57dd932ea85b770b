import { afterAll, describe, expect, setSystemTime, test } from 'bun:test'
import { config } from '../../src/config'
import { waitingComments } from '../../src/core/comments/delayed'
import { animalIn } from '../../src/lib/faces'
import { closeAllSockets } from '../../src/lib/sockets/hub'
import { look } from '../support/accessibility'
import { DESK, hasBrowser, PHONE, useBrowser, type WatchedPage } from '../support/browser'
import { comment, newWords, publish } from '../support/content'
import { PHONE as INSTALLED, isInstalled, reconnect } from '../support/installed'
import { administrator, configured, type Data, expectData, later, type Person, student } from '../support/kit'
import { copies, onDevice } from '../support/on-device'
import { continueInHindi, faultsBut, goToYou, heading, pointing, said, typing, visitAs } from '../support/steps'
import { until } from '../support/until'
import { useClient } from '../support/web-client'
import { en, hi, starting } from '../support/words'

const openPage = useBrowser()
afterAll(() => {
  config.notifications = false
  closeAllSockets()
})
const server = await useClient()
config.notifications = true
const root = await administrator('superadmin')

const { choice, delayed, list } = en.aliases

/** The switch of that label; its hints are read with it. */
const toggle = (page: WatchedPage, label: string) => page.getByRole('checkbox', { name: label })

const ownAliases = async ({ visitor }: Person): Promise<Data[]> =>
  expectData(await visitor.get('users/me/aliases')).aliases
const nextAlias = async ({ visitor }: Person, postId?: string): Promise<Data> =>
  expectData(await visitor.get(`users/me/next-alias${postId ? `?postId=${postId}` : ''}`)).nextAlias
const aliased = (by: Person, over: object = {}): Promise<Data> => publish(by, { alias: true, ...over } as object)

/** The comment with these words. */
const spoken = (page: WatchedPage, words: string) => page.getByRole('article').filter({ hasText: words }).last()

/** How wide the glyph is, which is 0 until it is loaded. */
const drawnFace = (page: WatchedPage, animal: string): Promise<number> =>
  page
    .locator(`.face use[href$="#${animal}"]`)
    .first()
    .evaluate((glyph: SVGUseElement) => glyph.getBBox().width)

const TITLE = 'What I could tell nobody'

async function write(page: WatchedPage, title: string, words = 'I failed, and nobody knows.'): Promise<void> {
  const hands = pointing(page)
  await page.goto(`${server.origin}/new`)
  await heading(page, en.post.writing.title)
  await hands.choose(en.post.writing.topic, 'Serious Discussion')
  await hands.fill(en.post.writing.heading, title)
  await hands.fill(en.post.writing.content, `${words} ${newWords()}`)
}

describe.skipIf(!hasBrowser)('a post under a name for its thread', () => {
  test('shows the name before, appears later by itself, and is its author’s own without a profile', async () => {
    const [author, other] = [await student(), await student()]
    const page = await openPage(PHONE)
    const pictures: string[] = []
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (/\/faces\b/.test(pathname)) pictures.push(pathname)
    })
    await visitAs(page, author, `${server.origin}/new`)
    await write(page, TITLE)
    const { username } = await nextAlias(author)
    await page.getByText(username).waitFor()
    // Drawn from the file of all faces: whoever watches the network sees no size of this one.
    await until(async () => (await drawnFace(page, animalIn(username))) > 0, 'the face')
    expect([...new Set(pictures)]).toEqual([expect.stringMatching(/^\/assets\/faces-[0-9a-z]{8}\.svg$/)])
    await look(page, '110-alias-offered')
    await toggle(page, choice.label).check()
    for (const words of [choice.hour, choice.cannotHide]) await page.getByText(words).waitFor()
    expect(await toggle(page, en.post.writing.delay).count()).toBe(0)
    await look(page, '111-alias-chosen')
    await toggle(page, choice.atOnce).check()
    await page.getByText(choice.atOnceHint).waitFor()
    await toggle(page, choice.atOnce).uncheck()
    // The switch is kept with the draft.
    await page.reload()
    await page.getByText(username).waitFor()
    expect(await toggle(page, choice.label).isChecked()).toBe(true)
    await pointing(page).press(en.post.writing.publish)
    await page.getByRole('heading', { name: en.post.delayed.title }).waitFor()
    await page.getByText(en.core.post.alias).waitFor()
    await look(page, '112-alias-waits')
    expect(await ownAliases(author)).toEqual([])

    await page.getByRole('button', { name: en.post.delayed.publish }).click()
    await heading(page, TITLE)
    const [alias] = await ownAliases(author)
    expect(alias).toMatchObject({ username, postTitle: TITLE })
    const byline = page.locator('article .byline').first()
    await byline.getByText(username).waitFor()
    await byline.getByText(en.core.post.you, { exact: true }).waitFor()
    expect(await byline.getByText(en.core.post.alias).count()).toBe(1)
    expect(await page.getByRole('link', { name: username }).count()).toBe(0)
    await page.getByRole('link', { name: en.post.page.edit }).waitFor()
    await look(page, '113-alias-post')

    const others = await openPage(PHONE)
    await visitAs(others, other, `${server.origin}/post/${alias!.postId}`)
    await heading(others, TITLE)
    const shown = others.locator('article .byline').first()
    await shown.getByText(username).waitFor()
    expect(await shown.getByText(en.core.post.you, { exact: true }).count()).toBe(0)
    expect(await shown.getByRole('link', { name: username }).count()).toBe(0)
    expect(await others.getByRole('link', { name: en.post.page.edit }).count()).toBe(0)
    expect(await others.content()).not.toContain(author.user.username)
    await pointing(others).press(en.post.page.report)
    await others.getByRole('dialog').getByLabel(en.report.dialog.block(username)).waitFor()
    await pointing(others).press(en.core.common.cancel)

    // Edited and deleted as any post of one's own.
    await page.getByRole('link', { name: en.post.page.edit }).click()
    await heading(page, en.post.writing.editTitle)
    expect(await toggle(page, choice.label).count()).toBe(0)
    await pointing(page).fill(en.post.writing.heading, `${TITLE}, until now`)
    await pointing(page).fill(en.post.writing.content, `Now somebody does. ${newWords()}`)
    await pointing(page).press(en.core.common.save)
    await heading(page, `${TITLE}, until now`)
    await page.getByRole('button', { name: en.post.page.delete }).click()
    await page.getByRole('dialog').getByRole('button', { name: en.post.page.delete }).click()
    await said(page, en.post.page.deleted)
    expect(faultsBut(page, /^$/)).toEqual([])
    expect(faultsBut(others, /^$/)).toEqual([])
  })

  test('is published at once by whom wants that, and is among the own names, as on every own list', async () => {
    const author = await student()
    const page = await openPage(PHONE)
    await visitAs(page, author, `${server.origin}/u/${author.id}?show=aliases`)
    await page.getByText(list.none).waitFor()
    await write(page, TITLE)
    await toggle(page, choice.label).check()
    await toggle(page, choice.atOnce).check()
    await pointing(page).press(en.post.writing.publish)
    await heading(page, TITLE)
    await publish(author, { title: 'Under my own name' })
    await page.goto(`${server.origin}/u/${author.id}`)
    await page.getByRole('link', { name: 'Under my own name' }).waitFor()
    expect(await page.getByRole('link', { name: TITLE }).count()).toBe(0)
    await page.getByRole('link', { name: en.ownWords.profile.aliases }).click()
    const [alias] = await ownAliases(author)
    await page.getByText(alias!.username).waitFor()
    await look(page, '114-own-aliases')
    await page.getByRole('link', { name: TITLE }).click()
    await heading(page, TITLE)
    expect(page.faults).toEqual([])
  })

  test('waits for a moderator under the name, and is taken back into its form with it', async () => {
    const author = await student()
    const set = (hold: string[]) => root.patch('admin/settings', { linkDomains: { hold } })
    const page = await openPage(PHONE)
    await visitAs(page, author, server.origin)
    try {
      await set(['waits.example.org'])
      await write(page, TITLE, 'All of it at https://waits.example.org/')
      await toggle(page, choice.label).check()
      await toggle(page, choice.atOnce).check()
      await pointing(page).press(en.post.writing.publish)
      await heading(page, TITLE)
    } finally {
      await set([])
    }
    const [alias] = await ownAliases(author)
    await page.goto(`${server.origin}/u/${author.id}`)
    await page.getByText(alias!.username).waitFor()
    await look(page, '133-alias-held')
    await page.getByRole('button', { name: en.held.takeBack }).click()
    await heading(page, en.post.writing.title)
    await toggle(page, choice.label).waitFor()
    expect(await toggle(page, choice.label).isChecked()).toBe(true)
    await page.goto(`${server.origin}/drafts`)
    await page.getByText(en.core.post.alias).waitFor()
    expect(page.faults).toEqual([])
  })

  test('is not offered where the campus switched it off, nor when all are taken', async () => {
    const author = await student()
    const set = (aliases: object) => root.patch('admin/settings', { aliases })
    const page = await openPage(PHONE)
    const asked = () => page.waitForResponse((answer) => answer.url().includes('next-alias'))
    const open = async () => {
      await Promise.all([asked(), page.goto(`${server.origin}/new`)])
      await heading(page, en.post.writing.title)
    }
    await visitAs(page, author, server.origin)
    try {
      await set({ on: false })
      await open()
      await toggle(page, en.post.writing.delay).waitFor()
      expect(await toggle(page, choice.label).count()).toBe(0)
      await set({ on: true, perDay: 1 })
      await configured({ rateLimits: true }, async () => {
        await aliased(author)
        await open()
        await page.getByText(choice.states.day_limit).waitFor()
        expect(await toggle(page, choice.label).isDisabled()).toBe(true)
        await toggle(page, choice.label).scrollIntoViewIfNeeded()
        await look(page, '115-alias-limit')
      })
    } finally {
      await set({ on: true, perDay: 3 })
    }
    expect(page.faults).toEqual([])
  })
})

describe.skipIf(!hasBrowser)('a comment under a name for the thread', () => {
  test('is what one writes where one has such a name; it waits in sight, and is taken back or published', async () => {
    const author = await student()
    const post = await aliased(author, { title: TITLE })
    const { username } = post.postedBy
    const page = await openPage(PHONE)
    await visitAs(page, author, `${server.origin}/post/${post.id}`)
    await heading(page, TITLE)
    const hands = pointing(page)
    const field = page.getByLabel(en.post.thread.writeAs(username))
    await field.waitFor()
    await look(page, '116-alias-composer')
    await field.fill('And one more thing')
    await toggle(page, choice.label).waitFor()
    expect(await toggle(page, choice.label).isChecked()).toBe(true)
    await page.getByText(choice.quarter).waitFor()
    await look(page, '117-alias-comment')
    // The own name would stand beside it.
    await toggle(page, choice.label).uncheck()
    await page.getByText(choice.both(author.user.username, username)).waitFor()
    await look(page, '118-alias-both')
    await toggle(page, choice.label).check()
    await hands.press(en.post.thread.send)
    await said(page, en.post.thread.delayed)
    const waiting = spoken(page, 'And one more thing')
    await waiting.getByText(delayed.waiting).waitFor()
    await look(page, '119-alias-comment-waits')
    // Also after the page was loaded anew.
    await page.reload()
    await waiting.getByText(delayed.waiting).waitFor()
    await waiting.getByRole('button', { name: delayed.cancel }).click()
    await said(page, delayed.cancelled)
    expect(await page.getByText('And one more thing').count()).toBe(0)

    await field.fill('And now for good')
    await hands.press(en.post.thread.send)
    await waiting.waitFor({ state: 'detached' })
    await spoken(page, 'And now for good').getByRole('button', { name: delayed.publish }).click()
    await said(page, delayed.published)
    const mine = spoken(page, 'And now for good')
    await mine.getByText(en.core.post.you, { exact: true }).waitFor()
    await mine.getByText(en.post.thread.op, { exact: true }).waitFor()
    await mine.getByRole('button', { name: en.post.thread.edit }).waitFor()
    await look(page, '120-alias-commented')
    expect(page.faults).toEqual([])
  })

  test('is a first one in somebody’s thread, by keyboard; a reply to it goes at once where that is chosen', async () => {
    const [ann, ben] = [await student(), await student()]
    const post = await publish(ann, { title: 'Who else is afraid of the exams?' })
    const asked = await comment(ann, post.id, { content: 'Nobody needs to give a name.' })
    const { username } = await nextAlias(ben)
    const page = await openPage(DESK)
    await visitAs(page, ben, `${server.origin}/post/${post.id}`)
    await heading(page, 'Who else is afraid of the exams?')
    const keys = typing(page)
    const question = keys.within(page.locator(`#comment-${asked.id}`))
    await question.press(en.post.thread.reply)
    await question.fill(en.post.thread.writeReply(ann.user.username), 'I am, very much.')
    await question.check(choice.label)
    // What it cannot hide is said where it is chosen first.
    await page.getByText(choice.cannotHide).waitFor()
    await question.check(choice.atOnce)
    await look(page, '121-alias-reply')
    await question.use(page.getByRole('button', { name: en.post.thread.sendReply, exact: true }).last())
    const reply = spoken(page, 'I am, very much.')
    await reply.getByText(username).waitFor()
    await reply.getByText(en.core.post.you, { exact: true }).waitFor()
    expect(await reply.getByText(en.post.thread.op, { exact: true }).count()).toBe(0)
    // From now on the composer stands on it.
    await page.getByLabel(en.post.thread.writeAs(username)).waitFor()
    expect(await ownAliases(ben)).toMatchObject([{ username, postId: post.id }])
    expect(page.faults).toEqual([])
  })

  test('waits for a network as any other, then for its moment, and appears while its author reads on', async () => {
    // Of a post under an alias news come with a pong, and this is to be seen at once.
    const [author, other] = [await student(), await student()]
    const post = await publish(other, { title: TITLE })
    const first = (await comment(author, post.id, { content: 'Before the tunnel', alias: true } as object)) as Data
    const page = await openPage(PHONE)
    const sent: string[] = []
    page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => sent.push(String(payload))))
    await visitAs(page, author, `${server.origin}/post/${post.id}`)
    await page.getByLabel(en.post.thread.writeAs(first.commentedBy.username)).fill('Written in the tunnel')
    await page.getByText(choice.quarter).waitFor()
    await until(() => sent.some((frame) => frame.includes(post.id)), 'that the page follows the post')
    await page.context().setOffline(true)
    await pointing(page).press(en.post.thread.send)
    await spoken(page, 'Written in the tunnel').getByText(en.outbox.waits).waitFor()
    await reconnect(page)
    await spoken(page, 'Written in the tunnel').getByText(delayed.waiting).waitFor()
    const [waiting] = (await author.get('comments/delayed')).delayedComments
    expect(waiting).toMatchObject({ content: 'Written in the tunnel', alias: true })
    expect((await author.get(`comments/post/${post.id}`)).comments).toHaveLength(1)

    const asked: string[] = []
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      // The device has the program already.
      if (!pathname.startsWith('/assets/')) asked.push(pathname)
    })
    await later(900_000)
    await waitingComments.publishDue()
    setSystemTime()
    const isNew = page.getByRole('button', { name: starting(en.inbox.newComments.waiting(1)) })
    await isNew.waitFor()
    await page.locator('#comments-title').getByText('2', { exact: true }).waitFor()
    // Whoever sees on the network who asks for something in the second in which it appears would know whose it is.
    expect(asked).toEqual([])
    await isNew.click()
    const shown = spoken(page, 'Written in the tunnel')
    await shown.getByText(en.core.post.you, { exact: true }).waitFor()
    await page.getByText(delayed.waiting).waitFor({ state: 'detached' })
    expect(faultsBut(page, /ERR_INTERNET_DISCONNECTED|WebSocket/)).toEqual([])
  })

  test('is answered by a notification, which names no other name', async () => {
    const [author, reader] = [await student(), await student()]
    const post = await aliased(author, { title: TITLE })
    await comment(reader, post.id, { content: 'You are not alone.' })
    const page = await openPage(PHONE)
    await visitAs(page, author, `${server.origin}/inbox`)
    await page.getByRole('link', { name: en.inbox.kinds.replied(reader.user.username) }).click()
    await heading(page, TITLE)
    await page.getByText('You are not alone.').waitFor()
    expect(page.faults).toEqual([])
  })

  test('is blocked by itself: its comment folds, and the settings list it without a profile', async () => {
    const [author, reader] = [await student(), await student()]
    const post = await publish(reader, { title: 'What do you think of the new rules?' })
    const said = { content: 'Nothing that I could say here', alias: true } as object
    const { commentedBy } = (await comment(author, post.id, said)) as Data
    const page = await openPage(PHONE)
    await visitAs(page, reader, `${server.origin}/post/${post.id}`)
    const hands = pointing(page)
    await hands.within(spoken(page, 'Nothing that I could say here')).press(en.post.page.report)
    const dialog = hands.within(page.getByRole('dialog'))
    await dialog.choose(en.report.dialog.reason, en.choices.spam)
    await dialog.check(en.report.dialog.block(commentedBy.username))
    await dialog.press(en.report.dialog.send)
    await page.getByText(en.post.thread.blocked).waitFor()
    await page.goto(`${server.origin}/settings#blocked`)
    await page.getByText(commentedBy.username).waitFor()
    expect(await page.getByRole('link', { name: commentedBy.username }).count()).toBe(0)
    await look(page, '132-alias-blocked', '[aria-labelledby=blocked]')
    // The account behind it is none of the blocked.
    await page.goto(`${server.origin}/u/${author.id}`)
    await page.getByRole('button', { name: en.people.profile.block }).waitFor()
    await page.goto(`${server.origin}/settings#blocked`)
    await hands.press(en.settings.blocked.unblockPerson(commentedBy.username))
    await page.getByText(en.settings.blocked.none).waitFor()
    expect(page.faults).toEqual([])
  })
})

describe.skipIf(!hasBrowser)('in Hindi', () => {
  test('a name for the thread is chosen, and what it is says itself', async () => {
    const author = await student()
    const page = await openPage(PHONE)
    await visitAs(page, author, `${server.origin}/new`)
    await continueInHindi(page)
    await heading(page, hi.post.writing.title)
    const hands = pointing(page)
    await hands.choose(hi.post.writing.topic, 'Serious Discussion')
    await hands.fill(hi.post.writing.heading, TITLE)
    await hands.fill(hi.post.writing.content, `Nobody knows. ${newWords()}`)
    await toggle(page, hi.aliases.choice.label).check()
    await page.getByText(hi.aliases.choice.cannotHide).waitFor()
    await look(page, '122-alias-chosen-hindi')
    await toggle(page, hi.aliases.choice.atOnce).check()
    await hands.press(hi.post.writing.publish)
    await heading(page, TITLE)
    await page.locator('article .byline').first().getByText(hi.core.post.you, { exact: true }).waitFor()
    const [alias] = await ownAliases(author)
    await page.getByLabel(hi.post.thread.writeAs(alias!.username)).fill('Still nobody.')
    await page.getByText(hi.aliases.choice.quarter).waitFor()
    await look(page, '123-alias-comment-hindi')
    await hands.press(hi.post.thread.send)
    await page.getByText(hi.aliases.delayed.waiting).waitFor()
    await look(page, '124-alias-waits-hindi')
    expect(page.faults).toEqual([])
  })
})

describe.skipIf(!hasBrowser)('the device', () => {
  test('keeps a draft under the name and what was read sealed, and nothing of it after the sign-out', async () => {
    const author = await student()
    const title = 'Read on the way home'
    const post = await aliased(author, { title })
    const { username } = post.postedBy
    const page = await openPage(INSTALLED)
    await visitAs(page, author, server.origin)
    await isInstalled(page)
    await page.getByRole('link', { name: title }).click()
    const field = page.getByLabel(en.post.thread.writeAs(username))
    await field.fill('Sent, and waiting')
    await pointing(page).press(en.post.thread.send)
    await page.getByText(delayed.waiting).waitFor()
    await field.fill('Not sent')
    await toggle(page, choice.label).uncheck()
    const secrets = [title, username, 'Sent, and waiting', 'Not sent', post.id]
    const found = async () => {
      const all = await onDevice(page)
      return secrets.filter((secret) => all.includes(secret))
    }
    await until(async () => (await copies(page)) >= 6, 'the copies')
    // Which posts were viewed in a tab says not whose they are.
    expect(await found()).toEqual([post.id])
    await page.reload()
    await page.getByText(choice.both(author.user.username, username)).waitFor()
    expect(await page.getByLabel(en.post.thread.write).inputValue()).toBe('Not sent')

    await page.goto(`${server.origin}/u/${author.id}?show=aliases`)
    await page.getByRole('link', { name: title }).waitFor()
    await goToYou(page)
    await page.getByRole('button', { name: en.you.signOut }).click()
    await heading(page, 'Campus University')
    expect([await found(), await copies(page)]).toEqual([[], 0])
    expect(
      await page.evaluate(() => Object.keys(localStorage).filter((key) => /draft|delayed|held/.test(key))),
    ).toEqual([])
    await page.goBack()
    await page.waitForLoadState()
    for (const secret of [username, 'Not sent', 'Sent, and waiting'])
      expect(await page.getByText(secret).count()).toBe(0)
    await page.goto(`${server.origin}/post/${post.id}`)
    await heading(page, title)
    expect(await page.getByText(en.core.post.you, { exact: true }).count()).toBe(0)
    expect(await page.getByText('Sent, and waiting').count()).toBe(0)
  })
})
