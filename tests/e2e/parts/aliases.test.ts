import { expect, setSystemTime, test } from 'bun:test'
import { waitingComments } from '../../../src/forum/comments/delayed'
import { animalIn } from '../../../src/lib/text/faces'
import { look } from '../../support/accessibility'
import { DESK, describePages, PHONE, type WatchedPage } from '../../support/browser'
import { comment, newWords, publish } from '../../support/content'
import { reconnect } from '../../support/installed'
import { administrator, type Data, expectData, later, type Person, student, useNotifications } from '../../support/kit'
import { walkTo } from '../../support/page-walk'
import { usePages } from '../../support/pages'
import { expectNoFaults, expectNone, gone, heading, said, sees } from '../../support/seen'
import { follow, pointing, press, typing, visitAs } from '../../support/steps'
import { until } from '../../support/until'
import { en, starting } from '../../support/words'

const { openPage, server, enter } = await usePages()
useNotifications()
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
  await walkTo(page, '/new')
  await hands.choose(en.post.writing.topic, 'Serious Discussion')
  await hands.fill(en.post.writing.heading, title)
  await hands.fill(en.post.writing.content, `${words} ${newWords()}`)
}

describePages('a post under a name for its thread', () => {
  test('shows the name before, appears later by itself, and is its author’s own without a profile', async () => {
    const [author, other] = [await student(), await student()]
    const page = await openPage(PHONE)
    const pictures: string[] = []
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (/\/faces\b/.test(pathname)) pictures.push(pathname)
    })
    await visitAs(page, author, server.origin)
    await write(page, TITLE)
    const { username } = await nextAlias(author)
    await sees(page, username)
    // Drawn from the file of all faces: whoever watches the network sees no size of this one.
    await until(async () => (await drawnFace(page, animalIn(username))) > 0, 'the face')
    expect([...new Set(pictures)]).toEqual([expect.stringMatching(/^\/assets\/faces-[0-9a-z]{8}\.svg$/)])
    await toggle(page, choice.label).check()
    for (const words of [choice.hour, choice.cannotHide]) await sees(page, words)
    await expectNone(toggle(page, en.post.writing.delay))
    await look(page, '111-alias-chosen')
    await toggle(page, choice.atOnce).check()
    await sees(page, choice.atOnceHint)
    await toggle(page, choice.atOnce).uncheck()
    // The switch is kept with the draft.
    await page.reload()
    await sees(page, username)
    expect(await toggle(page, choice.label).isChecked()).toBe(true)
    await pointing(page).press(en.post.writing.publish)
    await page.getByRole('heading', { name: en.post.delayed.title }).waitFor()
    await sees(page, en.core.post.alias)
    expect(await ownAliases(author)).toEqual([])

    await press(page, en.post.delayed.publish)
    await heading(page, TITLE)
    const [alias] = await ownAliases(author)
    expect(alias).toMatchObject({ username, postTitle: TITLE })
    const byline = page.locator('article .byline').first()
    await sees(byline, username)
    await sees(byline, en.core.post.you, { exact: true })
    expect(await byline.getByText(en.core.post.alias).count()).toBe(1)
    await expectNone(page.getByRole('link', { name: username }))
    await page.getByRole('link', { name: en.post.page.edit }).waitFor()

    const others = await enter(other, `/post/${alias!.postId}`, PHONE)
    await heading(others, TITLE)
    const shown = others.locator('article .byline').first()
    await sees(shown, username)
    await expectNone(shown.getByText(en.core.post.you, { exact: true }))
    await expectNone(shown.getByRole('link', { name: username }))
    await expectNone(others.getByRole('link', { name: en.post.page.edit }))
    expect(await others.content()).not.toContain(author.user.username)
    await pointing(others).press(en.post.page.report)
    await others.getByRole('dialog').getByLabel(en.report.dialog.block(username)).waitFor()
    await pointing(others).press(en.core.common.cancel)

    // Edited and deleted as any post of one's own.
    await follow(page, en.post.page.edit)
    await heading(page, en.post.writing.editTitle)
    await expectNone(toggle(page, choice.label))
    await pointing(page).fill(en.post.writing.heading, `${TITLE}, until now`)
    await pointing(page).fill(en.post.writing.content, `Now somebody does. ${newWords()}`)
    await pointing(page).press(en.core.common.save)
    await heading(page, `${TITLE}, until now`)
    await press(page, en.post.page.delete)
    await press(page.getByRole('dialog'), en.post.page.delete)
    await said(page, en.post.page.deleted)
    expectNoFaults(page)
    expectNoFaults(others)
  })

  test('is published at once by whom wants that, and is among the own names; one that is held is taken back with its name', async () => {
    const author = await student()
    const page = await enter(author, `/u/${author.id}?show=aliases`, PHONE)
    await sees(page, list.none)
    await write(page, TITLE)
    await toggle(page, choice.label).check()
    await toggle(page, choice.atOnce).check()
    await pointing(page).press(en.post.writing.publish)
    await heading(page, TITLE)
    await publish(author, { title: 'Under my own name' })
    await walkTo(page, `/u/${author.id}`)
    await page.getByRole('link', { name: 'Under my own name' }).waitFor()
    await expectNone(page.getByRole('link', { name: TITLE }))
    await follow(page, en.ownWords.profile.aliases)
    const [alias] = await ownAliases(author)
    await sees(page, alias!.username)
    await look(page, '114-own-aliases')
    await follow(page, TITLE)
    await heading(page, TITLE)

    // Another one waits for a moderator under its name, and is taken back into its form with it.
    const set = (hold: string[]) => root.patch('admin/settings', { linkDomains: { hold } })
    try {
      await set(['waits.example.org'])
      await write(page, 'What I told nobody else', 'All of it at https://waits.example.org/')
      await toggle(page, choice.label).check()
      await toggle(page, choice.atOnce).check()
      await pointing(page).press(en.post.writing.publish)
      await heading(page, 'What I told nobody else')
    } finally {
      await set([])
    }
    const names = (await ownAliases(author)).map(({ username }) => username)
    const [held] = names.filter((name) => name !== alias!.username)
    await walkTo(page, `/u/${author.id}`)
    await sees(page, held!)
    await press(page, en.held.takeBack)
    await heading(page, en.core.frame.newPost)
    await toggle(page, choice.label).waitFor()
    expect(await toggle(page, choice.label).isChecked()).toBe(true)
    await walkTo(page, '/drafts')
    await sees(page, en.core.post.alias)
    expectNoFaults(page)
  })
})

describePages('a comment under a name for the thread', () => {
  test('is what one writes where one has such a name; it waits in sight, and is taken back or published', async () => {
    const author = await student()
    const post = await aliased(author, { title: TITLE })
    const { username } = post.postedBy
    const page = await enter(author, `/post/${post.id}`, PHONE)
    await heading(page, TITLE)
    const hands = pointing(page)
    const field = page.getByLabel(en.post.thread.writeAs(username))
    await field.waitFor()
    await field.fill('And one more thing')
    await toggle(page, choice.label).waitFor()
    expect(await toggle(page, choice.label).isChecked()).toBe(true)
    await sees(page, choice.quarter)
    // The own name would stand beside it.
    await toggle(page, choice.label).uncheck()
    await sees(page, choice.both(author.user.username, username))
    await toggle(page, choice.label).check()
    await hands.press(en.post.thread.send)
    await said(page, en.post.thread.delayed)
    const waiting = spoken(page, 'And one more thing')
    await sees(waiting, delayed.waiting)
    await look(page, '119-alias-comment-waits')
    // Also after the page was loaded anew.
    await page.reload()
    await sees(waiting, delayed.waiting)
    await press(waiting, en.core.common.cancel)
    await said(page, delayed.cancelled)
    await expectNone(page.getByText('And one more thing'))

    await field.fill('And now for good')
    await hands.press(en.post.thread.send)
    await gone(waiting)
    await press(spoken(page, 'And now for good'), delayed.publish)
    await said(page, delayed.published)
    const mine = spoken(page, 'And now for good')
    await sees(mine, en.core.post.you, { exact: true })
    await sees(mine, en.post.thread.op, { exact: true })
    await mine.getByRole('button', { name: en.post.thread.edit }).waitFor()
    expectNoFaults(page)
  })

  test('is a first one in somebody’s thread, by keyboard; a reply to it goes at once where that is chosen', async () => {
    const [ann, ben] = [await student(), await student()]
    const post = await publish(ann, { title: 'Who else is afraid of the exams?' })
    const asked = await comment(ann, post.id, { content: 'Nobody needs to give a name.' })
    const { username } = await nextAlias(ben)
    const page = await enter(ben, `/post/${post.id}`, DESK)
    await heading(page, 'Who else is afraid of the exams?')
    const keys = typing(page)
    const question = keys.within(page.locator(`#comment-${asked.id}`))
    await question.press(en.post.thread.reply)
    await question.fill(en.post.thread.writeReply(ann.user.username), 'I am, very much.')
    await question.check(choice.label)
    // What it cannot hide is said where it is chosen first.
    await sees(page, choice.cannotHide)
    await question.check(choice.atOnce)
    await question.use(page.getByRole('button', { name: en.post.thread.reply, exact: true }).last())
    const reply = spoken(page, 'I am, very much.')
    await sees(reply, username)
    await sees(reply, en.core.post.you, { exact: true })
    await expectNone(reply.getByText(en.post.thread.op, { exact: true }))
    // From now on the composer stands on it.
    await page.getByLabel(en.post.thread.writeAs(username)).waitFor()
    expect(await ownAliases(ben)).toMatchObject([{ username, postId: post.id }])
    expectNoFaults(page)
  })

  test('waits for a network as any other, then for its moment, and appears while its author reads on', async () => {
    // Of a post under an alias news come with a pong, and this is to be seen at once.
    const [author, other] = [await student(), await student()]
    const post = await publish(other, { title: TITLE })
    const first = (await comment(author, post.id, { content: 'Before the tunnel', alias: true } as object)) as Data
    const page = await openPage(PHONE)
    // A page that follows the post again reads what it may have missed, once for each time.
    let [isFollowing, follows, reads] = [false, 0, 0]
    page.on('websocket', (socket) => {
      isFollowing = false
      socket.on('framesent', ({ payload }) => {
        if (!String(payload).includes(post.id)) return
        isFollowing = true
        follows++
      })
    })
    page.on('requestfinished', (request) => {
      if (new URL(request.url()).pathname === `/api/v1/posts/${post.id}`) reads++
    })
    await visitAs(page, author, `${server.origin}/post/${post.id}`)
    await page.getByLabel(en.post.thread.writeAs(first.commentedBy.username)).fill('Written in the tunnel')
    await sees(page, choice.quarter)
    await until(() => isFollowing, 'that the page follows the post')
    const before = reads - follows
    await page.context().setOffline(true)
    await pointing(page).press(en.post.thread.send)
    await sees(spoken(page, 'Written in the tunnel'), en.outbox.waits)
    isFollowing = false
    await reconnect(page)
    await sees(spoken(page, 'Written in the tunnel'), delayed.waiting)
    await until(() => isFollowing && reads - follows === before, 'that it follows again')
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
    await sees(page.locator('#comments-title'), '2', { exact: true })
    // Whoever sees on the network who asks for something in the second in which it appears would know whose it is.
    expect(asked).toEqual([])
    await isNew.click()
    const shown = spoken(page, 'Written in the tunnel')
    await sees(shown, en.core.post.you, { exact: true })
    await gone(page.getByText(delayed.waiting))
    expectNoFaults(page, /ERR_INTERNET_DISCONNECTED|WebSocket/)
  })

  test('is blocked by itself: its comment folds, and the settings list it without a profile', async () => {
    const [author, reader] = [await student(), await student()]
    const post = await publish(reader, { title: 'What do you think of the new rules?' })
    const said = { content: 'Nothing that I could say here', alias: true } as object
    const { commentedBy } = (await comment(author, post.id, said)) as Data
    const page = await enter(reader, `/post/${post.id}`, PHONE)
    const hands = pointing(page)
    await hands.within(spoken(page, 'Nothing that I could say here')).press(en.post.page.report)
    const dialog = hands.within(page.getByRole('dialog'))
    await dialog.choose(en.report.dialog.reason, en.choices.spam)
    await dialog.check(en.report.dialog.block(commentedBy.username))
    await dialog.press(en.report.dialog.send)
    await sees(page, en.post.thread.blocked)
    await walkTo(page, '/settings#blocked')
    await sees(page, commentedBy.username)
    await expectNone(page.getByRole('link', { name: commentedBy.username }))
    // The account behind it is none of the blocked.
    await walkTo(page, `/u/${author.id}`)
    await page.getByRole('button', { name: en.people.profile.block }).waitFor()
    await walkTo(page, '/settings#blocked')
    await hands.press(en.settings.blocked.unblockPerson(commentedBy.username))
    await sees(page, en.settings.blocked.none)
    expectNoFaults(page)
  })
})
