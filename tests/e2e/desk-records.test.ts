import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { config } from '../../src/config'
import { hasBrowser, PHONE, useBrowser } from '../support/browser'
import { pointing } from '../support/hands'
import { administrator, type Data, expectData, type Person, student } from '../support/kit'
import { look } from '../support/looks'
import { faultsBut, focused, focusOn, heading, said, visitAs } from '../support/steps'
import { serveClient } from '../support/web-client'

const openPage = useBrowser()
let server: Awaited<ReturnType<typeof serveClient>>
let admin: Person
let root: Person
let ada: Person

beforeAll(async () => {
  server = await serveClient()
  ;[root, admin, ada] = [await administrator('superadmin'), await administrator(), await student()]
})
afterAll(() => server.stop())

describe.skipIf(!hasBrowser)('what happened, on a phone', () => {
  test('the log is narrowed down and read, and a superadmin alone sees where an entry came from', async () => {
    const { id: postId } = expectData(
      await ada.visitor.post('posts', { title: 'Lost keys', content: 'Near the gate.', topic: 'Showcase' }),
      201,
    ).post
    expectData(
      await admin.visitor.put(`moderation/posts/${postId}/moderation-state`, {
        state: 'banned',
        reason: 'Names people',
      }),
    )
    const stranger = { origin: config.publicUrl, 'content-type': 'application/json', 'user-agent': 'An old browser' }
    const login = JSON.stringify({ email: ada.email, password: 'not the one' })
    await fetch(`${server.origin}/api/v1/auth/login`, { method: 'POST', headers: stranger, body: login })
    const page = await openPage(PHONE)
    await visitAs(page, root, `${server.origin}/console/log`)
    await heading(page, 'Audit log')
    const entry = (words: string) => page.locator('main li').filter({ hasText: words }).first()
    await entry('Post removed').locator('summary').getByText(admin.user.username).waitFor()
    const { use, choose, press, follow, fill, within } = pointing(page)
    const all = expectData(await root.visitor.get('admin/manage/logs')).pagination.total
    await page.getByText(`${all} in all`).waitFor()
    await use(entry('Sign-in failed').locator('summary'))
    await entry('Sign-in failed').getByText('An old browser').waitFor()
    await entry('Sign-in failed').getByText('Nobody signed in').first().waitFor()

    await use(entry('Post published').locator('summary'))
    await entry('Post published').getByRole('link', { name: ada.user.username }).waitFor()

    await use(entry('Post removed').locator('summary'))
    await page.getByText('moderationState active → banned').waitFor()
    await page.getByText('Names people').waitFor()
    await page.getByText('admin:banned:post', { exact: true }).waitFor()
    await within(entry('Post removed')).follow('Everything about this')
    await page.waitForURL(`**/console/log?entityId=${postId}`)
    await focusOn(page, 'Audit log')
    await page.getByText('2 in all').waitFor()
    expect(await page.locator('main summary span.font-medium').allTextContents()).toEqual([
      'Post removed',
      'Post published',
    ])
    await choose('Order', 'oldest')
    await press('Show')
    await page.waitForURL(`**/console/log?entityId=${postId}&order=oldest`)
    await page.locator('main li:has(details)').first().getByText('Post published').waitFor()
    await use(entry('Post removed').locator('summary'))
    await page.getByText('moderationState active → banned').waitFor()
    await look(page, '61-log-entry')
    await fill('From', '2020-01-01')
    await fill('Until', '2020-01-02')
    await press('Show')
    await page.getByText('Nothing that was noted fits this.').waitFor()
    await follow('Show everything')
    await page.getByText(`${all} in all`).waitFor()
    await visitAs(page, admin, `${server.origin}/console/log?action=user%3Afailed%3Alogin`)
    await page.getByText('1 in all').waitFor()
    await use(entry('Sign-in failed').locator('summary'))
    await entry('Sign-in failed').getByText('user:failed:login').waitFor()
    expect(await page.getByText('An old browser').count()).toBe(0)
    expect(faultsBut(page, /^$/)).toEqual([])
  })

  test('feedback is marked and deleted, and what waits is counted', async () => {
    for (const [title, content] of [
      ['Darker nights', 'The night theme could be darker.\n\nMy eyes thank you.'],
      ['A map', 'Show where the reading rooms are.'],
    ])
      expectData(await ada.visitor.post('feedbacks', { type: 'feature', title, content }), 201)
    const stored = async () =>
      expectData(await admin.visitor.get('feedbacks')).feedbacks.map(({ title, status }: Data) => [title, status])
    const page = await openPage(PHONE)
    await visitAs(page, admin, `${server.origin}/console/feedback`)
    await heading(page, 'Feedback')
    const { press, within, choose } = pointing(page)
    const way = page.getByRole('link', { name: /^Feedback/ }).first()
    await way.getByText('2 waiting').waitFor()
    await press('Mark as reviewed A map')
    await said(page, '“A map” has been marked')
    await way.getByText('1 waiting').waitFor()
    await focusOn(page, 'Feedback')
    expect(await stored()).toEqual([
      ['A map', 'reviewed'],
      ['Darker nights', 'new'],
    ])
    await choose('Which feedback', 'all')
    await page.waitForURL('**/console/feedback?status=all')
    await page.getByRole('heading', { name: 'A map' }).waitFor()
    await look(page, '64-feedback-all')
    await press('Dismiss Darker nights')
    await said(page, '“Darker nights” has been marked')
    expect(await focused(page)).not.toBe('')
    await press('Delete A map')
    await within(page.getByRole('dialog')).press('Delete')
    await said(page, 'The feedback has been deleted')
    await page.getByRole('heading', { name: 'A map' }).waitFor({ state: 'detached' })
    expect(await stored()).toEqual([['Darker nights', 'dismissed']])
    await choose('Which feedback', 'new')
    await page.getByText('Nobody has written anything new.').waitFor()
    expect(faultsBut(page, /^$/)).toEqual([])
  })
})
