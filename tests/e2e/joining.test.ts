import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { hasBrowser, PHONE, scrollsSideways, useBrowser } from '../support/browser'
import { administrator, expectData, newEmail, student } from '../support/kit'
import { look } from '../support/looks'
import { collegeWithBranches, faultsBut, focusOn, heading, press, rows, said, tabTo, visitAs } from '../support/steps'
import { moveTo } from '../support/stubbed-pages'
import { serveClient } from '../support/web-client'

const openPage = useBrowser()
let server: Awaited<ReturnType<typeof serveClient>>

beforeAll(async () => {
  server = await serveClient()
  await collegeWithBranches(await administrator('superadmin'), 'river.edu')
})
afterAll(() => server.stop())

describe.skipIf(!hasBrowser)('joining, on a phone', () => {
  test('whose college is not here asks for it, by keyboard', async () => {
    const page = await openPage(PHONE)
    await page.goto(`${server.origin}/join`)
    const ask = async (email: string) => {
      await page.getByLabel('E-mail address of your college').fill(email)
      await page.keyboard.press('Enter')
    }
    await ask('71234567@hill.edu')
    await page.locator('#email-error').getByText('No college here').waitFor()
    await tabTo(page, 'Ask for your college')
    await look(page, '40-college-unknown')
    await page.keyboard.press('Enter')
    await heading(page, 'Ask for your college')
    await focusOn(page, 'Ask for your college')
    expect(await page.getByLabel('Your address at this college').inputValue()).toBe('71234567@hill.edu')
    await press(page, 'Ask for it')
    await page.locator('#name-error').getByText('This is needed').waitFor()
    await look(page, '41-college-request', 'main')
    const fill = async () => {
      for (const [label, words] of [
        ['Name of the college', 'Hill College'],
        ['City', 'Hilltown'],
        ['State', 'Iowa'],
      ] as const)
        await page.getByLabel(label).fill(words)
    }
    await fill()
    await page.getByLabel('Your address at this college').fill('1@mailinator.com')
    await press(page, 'Ask for it')
    await page.locator('#requestedByEmail-error').getByText('disposable').waitFor()
    await page.getByLabel('Your address at this college').fill('71234567@hill.edu')
    await page.keyboard.press('Enter')
    await heading(page, 'Your college has been asked for')
    await page.getByText('you can join as 71234567@hill.edu').waitFor()
    await look(page, '42-college-asked', 'main')
    expect(rows('select name, email_domain as domain, status from college_requests')).toEqual([
      { name: 'Hill College', domain: 'hill.edu', status: 'pending' },
    ])

    await press(page, 'Back to joining')
    await heading(page, 'Your college address')
    for (const [email, found] of [
      ['72222222@hill.edu', 'This college has been asked for already'],
      [newEmail(), 'This college is here already'],
    ] as const) {
      await moveTo(page, '/login?error=COLLEGE_NOT_FOUND')
      await page.getByRole('alert').getByRole('link', { name: 'Ask for your college' }).click()
      await heading(page, 'Ask for your college')
      await page.getByLabel('Your address at this college').fill(email)
      await fill()
      await page.keyboard.press('Enter')
      await heading(page, found)
    }
    expect(faultsBut(page, /status of 40[0149]/)).toEqual([])
  })

  test('where the college offers branches, one of them is chosen, and changed later', async () => {
    const page = await openPage(PHONE)
    const newcomer = await student({ domain: 'river.edu', onboard: false })
    await visitAs(page, newcomer, `${server.origin}/settings`)
    await heading(page, 'Settings')
    await page.getByRole('heading', { level: 2, name: 'Devices' }).waitFor()
    expect(await page.getByRole('heading', { name: 'Blocked people' }).count()).toBe(0)
    expect(await page.getByLabel('Branch').count()).toBe(0)
    await page.getByRole('link', { name: 'Finish it' }).click()
    await heading(page, 'What do you study?')
    await press(page, 'Go on')
    await page.locator('#branch-error').getByText('This is needed').waitFor()
    await look(page, '43-branches', 'main')
    expect(await page.getByLabel('Branch').locator('option').allTextContents()).toEqual([
      'Choose your branch',
      'Botany (BOT)',
      'Computer Science (CSE)',
    ])
    await page.getByLabel('Branch').selectOption('CSE')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await heading(page, 'How we live together here')
    await press(page, 'I accept this')
    await heading(page, 'Latest posts')

    await page.locator('summary').click()
    await page.getByRole('link', { name: 'Settings' }).click()
    await heading(page, 'Settings')
    await page.setViewportSize({ width: 320, height: 600 })
    expect(await scrollsSideways(page)).toBe(false)
    expect(await page.getByLabel('Branch').inputValue()).toBe('CSE')
    await page.getByLabel('Branch').selectOption('Botany (BOT)')
    await tabTo(page, 'Change the branch')
    await page.keyboard.press('Enter')
    await said(page, 'Your branch is changed.')
    const { user } = expectData(await newcomer.visitor.get('auth/me'))
    expect(user.branch).toBe('BOT')
    expect(page.faults).toEqual([])
  })
})
