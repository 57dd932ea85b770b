import { expect, test } from 'bun:test'
import { en as serverText } from '../../../src/messages/en'
import { look } from '../../support/accessibility'
import { DESK, describePages, NARROWEST, useBrowser, type WatchedPage } from '../../support/browser'
import { collegeId, newEmail, student } from '../../support/kit'
import { answered, expectNoFaults, expectNone, focusOnField, heading, holds, said, sees } from '../../support/seen'
import { follow, goToYou, pointing, press, typing, visitAs } from '../../support/steps'
import { otpFor } from '../../support/traces'
import { useLibrary } from '../../support/web-client'
import { ANY, en, like } from '../../support/words'

/** The last of them is for the college alone. */
const POSTS = 5

const openPage = useBrowser()
const library = await useLibrary(POSTS)
const { join } = en.account
const { writing, thread } = en.post

const question = (page: WatchedPage, number: number) =>
  page.getByRole('link', { name: `Question ${number} about the library` })
const upvoted = (page: WatchedPage) =>
  page.getByRole('button', { name: en.core.post.upvote, pressed: true }).first().waitFor()

describePages("a student's first day", () => {
  test('at a desk, by keyboard alone: what is mistyped or refused is put right, a report blocks', async () => {
    const page = await openPage(DESK)
    const hands = typing(page)
    const email = newEmail()
    const foreign: string[] = []
    page.on('request', (request) => {
      if (!request.url().startsWith(library.origin)) foreign.push(request.url())
    })
    await page.goto(library.origin)
    await question(page, POSTS - 1).waitFor()
    await expectNone(question(page, POSTS))
    await look(page, '01-stranger')
    await hands.follow(en.core.feed.join)
    await heading(page, join.address)
    await focusOnField(page, join.email)
    await hands.fill(join.email, email)
    await hands.press(join.send)
    await heading(page, join.code)
    await sees(page, like(join.resendIn(ANY)))
    await focusOnField(page, join.codeLabel)
    await hands.fill(join.codeLabel, '000000')
    await sees(page.getByRole('alert'), serverText.errors.OTP_INVALID)
    await look(page, '03-join-code', 'main')
    // The code is sent as soon as it is whole.
    const otp = await otpFor(email)
    await hands.fill(join.codeLabel, ` ${otp.slice(0, 3)} ${otp.slice(3)}`)
    await heading(page, join.branch)
    await hands.fill(join.branchLabel, 'Physics')
    await hands.press(join.confirm)
    await heading(page, join.terms)
    await page.reload()
    await heading(page, join.terms)
    await hands.press(join.accept)
    await heading(page, en.core.frame.feed)
    await said(page, join.done)
    await question(page, POSTS).waitFor()

    await hands.follow(en.core.frame.newPost)
    await heading(page, en.core.frame.newPost)
    await hands.press(writing.publish)
    await sees(page.locator('#title-error'), en.core.form.required)
    await holds(page.getByLabel(writing.topic), 'Ask Campus')
    await hands.fill(writing.heading, 'Where does one find a quiet place?')
    await hands.fill(writing.content, 'This loathsome library is **full**.')
    await hands.press(writing.publish)
    await sees(page.locator('#content-error mark'), 'loathsome')
    await look(page, '08-refused', 'main')
    await page.reload()
    await heading(page, en.core.frame.newPost)
    await holds(page.getByLabel(writing.content), 'This loathsome library is **full**.')
    await hands.fill(writing.content, 'This library is **full** before the exams.')
    await hands.check(en.core.post.private)
    await hands.press(writing.publish)

    await heading(page, 'Where does one find a quiet place?')
    await sees(page.locator('article strong'), 'full')
    await sees(page, en.core.post.private)
    await hands.follow(en.post.page.edit)
    await hands.fill(writing.heading, 'Where is a quiet place?')
    await hands.press(en.core.common.save)
    await heading(page, 'Where is a quiet place?')
    // One's own words take no vote of one's own, and a student pins nothing.
    await expectNone(page.getByRole('button', { name: en.core.post.upvote }))
    await expectNone(page.getByRole('button', { name: en.post.page.pin, exact: true }))
    await answered(page, 'bookmarks', () => hands.press(en.core.post.save))
    await hands.fill(thread.write, 'I found one: the *garden*.')
    await hands.press(thread.send)
    await sees(page.locator('em'), 'garden')
    await hands.press(thread.reply)
    const answer = hands.within(page.locator('form'))
    await answer.fill(like(thread.writeReply(ANY)), 'With a bench, even.')
    await answer.press(thread.reply)
    await sees(page, 'With a bench, even.')
    await heading(page, `${thread.title} 2`, 2)

    await goToYou(page, hands)
    await hands.follow(en.you.saved)
    await heading(page, en.you.saved)
    await hands.follow('Where is a quiet place?')
    await hands.press(en.post.page.delete)
    const dialog = hands.within(page.getByRole('dialog'))
    await dialog.press(en.post.page.delete)
    await heading(page, en.core.frame.feed)
    await expectNone(page.getByRole('link', { name: 'Where is a quiet place?' }))

    await hands.follow(`Question ${POSTS} about the library`)
    await heading(page, `Question ${POSTS} about the library`)
    await answered(page, 'votes', () => hands.within(page.getByRole('article').first()).press(en.core.post.upvote))
    await upvoted(page)
    // Whoever wrote it is blocked, too: nothing of theirs is left.
    await hands.press(en.post.page.report)
    await dialog.choose(en.report.dialog.reason, en.choices.spam)
    await dialog.fill(`${en.report.dialog.message} (${en.core.form.optional})`, 'The same question, day after day.')
    await dialog.check(en.report.dialog.block(library.ada.user.username))
    await dialog.press(en.report.dialog.send)
    await heading(page, en.core.frame.feed)
    await said(page, en.report.dialog.sent)
    await heading(page, en.week.week.title, 2)

    await goToYou(page, hands)
    await hands.press(en.you.signOut)
    await heading(page, 'Campus University')
    expect(foreign).toEqual([])
    expectNoFaults(page, /status of 40[034]/)
  })

  test('on a phone: the code is still asked for after a reload, a post is previewed, a vote counts', async () => {
    // Nothing of the program is there but what this page has asked for.
    const page = await openPage({ ...NARROWEST, apart: true })
    const hands = pointing(page)
    await page.goto(`${library.origin}/join`)
    await hands.fill(join.email, newEmail())
    await hands.press(join.send)
    await heading(page, join.code)
    await page.reload()
    await heading(page, join.code)

    // The feed of the other test is empty at its end.
    await collegeId('river.edu')
    await visitAs(page, await student({ domain: 'river.edu' }), `${library.origin}/new`)
    await hands.choose(writing.topic, en.choices['Ask Campus'])
    await hands.fill(writing.heading, 'Where is a quiet place?')
    await hands.fill(writing.content, 'This library is **full** before the exams.\n\n- the hall\n- the garden')
    await hands.check(en.core.post.private)
    await hands.press(writing.preview)
    await sees(page.locator('form strong'), 'full')
    await hands.press(writing.publish)
    await heading(page, 'Where is a quiet place?')
    await sees(page, en.core.post.views(1))
    await follow(page, 'Campus University')
    await question(page, POSTS - 1).click()
    await heading(page, `Question ${POSTS - 1} about the library`)
    await answered(page, 'votes', () => press(page.getByRole('article').first(), en.core.post.upvote))
    await upvoted(page)
    expectNoFaults(page)
  })
})
