import { expect, test } from 'bun:test'
import type { Locator } from 'playwright-core'
import { look } from '../../support/accessibility'
import { describePages, PHONE, type WatchedPage } from '../../support/browser'
import { administrator, collegeId, newEmail } from '../../support/kit'
import { usePages } from '../../support/pages'
import { expectNoFaults, focusOnField, heading, said } from '../../support/seen'
import { collegeWithBranches } from '../../support/steps'
import { otpFor } from '../../support/traces'
import { en } from '../../support/words'

const { openPage, server } = await usePages()
await collegeWithBranches(await administrator('superadmin'), 'river.edu')
await collegeId('hill.edu')

const { join } = en.account
const { writing } = en.post

/** A thumb, which touches one thing after another. */
function thumbOn(page: WatchedPage) {
  const thumb = {
    taps: 0,
    async tap(what: Locator) {
      thumb.taps++
      await what.click()
    },
    press: (name: string) => thumb.tap(page.getByRole('button', { name })),
    follow: (name: string) => thumb.tap(page.getByRole('link', { name }).first()),
    /** What has the focus already takes no tap. */
    async type(label: string, text: string) {
      await focusOnField(page, label)
      await page.keyboard.insertText(text)
    },
  }
  return thumb
}

describePages('from the first page that a stranger sees to their first post, on a phone', () => {
  // With fifteen taps it began, of which four touched a field, four opened a list, and two were "Continue".
  test('are nine taps where the college offers branches', async () => {
    const page = await openPage(PHONE)
    const thumb = thumbOn(page)
    await page.goto(server.origin)
    await thumb.follow(en.core.feed.join)
    const email = newEmail('river.edu')
    await thumb.type(join.email, email)
    await thumb.press(join.send)
    await focusOnField(page, join.codeLabel)
    const code = await otpFor(email)
    // Held down, and "Paste".
    thumb.taps += 2
    await thumb.type(join.codeLabel, `Your code is ${code}. It is valid for 15 minutes.`)
    await heading(page, join.branch)
    await look(page, '45-branches')
    await thumb.press('Computer Science (CSE)')
    await heading(page, join.terms)
    await thumb.press(join.accept)
    await heading(page, en.core.frame.feed)
    await said(page, join.done)
    await thumb.follow(en.core.frame.newPost)
    await thumb.type(writing.heading, 'Is the reading room warm?')
    await look(page, '46-first-post')
    await thumb.tap(page.getByLabel(writing.content))
    await thumb.type(writing.content, 'Yesterday it was not.')
    await thumb.press(writing.publish)
    await heading(page, 'Is the reading room warm?')
    console.log(`a first post in ${thumb.taps} taps`)
    expect(thumb.taps).toBeLessThanOrEqual(9)
    expectNoFaults(page)
  })

  test('are as many where the branch is typed, and the stranger has pressed what writes', async () => {
    const page = await openPage(PHONE)
    const thumb = thumbOn(page)
    await page.goto(server.origin)
    await thumb.follow(en.core.feed.ask)
    const email = newEmail('hill.edu')
    await thumb.type(join.email, email)
    await thumb.press(join.send)
    await focusOnField(page, join.codeLabel)
    thumb.taps += 2
    await thumb.type(join.codeLabel, await otpFor(email))
    await heading(page, join.branch)
    await thumb.tap(page.getByLabel(join.branchLabel))
    await thumb.type(join.branchLabel, 'Botany')
    await thumb.press(join.confirm)
    await thumb.press(join.accept)
    await thumb.type(writing.heading, 'Is the pool open?')
    await thumb.tap(page.getByLabel(writing.content))
    await thumb.type(writing.content, 'It was closed on Monday.')
    await thumb.press(writing.publish)
    await heading(page, 'Is the pool open?')
    expect(thumb.taps).toBeLessThanOrEqual(9)
    expectNoFaults(page)
  })
})
