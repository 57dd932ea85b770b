import { expect } from 'bun:test'
import { en as serverText } from '../../../src/messages/en'
import { look } from '../../support/accessibility'
import { DESK, PHONE, pageTest } from '../../support/browser'
import { banComment, comment, noReports, publish, report, reportComment, select } from '../../support/content'
import { administrator, collegeId, fails, MISSING_ID, student } from '../../support/kit'
import { walkTo } from '../../support/page-walk'
import { usePages } from '../../support/pages'
import { expectNoFaults, expectNone, focusOn, gone, heading, said, sees } from '../../support/seen'
import { follow, pointing, typing, visitAs } from '../../support/steps'
import { auditEntries } from '../../support/traces'
import { en, starting } from '../../support/words'

/** One page of the list and a little. */
const POSTS = 22

/** As many comments as are shown at first, and more than that. */
const SHOWN = 20
const COMMENTS = SHOWN + 2

const { server, enter } = await usePages()
await collegeId('away.edu')
const admin = await administrator()
const ann = await student()
const ben = await student({ branch: 'Physics' })
const cat = await student({ domain: 'away.edu' })
for (let each = 1; each < POSTS; each++) await publish(ben, { title: `Notes on lecture ${each}` })
const content = 'Write to me for **cheap** calculators.\n\nToday only.'
const post = await publish(ann, { title: 'Cheap calculators', content })
const secret = await publish(cat, { title: 'For our college alone', isPrivate: true })
const remark = await comment(ben, post.id)
await comment(ann, post.id, { parentCommentId: remark.id })
await banComment((await comment(cat, post.id)).id)

const stateOf = async (id: string) => (await admin.get(`posts/${id}`)).post.moderationState
const isBanned = async (id: string) => (await admin.get(`comments/${id}`)).comment.isBanned

pageTest('posts, at a desk: a post is found, banned for a reason, and made active again', async () => {
  const [{ count }] = select('SELECT count(*) AS count FROM posts')
  const pages = Math.ceil(count / 20)
  const page = await enter(admin, '/console/posts', DESK)
  const { follow, press, within, choose } = pointing(page)
  const asked = within(page.getByRole('dialog'))
  await sees(page, `${en.console.pager.total(String(count))} · ${en.console.pager.page(1, pages)}`)
  await follow(en.console.pager.next)
  await sees(page, en.console.pager.page(2, pages))
  await focusOn(page, en.console.ways.posts)
  await choose(en.console.words.college, 'College of away.edu')
  await follow('For our college alone')
  await heading(page, 'For our college alone')
  await sees(page, en.deskContent.post.foreign)
  expect(
    auditEntries(secret.id).some(({ action, actorId }) => action === 'admin:read:post' && actorId === admin.id),
  ).toBe(true)

  await page.goBack()
  await choose(en.console.words.college, 'Campus University')
  await follow('Cheap calculators')
  await heading(page, 'Cheap calculators')
  await sees(page.locator('article strong'), 'cheap')
  await expectNone(page.getByText(en.deskContent.post.foreign))
  await page.getByText('A remark').first().waitFor()
  await press(en.deskContent.decide.shadow)
  await asked.press(en.deskContent.decide.shadow)
  await said(page, en.deskContent.decide.done.post.shadow_banned)
  expect(await stateOf(post.id)).toBe('shadow_banned')
  await press(starting(`${en.deskContent.decide.ban} Cheap`))
  await page.getByRole('dialog').getByLabel(starting(en.console.words.reason)).fill('Advertising')
  await asked.press(en.deskContent.decide.ban)
  await said(page, en.deskContent.decide.done.post.banned)
  await sees(page, en.deskContent.post.leads.banned)
  await focusOn(page, en.console.words.state)
  expect(await stateOf(post.id)).toBe('banned')
  await fails(cat.visitor.get(`posts/${post.id}`), 404)
  await page.getByRole('listitem').filter({ hasText: 'Advertising' }).waitFor()
  await page.getByRole('button', { name: `${en.deskContent.decide.activate} ${cat.user.username}` }).waitFor()
  await look(page, '62-banned')
  await page.goBack()
  await choose(en.console.words.state, en.deskContent.states.banned)
  await page.waitForURL('**/console/posts?*state=banned')
  await sees(page, en.console.pager.total('1'))
  await follow('Cheap calculators')
  await press(en.deskContent.decide.activate)
  await asked.press(en.deskContent.decide.activate)
  await said(page, en.deskContent.decide.done.post.active)
  expect(await stateOf(post.id)).toBe('active')
  for (const [place, missing] of [
    ['posts', serverText.posts.missing],
    ['people', serverText.accounts.missing],
  ] as const) {
    await page.goto(`${server.origin}/console/${place}/${MISSING_ID}`)
    await sees(page.getByRole('alert'), missing)
  }
  expectNoFaults(page, /status of 404/)
})

pageTest('comments, on a phone: one is banned and let again by keyboard alone', async () => {
  const page = await enter(admin, `/console/posts/${post.id}`, PHONE)
  const hands = typing(page)
  const asked = hands.within(page.getByRole('dialog'))
  const { username } = ben.user
  await hands.press(`${en.deskContent.decide.ban} ${username}`)
  await asked.fill(`${en.console.words.reason} (${en.core.form.optional})`, 'Unkind')
  await asked.press(en.deskContent.decide.ban)
  await said(page, en.deskContent.decide.done.comment.banned)
  expect(await isBanned(remark.id)).toBe(true)
  await focusOn(page, `${en.deskContent.decide.activate} ${username}`)
  await hands.choose(en.deskContent.comments.state, en.deskContent.states.active)
  await page.getByRole('button', { name: `${en.deskContent.decide.ban} ${ann.user.username}` }).waitFor()
  await expectNone(page.getByRole('button', { name: `${en.deskContent.decide.activate} ${username}` }))
  await page.getByLabel(en.deskContent.comments.state).selectOption(en.deskContent.states.banned)
  await hands.press(`${en.deskContent.decide.activate} ${username}`)
  await asked.press(en.deskContent.decide.activate)
  await said(page, en.deskContent.decide.done.comment.active)
  expect(await isBanned(remark.id)).toBe(false)
  expectNoFaults(page)
})

pageTest('edits are shown in signs and in words, and reading them leaves a trace', async () => {
  const { id } = await publish(ann, { title: 'Lamp to give away', content: 'A red lamp, almost new.' })
  const answer = await comment(ben, id, { content: 'I take it today.' })
  await ann.patch(`posts/${id}`, { title: 'Lamp to sell', content: 'A red lamp, quite old.' })
  await ben.patch(`comments/${answer.id}`, { content: 'I take it tomorrow.' })
  const page = await enter(admin, `/console/posts/${id}`, PHONE)
  const hands = typing(page)
  const dialog = page.getByRole('dialog')
  const [removed, added] = [dialog.getByRole('deletion'), dialog.getByRole('insertion')]
  const spoken = (kind: 'removed' | 'added', words: string) => ` ${en.edits[kind]} ${words} ${en.edits.end} `
  await hands.press(en.edits.open)
  await removed.first().waitFor()
  expect(await removed.allTextContents()).toEqual(['give away', 'almost new.'].map((it) => spoken('removed', it)))
  expect(await added.allTextContents()).toEqual(['sell', 'quite old.'].map((it) => spoken('added', it)))
  await sees(dialog, 'Lamp to give away', { exact: true })
  await page.keyboard.press('Escape')
  await gone(dialog)
  await focusOn(page, en.edits.open)
  await hands.press(`${en.edits.open} ${ben.user.username}`)
  await removed.first().waitFor()
  expect(await removed.allTextContents()).toEqual([spoken('removed', 'today.')])
  expect(await added.allTextContents()).toEqual([spoken('added', 'tomorrow.')])
  await noReports()
  await reportComment(ann, answer.id)
  await walkTo(page, '/console/reports')
  await page.setViewportSize(DESK.viewport)
  await hands.press(en.edits.open)
  await removed.first().waitFor()
  expect(await removed.allTextContents()).toEqual([spoken('removed', 'today.')])
  await page.keyboard.press('Escape')
  await focusOn(page, en.edits.open)
  const traces = (of: string) => auditEntries(of).filter(({ action }) => action === 'admin:read:versions').length
  expect([traces(id), traces(answer.id)]).toEqual([1, 2])
  expectNoFaults(page)
})

pageTest('long lists come back as they were left, and go on where more begins', async () => {
  const { id } = await publish(ann, { title: 'Who said what' })
  for (let each = 1; each <= COMMENTS; each++) await comment(ben, id)
  const page = await enter(admin, '/console/posts', PHONE)
  const link = page.getByRole('link', { name: 'Notes on lecture 14', exact: true })
  await link.scrollIntoViewIfNeeded()
  const left = await page.evaluate(() => scrollY)
  expect(left).toBeGreaterThan(0)
  await link.click()
  await heading(page, 'Notes on lecture 14')
  await page.goBack()
  await link.waitFor()
  // What is done once a page stands is done by then, too.
  await page.waitForLoadState('networkidle')
  expect(await page.evaluate(() => scrollY)).toBe(left)

  await page.getByRole('link', { name: 'Who said what', exact: true }).click()
  const rows = page.locator('#comments > ul > li')
  await rows.nth(SHOWN - 1).waitFor()
  await page.getByRole('button', { name: en.core.feed.more }).press('Enter')
  await rows.nth(COMMENTS - 1).waitFor()
  await expectNone(page.getByRole('button', { name: en.core.feed.more }))
  await page.waitForFunction(
    (at) => document.querySelectorAll('#comments > ul > li')[at] === document.activeElement,
    SHOWN,
  )
  expectNoFaults(page)
})

pageTest('a pin is put on a post by its page, stands on top of the feed, and is taken again', async () => {
  const { id, title } = await publish(ben, { title: 'The library moves in March' })
  const page = await enter(admin, `/post/${id}`, PHONE)
  const { press, within } = pointing(page)
  const asked = within(page.getByRole('dialog'))
  await press(en.post.page.pin)
  await asked.press(`${en.pins.here}: ${en.pins.campus}`)
  await said(page, en.pins.done)
  await page.getByRole('button', { name: en.pins.unpinOne(title) }).waitFor()
  await walkTo(page, '/?sort=oldest')
  const first = page.locator('main li h2').first()
  await sees(first, en.core.post.pinned)
  await follow(first, title)
  await heading(page, title)
  await press(en.post.page.pin)
  await asked.press(en.pins.unpinOne(title))
  await said(page, en.pins.undone)
  expect((await ann.get('posts/pinned')).posts).toEqual([])
  expectNoFaults(page)
})

pageTest('words as moderators name nobody, and the next ones are one’s own again', async () => {
  const page = await enter(admin, '/new', PHONE)
  const { press, fill, check, choose } = pointing(page)
  await choose(en.post.writing.topic, 'Showcase')
  await fill(en.post.writing.heading, 'Be kind in the exams')
  await fill(en.post.writing.content, 'Read the rules once more before you post.')
  await check(en.post.writing.official)
  await gone(page.getByText(en.post.writing.delay, { exact: true }))
  await press(en.post.writing.publish)
  await heading(page, 'Be kind in the exams')
  const byline = page.locator('article .byline')
  await sees(byline.first(), en.core.post.moderators, { exact: true })
  await expectNone(page.getByText(admin.user.username))
  await page.getByLabel(en.post.thread.write).fill('We mean it.')
  await check(en.post.writing.official)
  await press(en.post.thread.send)
  await sees(byline.nth(1), en.core.post.moderators, { exact: true })
  await page.getByLabel(en.post.thread.write).fill('I do, too.')
  expect(await page.getByLabel(en.post.writing.official).isChecked()).toBe(false)
  await press(en.post.thread.send)
  await page.getByRole('link', { name: admin.user.username }).waitFor()
  expectNoFaults(page)
})

pageTest('what one moderator noted another reads, who leaves it to a superadmin', async () => {
  const other = await administrator()
  const root = await administrator('superadmin')
  const { id, title } = await publish(ann, { title: 'Whoever wrote the exam' })
  const page = await enter(admin, `/console/posts/${id}`, PHONE)
  const { press, choose, within } = pointing(page)
  const asked = within(page.getByRole('dialog'))
  await press(en.notes.add)
  await asked.fill(en.notes.note, 'Said sorry on Monday.')
  await asked.press(en.notes.save)
  await said(page, en.notes.saved)
  await sees(page, 'Said sorry on Monday.', { exact: true })
  await noReports()
  await report(cat, id)
  await visitAs(page, other, `${server.origin}/console/reports`)
  const entry = page.getByRole('button', { name: starting(title) })
  await page.getByRole('listitem').getByRole('button', { expanded: true }).waitFor()
  if ((await entry.getAttribute('aria-expanded')) === 'false') await entry.click()
  await sees(page, 'Said sorry on Monday.', { exact: true })
  await press(en.escalation.escalate)
  await asked.fill(en.escalation.reason, 'It may be the teacher.')
  await asked.press(en.escalation.escalate)
  await said(page, en.escalation.done)
  await sees(page, en.escalation.waits(other.user.username))
  const removal = { state: 'banned', reason: 'Names a person', rule: 'harassment' }
  const refused = await other.visitor.put(`moderation/posts/${id}/moderation-state`, removal)
  expect(refused.status).toBe(403)
  await visitAs(page, root, `${server.origin}/console/reports`)
  await choose(en.escalation.only, en.escalation.only)
  await sees(page, en.escalation.waits(other.user.username))
  await page.getByRole('listitem').getByRole('button', { expanded: true }).waitFor()
  await entry.waitFor()
  await press(en.escalation.withdraw)
  await said(page, en.escalation.withdrawn)
  expectNoFaults(page)
})
