import { expect, test } from 'bun:test'
import { en as serverText } from '../../../src/messages/en'
import { DESK, describePages, PHONE, stubApi, useBrowser, type WatchedPage } from '../../support/browser'
import { administrator, expectData } from '../../support/kit'
import { expectNoFaults, expectNone, focusOn, gone, heading, said, sees } from '../../support/seen'
import { forgetSession, press, tabTo, visitAs } from '../../support/steps'
import { failed } from '../../support/stubbed-pages'
import { useWorkshop } from '../../support/web-client'
import { en } from '../../support/words'

const openPage = useBrowser()
const workshop = await useWorkshop(2)

const post = (page: WatchedPage, name: string) => page.getByRole('link', { name, exact: true })
const comment = (page: WatchedPage, words: string) => page.getByRole('listitem').filter({ hasText: words })

describePages('a college', () => {
  test('at a desk: the college, its branches, and the feed by branch and college', async () => {
    const { origin, ada, eve, river } = workshop
    const page = await openPage(DESK)
    await visitAs(page, ada, `${origin}/college`)
    await sees(page, 'Springfield, Oregon')
    await post(page, 'Which lathe is the best?').waitFor()
    await expectNone(post(page, 'News from the river'))
    await tabTo(page, 'Computer Science and Engineering')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/?branch=CSE')
    await post(page, 'Sorting, once and for all').waitFor()
    await expectNone(post(page, 'Which lathe is the best?'))
    const branch = page.getByLabel(en.core.feed.branch)
    await branch.getByRole('option', { name: 'Physics' }).waitFor({ state: 'attached' })
    expect(await branch.inputValue()).toBe('CSE')
    await branch.selectOption({ label: 'Physics' })
    await post(page, 'News from the river').waitFor()
    await page.getByLabel(en.core.feed.colleges).selectOption('mine')
    await page.waitForURL('**/?branch=PHY&from=mine')
    await sees(page, en.core.feed.emptyFiltered)
    await page.getByLabel(en.core.feed.colleges).selectOption({ label: 'College of river.edu' })
    await page.waitForURL(`**/?branch=PHY&from=${river}`)
    await post(page, 'News from the river').waitFor()
    await branch.selectOption('')
    await page.waitForURL(`**/?from=${river}`)

    await forgetSession(page)
    await page.setViewportSize(PHONE.viewport)
    await page.goto(`${origin}/?branch=PHY&from=${river}`)
    await post(page, 'News from the river').waitFor()
    await expectNone(page.getByRole('link', { name: eve.user.username }))
    expect(await page.getByLabel(en.core.feed.branch).inputValue()).toBe('PHY')
    expect(await page.getByLabel(en.core.feed.colleges).inputValue()).toBe(river)
    await post(page, 'News from the river').click()
    await heading(page, 'News from the river')
    const { pathname } = new URL(page.url())
    await page.getByRole('article').first().getByRole('button', { name: en.post.page.report }).first().click()
    await heading(page, en.account.join.address)
    expect(new URL(page.url()).searchParams.get('next')).toBe(pathname)
    expectNoFaults(page, /status of 401/)
  })

  test('on a phone: what breaks the rules is reported, by touch and by keyboard', async () => {
    const { origin, ada, eve, question } = workshop
    const page = await openPage(PHONE)
    await visitAs(page, ada, `${origin}/post/${question}`)
    await comment(page, 'Buy mine').waitFor()
    const report = comment(page, 'Buy mine').getByRole('button', { name: en.post.page.report })
    await report.focus()
    await report.evaluate((button) => {
      const press = () => button.dispatchEvent(new MouseEvent('click', { bubbles: true }))
      button.addEventListener('focus', press, { once: true })
    })
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: en.report.dialog.comment }).waitFor()
    await press(page.getByRole('dialog'), en.report.dialog.send)
    await sees(page.locator('#reason-error'), en.core.form.required)
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('reason')
    // A reason is enough.
    await expectNone(page.locator('#message-error'))
    await page.keyboard.press('Escape')
    // Pressed again as soon as it has the focus again, before the page is painted, it opens the dialog anew.
    await gone(page.locator('#reason-error'))
    await page.getByRole('dialog', { name: en.report.dialog.comment }).waitFor()
    await page.keyboard.press('Escape')
    await gone(page.getByRole('dialog'))
    await focusOn(page, en.post.page.report)

    await page.keyboard.press('Enter')
    await page.getByLabel(en.report.dialog.reason).selectOption('spam')
    await page.getByLabel(en.report.dialog.message).fill('Nothing but advertising.')
    await page.getByLabel(en.report.dialog.block(eve.user.username)).check()
    await press(page.getByRole('dialog'), en.report.dialog.send)
    await said(page, en.report.dialog.sent)
    await sees(page, en.post.thread.blocked)
    await expectNone(page.getByText('Buy mine'))
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('LI')
    expect((await ada.get('users/blocked')).map(({ id }: { id: string }) => id)).toEqual([eve.id])

    await press(page, en.core.post.showMuted)
    const reportAgain = async () => {
      await press(comment(page, 'Buy mine'), en.post.page.report)
      await page.getByLabel(en.report.dialog.reason).selectOption('spam')
      await page.getByLabel(en.report.dialog.message).fill('Once more.')
      await press(page.getByRole('dialog'), en.report.dialog.send)
    }
    await reportAgain()
    await said(page, en.report.dialog.already)
    await stubApi(page, 'POST', '/reports', 500, failed('INTERNAL', serverText.errors.INTERNAL))
    await reportAgain()
    await sees(page.getByRole('dialog').getByRole('alert'), serverText.errors.INTERNAL)
    const { visitor } = await administrator()
    const { data } = expectData(await visitor.get('reports'))
    expect(data).toMatchObject([{ type: 'Comment', reason: 'spam', message: 'Nothing but advertising.' }])
    expect(data).toHaveLength(1)
    await ada.post(`users/unblock/${eve.id}`)
    expectNoFaults(page, /status of (409|500)/)
  })
})
