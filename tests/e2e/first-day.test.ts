import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { DESK, hasBrowser, PHONE, useBrowser } from '../support/browser'
import { pointing, typing } from '../support/hands'
import { newEmail, otpFor, PASSWORD } from '../support/kit'
import { serveLibrary } from '../support/library'
import { look } from '../support/looks'
import { heading } from '../support/steps'

const POSTS = 8

const openPage = useBrowser()
let library: Awaited<ReturnType<typeof serveLibrary>>
beforeAll(async () => {
  library = await serveLibrary(POSTS)
})
afterAll(() => library.stop())

const WAYS = [
  { where: 'on a phone, pointing', device: PHONE, handsOn: pointing },
  { where: 'at a desk, by keyboard alone', device: DESK, handsOn: typing },
]

describe.skipIf(!hasBrowser)("a student's first day", () => {
  test.each(WAYS)(
    'from the address to a post, a comment, a vote, a bookmark, a report, a block, and out: $where',
    async ({ device, handsOn }) => {
      const page = await openPage(device)
      const hands = handsOn(page)
      const email = newEmail()
      const foreign: string[] = []
      page.on('request', (request) => {
        if (!request.url().startsWith(library.origin)) foreign.push(request.url())
      })
      await page.goto(library.origin)
      await page.getByRole('link', { name: `Question ${POSTS - 1} about the library` }).waitFor()
      await look(page, '01-stranger')

      await hands.follow('Join with your college address')
      await heading(page, 'Your college address')
      expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
      await hands.fill('E-mail address of your college', '7001@nowhere.example')
      await hands.press('Send me the code')
      await page.locator('#email-error').getByText('No college here').waitFor()
      await look(page, '02-join-address')
      await hands.fill('E-mail address of your college', email)
      await hands.press('Send me the code')

      await heading(page, 'The code from the mail')
      await page.getByText('Another code can be sent in').waitFor()
      await page.reload()
      await heading(page, 'The code from the mail')
      await hands.fill('Code', '000000')
      await hands.press('Confirm the address')
      await page.getByRole('alert').getByText('not the code').waitFor()
      await look(page, '03-join-code')
      await hands.fill('Code', await otpFor(email))
      await hands.press('Confirm the address')

      await heading(page, 'Choose a password')
      await hands.fill('Password', PASSWORD)
      await hands.fill('Password, once more', PASSWORD)
      await look(page, '04-join-password')
      await hands.press('Create the account')
      await heading(page, 'What do you study?')
      await hands.fill('Branch', 'Physics')
      await look(page, '05-join-branch')
      await hands.press('Go on')
      await heading(page, 'How we live together here')
      await page.reload()
      await heading(page, 'How we live together here')
      await look(page, '06-join-terms')
      await hands.press('I accept this')

      await heading(page, 'Latest posts')
      await page.getByRole('status').getByText('Welcome!').waitFor()
      await page.getByRole('link', { name: `Question ${POSTS} about the library` }).waitFor()
      await look(page, '07-feed')

      await hands.follow('New post')
      await heading(page, 'New post')
      await hands.press('Publish')
      await page.locator('#topic-error').getByText('This is needed').waitFor()
      await hands.choose('Topic', 'Ask Campus')
      await hands.fill('Title', 'Where does one find a quiet place?')
      await hands.fill('Text', 'This loathsome library is **full**.')
      await hands.press('Publish')
      await page.locator('#content-error mark').getByText('loathsome').waitFor()
      await look(page, '08-refused')
      await page.reload()
      await heading(page, 'New post')
      expect(await page.getByLabel('Text').inputValue()).toBe('This loathsome library is **full**.')
      await hands.fill('Text', 'This library is **full** before the exams.\n\n- the hall\n- the garden')
      await hands.check('Only for my college')
      await hands.press('Preview')
      await page.locator('form strong').getByText('full').waitFor()
      await look(page, '09-preview')
      await hands.press('Publish')

      await heading(page, 'Where does one find a quiet place?')
      await page.locator('article strong').getByText('full').waitFor()
      await page.getByText('College only').waitFor()
      await page.getByText('1 view').waitFor()
      await hands.follow('Edit')
      await hands.fill('Title', 'Where is a quiet place?')
      await hands.press('Save')
      await heading(page, 'Where is a quiet place?')
      await hands.fill('Write a comment', 'I found one: the *garden*.')
      await hands.press('Comment')
      await page.locator('em').getByText('garden').waitFor()
      await hands.press('Reply')
      await hands.within(page.locator('form')).fill(/^Reply to /, 'With a bench, even.')
      await hands.within(page.locator('form')).press('Reply')
      await page.getByText('With a bench, even.').waitFor()
      await page.getByRole('heading', { level: 2, name: 'Comments 2' }).waitFor()
      await look(page, '10-post')
      await hands.within(page.getByRole('article').first()).press('Upvote')
      await page.getByText('1 upvote, 0 downvotes').waitFor()
      await hands.press('Save')
      await page.context().setOffline(true)
      await page.getByText('You are offline').waitFor()
      await hands.within(page.getByRole('article').first()).press('Downvote')
      await page.getByRole('status').getByText('could not be reached').waitFor()
      await page.getByText('1 upvote, 0 downvotes').waitFor()
      await page.context().setOffline(false)

      await hands.use(page.locator('summary'))
      await look(page, '11-menu', 'header')
      await hands.follow('Saved posts')
      await heading(page, 'Saved posts')
      await hands.follow('Where is a quiet place?')
      await hands.press('Delete')
      await hands.within(page.getByRole('dialog')).press('Delete')
      await heading(page, 'Latest posts')
      expect(await page.getByRole('link', { name: 'Where is a quiet place?' }).count()).toBe(0)

      await hands.follow(`Question ${POSTS - 1} about the library`)
      await heading(page, `Question ${POSTS - 1} about the library`)
      await hands.press('Report')
      const dialog = hands.within(page.getByRole('dialog'))
      await dialog.choose('Reason', 'spam')
      await dialog.fill('What is wrong with it?', 'The same question, day after day.')
      await dialog.check(`Also block ${library.ada.user.username}`)
      await look(page, '12-report')
      await dialog.press('Report')
      await heading(page, 'Latest posts')
      await page.getByRole('status').getByText('A moderator will look at it').waitFor()
      await page.getByText('Nothing has been posted here yet').waitFor()
      await look(page, '13-blocked')

      await hands.use(page.locator('summary'))
      await hands.press('Sign out')
      await heading(page, 'Campus University')
      expect(foreign).toEqual([])
      expect(page.faults.filter((fault) => !/status of 40[034]|INTERNET_DISCONNECTED/.test(fault))).toEqual([])
    },
  )
})
