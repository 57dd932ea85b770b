import { expect, test } from 'bun:test'
import { maskedEmail } from '../../../src/lib/mail/email-address'
import { look } from '../../support/accessibility'
import { DESK, describePages, PHONE, pageTest, type WatchedPage } from '../../support/browser'
import { comment, publish } from '../../support/content'
import { administrator, collegeId, fails, meOf, student } from '../../support/kit'
import { usePages } from '../../support/pages'
import { expectNoFaults, expectNone, focusOn, heading, said, sees } from '../../support/seen'
import { pointing, typing, visitAs } from '../../support/steps'
import { auditEntries } from '../../support/traces'
import { ANY, en, like, starting } from '../../support/words'

const { openPage, server } = await usePages()
await collegeId('away.edu')
const root = await administrator('superadmin')
const admin = await administrator()
const ann = await student()
const ben = await student({ domain: 'away.edu', branch: 'Physics' })
const post = await publish(ann, { title: 'Cheap calculators' })
await comment(ann, post.id, { content: 'Buy two of them!' })
for (const reason of ['Spam', 'Scam']) {
  const by = reason === 'Spam' ? ben : await student()
  const report = { targetId: post.id, type: 'Post', reason, message: 'The same thing again and again.' }
  await by.post('reports', report)
}

const search = async (page: WatchedPage, words: string) => {
  await page.getByRole('searchbox').fill(words)
  await page.keyboard.press('Enter')
}

pageTest('somebody is found, suspended, let again, blocked, and given another role', async () => {
  const page = await openPage(DESK)
  const { username } = ann.user
  const { follow, press, within, choose } = pointing(page)
  const asked = within(page.getByRole('dialog'))
  await visitAs(page, root, `${server.origin}/console/people`)
  await sees(page, maskedEmail(ann.email))
  await expectNone(page.getByText(ann.email))
  await choose(en.deskPeople.person.role, en.deskPeople.roles.superadmin)
  await page.waitForURL('**/console/people?role=superadmin')
  await sees(page, en.console.pager.total('1'))
  await follow(root.user.username)
  await sees(page, en.deskPeople.person.own)
  await expectNone(
    page.getByRole('button', {
      name: starting(en.deskPeople.sanction.suspend, en.deskPeople.sanction.block, en.deskPeople.role.change),
    }),
  )
  await page.goBack()
  await choose(en.deskPeople.person.role, en.deskPeople.list.everyRole)
  await choose(en.console.words.college, 'College of away.edu')
  await sees(page, maskedEmail(ben.email))
  await search(page, ann.email)
  await sees(page, en.deskPeople.list.noMatches)
  await choose(en.console.words.college, en.console.words.everyCollege)
  await sees(page, en.console.pager.total('1'))
  const searches = auditEntries(root.id).filter(({ action }) => action === 'admin:searched:address')
  expect(searches.map(({ metadata }) => JSON.parse(metadata!).matched)).toEqual([false, true])
  await follow(username)

  await heading(page, username)
  await sees(page, en.deskPeople.history.empty)
  await heading(page, en.deskPeople.person.about, 2)
  expect(await page.getByText('The same thing again and again.').count()).toBe(2)
  await sees(page, en.deskPeople.person.noReports)
  await press(en.deskPeople.sanction.suspend)
  await asked.press(en.deskPeople.sanction.suspend)
  await sees(page.locator('#suspension-reason-error'), en.core.form.required)
  await asked.choose(en.deskPeople.sanction.length, en.deskPeople.sanction.lengths.date)
  await asked.press(en.deskPeople.sanction.suspend)
  await sees(page.locator('#suspension-ends-error'), en.core.form.required)
  await asked.choose(en.deskPeople.sanction.length, en.deskPeople.sanction.lengths[3])
  await page.getByRole('dialog').getByLabel(en.console.words.reason).fill('Advertising, again')
  await asked.press(en.deskPeople.sanction.suspend)
  await said(page, like(en.deskPeople.sanction.isSuspended(ANY, ANY)))
  await sees(page, en.deskPeople.stateLeads.suspended('Advertising, again'))
  const { suspension } = await meOf(ann)
  expect(suspension?.reason).toBe('Advertising, again')
  expect(Math.round((Date.parse(suspension!.ends) - Date.now()) / 3_600_000)).toBe(72)
  await page.getByRole('listitem').filter({ hasText: 'Advertising, again' }).waitFor()
  await look(page, '53-suspended')

  await press(en.deskPeople.sanction.lift.suspended)
  await page.getByRole('dialog').getByLabel(en.console.words.reason).fill('They have promised')
  await asked.press(en.deskPeople.sanction.lift.suspended)
  await said(page, like(en.deskPeople.sanction.isLifted(ANY)))
  await sees(page, en.deskPeople.stateLeads.active)
  await sees(page, en.deskPeople.history.lifted)
  await focusOn(page, en.console.words.state)
  expect(await meOf(ann)).toMatchObject({ blocked: false, suspension: null })
  await press(en.deskPeople.sanction.block)
  await asked.press(en.deskPeople.sanction.block)
  await said(page, like(en.deskPeople.sanction.isBlocked(ANY)))
  await page.locator('ol > li').filter({ hasText: en.deskPeople.history.states.blocked }).waitFor()
  expect(await meOf(ann)).toMatchObject({ blocked: true, suspension: null })
  await page.goBack()
  await choose(en.console.words.state, en.deskPeople.list.restricted)
  await page.waitForURL('**/console/people?*blocked=true')
  await sees(page, en.console.pager.total('1'))
  await follow(username)

  await press(en.deskPeople.role.change)
  await asked.choose(en.deskPeople.role.label, en.deskPeople.roles.superadmin)
  await sees(page, en.deskPeople.role.leads.superadmin)
  await asked.choose(en.deskPeople.role.label, en.deskPeople.roles.admin)
  await asked.press(en.deskPeople.role.change)
  await said(page, en.deskPeople.role.given(username, en.deskPeople.roles.admin))
  await sees(page, en.deskPeople.stateLeads.active)
  expect(await meOf(ann)).toMatchObject({ role: 'admin', blocked: false })

  await press(en.deskPeople.sessions.end)
  await asked.press(en.deskPeople.sessions.end)
  await said(page, en.deskPeople.sessions.ended(username))
  await fails(ann.visitor.get('auth/me'), 401)

  // What somebody commented is read on request, because it leaves an entry; it is removed where it is read.
  const entries = () => auditEntries(ann.id).filter(({ action }) => action === 'admin:read:comments')
  expect(entries()).toEqual([])
  await press(en.deskPeople.person.showComments)
  const row = page.getByRole('listitem').filter({ hasText: 'Buy two of them!' })
  await row.getByRole('link', { name: 'Cheap calculators' }).waitFor()
  expect(entries()).toHaveLength(1)
  await within(row).press(starting(en.deskContent.decide.ban))
  await asked.press(en.deskContent.decide.ban)
  await said(page, en.deskContent.decide.done.comment.banned)
  await sees(row, en.deskContent.states.banned)

  await follow(en.deskPeople.person.logAbout)
  await page.waitForURL(`**/console/log?entityId=${ann.id}`)
  expectNoFaults(page)
})

describePages('on a phone', () => {
  test('an administrator, by keyboard alone, sees less than a superadmin', async () => {
    const page = await openPage(PHONE)
    const hands = typing(page)
    await visitAs(page, admin, `${server.origin}/console/people`)
    await sees(page, root.user.username)
    await expectNone(page.getByText(ann.email))
    await hands.follow(root.user.username)
    await sees(page, en.deskPeople.person.administrator)
    await expectNone(
      page.getByRole('button', {
        name: starting(en.deskPeople.sanction.suspend, en.deskPeople.sanction.block, en.deskPeople.role.change),
      }),
    )
    await page.goBack()
    await hands.follow(ben.user.username)
    await page.getByRole('button', { name: en.deskPeople.sanction.suspend }).waitFor()
    await expectNone(page.getByRole('button', { name: en.deskPeople.role.change }))
    await sees(page, en.deskPeople.person.masked)
    await expectNone(page.getByRole('button', { name: en.deskPeople.reveal.email.open }))
    await sees(page, en.deskPeople.person.noPosts)
    expectNoFaults(page)
  })

  test('a student is refused, and the console returns nothing', async () => {
    const page = await openPage(PHONE)
    const answered: string[] = []
    page.on('response', (response) => {
      const { pathname } = new URL(response.url())
      if (/^\/api\/v1\/(admin|moderation|reports)/.test(pathname) && response.ok()) answered.push(pathname)
    })
    for (const path of ['/console', `/console/people/${ann.id}`]) {
      await visitAs(page, ben, server.origin + path)
      await heading(page, en.console.refused.title)
    }
    expect(answered).toEqual([])
    expectNoFaults(page)
  })
})
