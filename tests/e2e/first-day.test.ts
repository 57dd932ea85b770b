import { describe, expect, test } from 'bun:test'
import { en as serverText } from '../../src/messages/en'
import { look } from '../support/accessibility'
import { DESK, hasBrowser, NARROWEST, scrollsSideways, useBrowser, type WatchedPage } from '../support/browser'
import { newEmail } from '../support/kit'
import {
  answered,
  faultsBut,
  focusOnField,
  goToYou,
  type Hands,
  heading,
  pointing,
  said,
  typing,
} from '../support/steps'
import { otpFor } from '../support/traces'
import { useLibrary } from '../support/web-client'
import { ANY, en, like } from '../support/words'

/** The last of them is for the college alone. */
const POSTS = 5

const openPage = useBrowser()
const library = await useLibrary(POSTS)

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
  await hands.follow(en.core.feed.join)
  await heading(page, en.account.join.address)
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
  await hands.fill(en.account.join.email, email)
  await hands.press(en.account.join.send)
  await heading(page, en.account.join.code)
  await page.getByText(like(en.account.join.resendIn(ANY))).waitFor()
  await focusOnField(page, en.account.join.codeLabel)
}

/** The code is sent as soon as it is whole. */
async function createAccount(page: WatchedPage, hands: Hands, email: string): Promise<void> {
  const otp = await otpFor(email)
  await hands.fill(en.account.join.codeLabel, ` ${otp.slice(0, 3)} ${otp.slice(3)}`)
  await heading(page, en.account.join.branch)
  await hands.fill(en.account.join.branchLabel, 'Physics')
}

async function acceptTerms(page: WatchedPage, hands: Hands): Promise<void> {
  await hands.press(en.account.join.accept)
  await heading(page, en.core.feed.title)
  await said(page, en.account.join.done)
  await question(page, POSTS).waitFor()
}

/** One's own words take no vote of one's own. */
async function saveOwn(page: WatchedPage, hands: Hands): Promise<void> {
  expect(await page.getByRole('button', { name: en.core.post.upvote }).count()).toBe(0)
  await answered(page, 'bookmarks', () => hands.press(en.core.post.save))
}

async function upvote(page: WatchedPage, hands: Hands): Promise<void> {
  await answered(page, 'votes', () => hands.within(page.getByRole('article').first()).press(en.core.post.upvote))
  await upvoted(page)
}

const upvoted = (page: WatchedPage): Promise<void> =>
  page.getByRole('button', { name: en.core.post.upvote, pressed: true }).first().waitFor()

async function comment(page: WatchedPage, hands: Hands): Promise<void> {
  await hands.fill(en.post.thread.write, 'I found one: the *garden*.')
  expect(await scrollsSideways(page)).toBe(false)
  await hands.press(en.post.thread.send)
  await page.locator('em').getByText('garden').waitFor()
}

/** Reports the post that is shown, and blocks who wrote it: nothing of theirs is left. */
async function reportAndBlock(page: WatchedPage, hands: Hands): Promise<void> {
  await hands.press(en.post.page.report)
  const dialog = hands.within(page.getByRole('dialog'))
  await dialog.choose(en.report.dialog.reason, en.choices.spam)
  await dialog.fill(`${en.report.dialog.message} (${en.core.form.optional})`, 'The same question, day after day.')
  await dialog.check(en.report.dialog.block(library.ada.user.username))
  await dialog.press(en.report.dialog.send)
  await heading(page, en.core.feed.title)
  await said(page, en.report.dialog.sent)
}

async function signOut(page: WatchedPage, hands: Hands): Promise<void> {
  await goToYou(page, hands)
  await hands.press(en.you.signOut)
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
    await hands.fill(en.account.join.codeLabel, '000000')
    await page.getByRole('alert').getByText(serverText.errors.OTP_INVALID).waitFor()
    await look(page, '03-join-code', 'main')
    await createAccount(page, hands, email)
    await hands.press(en.account.join.saveBranch)
    await heading(page, en.account.join.terms)
    await page.reload()
    await heading(page, en.account.join.terms)
    await look(page, '06-join-terms', 'main')
    await acceptTerms(page, hands)
    const joined = hands.effort()

    await hands.follow(en.core.frame.newPost)
    await heading(page, en.post.writing.title)
    await hands.press(en.post.writing.publish)
    await page.locator('#topic-error').getByText(en.core.form.required).waitFor()
    await hands.choose(en.post.writing.topic, en.choices['Ask Campus'])
    await hands.fill(en.post.writing.heading, 'Where does one find a quiet place?')
    await hands.fill(en.post.writing.content, 'This loathsome library is **full**.')
    await hands.press(en.post.writing.publish)
    await page.locator('#content-error mark').getByText('loathsome').waitFor()
    await look(page, '08-refused', 'main')
    await page.reload()
    await heading(page, en.post.writing.title)
    expect(await page.getByLabel(en.post.writing.content).inputValue()).toBe('This loathsome library is **full**.')
    await hands.fill(en.post.writing.content, 'This library is **full** before the exams.')
    await hands.check(en.post.writing.private)
    await hands.press(en.post.writing.publish)

    await heading(page, 'Where does one find a quiet place?')
    await page.locator('article strong').getByText('full').waitFor()
    await page.getByText(en.core.post.private).waitFor()
    await hands.follow(en.post.page.edit)
    await hands.fill(en.post.writing.heading, 'Where is a quiet place?')
    await hands.press(en.core.common.save)
    await heading(page, 'Where is a quiet place?')
    await saveOwn(page, hands)
    await comment(page, hands)
    await hands.press(en.post.thread.reply)
    await hands.within(page.locator('form')).fill(like(en.post.thread.writeReply(ANY)), 'With a bench, even.')
    await hands.within(page.locator('form')).press(en.post.thread.sendReply)
    await page.getByText('With a bench, even.').waitFor()
    await page.getByRole('heading', { level: 2, name: `${en.post.thread.title} 2` }).waitFor()
    await look(page, '10-post')

    await goToYou(page, hands)
    await hands.follow(en.you.saved)
    await heading(page, en.post.saved.title)
    await hands.follow('Where is a quiet place?')
    await hands.press(en.post.page.delete)
    await hands.within(page.getByRole('dialog')).press(en.post.page.delete)
    await heading(page, en.core.feed.title)
    expect(await page.getByRole('link', { name: 'Where is a quiet place?' }).count()).toBe(0)

    await hands.follow(`Question ${POSTS} about the library`)
    await heading(page, `Question ${POSTS} about the library`)
    await upvote(page, hands)
    await reportAndBlock(page, hands)
    await page.getByText(en.core.feed.empty).waitFor()
    await look(page, '13-blocked', 'main')

    await signOut(page, hands)
    console.log(`first day, by keyboard alone: joined with ${joined}, all with ${hands.effort()}`)
    expect(foreign).toEqual([])
    expect(faultsBut(page, /status of 40[034]/)).toEqual([])
  })

  test('on a phone, pointing: from the address to a post, a vote, a comment, a bookmark, a report, a block, and out', async () => {
    const page = await openPage(NARROWEST)
    const hands = pointing(page)
    const email = newEmail()
    const foreign = await arrive(page)
    await askForCode(page, hands, email)
    await page.reload()
    await heading(page, en.account.join.code)
    await createAccount(page, hands, email)
    await look(page, '05-join-branch', 'main')
    await hands.press(en.account.join.saveBranch)
    await heading(page, en.account.join.terms)
    await acceptTerms(page, hands)
    const joined = hands.effort()
    await look(page, '07-feed')

    await hands.follow(en.core.frame.newPost)
    await heading(page, en.post.writing.title)
    await hands.choose(en.post.writing.topic, en.choices['Ask Campus'])
    await hands.fill(en.post.writing.heading, 'Where is a quiet place?')
    await hands.fill(en.post.writing.content, 'This library is **full** before the exams.\n\n- the hall\n- the garden')
    await hands.press(en.post.writing.preview)
    await page.locator('form strong').getByText('full').waitFor()
    await look(page, '09-preview')
    await hands.press(en.post.writing.publish)
    await heading(page, 'Where is a quiet place?')
    await page.getByText(en.core.post.views(1)).waitFor()
    await saveOwn(page, hands)
    await comment(page, hands)

    await goToYou(page, hands)
    await look(page, '11-you')
    await hands.follow(en.you.saved)
    await heading(page, en.post.saved.title)
    await page.getByRole('link', { name: 'Where is a quiet place?' }).waitFor()
    await page.goto(library.origin)
    await question(page, POSTS).click()
    await heading(page, `Question ${POSTS} about the library`)
    await upvote(page, hands)
    await page.context().setOffline(true)
    await page.getByText(en.core.frame.offline).waitFor()
    await hands.within(page.getByRole('article').first()).press(en.core.post.downvote)
    await said(page, en.core.failures.UNREACHABLE)
    await upvoted(page)
    await page.context().setOffline(false)
    await reportAndBlock(page, hands)
    await question(page, POSTS).waitFor({ state: 'detached' })
    await signOut(page, hands)
    console.log(`first day, on a phone: joined with ${joined}, all with ${hands.effort()}`)
    expect(foreign).toEqual([])
    expect(faultsBut(page, /status of 40[034]|INTERNET_DISCONNECTED/)).toEqual([])
  })
})
