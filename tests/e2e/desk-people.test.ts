import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { DESK, hasBrowser, PHONE, scrollsSideways, useBrowser, type WatchedPage } from '../support/browser'
import { pointing, typing } from '../support/hands'
import { administrator, auditEntries, collegeId, expectData, type Person, student } from '../support/kit'
import { look } from '../support/looks'
import { postOf } from '../support/moderation'
import { faultsBut, focusOn, heading, said, visitAs } from '../support/steps'
import { serveClient } from '../support/web-client'

const openPage = useBrowser()
let server: Awaited<ReturnType<typeof serveClient>>
let root: Person
let admin: Person
let ann: Person
let ben: Person

beforeAll(async () => {
  server = await serveClient()
  await collegeId('away.edu')
  root = await administrator('superadmin')
  admin = await administrator()
  ann = await student()
  ben = await student({ domain: 'away.edu', branch: 'Physics' })
  const post = await postOf(ann, { title: 'Cheap calculators' })
  for (const reason of ['Spam', 'Scam']) {
    const by = reason === 'Spam' ? ben : await student()
    const report = { targetId: post.id, type: 'Post', reason, message: 'The same thing again and again.' }
    expectData(await by.visitor.post('reports', report), 201)
  }
})
afterAll(() => server.stop())

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
    await heading(page, 'People')
    await page.getByText(ann.email).waitFor()
    await look(page, '50-people')
    await choose('Role', 'Superadmin')
    await page.waitForURL('**/console/people?role=superadmin')
    await page.getByText('1 in all').waitFor()
    await follow(root.user.username)
    await page.getByText('This is your own account').waitFor()
    expect(await page.getByRole('button', { name: /^(Suspend|Block|Change the role)/ }).count()).toBe(0)
    await page.goBack()
    await choose('Role', 'Every role')
    await choose('College', 'College of away.edu')
    await page.getByText(ben.email).waitFor()
    await search(page, ann.email)
    await page.getByText('Nobody fits this choice').waitFor()
    await choose('College', 'Every college')
    await page.getByText('1 in all').waitFor()
    expect(auditEntries(ann.id).filter(({ action }) => action === 'admin:searched:address')).toHaveLength(1)
    await follow(username)

    await heading(page, username)
    await page.getByText('Nothing has been decided yet.').waitFor()
    await page.getByRole('heading', { level: 2, name: 'Reports about them' }).waitFor()
    expect(await page.getByText('The same thing again and again.').count()).toBe(2)
    await page.getByText('They have reported nothing.').waitFor()
    await press('Suspend')
    await asked.press('Suspend')
    await page.locator('#suspension-reason-error').getByText('This is needed').waitFor()
    await asked.choose('For how long', 'Until a date')
    await asked.press('Suspend')
    await page.locator('#suspension-ends-error').getByText('This is needed').waitFor()
    await look(page, '52-suspend', 'dialog')
    await asked.choose('For how long', '3 days')
    await page.getByRole('dialog').getByLabel('Reason').fill('Advertising, again')
    await asked.press('Suspend')
    await said(page, 'is suspended until')
    await page.getByText('Until then they can only read. Reason: Advertising, again').waitFor()
    const { suspension } = await meOf(ann)
    expect(suspension.reason).toBe('Advertising, again')
    expect(Math.round((Date.parse(suspension.ends) - Date.now()) / 3_600_000)).toBe(72)
    await page.getByRole('listitem').filter({ hasText: 'Advertising, again' }).waitFor()
    await look(page, '53-suspended')

    await press('Lift')
    await page.getByRole('dialog').getByLabel('Reason').fill('They have promised')
    await asked.press('Lift')
    await said(page, 'can take part again')
    await page.getByText('They can read, post, comment and vote.').waitFor()
    await page.getByText('Allowed to take part again').waitFor()
    await focusOn(page, 'Taking part')
    expect(await meOf(ann)).toMatchObject({ blocked: false, suspension: null })
    await press('Block')
    await asked.press('Block')
    await said(page, 'is blocked')
    await page.getByRole('listitem').filter({ hasText: 'Blocked' }).waitFor()
    expect(await meOf(ann)).toMatchObject({ blocked: true, suspension: null })
    await page.goBack()
    await choose('State', 'Blocked or suspended')
    await page.waitForURL('**/console/people?*blocked=true')
    await page.getByText('1 in all').waitFor()
    await follow(username)

    await press('Change the role')
    await asked.choose('New role', 'Superadmin')
    await page.getByText('changes roles and settings').waitFor()
    await asked.choose('New role', 'Administrator')
    await look(page, '54-role', 'dialog')
    await asked.press('Give this role')
    await said(page, `The role of ${username} is now: Administrator.`)
    await page.getByText('They can read, post, comment and vote.').waitFor()
    expect(await meOf(ann)).toMatchObject({ role: 'admin', blocked: false })

    await follow('What was done to this account')
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
    await page.getByText('only a superadmin decides about them').waitFor()
    expect(await page.getByRole('button', { name: /^(Suspend|Block|Change the role)/ }).count()).toBe(0)
    await page.goBack()
    await hands.follow(ben.user.username)
    await hands.press('Suspend')
    await asked.fill('Reason', 'Too loud')
    await asked.press('Suspend')
    await said(page, 'is suspended until')
    expect(await page.getByRole('button', { name: 'Change the role' }).count()).toBe(0)
    await page.getByText('They have posted nothing.').waitFor()
    await page.getByLabel('Language').selectOption('hi')
    await page.getByRole('heading', { level: 2, name: 'भागीदारी' }).waitFor()
    expect(await scrollsSideways(page)).toBe(false)
    expect(faultsBut(page, /^$/)).toEqual([])
  })

  test('a student is refused, and nothing of the desk is answered', async () => {
    const page = await openPage(PHONE)
    const answered: string[] = []
    page.on('response', (response) => {
      const { pathname } = new URL(response.url())
      if (/^\/api\/v1\/(admin|moderation|reports)/.test(pathname) && response.ok()) answered.push(pathname)
    })
    for (const path of ['/console', `/console/people/${ann.id}`]) {
      await visitAs(page, ben, server.origin + path)
      await heading(page, 'This is for moderators')
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
