import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { DESK, hasBrowser, PHONE, useBrowser, type WatchedPage } from '../support/browser'
import { pointing } from '../support/hands'
import { administrator, type Data, expectData, PASSWORD, type Person, student } from '../support/kit'
import { postOf } from '../support/moderation'
import { faultsBut, heading, said, signIn, visitAs } from '../support/steps'
import { serveClient } from '../support/web-client'

const openPage = useBrowser()
let server: Awaited<ReturnType<typeof serveClient>>
let root: Person
let ann: Person
let ben: Person
let post: Data

beforeAll(async () => {
  server = await serveClient()
  root = await administrator('superadmin')
  ann = await student()
  ben = await student()
  post = await postOf(ann, { title: 'Cheap calculators' })
})
afterAll(() => server.stop())

/** The session of the page is over, as it learns with what it does next, and its owner signs in once more. */
async function loseSession(page: WatchedPage, owner: Person, next: () => Promise<void>): Promise<void> {
  const { visitor, email } = owner
  expectData(await visitor.post('auth/logout'))
  expectData(await visitor.post('auth/login', { email, password: PASSWORD }))
  await next()
  await heading(page, 'Sign in')
  await signIn(page, owner)
}

describe.skipIf(!hasBrowser)('what was filled in when the session ended', () => {
  test('a report is there when one reports again, until it is sent or given up', async () => {
    const page = await openPage(PHONE)
    await visitAs(page, ben, `${server.origin}/post/${post.id}`)
    const hands = pointing(page)
    const dialog = page.getByRole('dialog')
    const asked = hands.within(dialog)
    await hands.press('Report')
    await asked.choose('Reason', 'spam')
    await asked.fill('What is wrong with it?', 'The same offer, every day.')
    await asked.check(`Also block ${ann.user.username}`)
    await loseSession(page, ben, () => asked.press('Report'))
    await heading(page, 'Cheap calculators')
    const shown = async () => [
      await dialog.getByLabel('Reason').inputValue(),
      await dialog.getByLabel('What is wrong with it?').inputValue(),
      await dialog.getByLabel(`Also block ${ann.user.username}`).isChecked(),
    ]
    await hands.press('Report')
    expect(await shown()).toEqual(['spam', 'The same offer, every day.', true])
    await asked.press('Cancel')
    await hands.press('Report')
    expect(await shown()).toEqual(['', '', false])
    expect(faultsBut(page, /status of 401/)).toEqual([])
  })

  test('a sanction is there with the day that was chosen, and for nobody else', async () => {
    const page = await openPage(DESK)
    await visitAs(page, root, `${server.origin}/console/people/${ann.id}`)
    await heading(page, ann.user.username)
    const hands = pointing(page)
    const dialog = page.getByRole('dialog')
    const asked = hands.within(dialog)
    const day = new Date(Date.now() + 40 * 24 * 60 * 60 * 1000).toISOString().slice(0, 10)
    await hands.press('Suspend')
    await asked.choose('For how long', 'Until a date')
    await asked.fill('Last day', day)
    await asked.fill('Reason', 'Sells what is not theirs.')
    await loseSession(page, root, () => asked.press('Suspend'))
    await heading(page, ann.user.username)
    await hands.press('Suspend')
    await dialog.getByLabel('Last day').waitFor()
    expect([await dialog.getByLabel('Last day').inputValue(), await dialog.getByLabel('Reason').inputValue()]).toEqual([
      day,
      'Sells what is not theirs.',
    ])
    await asked.press('Suspend')
    await page.getByText(`${ann.user.username} is suspended until`).first().waitFor()
    await page.goto(`${server.origin}/console/people/${ben.id}`)
    await heading(page, ben.user.username)
    await hands.press('Suspend')
    expect(await dialog.getByLabel('Reason').inputValue()).toBe('')
    expect(faultsBut(page, /status of 401/)).toEqual([])
  })

  test('settings are still to be saved, and can be given up', async () => {
    const page = await openPage(DESK)
    const before = expectData(await root.visitor.get('admin/settings'))
    await visitAs(page, root, `${server.origin}/console/settings`)
    const hands = pointing(page)
    const topics = page.getByRole('form', { name: 'Topics' })
    const patterns = page.getByRole('form', { name: 'What texts are checked for' })
    await hands.within(topics).press('Remove “Rant / Vent”')
    await hands.within(patterns).check('Phone numbers')
    await loseSession(page, root, () => hands.within(patterns).press('Save'))
    await topics.getByText('Not saved yet').waitFor()
    await patterns.getByText('Not saved yet').waitFor()
    expect(await patterns.getByLabel('Phone numbers').isChecked()).toBe(true)
    await hands.within(patterns).press('Discard changes')
    expect(await patterns.getByLabel('Phone numbers').isChecked()).toBe(false)
    await patterns.getByText('Not saved yet').waitFor({ state: 'detached' })
    await hands.within(topics).press('Discard changes')
    await topics.getByRole('button', { name: 'Remove “Rant / Vent”' }).waitFor()
    await page.reload()
    await topics.getByRole('button', { name: 'Remove “Rant / Vent”' }).waitFor()
    expect(await page.getByText('Not saved yet').count()).toBe(0)
    expect(expectData(await root.visitor.get('admin/settings'))).toEqual(before)
    await hands.within(patterns).check('Phone numbers')
    await hands.within(patterns).press('Save')
    await said(page, 'Saved: What texts are checked for')
    expect(faultsBut(page, /status of 401/)).toEqual([])
  })
})
