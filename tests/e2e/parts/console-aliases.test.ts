import { expect, test } from 'bun:test'
import { look } from '../../support/accessibility'
import { DESK, describePages, PHONE } from '../../support/browser'
import { comment, noReports, publish, report } from '../../support/content'
import { administrator, type Data, meOf, type Person, student } from '../../support/kit'
import { walkTo } from '../../support/page-walk'
import { usePages } from '../../support/pages'
import { expectNoFaults, expectNone, heading, said, sees } from '../../support/seen'
import { pointing } from '../../support/steps'
import { en, starting } from '../../support/words'

const { enter } = await usePages()
const root = await administrator('superadmin')
const admin = await administrator()
const reader = await student()

const TITLE = 'What they do in room 12'
const { reveal, person, sanction } = en.deskPeople

/** Somebody's reported post under a name for its thread. */
async function reported(): Promise<{ author: Person; post: Data; username: string }> {
  await noReports()
  const author = await student()
  const post: Data = await publish(author, { title: TITLE, alias: true } as object)
  await report(reader, post.id)
  return { author, post, username: post.postedBy.username }
}

describePages('moderators and a name for one thread', () => {
  test('the queue says what is known of it and suspends it; nothing tells an admin of the account behind it, or is offered to', async () => {
    const { author, post, username } = await reported()
    const page = await enter(admin, '/console/reports', PHONE)
    const strip = page.getByRole('list', { name: en.queue.author.title })
    await sees(strip, username)
    for (const words of [en.queue.author.alias, en.queue.author.aliasMeans, en.queue.author.before(0)])
      await sees(strip, words)
    await expectNone(strip.getByText(/karma/))
    await strip.scrollIntoViewIfNeeded()
    await look(page, '126-alias-queue')
    await pointing(page).press(en.queue.act.suspend)
    const dialog = pointing(page).within(page.getByRole('dialog'))
    await dialog.fill(en.console.words.reason, 'Names a person')
    await dialog.press(sanction.suspend)
    await page
      .getByText(starting(sanction.isSuspended(username, '').slice(0, username.length + 13)))
      .first()
      .waitFor()
    expect((await meOf(author)).blocked).toBe(true)
    await walkTo(page, `/console/people/${post.postedBy.id}`)
    await heading(page, username)
    await expectNone(page.getByRole('button', { name: reveal.account.open }))
    const listed = (await admin.get(`moderation/users/search?username=${author.user.username}`)).users
    expect(listed).toMatchObject([{ id: author.id, blocked: false }])
    expect(await page.content()).not.toContain(author.user.username)
    expectNoFaults(page)
  })

  test('a moderator’s own has a page without decisions and notes, which the server refuses', async () => {
    const post: Data = await publish(admin, { title: 'What I could tell nobody', alias: true } as object)
    const page = await enter(admin, `/console/people/${post.postedBy.id}`, DESK)
    await sees(page, person.ownAlias)
    await page.getByRole('heading', { name: person.history }).waitFor()
    for (const name of [sanction.suspend, sanction.block]) await expectNone(page.getByRole('button', { name }))
    await expectNone(page.getByRole('heading', { name: en.notes.title }))
    expectNoFaults(page)
  })

  test('its page has no profile; a superadmin learns whose it is, for a reason, and the owner is told', async () => {
    const { author, post, username } = await reported()
    await comment(author, post.id, { content: 'More of that' })
    const page = await enter(root, `/console/posts/${post.id}`, DESK)
    await heading(page, TITLE)
    await page.getByRole('link', { name: username }).first().click()
    await heading(page, username)
    await sees(page, person.aliasMeans)
    await expectNone(page.getByRole('link', { name: person.profile }))
    await page.getByRole('link', { name: TITLE }).first().waitFor()
    const hands = pointing(page)
    const dialog = hands.within(page.getByRole('dialog'))
    await hands.press(sanction.block)
    await dialog.fill(`${en.console.words.reason} (${en.core.form.optional})`, 'Enough')
    await dialog.press(sanction.block)
    await said(page, sanction.isBlocked(username))
    await hands.press(sanction.lift.blocked)
    await dialog.press(sanction.lift.blocked)
    await said(page, sanction.isLifted(username))
    expect(await page.content()).not.toContain(author.user.username)

    await hands.press(reveal.account.open)
    await sees(page, reveal.account.lead)
    await dialog.fill(en.console.words.reason, 'The police asked about a threat')
    await dialog.press(reveal.account.open)
    await page.getByRole('dialog').getByRole('link', { name: author.user.username }).waitFor()
    await dialog.press(en.console.words.close)
    expect(await page.content()).not.toContain(author.user.username)
    expectNoFaults(page)

    const told = await enter(author, '', PHONE)
    const banner = told.getByRole('region', { name: en.notices.notices.title })
    await sees(banner, en.explanation.reason('The police asked about a threat'))
    expectNoFaults(told)
  })
})
