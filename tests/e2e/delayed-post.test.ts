import { describe, expect, test } from 'bun:test'
import { look } from '../support/accessibility'
import { hasBrowser, PHONE, useBrowser, type WatchedPage } from '../support/browser'
import { expectData, type Person, student, Visitor } from '../support/kit'
import { heading, pointing, visitAs } from '../support/steps'
import { useClient } from '../support/web-client'
import { en } from '../support/words'

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

const published = async ({ id }: Person): Promise<number> =>
  expectData(await new Visitor().get(`posts/user/${id}`)).posts.length

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
