import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { DESK, hasBrowser, PHONE, useBrowser, type WatchedPage } from '../support/browser'
import { type Hands, pointing, typing } from '../support/hands'
import { newEmail, otpFor, PASSWORD } from '../support/kit'
import { serveLibrary } from '../support/library'
import { look } from '../support/looks'
import { faultsBut, heading, said } from '../support/steps'

/** The last of them is for the college alone. */
const POSTS = 5

const openPage = useBrowser()
let library: Awaited<ReturnType<typeof serveLibrary>>
beforeAll(async () => {
  library = await serveLibrary(POSTS)
})
afterAll(() => library.stop())

const question = (page: WatchedPage, number: number) =>
  page.getByRole('link', { name: `Question ${number} about the library` })

/** Comes as a stranger, and keeps what the page asks of others than its own server. */
async function arrive(page: WatchedPage): Promise<string[]> {
  const foreign: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(library.origin)) foreign.push(request.url())
  })
  await page.goto(library.origin)
  await question(page, POSTS - 1).waitFor()
  expect(await question(page, POSTS).count()).toBe(0)
  return foreign
}

async function askForCode(page: WatchedPage, hands: Hands, email: string): Promise<void> {
  await hands.follow('Join with your college address')
  await heading(page, 'Your college address')
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
  await hands.fill('E-mail address of your college', email)
  await hands.press('Send me the code')
  await heading(page, 'The code from the mail')
  await page.getByText('Another code can be sent in').waitFor()
}

async function confirmAddress(page: WatchedPage, hands: Hands, email: string): Promise<void> {
  await hands.fill('Code', await otpFor(email))
  await hands.press('Confirm the address')
  await heading(page, 'Choose a password')
  await hands.fill('Password', PASSWORD)
  await hands.fill('Password, once more', PASSWORD)
}

async function createAccount(page: WatchedPage, hands: Hands): Promise<void> {
  await hands.press('Create the account')
  await heading(page, 'What do you study?')
  await hands.fill('Branch', 'Physics')
}

async function acceptTerms(page: WatchedPage, hands: Hands): Promise<void> {
  await hands.press('I accept this')
  await heading(page, 'Latest posts')
  await said(page, 'Welcome!')
  await question(page, POSTS).waitFor()
}

async function upvoteAndSave(page: WatchedPage, hands: Hands): Promise<void> {
  await hands.within(page.getByRole('article').first()).press('Upvote')
  await page.getByText('1 upvote, 0 downvotes').waitFor()
  await hands.press('Save')
}

async function comment(page: WatchedPage, hands: Hands): Promise<void> {
  await hands.fill('Write a comment', 'I found one: the *garden*.')
  await hands.press('Comment')
  await page.locator('em').getByText('garden').waitFor()
}

/** Reports the post that is shown, and blocks who wrote it: nothing of theirs is left. */
async function reportAndBlock(page: WatchedPage, hands: Hands): Promise<void> {
  await hands.press('Report')
  const dialog = hands.within(page.getByRole('dialog'))
  await dialog.choose('Reason', 'spam')
  await dialog.fill('What is wrong with it?', 'The same question, day after day.')
  await dialog.check(`Also block ${library.ada.user.username}`)
  await dialog.press('Report')
  await heading(page, 'Latest posts')
  await said(page, 'A moderator will look at it')
}

async function signOut(page: WatchedPage, hands: Hands): Promise<void> {
  await hands.press('Sign out')
  await heading(page, 'Campus University')
}

describe.skipIf(!hasBrowser)("a student's first day", () => {
  test('at a desk, by keyboard alone: what is mistyped or refused is put right, a report blocks', async () => {
    const page = await openPage(DESK)
    const hands = typing(page)
    const email = newEmail()
    const foreign = await arrive(page)
    await look(page, '01-stranger')
    await askForCode(page, hands, email)
    await hands.fill('Code', '000000')
    await hands.press('Confirm the address')
    await page.getByRole('alert').getByText('not the code').waitFor()
    await look(page, '03-join-code', 'main')
    await confirmAddress(page, hands, email)
    await createAccount(page, hands)
    await hands.press('Go on')
    await heading(page, 'How we live together here')
    await page.reload()
    await heading(page, 'How we live together here')
    await look(page, '06-join-terms', 'main')
    await acceptTerms(page, hands)

    await hands.follow('New post')
    await heading(page, 'New post')
    await hands.press('Publish')
    await page.locator('#topic-error').getByText('This is needed').waitFor()
    await hands.choose('Topic', 'Ask Campus')
    await hands.fill('Title', 'Where does one find a quiet place?')
    await hands.fill('Text', 'This loathsome library is **full**.')
    await hands.press('Publish')
    await page.locator('#content-error mark').getByText('loathsome').waitFor()
    await look(page, '08-refused', 'main')
    await page.reload()
    await heading(page, 'New post')
    expect(await page.getByLabel('Text').inputValue()).toBe('This loathsome library is **full**.')
    await hands.fill('Text', 'This library is **full** before the exams.')
    await hands.check('Only for my college')
    await hands.press('Publish')

    await heading(page, 'Where does one find a quiet place?')
    await page.locator('article strong').getByText('full').waitFor()
    await page.getByText('College only').waitFor()
    await hands.follow('Edit')
    await hands.fill('Title', 'Where is a quiet place?')
    await hands.press('Save')
    await heading(page, 'Where is a quiet place?')
    await upvoteAndSave(page, hands)
    await comment(page, hands)
    await hands.press('Reply')
    await hands.within(page.locator('form')).fill(/^Reply to /, 'With a bench, even.')
    await hands.within(page.locator('form')).press('Reply')
    await page.getByText('With a bench, even.').waitFor()
    await page.getByRole('heading', { level: 2, name: 'Comments 2' }).waitFor()
    await look(page, '10-post')

    await hands.use(page.locator('summary'))
    await hands.follow('Saved posts')
    await heading(page, 'Saved posts')
    await hands.follow('Where is a quiet place?')
    await hands.press('Delete')
    await hands.within(page.getByRole('dialog')).press('Delete')
    await heading(page, 'Latest posts')
    expect(await page.getByRole('link', { name: 'Where is a quiet place?' }).count()).toBe(0)

    await hands.follow(`Question ${POSTS} about the library`)
    await heading(page, `Question ${POSTS} about the library`)
    await reportAndBlock(page, hands)
    await page.getByText('Nothing has been posted here yet').waitFor()
    await look(page, '13-blocked', 'main')

    await hands.use(page.locator('summary'))
    await signOut(page, hands)
    expect(foreign).toEqual([])
    expect(faultsBut(page, /status of 40[034]/)).toEqual([])
  })

  test('on a phone, pointing: from the address to a post, a vote, a comment, a bookmark, a report, a block, and out', async () => {
    const page = await openPage(PHONE)
    const hands = pointing(page)
    const email = newEmail()
    const foreign = await arrive(page)
    await askForCode(page, hands, email)
    await page.reload()
    await heading(page, 'The code from the mail')
    await confirmAddress(page, hands, email)
    await look(page, '04-join-password')
    await createAccount(page, hands)
    await look(page, '05-join-branch', 'main')
    await hands.press('Go on')
    await heading(page, 'How we live together here')
    await acceptTerms(page, hands)
    await look(page, '07-feed')

    await hands.follow('New post')
    await heading(page, 'New post')
    await hands.choose('Topic', 'Ask Campus')
    await hands.fill('Title', 'Where is a quiet place?')
    await hands.fill('Text', 'This library is **full** before the exams.\n\n- the hall\n- the garden')
    await hands.press('Preview')
    await page.locator('form strong').getByText('full').waitFor()
    await look(page, '09-preview')
    await hands.press('Publish')
    await heading(page, 'Where is a quiet place?')
    await page.getByText('1 view').waitFor()
    await upvoteAndSave(page, hands)
    await page.context().setOffline(true)
    await page.getByText('You are offline').waitFor()
    await hands.within(page.getByRole('article').first()).press('Downvote')
    await said(page, 'could not be reached')
    await page.getByText('1 upvote, 0 downvotes').waitFor()
    await page.context().setOffline(false)
    await comment(page, hands)

    await hands.use(page.locator('summary'))
    await look(page, '11-menu', 'header')
    await hands.follow('Saved posts')
    await heading(page, 'Saved posts')
    await page.getByRole('link', { name: 'Where is a quiet place?' }).waitFor()
    await page.goto(library.origin)
    await question(page, POSTS).click()
    await heading(page, `Question ${POSTS} about the library`)
    await reportAndBlock(page, hands)
    await question(page, POSTS).waitFor({ state: 'detached' })
    await hands.use(page.locator('summary'))
    await signOut(page, hands)
    expect(foreign).toEqual([])
    expect(faultsBut(page, /status of 40[034]|INTERNET_DISCONNECTED/)).toEqual([])
  })
})
