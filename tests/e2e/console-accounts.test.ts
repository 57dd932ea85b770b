import { describe, expect, test } from 'bun:test'
import { maskedEmail } from '../../src/lib/email-address'
import { look } from '../support/accessibility'
import { DESK, hasBrowser, PHONE, scrollsSideways, useBrowser, type WatchedPage } from '../support/browser'
import { comment, publish } from '../support/content'
import { administrator, collegeId, expectData, fails, type Person, student } from '../support/kit'
import { continueInHindi, faultsBut, focusOn, heading, pointing, said, typing, visitAs } from '../support/steps'
import { auditEntries } from '../support/traces'
import { useClient } from '../support/web-client'
import { ANY, en, hi, like, starting } from '../support/words'

const openPage = useBrowser()

const server = await useClient()
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

const meOf = async ({ visitor }: Person) => expectData(await visitor.get('auth/me')).user
const search = async (page: WatchedPage, words: string) => {
  await page.getByRole('searchbox').fill(words)
  await page.keyboard.press('Enter')
}

describe.skipIf(!hasBrowser)('people, at a desk', () => {
  test('somebody is found, suspended, let again, blocked, and given another role', async () => {
    const page = await openPage(DESK)
    const { username } = ann.user
    const { follow, press, within, choose } = pointing(page)
    const asked = within(page.getByRole('dialog'))
    await visitAs(page, root, `${server.origin}/console/people`)
    await heading(page, en.deskPeople.list.title)
    await page.getByText(maskedEmail(ann.email)).waitFor()
    expect(await page.getByText(ann.email).count()).toBe(0)
    await look(page, '50-people')
    await choose(en.deskPeople.list.role, en.deskPeople.roles.superadmin)
    await page.waitForURL('**/console/people?role=superadmin')
    await page.getByText(en.console.pager.total('1')).waitFor()
    await follow(root.user.username)
    await page.getByText(en.deskPeople.person.own).waitFor()
    expect(
      await page
        .getByRole('button', {
          name: starting(en.deskPeople.sanction.suspend, en.deskPeople.sanction.block, en.deskPeople.role.change),
        })
        .count(),
    ).toBe(0)
    await page.goBack()
    await choose(en.deskPeople.list.role, en.deskPeople.list.everyRole)
    await choose(en.deskPeople.list.college, 'College of away.edu')
    await page.getByText(maskedEmail(ben.email)).waitFor()
    await search(page, ann.email)
    await page.getByText(en.deskPeople.list.noMatches).waitFor()
    await choose(en.deskPeople.list.college, en.deskPeople.list.everyCollege)
    await page.getByText(en.console.pager.total('1')).waitFor()
    const searches = auditEntries(root.id).filter(({ action }) => action === 'admin:searched:address')
    expect(searches.map(({ metadata }) => JSON.parse(metadata!).matched)).toEqual([false, true])
    await follow(username)

    await heading(page, username)
    await page.getByText(en.deskPeople.history.empty).waitFor()
    await page.getByRole('heading', { level: 2, name: en.deskPeople.person.about }).waitFor()
    expect(await page.getByText('The same thing again and again.').count()).toBe(2)
    await page.getByText(en.deskPeople.person.noReports).waitFor()
    await press(en.deskPeople.sanction.suspend)
    await asked.press(en.deskPeople.sanction.suspend)
    await page.locator('#suspension-reason-error').getByText(en.core.form.required).waitFor()
    await asked.choose(en.deskPeople.sanction.length, en.deskPeople.sanction.lengths.date)
    await asked.press(en.deskPeople.sanction.suspend)
    await page.locator('#suspension-ends-error').getByText(en.core.form.required).waitFor()
    await look(page, '52-suspend', 'dialog')
    await asked.choose(en.deskPeople.sanction.length, en.deskPeople.sanction.lengths[3])
    await page.getByRole('dialog').getByLabel(en.deskPeople.sanction.reason).fill('Advertising, again')
    await asked.press(en.deskPeople.sanction.suspend)
    await said(page, like(en.deskPeople.sanction.isSuspended(ANY, ANY)))
    await page.getByText(en.deskPeople.stateLeads.suspended('Advertising, again')).waitFor()
    const { suspension } = await meOf(ann)
    expect(suspension.reason).toBe('Advertising, again')
    expect(Math.round((Date.parse(suspension.ends) - Date.now()) / 3_600_000)).toBe(72)
    await page.getByRole('listitem').filter({ hasText: 'Advertising, again' }).waitFor()
    await look(page, '53-suspended')

    await press(en.deskPeople.sanction.lift.suspended)
    await page.getByRole('dialog').getByLabel(en.deskPeople.sanction.reason).fill('They have promised')
    await asked.press(en.deskPeople.sanction.lift.suspended)
    await said(page, like(en.deskPeople.sanction.isLifted(ANY)))
    await page.getByText(en.deskPeople.stateLeads.active).waitFor()
    await page.getByText(en.deskPeople.history.lifted).waitFor()
    await focusOn(page, en.deskPeople.person.state)
    expect(await meOf(ann)).toMatchObject({ blocked: false, suspension: null })
    await press(en.deskPeople.sanction.block)
    await asked.press(en.deskPeople.sanction.block)
    await said(page, like(en.deskPeople.sanction.isBlocked(ANY)))
    await page.locator('ol > li').filter({ hasText: en.deskPeople.history.states.blocked }).waitFor()
    expect(await meOf(ann)).toMatchObject({ blocked: true, suspension: null })
    await page.goBack()
    await choose(en.deskPeople.list.state, en.deskPeople.list.restricted)
    await page.waitForURL('**/console/people?*blocked=true')
    await page.getByText(en.console.pager.total('1')).waitFor()
    await follow(username)

    await press(en.deskPeople.role.change)
    await asked.choose(en.deskPeople.role.label, en.deskPeople.roles.superadmin)
    await page.getByText(en.deskPeople.role.leads.superadmin).waitFor()
    await asked.choose(en.deskPeople.role.label, en.deskPeople.roles.admin)
    await look(page, '54-role', 'dialog')
    await asked.press(en.deskPeople.role.send)
    await said(page, en.deskPeople.role.given(username, en.deskPeople.roles.admin))
    await page.getByText(en.deskPeople.stateLeads.active).waitFor()
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
    await look(page, '55-comments')
    await within(row).press(starting(en.deskContent.decide.ban))
    await asked.press(en.deskContent.decide.ban)
    await said(page, en.deskContent.decide.done.comment.banned)
    await row.getByText(en.deskContent.states.banned).waitFor()

    await follow(en.deskPeople.person.logAbout)
    await page.waitForURL(`**/console/log?entityId=${ann.id}`)
    expect(faultsBut(page, /^$/)).toEqual([])
  })
})

describe.skipIf(!hasBrowser)('on a phone', () => {
  test('by keyboard alone somebody is suspended; an administrator sees less than a superadmin', async () => {
    const page = await openPage(PHONE)
    const hands = typing(page)
    const asked = hands.within(page.getByRole('dialog'))
    await visitAs(page, admin, `${server.origin}/console/people`)
    await page.getByText(root.user.username).waitFor()
    expect(await page.getByText(ann.email).count()).toBe(0)
    expect(await scrollsSideways(page)).toBe(false)
    await hands.follow(root.user.username)
    await page.getByText(en.deskPeople.person.administrator).waitFor()
    expect(
      await page
        .getByRole('button', {
          name: starting(en.deskPeople.sanction.suspend, en.deskPeople.sanction.block, en.deskPeople.role.change),
        })
        .count(),
    ).toBe(0)
    await page.goBack()
    await hands.follow(ben.user.username)
    await hands.press(en.deskPeople.sanction.suspend)
    await asked.fill(en.deskPeople.sanction.reason, 'Too loud')
    await asked.press(en.deskPeople.sanction.suspend)
    await said(page, like(en.deskPeople.sanction.isSuspended(ANY, ANY)))
    expect(await page.getByRole('button', { name: en.deskPeople.role.change }).count()).toBe(0)
    await page.getByText(en.deskPeople.person.noPosts).waitFor()
    await continueInHindi(page)
    await page.getByRole('heading', { level: 2, name: hi.deskPeople.person.state }).waitFor()
    expect(await scrollsSideways(page)).toBe(false)
    expect(faultsBut(page, /^$/)).toEqual([])
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
    await look(page, '58-refused')
    expect(answered).toEqual([])
    for (const path of [
      'moderation/users/search',
      `moderation/history/${ann.id}`,
      `reports/users/${ann.id}`,
      'posts?state=all',
    ])
      expect([path, (await ben.visitor.get(path)).status]).toEqual([path, 403])
    expect(faultsBut(page, /^$/)).toEqual([])
  })
})
