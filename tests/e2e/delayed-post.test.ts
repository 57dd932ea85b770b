import { describe, expect, test } from 'bun:test'
import { look } from '../support/accessibility'
import { DESK, hasBrowser, NARROWEST, PHONE, useBrowser, type WatchedPage } from '../support/browser'
import { expectData, type Person, student, Visitor } from '../support/kit'
import { type Hands, heading, pointing, typing, visitAs } from '../support/steps'
import { useClient } from '../support/web-client'
import { en, starting } from '../support/words'

const openPage = useBrowser()
const server = await useClient()

const TITLE = 'What I heard in the reading room'

async function delay(page: WatchedPage): Promise<void> {
  const hands = pointing(page)
  await page.goto(`${server.origin}/new`)
  await heading(page, en.post.writing.title)
  await hands.fill(en.post.writing.heading, TITLE)
  await hands.fill(en.post.writing.content, `Somebody said something ${crypto.randomUUID()}.`)
  await hands.choose(en.post.writing.topic, 'Showcase')
  await page.getByLabel(en.post.writing.delay).check()
  await look(page, '64-delay')
  await hands.press(en.post.writing.publish)
  await page.getByRole('heading', { name: en.post.delayed.title }).waitFor()
}

/** What the browser downloads when the link is used. */
async function downloaded(page: WatchedPage, hands: Hands, name: string): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), hands.follow(name)])
  return Bun.file(await download.path()).text()
}

const published = async ({ id }: Person): Promise<number> =>
  expectData(await new Visitor().get(`posts/user/${id}`)).posts.length

describe.skipIf(!hasBrowser)('an event', () => {
  test('is written with date and place, stands on the agenda, and goes to the calendar', async () => {
    const [host, guest] = [await student(), await student()]
    const title = 'Night of the telescopes'
    const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)
    const page = await openPage(NARROWEST)
    await visitAs(page, host, `${server.origin}/new`)
    await heading(page, en.post.writing.title)
    const hands = pointing(page)
    expect(await page.getByLabel(en.events.fields.startsAt).count()).toBe(0)
    await hands.choose(en.post.writing.topic, 'Events')
    await hands.fill(en.post.writing.heading, title)
    await hands.fill(en.post.writing.content, `Bring a jacket ${crypto.randomUUID()}.`)
    await page.getByLabel(en.events.fields.startsAt).fill(`${day}T21:30`)
    await hands.fill(starting(en.events.fields.place), 'Roof of the library')
    await look(page, '66-event-writing')
    await hands.press(en.post.writing.publish)
    await heading(page, title)
    await page.getByText('Roof of the library').waitFor()
    await look(page, '67-event')

    const others = await openPage(DESK)
    const keys = typing(others)
    await visitAs(others, guest, `${server.origin}/you`)
    await heading(others, en.you.title)
    await keys.within(others.getByRole('main')).follow(en.events.agenda.title)
    await heading(others, en.events.agenda.title)
    await others.getByText('Roof of the library').waitFor()
    await look(others, '68-agenda')
    expect(await downloaded(others, keys, en.events.agenda.all)).toContain(`SUMMARY:${title}`)
    await keys.follow(title)
    await heading(others, title)
    const calendar = await downloaded(others, keys, en.events.event.add)
    console.log(`an event was written with ${hands.effort()}, and is in the calendar by keyboard: ${keys.effort()}`)
    const begins = await others.evaluate((time) => new Date(time).toISOString(), `${day}T21:30`)
    expect(calendar).toContain(`DTSTART:${begins.slice(0, 19).replace(/[-:]/g, '')}Z`)
    expect(calendar).toContain('LOCATION:Roof of the library')
  })
})

describe.skipIf(!hasBrowser)('a post for the next hour', () => {
  test('waits on its author’s profile, and is published at once or deleted there', async () => {
    const [author, other] = [await student(), await student()]
    const page = await openPage(PHONE)
    await visitAs(page, author, `${server.origin}/new`)
    await delay(page)
    await page.getByText(en.post.delayed.states.waiting).waitFor()
    await look(page, '65-delayed')
    expect(await published(author)).toBe(0)

    const others = await openPage(PHONE)
    await visitAs(others, other, `${server.origin}/u/${author.id}`)
    await heading(others, author.user.username)
    expect(await others.getByText(TITLE).count()).toBe(0)

    await page.getByRole('button', { name: en.post.delayed.publish }).click()
    await heading(page, TITLE)
    expect(await published(author)).toBe(1)

    await delay(page)
    await page.getByRole('button', { name: en.post.page.delete }).click()
    await page.getByRole('dialog').getByRole('button', { name: en.post.page.delete }).click()
    await page.getByRole('heading', { name: en.post.delayed.title }).waitFor({ state: 'hidden' })
    expect(await published(author)).toBe(1)
  })
})
