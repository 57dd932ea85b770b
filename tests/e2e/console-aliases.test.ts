import { describe, expect, test } from 'bun:test'
import { look } from '../support/accessibility'
import { DESK, hasBrowser, PHONE, useBrowser } from '../support/browser'
import { comment, publish, report } from '../support/content'
import { administrator, type Data, expectData, type Person, student } from '../support/kit'
import { faultsBut, heading, pointing, said, typing, visitAs } from '../support/steps'
import { useClient } from '../support/web-client'
import { en, hi, starting } from '../support/words'

const openPage = useBrowser()
const server = await useClient()
const root = await administrator('superadmin')
const admin = await administrator()
const reader = await student()

const TITLE = 'What they do in room 12'
const { reveal, person, sanction } = en.deskPeople

const meOf = async ({ visitor }: Person): Promise<Data> => expectData(await visitor.get('auth/me')).user

/** Somebody's reported post under a name for its thread. */
async function reported(): Promise<{ author: Person; post: Data; username: string }> {
  const author = await student()
  const post: Data = await publish(author, { title: TITLE, alias: true } as object)
  await report(reader, post.id)
  return { author, post, username: post.postedBy.username }
}

describe.skipIf(!hasBrowser)('moderators and a name for one thread', () => {
  test('a superadmin sets who may take how many', async () => {
    const page = await openPage(DESK)
    await visitAs(page, root, `${server.origin}/console/settings`)
    const words = en.policy.aliases
    const form = page.getByRole('form', { name: words.title })
    const hands = typing(page).within(form)
    await hands.fill(words.perDay, '2')
    await hands.fill(words.accountDays, '1')
    await hands.press(en.core.common.save)
    await said(page, en.policy.page.saved(words.title))
    await look(page, '125-alias-settings', '[aria-labelledby=aliases-title]')
    const { aliases } = await root.get('admin/settings')
    expect(aliases).toEqual({ on: true, perDay: 2, perWeek: 10, accountDays: 1 })
    const next = async () => (await reader.get('users/me/next-alias')).nextAlias.state
    expect(await next()).toBe('too_young')
    await hands.fill(words.accountDays, '0')
    await hands.check(words.label)
    await hands.press(en.core.common.save)
    await form.getByText(en.policy.page.unsaved).waitFor({ state: 'detached' })
    expect(await next()).toBe('off')
    await root.patch('admin/settings', { aliases: { on: true, perDay: 3 } })
    expect(page.faults).toEqual([])
  })

  test('the queue says what is known of it and suspends it, with nothing of the account behind it', async () => {
    const { author, username } = await reported()
    const page = await openPage(PHONE)
    await visitAs(page, admin, `${server.origin}/console/reports`)
    const strip = page.getByRole('list', { name: en.queue.author.title })
    await strip.getByText(username).waitFor()
    for (const words of [en.queue.author.alias, en.queue.author.aliasMeans, en.queue.author.before(0)])
      await strip.getByText(words).waitFor()
    expect(await strip.getByText(/karma/).count()).toBe(0)
    await strip.scrollIntoViewIfNeeded()
    await look(page, '126-alias-queue')
    await pointing(page).press(en.queue.act.suspend)
    const dialog = pointing(page).within(page.getByRole('dialog'))
    await dialog.fill(sanction.reason, 'Names a person')
    await dialog.press(sanction.suspend)
    await page
      .getByText(starting(sanction.isSuspended(username, '').slice(0, username.length + 13)))
      .first()
      .waitFor()
    expect((await meOf(author)).blocked).toBe(true)
    const own = await openPage(PHONE)
    await visitAs(own, author, `${server.origin}/settings#notices`)
    await pointing(own).press(en.appeals.panel.appeal)
    await pointing(own).fill(en.appeals.dialog.message, 'It names nobody.')
    await pointing(own).press(en.appeals.dialog.send)
    await own.getByText(en.appeals.panel.states.open).waitFor()
    await page.goto(`${server.origin}/console/appeals`)
    await page.getByText('It names nobody.').waitFor()
    await page.getByRole('link', { name: username }).waitFor()
    const listed = (await admin.get(`moderation/users/search?username=${author.user.username}`)).users
    expect(listed).toMatchObject([{ id: author.id, blocked: false }])
    expect(await page.content()).not.toContain(author.user.username)
    expect(faultsBut(page, /^$/)).toEqual([])
  })

  test('a moderator’s own has a page without decisions and notes, which the server refuses', async () => {
    const post: Data = await publish(admin, { title: 'What I could tell nobody', alias: true } as object)
    const page = await openPage(DESK)
    await visitAs(page, admin, `${server.origin}/console/people/${post.postedBy.id}`)
    await heading(page, post.postedBy.username)
    await page.getByText(person.ownAlias).waitFor()
    await page.getByRole('heading', { name: person.history }).waitFor()
    for (const name of [sanction.suspend, sanction.block])
      expect(await page.getByRole('button', { name }).count()).toBe(0)
    expect(await page.getByRole('heading', { name: en.notes.title }).count()).toBe(0)
    expect(page.faults).toEqual([])
  })

  test('its page has no profile; a superadmin learns whose it is, for a reason, and the owner is told', async () => {
    const { author, post, username } = await reported()
    await comment(author, post.id, { content: 'More of that' })
    const page = await openPage(DESK)
    await visitAs(page, root, `${server.origin}/console/posts/${post.id}`)
    await heading(page, TITLE)
    await page.getByRole('link', { name: username }).first().click()
    await heading(page, username)
    await page.getByText(person.aliasMeans).waitFor()
    expect(await page.getByRole('link', { name: person.profile }).count()).toBe(0)
    await page.getByRole('link', { name: TITLE }).first().waitFor()
    await look(page, '127-alias-page')
    const hands = typing(page)
    const dialog = hands.within(page.getByRole('dialog'))
    await hands.press(sanction.block)
    await dialog.fill(`${sanction.reason} (${en.core.form.optional})`, 'Enough')
    await dialog.press(sanction.block)
    await said(page, sanction.isBlocked(username))
    await hands.press(sanction.lift.blocked)
    await dialog.press(sanction.lift.blocked)
    await said(page, sanction.isLifted(username))
    expect(await page.content()).not.toContain(author.user.username)

    await hands.press(reveal.account.open)
    await page.getByText(reveal.account.lead).waitFor()
    await look(page, '128-alias-reveal', 'dialog')
    await dialog.fill(reveal.reason, 'The police asked about a threat')
    await dialog.press(reveal.account.open)
    await page.getByRole('dialog').getByRole('link', { name: author.user.username }).waitFor()
    await look(page, '129-alias-revealed', 'dialog')
    await dialog.press(reveal.close)
    expect(await page.content()).not.toContain(author.user.username)
    expect(faultsBut(page, /^$/)).toEqual([])

    const told = await openPage(PHONE)
    await visitAs(told, author, server.origin)
    const banner = told.getByRole('region', { name: en.notices.notices.title })
    await banner.getByText(en.explanation.reason('The police asked about a threat')).waitFor()
    await look(told, '130-alias-told')
    expect(faultsBut(told, /^$/)).toEqual([])
  })

  test('an admin is offered no reveal; the page is read in Hindi', async () => {
    const { username, post } = await reported()
    const page = await openPage(PHONE)
    await visitAs(page, admin, `${server.origin}/console/people/${post.postedBy.id}`)
    await heading(page, username)
    expect(await page.getByRole('button', { name: reveal.account.open }).count()).toBe(0)
    await page.evaluate(() => localStorage.setItem('quad.language', 'hi'))
    await page.reload()
    await page.getByText(hi.deskPeople.person.aliasMeans).waitFor()
    await look(page, '131-alias-page-hindi')
    expect(page.faults).toEqual([])
  })
})
