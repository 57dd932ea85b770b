import { beforeEach, expect, setSystemTime, test } from 'bun:test'
import { storage } from '../../../db/storage'
import type { Viewer } from '../../../src/ground/access/account'
import { fileReport } from '../../../src/order/reports/service'
import { look } from '../../support/accessibility'
import { DESK, describePages, PHONE, pageTest, stubApi, type WatchedPage } from '../../support/browser'
import { comment, enroll, list, newWords, noReports, publish, queue, viewerOf } from '../../support/content'
import { holdBack, sendsNothing } from '../../support/held-back'
import { administrator, type Data, meOf, type Person, student } from '../../support/kit'
import { usePages } from '../../support/pages'
import { expectNoFaults, focused, focusOn, focusOnField, gone, heading, said, sees } from '../../support/seen'
import { pointing, press, typing, visitAs } from '../../support/steps'
import { until } from '../../support/until'
import { ANY, en, like, starting } from '../../support/words'

const DAY_MS = 86_400_000

const readers: Viewer[] = []
const posts = new Map<string, string>()

const NOTES = 'Answers to the chemistry exam, cheap'
const ROOM = 'Everybody in room 12 is a fool'
const FLAT = 'Flat to let, ask by phone'
const DESKS = 'Who took my desk lamp?'
const RUDE = 'A word about the second-years'
const NOTICE = 'Notice of the office'
const CROWD = 'Party in the courtyard'
const REMARK = 'Go away, nobody wants you here'

/** Reports it once by each of so many readers. */
async function reported(title: string, by: Person, times: number, reason = 'Spam'): Promise<void> {
  const content = `${TEXT}\n\n- by day\n- by night\n\n${[1, 2, 3, 4].map(newWords).join(' ')}`
  const { id } = await publish(by, { title, content })
  posts.set(title, id)
  const message = `${title}: not here.`
  for (const reader of readers.slice(0, times))
    await fileReport(reader, { targetId: id, type: 'Post', reason, message })
}

const TEXT = 'I have **all of them**, from this year and from the last. Write to me and I tell you where.'

const { openPage, server, enter } = await usePages()
for (const days of [20, 11, 4]) {
  setSystemTime(new Date(Date.now() - days * DAY_MS))
  const early = await student()
  for (let each = 0; each < days % 7; each++) await publish(early)
  setSystemTime()
}
const admin = await administrator()
const other = await administrator()
const ann = await student()
const dan = await student()
for (let each = 0; each < 21; each++)
  readers.push(await viewerOf(await storage.write((tx) => enroll(tx, ann.user.collegeId))))
let remark: { id: string }
// Of as many reports, those that wait for longer come first.
beforeEach(async () => {
  await noReports()
  await reported(NOTICE, other, 1, 'Misinformation')
  await reported(RUDE, dan, 1, 'Insults')
  await reported(DESKS, ann, 1)
  remark = await comment(dan, posts.get(RUDE)!, { content: REMARK })
  for (const reader of readers.slice(0, 2))
    await fileReport(reader, { targetId: remark.id, type: 'Comment', reason: 'Insults', message: 'About a person.' })
  await reported(ROOM, ann, 3, 'Insults')
})

const stateOf = async (title: string): Promise<string> =>
  (await admin.get(`posts/${posts.get(title)}`)).post.moderationState
const reportsOf = async (targetId: string, status: string): Promise<number> =>
  (await list(admin, `status=${status}`)).data.filter((each: Data) => each.targetId === targetId).length
const { removalReasons } = await admin.get('admin/settings')
const waiting = async (): Promise<string[]> =>
  (await queue(admin, 'limit=50&status=pending&order=weight')).data.map(
    ({ target }) => target.title ?? target.content ?? '',
  )

const rows = (page: WatchedPage) => page.getByRole('list', { name: en.queue.page.list })
const chosen = async (page: WatchedPage): Promise<string> =>
  (await rows(page).locator('[aria-current=true] > span').first().textContent()) ?? ''
const waits = (page: WatchedPage, count: number) =>
  page
    .getByRole('navigation', { name: en.console.ways.label })
    .getByText(en.console.ways.waiting(`${count}`))
    .first()
    .waitFor({ state: 'attached' })

/** Runs in the page: presses the key as soon as so many are shown, before the next frame. */
function pressOnce({ shown, count = 1, key }: { shown: string; count?: number; key: string }): void {
  new MutationObserver((_, observer) => {
    if (document.querySelectorAll(shown).length < count) return
    observer.disconnect()
    document.dispatchEvent(new KeyboardEvent('keydown', { key, shiftKey: key !== key.toLowerCase() }))
  }).observe(document.body, { childList: true, characterData: true, subtree: true })
}

describePages('a moderator at a desk', () => {
  test('sees how all is doing, as charts and as a table; decides by keyboard alone, and takes it back', async () => {
    const page = await openPage(DESK)
    const { keyboard } = page
    const dialog = page.getByRole('dialog')
    const hands = typing(page)
    const asked = hands.within(dialog)
    /** It is the first of the list again once all of its reports are open, which are opened one by one. */
    const takesBack = async (title: string, count: number) => {
      await keyboard.press('u')
      await said(page, en.queue.note.undone(en.queue.note.post(title)))
      await waits(page, count)
      await rows(page).getByRole('listitem').first().filter({ hasText: title }).waitFor()
      expect([await chosen(page), await stateOf(title)]).toEqual([title, 'active'])
    }
    await reported(FLAT, dan, 3)
    await reported(NOTES, ann, 4, 'Cheating')
    // More or less where other tests ran before.
    const { daily } = await admin.get('admin/dashboard/overview')
    const { users, posts: written, comments } = daily.at(-1)
    expect(written).toBeGreaterThanOrEqual(6)
    const requests: string[] = []
    page.on('request', (request) => requests.push(new URL(request.url()).pathname))
    await visitAs(page, admin, `${server.origin}/console`)
    await heading(page, en.console.ways.dashboard)
    await page
      .getByRole('img', {
        name: like(
          `${en.dashboard.chart.posts}: ${en.dashboard.chart.sum(`${14 + written}`)}. ${en.dashboard.chart.most(ANY, ANY)} · ${en.dashboard.chart.todayCount(written)}`,
        ),
      })
      .waitFor()
    await page
      .getByRole('link', { name: `${en.console.ways.reports} ${en.dashboard.waits.some(7)}`, exact: true })
      .waitFor()
    expect(await page.getByText(en.dashboard.waits.nothing).count()).toBe(0)
    expect(requests.filter((path) => path === '/api/v1/admin/dashboard/overview')).toHaveLength(1)
    await hands.press(en.dashboard.chart.asTable)
    await page.getByRole('row', { name: `${en.dashboard.chart.today} ${users} ${written} ${comments}` }).waitFor()
    expect(await page.getByRole('row').count()).toBe(31)
    await focusOn(page, en.dashboard.chart.asCharts)
    await look(page, '61-overview-table', 'table')
    await hands.follow(`${en.console.ways.reports} ${en.dashboard.waits.some(7)}`)
    await heading(page, en.console.ways.reports)

    await heading(page, NOTES, 2)
    expect(await rows(page).getByRole('listitem').count()).toBe(7)
    await waits(page, 7)
    await keyboard.press('j')
    expect([await chosen(page), (await focused(page))?.startsWith(ROOM)]).toEqual([ROOM, true])
    await keyboard.press('ArrowDown')
    expect(await chosen(page)).toBe(FLAT)
    await keyboard.press('k')
    await keyboard.press('ArrowUp')
    await keyboard.press('Control+b')
    expect(await chosen(page)).toBe(NOTES)

    await keyboard.press('b')
    await said(page, en.queue.note.banned(en.queue.note.post(NOTES)))
    expect(await chosen(page)).toBe(ROOM)
    await waits(page, 6)
    expect([await stateOf(NOTES), await reportsOf(posts.get(NOTES)!, 'resolved')]).toEqual(['banned', 4])
    await takesBack(NOTES, 7)
    expect([(await focused(page))?.startsWith(NOTES), await reportsOf(posts.get(NOTES)!, 'pending')]).toEqual([true, 4])

    await keyboard.press('h')
    await said(page, en.queue.note.shadow_banned(en.queue.note.post(NOTES)))
    await waits(page, 6)
    expect(await stateOf(NOTES)).toBe('shadow_banned')
    await keyboard.press('s')
    await sees(dialog, en.queue.sanction.standing)
    await keyboard.press('b')
    expect(await dialog.count()).toBe(1)
    await asked.press(en.deskPeople.sanction.suspend)
    await dialog.locator('#suspension-reason-error').waitFor()
    await asked.choose(en.deskPeople.sanction.length, en.deskPeople.sanction.lengths[3])
    await asked.fill(en.console.words.reason, 'Insults, twice')
    await asked.press(en.deskPeople.sanction.suspend)
    const suspended = en.deskPeople.sanction.isSuspended(ann.user.username, ANY)
    await said(page, like(`${suspended} ${en.queue.note.banned(en.queue.note.post(ROOM))}`))
    expect(await chosen(page)).toBe(FLAT)
    await waits(page, 5)
    expect([await stateOf(ROOM), (await meOf(ann)).suspension?.reason]).toEqual(['banned', 'Insults, twice'])
    await takesBack(ROOM, 6)
    expect((await meOf(ann)).blocked).toBe(false)

    await keyboard.press('j')
    // Nothing is removed before what may be picked is there.
    const reasons = await holdBack(page, '**/api/v1/admin/settings', 'GET')
    await keyboard.press('Shift+B')
    await sendsNothing(page)
    reasons.resolve()
    await asked.press(en.queue.act.banned)
    await dialog.locator('#reason-error').waitFor()
    await focusOnField(page, en.console.words.reason)
    await keyboard.type('3')
    expect(await dialog.getByLabel(en.console.words.reason, { exact: true }).inputValue()).toBe('3')
    for (const _ of ['rule', 'preset']) await keyboard.press('Shift+Tab')
    await dialog.locator('input[type=radio]:focus').waitFor()
    const [, , third] = removalReasons
    await keyboard.press('3')
    await dialog.getByRole('radio', { name: like(`${ANY}${third.en}`), checked: true }).waitFor()
    await asked.fill(`${en.deskContent.decide.added} (${en.core.form.optional})`, 'No trade here')
    await asked.press(en.queue.act.banned)
    await said(page, en.queue.note.banned(en.queue.note.post(FLAT)))
    await waits(page, 5)
    const { history } = await admin.get(`moderation/history/${posts.get(FLAT)}`)
    const { en: english, hi: hindi, rule } = third
    expect(history[0]).toMatchObject({
      ...{ state: 'banned', reason: 'No trade here', rule },
      preset: { en: english, hi: hindi },
    })

    expect(await chosen(page)).toBe(REMARK)
    await keyboard.press('h')
    expect(await chosen(page)).toBe(REMARK)
    await keyboard.press('o')
    await page.waitForURL(`**/console/posts/${posts.get(RUDE)}`)
    await page.goBack()
    await heading(page, en.console.ways.reports)
    await said(page, en.queue.note.banned(en.queue.note.post(FLAT)))
    expect(await chosen(page)).toBe(REMARK)
    await keyboard.press('?')
    await look(page, '66-keys', 'dialog')
    await asked.check(en.queue.keys.use)
    await asked.press(en.console.words.close)
    await keyboard.press('b')
    expect(await chosen(page)).toBe(REMARK)
    await hands.press(en.queue.keys.title)
    await asked.check(en.queue.keys.use)
    await keyboard.press('Escape')
    await keyboard.press('b')
    await said(page, en.queue.note.banned(en.queue.note.comment(REMARK)))
    await waits(page, 4)
    expect((await admin.get(`comments/${remark.id}`)).comment.isBanned).toBe(true)
    expectNoFaults(page)
  }, 240_000)

  test('learns in words what is refused, and finds it in the queue again', async () => {
    const page = await openPage(DESK)
    const { keyboard } = page
    const { choose, within } = pointing(page)
    // News of its own decisions would have it read the queue again, before or after what others do here.
    await page.routeWebSocket('**/api/v1/ws', () => undefined)
    await reported(CROWD, dan, readers.length)
    await visitAs(page, admin, `${server.origin}/console/reports?type=Post`)
    await sees(page, en.queue.entry.more(1))
    for (const [key, count] of [
      ['i', 5],
      ['u', 6],
      ['b', 5],
    ] as const) {
      await keyboard.press(key)
      // The count is right again with the first of the reports that are opened again.
      if (key === 'u') await said(page, en.queue.note.undone(en.queue.note.post(CROWD)))
      await waits(page, count)
      const open = count === 6 ? 21 : 0
      await until(async () => (await reportsOf(posts.get(CROWD)!, 'pending')) === open, `${open} open reports`)
    }
    await heading(page, ROOM, 2)
    await press(page, DESKS)
    await ann.delete(`posts/${posts.get(DESKS)}`)
    await keyboard.press('b')
    await sees(page.getByRole('alert'), en.queue.refusals.NOT_FOUND!)
    expect(await chosen(page)).toBe(RUDE)
    await page.context().setOffline(true)
    await keyboard.press('i')
    await sees(page.getByRole('alert'), like(en.queue.note.refused(en.queue.note.post(RUDE), ANY)))
    await page.context().setOffline(false)
    expect(await waiting()).toEqual([ROOM, REMARK, NOTICE, RUDE, DESKS])
    await press(page, NOTICE)
    await press(page, en.queue.act.suspend)
    const dialog = page.getByRole('dialog')
    await sees(dialog, en.deskPeople.person.administrator)
    await dialog.getByLabel(en.console.words.reason).fill('Rest')
    await within(dialog).press(en.deskPeople.sanction.suspend)
    await sees(dialog.getByRole('alert'), en.queue.refusals.FORBIDDEN!)
    await keyboard.press('Escape')
    expect((await meOf(other)).blocked).toBe(false)

    await press(page, RUDE)
    // Nobody is banned by who could not read how the author stands.
    const standing = '/moderation/users/*/suspension'
    const unread = { success: false, code: 'INTERNAL', message: 'No standing today' }
    const asked = await stubApi(page, 'GET', standing, 500, unread)
    await press(page, en.queue.act.block)
    await within(dialog).press(en.deskPeople.sanction.block)
    await sees(dialog.getByRole('alert'), unread.message)
    expect([asked.length, (await meOf(dan)).blocked]).toEqual([2, false])
    await page.unroute(`**/api/v1${standing}`)
    await keyboard.press('Escape')
    await gone(dialog)

    await press(page, en.queue.act.block)
    await sees(dialog, en.deskPeople.states.active, { exact: true })
    await other.put(`moderation/users/${dan.id}/moderation-state`, { blocked: true })
    await within(dialog).press(en.deskPeople.sanction.block)
    await sees(dialog.getByRole('alert'), en.deskPeople.sanction.first.blocked(other.user.username))
    await sees(dialog, en.deskPeople.states.blocked, { exact: true })
    await keyboard.press('Escape')
    await admin.put(`moderation/users/${dan.id}/moderation-state`, { blocked: false })
    await choose(en.queue.page.type, en.queue.page.types.Comment)
    await sees(page, en.console.pager.total('1'))
    expectNoFaults(page, /status of (40[349]|500)|INTERNET_DISCONNECTED/)
  })
})

pageTest('of two moderators at one queue the second is told, and the first decision stands', async () => {
  const [first, second] = [await openPage(DESK), await openPage(DESK)]
  let isDeaf = false
  await second.routeWebSocket('**/api/v1/ws', (socket) =>
    socket.connectToServer().onMessage((news) => {
      if (!isDeaf) socket.send(news)
    }),
  )
  await visitAs(first, admin, `${server.origin}/console/reports`)
  await heading(first, ROOM, 2)
  await visitAs(second, other, `${server.origin}/console/reports`)
  await sees(rows(second), en.queue.entry.claimed(admin.user.username))
  await press(second, ROOM)
  await heading(second, ROOM, 2)
  isDeaf = true
  await first.keyboard.press('b')
  await said(first, en.queue.note.banned(en.queue.note.post(ROOM)))
  await second.keyboard.press('i')
  await said(second, en.queue.note.late(en.queue.note.post(ROOM), en.queue.first.banned(admin.user.username)))
  expect([await stateOf(ROOM), await reportsOf(posts.get(ROOM)!, 'resolved')]).toEqual(['banned', 3])

  await press(first, DESKS)
  await heading(first, DESKS, 2)
  await other.put(`moderation/posts/${posts.get(DESKS)}/moderation-state`, { state: 'banned', reason: 'Spam' })
  await sees(first, en.queue.entry.gone(null))
  await first.keyboard.press('i')
  expect(await reportsOf(posts.get(DESKS)!, 'ignored')).toBe(0)
  expectNoFaults(second, /status of 409/)
})

describePages('a moderator on a phone', () => {
  test('decides where the entry opens, opens reports again, and deletes them', async () => {
    const page = await enter(admin, '/console', PHONE)
    const { follow, choose, check, within } = pointing(page)
    await heading(page, en.console.ways.dashboard)
    await page.getByRole('img', { name: starting(en.dashboard.chart.posts) }).waitFor()
    await follow(starting(en.console.ways.reports))
    const open = rows(page).getByRole('button', { expanded: true })
    await open.waitFor()
    expect(await chosen(page)).toBe(ROOM)
    await open.click()
    await gone(open)
    await press(page, RUDE)
    await press(page, en.queue.act.ignored)
    await said(page, en.queue.note.ignored(en.queue.note.post(RUDE)))
    expect(await chosen(page)).toBe(DESKS)
    await press(page, en.console.words.undo)
    await said(page, en.queue.note.undone(en.queue.note.post(RUDE)))
    expect(await chosen(page)).toBe(RUDE)
    for (const [title, verdict] of [
      [ROOM, 'ignored'],
      [REMARK, 'banned'],
      [DESKS, 'resolved'],
      [RUDE, 'banned'],
      [NOTICE, 'ignored'],
    ] as const) {
      if ((await chosen(page)) !== title) await press(page, title)
      await page.getByRole('button', { name: en.queue.act[verdict], exact: true }).click()
      const { note } = en.queue
      await said(page, note[verdict](title === REMARK ? note.comment(title) : note.post(title)))
    }
    await sees(page, en.queue.page.empty)
    await focusOn(page, en.console.ways.reports)
    // The page is ahead of the server.
    await until(async () => (await waiting()).length === 0, 'the last decision')

    await choose(en.console.words.state, en.queue.page.statuses.ignored)
    await sees(page, en.console.pager.total('4'))
    await press(page.getByRole('listitem').filter({ hasText: NOTICE }), en.queue.closed.reopen)
    await said(page, en.queue.closed.reopened)
    await sees(page, en.console.pager.total('3'))
    await waits(page, 1)
    expect(await waiting()).toEqual([NOTICE])
    await check(en.queue.closed.selectAll)
    await sees(page, en.queue.group.selected(3))
    await look(page, '74-ignored')
    await page.getByRole('checkbox').nth(1).uncheck()
    await press(page, en.console.words.delete)
    await within(page.getByRole('dialog')).press(en.console.words.delete)
    await said(page, en.queue.closed.removed(2))
    await sees(page, en.console.pager.total('1'))
    await check(en.queue.closed.selectAll)
    await press(page, en.console.words.delete)
    await within(page.getByRole('dialog')).press(en.console.words.delete)
    await said(page, en.queue.closed.removed(1))
    await sees(page, en.console.words.noneFound)
    expect(await reportsOf(posts.get(ROOM)!, 'pending,resolved,ignored')).toBe(0)

    await choose(en.console.words.state, en.queue.page.statuses.resolved)
    await choose(en.queue.page.type, en.queue.page.types.Comment)
    await page.waitForURL('**/console/reports?status=resolved&type=Comment')
    await sees(page, en.console.pager.total('2'))
    expectNoFaults(page)
  })

  test('works off the second page, and goes on with the first', async () => {
    for (let each = 1; each <= 22; each++) await reported(`Lost and found ${each}`, dan, 1)
    const page = await enter(admin, '/console/reports?page=2', PHONE)
    await sees(page, `${en.console.pager.total('27')} · ${en.console.pager.page(2, 2)}`)
    await page.keyboard.press('i')
    await sees(page, `${en.console.pager.total('26')} · ${en.console.pager.page(2, 2)}`)
    await page.keyboard.press('i')
    await sees(page, en.console.pager.total('25'))
    await page.waitForURL(`${server.origin}/console/reports`)
    await rows(page).locator('[aria-current]').nth(24).waitFor()
    await page.keyboard.press('u')
    await sees(page, en.console.pager.total('26'))
    expectNoFaults(page)
  })
})

pageTest('several reports, or all of one author’s day, are decided and undone as one', async () => {
  const flooder = await student()
  const flood = ['Flood one', 'Flood two', 'Flood three']
  for (const title of flood) await reported(title, flooder, 1, 'Flooding')
  const states = async () => new Set(await Promise.all(flood.map(stateOf)))
  const page = await enter(admin, '/console/reports?reason=Flooding', DESK)
  const { keyboard } = page
  const dialog = page.getByRole('dialog')
  await sees(page, en.console.pager.total('3'))
  expect(await rows(page).getByRole('listitem').count()).toBe(3)
  const bar = page.getByRole('group', { name: en.queue.group.label })

  await keyboard.press('m')
  await sees(page, en.queue.group.selected(1))
  for (const count of [2, 3]) {
    await keyboard.press('Shift+J')
    await sees(page, en.queue.group.selected(count))
  }
  expect(await rows(page).getByRole('checkbox', { checked: true }).count()).toBe(3)
  await look(page, '76-selected')
  await keyboard.press('Escape')
  await gone(bar)
  // Fast hands: a key acts on what is shown, from the moment on when it is.
  await page.evaluate(pressOnce, { shown: 'input[type=checkbox]:checked', count: 3, key: 'B' })
  await page.evaluate(pressOnce, { shown: 'dialog input[type=radio]', key: '2' })
  await keyboard.press('m')
  for (const _ of [2, 3]) await keyboard.press('Shift+K')
  await dialog.getByRole('radio', { checked: true }).and(page.locator(':focus')).waitFor()
  expect(await dialog.getByRole('radio').nth(1).isChecked()).toBe(true)
  await keyboard.press('Enter')
  await said(page, en.queue.group.done.banned(3))
  await sees(page, en.console.words.noneFound)
  // The page says so before the server has answered, and undoes what it has confirmed.
  await until(async () => [...(await states())].join() === 'banned', 'three removals')
  await keyboard.press('u')
  await said(page, en.queue.group.undone(3))
  await sees(page, en.console.pager.total('3'))
  expect(await states()).toEqual(new Set(['active']))

  const counted = await holdBack(page, '**/moderation/users/*/removals', 'GET')
  await page.evaluate(pressOnce, { shown: 'dialog input[type=radio]', key: '2' })
  await keyboard.press('a')
  await dialog.getByRole('radio').first().waitFor()
  await sendsNothing(page)
  counted.resolve()
  await sees(dialog, en.deskContent.recent.lead({ posts: 3, comments: 0 }))
  await dialog.getByRole('radio', { checked: true }).and(page.locator(':focus')).waitFor()
  expect(await dialog.getByRole('radio').nth(1).isChecked()).toBe(true)
  await keyboard.press('Enter')
  const { username } = flooder.user
  await said(page, en.deskContent.recent.done(username, { posts: 3, comments: 0 }, 0))
  await sees(page, en.console.words.noneFound)
  expect(await states()).toEqual(new Set(['banned']))
  await keyboard.press('u')
  await said(page, en.deskContent.recent.back)
  await sees(page, en.console.pager.total('3'))
  expect(await states()).toEqual(new Set(['active']))
  expectNoFaults(page)
})
