import { expect } from 'bun:test'
import { look } from '../../support/accessibility'
import { DESK, NARROWEST, PHONE, pageTest, type WatchedPage } from '../../support/browser'
import { expectData, type Person, student, Visitor } from '../../support/kit'
import { walkTo } from '../../support/page-walk'
import { usePages } from '../../support/pages'
import { expectNone, heading, sees } from '../../support/seen'
import { type Hands, pointing, press, typing } from '../../support/steps'
import { en, starting } from '../../support/words'

const { enter } = await usePages()

const TITLE = 'What I heard in the reading room'

async function delay(page: WatchedPage): Promise<void> {
  const hands = pointing(page)
  await walkTo(page, '/new')
  await hands.fill(en.post.writing.heading, TITLE)
  await hands.fill(en.post.writing.content, `Somebody said something ${crypto.randomUUID()}.`)
  await hands.choose(en.post.writing.topic, 'Showcase')
  await page.getByLabel(en.post.writing.delay).check()
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

pageTest('an event with date and place stands on the agenda and in the calendar', async () => {
  const [host, guest] = [await student(), await student()]
  const title = 'Night of the telescopes'
  const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)
  const page = await enter(host, '/new', NARROWEST)
  await heading(page, en.core.frame.newPost)
  const hands = pointing(page)
  await expectNone(page.getByLabel(en.events.fields.startsAt))
  await hands.choose(en.post.writing.topic, 'Events')
  await hands.fill(en.post.writing.heading, title)
  await hands.fill(en.post.writing.content, `Bring a jacket ${crypto.randomUUID()}.`)
  await page.getByLabel(en.events.fields.startsAt).fill(`${day}T21:30`)
  await hands.fill(starting(en.events.fields.place), 'Roof of the library')
  await look(page, '66-event-writing')
  await hands.press(en.post.writing.publish)
  await heading(page, title)
  await sees(page, 'Roof of the library')

  const others = await enter(guest, '/you', DESK)
  const keys = typing(others)
  await heading(others, en.core.frame.you)
  await keys.within(others.getByRole('main')).follow(en.events.agenda.title)
  await heading(others, en.events.agenda.title)
  await sees(others, 'Roof of the library')
  expect(await downloaded(others, keys, en.events.agenda.all)).toContain(`SUMMARY:${title}`)
  await keys.follow(title)
  await heading(others, title)
  const calendar = await downloaded(others, keys, en.events.event.add)
  const begins = await others.evaluate((time) => new Date(time).toISOString(), `${day}T21:30`)
  expect(calendar).toContain(`DTSTART:${begins.slice(0, 19).replace(/[-:]/g, '')}Z`)
  expect(calendar).toContain('LOCATION:Roof of the library')
})

pageTest('a post for the next hour waits on its author’s profile, and is decided there', async () => {
  const [author, other] = [await student(), await student()]
  const page = await enter(author, '', PHONE)
  await delay(page)
  await sees(page, en.post.delayed.states.waiting)
  expect(await published(author)).toBe(0)

  const others = await enter(other, `/u/${author.id}`, PHONE)
  await heading(others, author.user.username)
  await expectNone(others.getByText(TITLE))

  await press(page, en.post.delayed.publish)
  await heading(page, TITLE)
  expect(await published(author)).toBe(1)

  await delay(page)
  await press(page, en.post.page.delete)
  await press(page.getByRole('dialog'), en.post.page.delete)
  await page.getByRole('heading', { name: en.post.delayed.title }).waitFor({ state: 'hidden' })
  expect(await published(author)).toBe(1)
})
