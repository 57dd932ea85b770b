import { afterAll, beforeAll, describe, expect, setSystemTime, test } from 'bun:test'
import { storage } from '../../db/storage'
import type { Viewer } from '../../src/domain/accounts'
import { fileReport } from '../../src/modules/reports/service'
import { DESK, hasBrowser, PHONE, scrollsSideways, useBrowser, type WatchedPage } from '../support/browser'
import { enroll, viewerOf } from '../support/campus'
import { pointing, typing } from '../support/hands'
import { administrator, type Data, expectData, type Person, student } from '../support/kit'
import { look, shoot } from '../support/looks'
import { comment, list, publish, queue } from '../support/reports'
import { faultsBut, focused, focusOn, heading, press, visitAs } from '../support/steps'
import { serveClient } from '../support/web-client'

const DAY_MS = 86_400_000

const openPage = useBrowser()
let server: Awaited<ReturnType<typeof serveClient>>
let admin: Person
let other: Person
let ann: Person
let dan: Person
const readers: Viewer[] = []
const posts = new Map<string, string>()
let remark: Data

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
  const content = `${TEXT}\n\n- by day\n- by night`
  const { id } = await publish(by, { title, content })
  posts.set(title, id)
  const message = `${title}: not here.`
  for (const reader of readers.slice(0, times))
    await fileReport(reader, { targetId: id, type: 'Post', reason, message })
}

const TEXT = 'I have **all of them**, from this year and from the last. Write to me and I tell you where.'

beforeAll(async () => {
  server = await serveClient()
  for (const days of [20, 11, 4]) {
    setSystemTime(new Date(Date.now() - days * DAY_MS))
    const early = await student()
    for (let each = 0; each < days % 7; each++) await publish(early)
    setSystemTime()
  }
  admin = await administrator()
  other = await administrator()
  ann = await student()
  dan = await student()
  for (let each = 0; each < 21; each++)
    readers.push(await viewerOf(await storage.write((tx) => enroll(tx, ann.user.collegeId))))
  await reported(NOTICE, other, 1, 'Misinformation')
  await reported(RUDE, dan, 1, 'Harassment')
  await reported(DESKS, ann, 1)
  remark = await comment(dan, posts.get(RUDE)!, REMARK)
  const about = {
    targetId: remark.id,
    type: 'Comment',
    reason: 'Harassment',
    message: 'This is about a person.',
  } as const
  for (const reader of readers.slice(0, 2)) await fileReport(reader, about)
  await reported(FLAT, dan, 3)
  await reported(ROOM, ann, 3, 'Harassment')
  await reported(NOTES, ann, 4, 'Cheating')
})
afterAll(() => server.stop())

const stateOf = async (title: string): Promise<string> =>
  expectData(await admin.visitor.get(`posts/${posts.get(title)}`)).post.moderationState
const reportsOf = async (targetId: string, status: string): Promise<number> =>
  (await list(admin, `status=${status}`)).data.filter((each: Data) => each.targetId === targetId).length
const waiting = async (): Promise<string[]> =>
  (await queue(admin, 'limit=50&status=pending')).data.map(({ target }) => target.title ?? target.content)
const meOf = async ({ visitor }: Person): Promise<Data> => expectData(await visitor.get('auth/me')).user

const rows = (page: WatchedPage) => page.getByRole('list', { name: 'Waiting for a decision' })
const chosen = async (page: WatchedPage): Promise<string> =>
  (await rows(page).locator('[aria-current=true] > span').first().textContent()) ?? ''
/** What the bar says, once it says that. */
const told = (page: WatchedPage, words: string | RegExp) => page.getByRole('status').getByText(words).waitFor()
const waits = (page: WatchedPage, count: number) =>
  page.getByRole('navigation', { name: 'Console' }).getByText(`${count} waiting`).waitFor({ state: 'attached' })

async function fitsNarrowest(page: WatchedPage, name: string): Promise<void> {
  await page.setViewportSize({ width: 320, height: 640 })
  await shoot(page, name)
  expect(await scrollsSideways(page)).toBe(false)
  await page.setViewportSize(PHONE.viewport)
}

describe.skipIf(!hasBrowser)('a moderator at a desk', () => {
  test('sees how all is doing, as charts and as a table; decides by keyboard alone, and takes it back', async () => {
    const page = await openPage(DESK)
    const { keyboard } = page
    const dialog = page.getByRole('dialog')
    const hands = typing(page)
    const asked = hands.within(dialog)
    const requests: string[] = []
    page.on('request', (request) => requests.push(new URL(request.url()).pathname))
    await visitAs(page, admin, `${server.origin}/console`)
    await heading(page, 'Overview')
    await page.getByRole('img', { name: /^New posts: 20 in 30 days\. Most on .+ today: 6$/ }).waitFor()
    await page.getByRole('link', { name: 'Reports 15 wait', exact: true }).waitFor()
    expect(await page.getByText('Nothing waits').count()).toBe(2)
    expect(requests.filter((path) => path === '/api/v1/admin/dashboard/overview')).toHaveLength(1)
    await look(page, '60-overview')
    await hands.press('Show as a table')
    await page.getByRole('row', { name: /Today 25 6 1$/ }).waitFor()
    expect(await page.getByRole('row').count()).toBe(31)
    await focusOn(page, 'Show as charts')
    await look(page, '61-overview-table', 'table')
    await hands.follow(/^Reports 15 wait$/)
    await heading(page, 'Reports')

    await page.getByRole('heading', { level: 2, name: NOTES }).waitFor()
    expect(await rows(page).getByRole('listitem').count()).toBe(7)
    await waits(page, 15)
    await keyboard.press('j')
    expect([await chosen(page), (await focused(page))?.startsWith(ROOM)]).toEqual([ROOM, true])
    await keyboard.press('ArrowDown')
    expect(await chosen(page)).toBe(FLAT)
    await keyboard.press('k')
    await keyboard.press('ArrowUp')
    await keyboard.press('Control+b')
    expect(await chosen(page)).toBe(NOTES)

    await keyboard.press('b')
    await told(page, `“${NOTES}” is banned.`)
    expect(await chosen(page)).toBe(ROOM)
    await waits(page, 11)
    expect([await stateOf(NOTES), await reportsOf(posts.get(NOTES)!, 'resolved')]).toEqual(['banned', 4])
    await shoot(page, '63-banned')
    await keyboard.press('u')
    await told(page, `Taken back: “${NOTES}” waits again.`)
    expect([await chosen(page), (await focused(page))?.startsWith(NOTES)]).toEqual([NOTES, true])
    await waits(page, 15)
    expect([await stateOf(NOTES), await reportsOf(posts.get(NOTES)!, 'pending')]).toEqual(['active', 4])

    await keyboard.press('h')
    await told(page, `“${NOTES}” is shadow-banned.`)
    await waits(page, 11)
    expect(await stateOf(NOTES)).toBe('shadow_banned')
    await keyboard.press('r')
    await told(page, `The reports about “${ROOM}” are resolved.`)
    await waits(page, 8)
    expect(await reportsOf(posts.get(ROOM)!, 'resolved')).toBe(3)
    await keyboard.press('z')
    await told(page, `Taken back: “${ROOM}” waits again.`)
    await waits(page, 11)
    expect(await waiting()).toContain(ROOM)

    expect(await chosen(page)).toBe(ROOM)
    await keyboard.press('s')
    await dialog.getByText('At present').waitFor()
    await keyboard.press('b')
    expect(await dialog.count()).toBe(1)
    await asked.press('Suspend')
    await dialog.locator('#suspension-reason-error').waitFor()
    await asked.choose('For how long', '3 days')
    await asked.fill('Reason', 'Insults, twice')
    await asked.press('Suspend')
    await told(page, new RegExp(`${ann.user.username} is suspended until .+ “${ROOM}” is banned\\.`))
    expect(await chosen(page)).toBe(FLAT)
    await waits(page, 8)
    expect([await stateOf(ROOM), (await meOf(ann)).suspension.reason]).toEqual(['banned', 'Insults, twice'])
    await keyboard.press('u')
    await told(page, `Taken back: “${ROOM}” waits again.`)
    await waits(page, 11)
    expect([await stateOf(ROOM), (await meOf(ann)).blocked]).toEqual(['active', false])

    await keyboard.press('j')
    const ends = new Date(Date.now() + 2 * DAY_MS).toISOString()
    const earlier = { blocked: true, suspension: { ends, reason: 'Earlier' } }
    expectData(await admin.visitor.put(`moderation/users/${dan.id}/moderation-state`, earlier))
    await keyboard.press('x')
    await dialog.getByText('Suspended until').waitFor()
    await asked.choose('And what was reported', 'Decide about it afterwards')
    await asked.press('Block')
    await told(page, `${dan.user.username} is blocked.`)
    expect([await chosen(page), (await meOf(dan)).suspension]).toEqual([FLAT, null])
    await keyboard.press('u')
    await told(page, 'Taken back: the author can do what they could before.')
    expect((await meOf(dan)).suspension).toEqual({ ends, reason: 'Earlier' })
    expectData(await admin.visitor.put(`moderation/users/${dan.id}/moderation-state`, { blocked: false }))

    await keyboard.press('Shift+B')
    await asked.press('Ban')
    await dialog.locator('#reason-error').waitFor()
    await asked.fill('Reason', 'No trade here')
    await look(page, '65-reason', 'dialog')
    await asked.press('Ban')
    await told(page, `“${FLAT}” is banned.`)
    await waits(page, 8)
    const { history } = expectData(await admin.visitor.get(`moderation/history/${posts.get(FLAT)}`))
    expect(history[0]).toMatchObject({ state: 'banned', reason: 'No trade here' })

    expect(await chosen(page)).toBe(REMARK)
    await keyboard.press('h')
    expect(await chosen(page)).toBe(REMARK)
    await keyboard.press('o')
    await page.waitForURL(`**/console/posts/${posts.get(RUDE)}`)
    await page.goBack()
    await heading(page, 'Reports')
    await told(page, `“${FLAT}” is banned.`)
    expect(await chosen(page)).toBe(REMARK)
    await keyboard.press('?')
    await look(page, '66-keys', 'dialog')
    await asked.check('Use these keys')
    await asked.press('Close')
    await keyboard.press('b')
    expect(await chosen(page)).toBe(REMARK)
    await hands.press('Keys')
    await asked.check('Use these keys')
    await keyboard.press('Escape')
    await keyboard.press('b')
    await told(page, `The comment “${REMARK}” is banned.`)
    await waits(page, 6)
    expect(expectData(await admin.visitor.get(`comments/${remark.id}`)).comment.isBanned).toBe(true)
    expect(page.faults).toEqual([])
  }, 40_000)

  test('learns in words what is refused, and finds it in the queue again', async () => {
    const page = await openPage(DESK)
    const { keyboard } = page
    const { choose, within } = pointing(page)
    await reported(CROWD, dan, readers.length)
    await visitAs(page, admin, `${server.origin}/console/reports?type=Post`)
    await page.getByRole('heading', { level: 2, name: CROWD }).waitFor()
    await page.getByText('and 1 report more').waitFor()
    for (const [key, count] of [
      ['i', 6],
      ['u', 27],
      ['b', 6],
    ] as const) {
      await keyboard.press(key)
      await waits(page, count)
      expect(await reportsOf(posts.get(CROWD)!, 'pending')).toBe(count === 27 ? 21 : 0)
    }
    await page.getByRole('heading', { level: 2, name: ROOM }).waitFor()
    await page.getByRole('button', { name: DESKS }).click()
    expectData(await ann.visitor.delete(`posts/${posts.get(DESKS)}`))
    await keyboard.press('b')
    await page.getByRole('alert').getByText('It is gone: somebody has deleted it').waitFor()
    expect(await chosen(page)).toBe(RUDE)
    await look(page, '67-refused')
    await page.context().setOffline(true)
    await keyboard.press('i')
    await page.getByRole('alert').getByText(`“${RUDE}” waits again`).waitFor()
    await page.context().setOffline(false)
    expect(await waiting()).toEqual([ROOM, DESKS, RUDE, NOTICE])
    await page.getByRole('button', { name: NOTICE }).click()
    await press(page, 'Suspend author')
    const dialog = page.getByRole('dialog')
    await dialog.getByText('only a superadmin decides about them').waitFor()
    await dialog.getByLabel('Reason').fill('Rest')
    await within(dialog).press('Suspend')
    await dialog.getByRole('alert').getByText('You cannot decide about this.').waitFor()
    await keyboard.press('Escape')
    expect((await meOf(other)).blocked).toBe(false)
    await choose('What was reported', 'Comments')
    await page.getByText('Nothing of this kind waits.').waitFor()
    await shoot(page, '69-none')
    expect(faultsBut(page, /status of 40[34]|INTERNET_DISCONNECTED/)).toEqual([])
  })
})

describe.skipIf(!hasBrowser)('a moderator on a phone', () => {
  test('decides where the entry opens, opens reports again, and deletes them', async () => {
    const page = await openPage(PHONE)
    const { follow, choose, check, within } = pointing(page)
    await visitAs(page, admin, `${server.origin}/console`)
    await heading(page, 'Overview')
    await page.getByRole('img', { name: /^New posts/ }).waitFor()
    await fitsNarrowest(page, '70-overview')
    await follow(/^Reports/)
    const open = rows(page).getByRole('button', { expanded: true })
    await open.waitFor()
    expect(await chosen(page)).toBe(ROOM)
    await fitsNarrowest(page, '71-queue')
    await open.click()
    expect(await rows(page).getByRole('button', { expanded: true }).count()).toBe(0)
    await page.getByRole('button', { name: RUDE }).click()
    await press(page, 'Ignore')
    await told(page, `The reports about “${RUDE}” are ignored.`)
    expect(await chosen(page)).toBe(NOTICE)
    await look(page, '72-decided')
    await press(page, 'Undo')
    await told(page, `Taken back: “${RUDE}” waits again.`)
    expect(await chosen(page)).toBe(RUDE)
    for (const [title, verb, words] of [
      [ROOM, 'Ignore', 'ignored'],
      [DESKS, 'Resolve', 'resolved'],
      [RUDE, 'Ban', 'banned'],
      [NOTICE, 'Ignore', 'ignored'],
    ] as const) {
      if ((await chosen(page)) !== title) await page.getByRole('button', { name: title }).click()
      await page.getByRole('button', { name: verb, exact: true }).click()
      await told(page, new RegExp(`“${title.replace('?', '.')}” (is|are) ${words}`))
    }
    await page.getByText('Nothing waits for a decision.').waitFor()
    await focusOn(page, 'Reports')
    await shoot(page, '73-empty')
    expect(await waiting()).toEqual([])

    await choose('State', 'Ignored')
    await page.getByText('4 in all').waitFor()
    await page.getByRole('listitem').filter({ hasText: NOTICE }).getByRole('button', { name: 'Open again' }).click()
    await told(page, 'The report waits again.')
    await page.getByText('3 in all').waitFor()
    await waits(page, 1)
    expect(await waiting()).toEqual([NOTICE])
    await check('Select all on this page')
    await page.getByText('3 selected').waitFor()
    await look(page, '74-ignored')
    await fitsNarrowest(page, '74-ignored')
    await page.getByRole('checkbox').nth(1).uncheck()
    await press(page, 'Delete')
    await within(page.getByRole('dialog')).press('Delete')
    await told(page, '2 reports are deleted.')
    await page.getByText('1 in all').waitFor()
    await check('Select all on this page')
    await press(page, 'Delete')
    await within(page.getByRole('dialog')).press('Delete')
    await told(page, 'The report is deleted.')
    await page.getByText('There is no such report.').waitFor()
    expect(await reportsOf(posts.get(ROOM)!, 'pending,resolved,ignored')).toBe(0)

    await choose('State', 'Resolved')
    await choose('What was reported', 'Comments')
    await page.waitForURL('**/console/reports?status=resolved&type=Comment')
    await page.getByText('2 in all').waitFor()
    expect(page.faults).toEqual([])
  })

  test('works off the second page, goes on with the first, and reads it in another language', async () => {
    for (let each = 1; each <= 26; each++) await reported(`Lost and found ${each}`, dan, 1)
    const page = await openPage(PHONE)
    await visitAs(page, admin, `${server.origin}/console/reports?page=2`)
    await page.getByText('27 in all · page 2 of 2').waitFor()
    await page.keyboard.press('i')
    await page.getByText('26 in all · page 2 of 2').waitFor()
    await page.keyboard.press('i')
    await page.getByText('25 in all').waitFor()
    await page.waitForURL(`${server.origin}/console/reports`)
    await rows(page).locator('[aria-current]').nth(24).waitFor()
    await page.keyboard.press('u')
    await page.getByText('26 in all').waitFor()
    await page.getByLabel('Language').selectOption('hi')
    await heading(page, 'शिकायतें')
    await page.getByRole('button', { name: 'अनदेखा करें' }).waitFor()
    await fitsNarrowest(page, '76-hindi')
    expect(page.faults).toEqual([])
  })
})
