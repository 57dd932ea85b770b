import { expect, test } from 'bun:test'
import { markdownText } from '../../../public/app/texts/markdown'
import { look } from '../../support/accessibility'
import { describePages, PHONE, type WatchedPage } from '../../support/browser'
import { comment, publish } from '../../support/content'
import { administrator, expectData, later, PASSWORD, type Person, student } from '../../support/kit'
import { drafts } from '../../support/on-device'
import { walkTo } from '../../support/page-walk'
import { usePages } from '../../support/pages'
import { expectNoFaults, expectNone, gone, heading, holds, sees } from '../../support/seen'
import { follow, goToYou, pointing, press, signIn, visitAs } from '../../support/steps'
import { until } from '../../support/until'
import { en } from '../../support/words'

const { markdown } = markdownText

const { server, enter } = await usePages()
const root = await administrator('superadmin')
const ann = await student()
const ben = await student()
const post = await publish(ann, { title: 'Cheap calculators' })

/** The session of the page is over, as it learns with what it does next, and its owner signs in once more. */
async function loseSession(page: WatchedPage, owner: Person, next: () => Promise<void>): Promise<void> {
  const { visitor, email } = owner
  expectData(await visitor.post('auth/logout'))
  expectData(await visitor.post('auth/login', { email, password: PASSWORD }))
  await next()
  await heading(page, en.account.login.title)
  await signIn(page, owner)
}

describePages('what was filled in when the session ended', () => {
  test('a report is there when one reports again, until it is sent or given up', async () => {
    const page = await enter(ben, `/post/${post.id}`, PHONE)
    const hands = pointing(page)
    const dialog = page.getByRole('dialog')
    const asked = hands.within(dialog)
    await hands.press(en.post.page.report)
    await asked.choose(en.report.dialog.reason, en.choices.spam)
    await asked.fill(`${en.report.dialog.message} (${en.core.form.optional})`, 'The same offer, every day.')
    await asked.check(en.report.dialog.block(ann.user.username))
    await loseSession(page, ben, () => asked.press(en.report.dialog.send))
    await heading(page, 'Cheap calculators')
    const shown = async () => [
      await dialog.getByLabel(en.report.dialog.reason).inputValue(),
      await dialog.getByLabel(en.report.dialog.message).inputValue(),
      await dialog.getByLabel(en.report.dialog.block(ann.user.username)).isChecked(),
    ]
    await hands.press(en.post.page.report)
    await dialog.locator('option[value=spam]').waitFor({ state: 'attached' })
    expect(await shown()).toEqual(['spam', 'The same offer, every day.', true])
    await asked.press(en.core.common.cancel)
    await hands.press(en.post.page.report)
    expect(await shown()).toEqual(['', '', false])
    expectNoFaults(page, /status of 401/)
  })

  test('what stays on the device names nobody and opens for its author only', async () => {
    const page = await enter(ben, `/post/${post.id}`, PHONE)
    const stored = () => page.evaluate(() => JSON.stringify(Object.entries(localStorage)))
    const field = page.getByLabel(en.post.thread.write)
    await page.evaluate((id) => localStorage.setItem(`quad.draft.${id}.new-post`, '{"title":"in clear"}'), ann.id)
    await field.fill('I saw who sells them.')
    await page.reload()
    await heading(page, 'Cheap calculators')
    await holds(field, 'I saw who sells them.')
    expect(await drafts(page)).toBe(1)
    for (const word of ['I saw', 'sells', 'in clear', post.id]) expect(await stored()).not.toContain(word)

    await page.context().clearCookies()
    await page.reload()
    await page.getByRole('link', { name: en.post.thread.signIn }).waitFor()
    expect([await drafts(page), await field.count()]).toEqual([1, 0])
    await visitAs(page, ann, `${server.origin}/post/${post.id}`)
    expect(await field.inputValue()).toBe('')
    expect(await drafts(page)).toBe(1)
    await visitAs(page, ben, `${server.origin}/post/${post.id}`)
    await holds(field, 'I saw who sells them.')
    await goToYou(page)
    await press(page, en.you.signOut)
    await heading(page, 'Campus University')
    expect(await drafts(page)).toBe(0)
    expectNoFaults(page, /status of 401/)
  })

  test('two tabs write two posts, each its own, also after both are loaded again', async () => {
    const page = await enter(ann, '/new', PHONE)
    const other = await page.context().newPage()
    await other.goto(`${server.origin}/new`)
    const title = (of: typeof other) => of.getByLabel(en.post.writing.heading)
    await title(page).fill('Written in one tab')
    expect(await title(other).inputValue()).toBe('')
    await title(other).fill('Written in another')
    await until(async () => (await drafts(page)) === 2, 'a draft for each tab')
    for (const each of [page, other]) await each.reload()
    await holds(title(page), 'Written in one tab')
    await holds(title(other), 'Written in another')
    // What a closed tab leaves behind goes on in the next one that writes.
    await other.close()
    await title(page).fill('')
    await until(async () => (await drafts(page)) === 1, 'that the draft is discarded')
    await page.reload()
    await holds(title(page), 'Written in another')
    await title(page).fill('')
    expectNoFaults(page)
  })

  test('drafts are listed, go on where they were begun, and are discarded', async () => {
    const page = await enter(ann, `/post/${post.id}`, PHONE)
    await page.getByLabel(en.post.thread.write).fill('They work, mostly')
    await walkTo(page, '/new')
    await page.getByLabel(en.post.writing.heading).fill('A question for later')
    await sees(page, en.post.writing.draft)
    await goToYou(page)
    await follow(page, en.drafts.title)
    await heading(page, en.drafts.title)
    await look(page, '72-drafts')
    const one = (words: string) => page.getByRole('listitem').filter({ hasText: words })
    await press(one('They work, mostly'), en.drafts.open)
    await heading(page, 'Cheap calculators')
    await holds(page.getByLabel(en.post.thread.write), 'They work, mostly')
    await page.goBack()
    await press(one('They work, mostly'), en.drafts.discard)
    await gone(one('They work, mostly'))
    await press(page, en.post.page.undo)
    for (const words of ['They work, mostly', 'A question for later']) {
      await press(one(words), en.drafts.discard)
      await gone(one(words))
    }
    await page.reload()
    await sees(page, en.drafts.none)
    expectNoFaults(page)
  })

  test('a deleted comment is back by one press, and gone once the page is left, however it ends', async () => {
    const cleo = await student()
    const { id } = await comment(cleo, post.id, { content: 'I bought one, and it counts' })
    const status = async () => (await root.visitor.get(`comments/${id}`)).status
    const page = await enter(cleo, `/post/${post.id}`, PHONE)
    const words = page.getByText('I bought one, and it counts')
    const remove = async () => {
      await press(page.locator(`#comment-${id}`), en.post.thread.delete)
      await gone(words)
    }
    await remove()
    expect(await status()).toBe(200)
    await press(page, en.post.page.undo)
    await words.waitFor()
    await remove()
    expect(await status()).toBe(200)
    await until(async () => (await drafts(page)) === 1, 'that the device knows of it')
    // As when a telephone ends it: nothing of what it would send at its end is sent.
    await page.evaluate(() => Object.assign(window, { fetch: () => new Promise(() => undefined) }))
    await page.goto('about:blank')
    expect(await status()).toBe(200)
    await page.clock.install({ time: Date.now() + 10_000 })
    await page.goto(`${server.origin}/post/${post.id}`)
    await until(async () => (await status()) === 404, 'the deletion')
    await gone(words)
    const other = await comment(cleo, post.id, { content: 'I bought another' })
    await page.reload()
    await press(page.locator(`#comment-${other.id}`), en.post.thread.delete)
    await page.goto(`${server.origin}/you`)
    await until(async () => (await root.visitor.get(`comments/${other.id}`)).status === 404, 'the deletion')
    expectNoFaults(page, /ERR_FAILED/)
  })

  test('a comment is written with help, is marked once changed, and what it was its author finds, and nobody else', async () => {
    const cleo = await student()
    const { id } = await comment(cleo, post.id, { content: 'They cost forty' })
    later(120_000)
    const page = await enter(cleo, `/post/${post.id}`, PHONE)
    const one = page.locator(`#comment-${id}`)
    await sees(one, 'They cost forty')
    await expectNone(one.getByText(en.core.post.edited))
    const help = page.getByText(markdown.help)
    await expectNone(help)
    await page.getByLabel(en.post.thread.write).focus()
    await help.click()
    await sees(page, markdown.typed.bold, { exact: true })
    await press(one, en.post.thread.edit)
    await one.getByLabel(en.post.thread.editComment).fill('They cost **fifty**')
    await sees(one, markdown.help)
    await press(one.locator('form'), en.post.thread.edit)
    await sees(one, en.core.post.edited)
    await press(one, en.ownWords.versions.title)
    await sees(page.getByRole('dialog'), 'They cost forty')

    await page.context().clearCookies()
    await visitAs(page, ben, `${server.origin}/post/${post.id}`)
    await sees(one, en.core.post.edited)
    await one.getByRole('button', { name: en.post.thread.reply }).waitFor()
    await expectNone(one.getByRole('button', { name: en.ownWords.versions.title }))
    expectNoFaults(page, /status of 401/)
  })
})
