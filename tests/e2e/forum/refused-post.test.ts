import { expect } from 'bun:test'
import { en as serverText } from '../../../src/messages/en'
import { DESK, PHONE, pageTest, type WatchedPage } from '../../support/browser'
import { administrator, fails, student } from '../../support/kit'
import { walkTo } from '../../support/page-walk'
import { usePages } from '../../support/pages'
import { expectNoFaults, expectNone, gone, heading, said, sees } from '../../support/seen'
import { pointing, visitAs } from '../../support/steps'
import { en } from '../../support/words'

const { openPage, server, enter } = await usePages()
const root = await administrator('superadmin')

const TITLE = 'Two concert tickets for Saturday night'
const CONTENT = 'In the first row, and cheaper than at the box office.'

async function write(page: WatchedPage, title = TITLE, content = CONTENT): Promise<void> {
  const hands = pointing(page)
  await walkTo(page, '/new')
  await hands.fill(en.post.writing.heading, title)
  await hands.fill(en.post.writing.content, content)
  await hands.choose(en.post.writing.topic, 'Showcase')
  await hands.press(en.post.writing.publish)
}

/** The refusal is read, and the text is there, also after a reload. */
async function refused(page: WatchedPage, words: string, title = TITLE): Promise<void> {
  await sees(page.getByRole('alert'), words)
  expect(await page.getByLabel(en.post.writing.heading).inputValue()).toBe(title)
  await page.reload()
  expect(await page.getByLabel(en.post.writing.content).inputValue()).toBe(CONTENT)
  // The topics come later than the form.
  const topic = page.getByLabel(en.post.writing.topic)
  await topic.getByRole('option', { name: 'Showcase' }).waitFor({ state: 'attached' })
  expect(await topic.inputValue()).toBe('Showcase')
}

pageTest('a post that is refused because it is the same again says so and loses nothing', async () => {
  const page = await enter(await student(), '', PHONE)
  await write(page)
  await heading(page, TITLE)
  await write(page)
  await refused(page, serverText.errors.DUPLICATE)
  await pointing(page).press(en.post.writing.publish)
  await sees(page.getByRole('alert'), serverText.errors.DUPLICATE)
  // What was refused is no longer what is written.
  await page.getByLabel(en.post.writing.heading).fill('A piano, to whoever carries it')
  await gone(page.getByRole('alert'))
  await page.getByLabel(en.post.writing.content).fill('Upright, black, on the fourth floor of the old hall.')
  await page.keyboard.press('Control+Enter')
  await heading(page, 'A piano, to whoever carries it')
  expectNoFaults(page, /status of 409/)
})

pageTest('a held post is for its author alone until a moderator publishes it', async () => {
  await root.patch('admin/settings', { linkDomains: { hold: ['waits.example.org'] } })
  const [page, desk] = [await openPage(PHONE), await openPage(DESK)]
  const [ann, ben] = [await student(), await student()]
  await visitAs(page, ann, server.origin)
  await write(page, TITLE, 'All of them at https://waits.example.org/tickets')
  await heading(page, TITLE)
  await page.getByRole('main').getByText(en.held.title).first().waitFor()
  const path = new URL(page.url()).pathname
  await fails(ben.visitor.get(`posts/${path.split('/').pop()}`), 404)

  await visitAs(desk, root, `${server.origin}/console/held`)
  await desk.getByRole('listitem').getByText(TITLE).first().waitFor()
  await desk.keyboard.press('r')
  await said(desk, en.heldQueue.done.release)
  await sees(desk, en.heldQueue.page.empty)

  await page.reload()
  await heading(page, TITLE)
  await expectNone(page.getByRole('main').getByText(en.held.title))
  expect((await ben.get(`posts/${path.split('/').pop()}`)).post.title).toBe(TITLE)
})

/** Like somebody who pastes: the field takes what it has room for. */
const paste = async (page: WatchedPage, label: string, text: string) => {
  await page.getByLabel(label).click()
  await page.keyboard.insertText(text)
}
const inHindi = (length: number) => 'आज कैंपस में बहुत अच्छा दिन था। '.repeat(length / 30).slice(0, length)

pageTest('a text as long as it may be is published in Hindi, too, and answered in emoji', async () => {
  const page = await enter(await student(), '/new', PHONE)
  const hands = pointing(page)
  await heading(page, en.core.frame.newPost)
  await hands.fill(en.post.writing.heading, TITLE)
  await paste(page, en.post.writing.content, inHindi(12_000))
  expect(await page.getByLabel(en.post.writing.content).inputValue()).toHaveLength(10_000)
  await hands.choose(en.post.writing.topic, 'Showcase')
  await hands.press(en.post.writing.publish)
  await heading(page, TITLE)
  await paste(page, en.post.thread.write, '🦦🎓'.repeat(250))
  await hands.press(en.post.thread.send)
  await sees(page, '🦦🎓'.repeat(250))
  expectNoFaults(page)
})
