import { expect } from 'bun:test'
import { look } from '../../support/accessibility'
import { DESK, NARROWEST, PHONE, pageTest } from '../../support/browser'
import { comment, newWords, publish } from '../../support/content'
import { expectData, student, times, useNotifications } from '../../support/kit'
import { usePages } from '../../support/pages'
import { expectNone, gone, heading, said, sees } from '../../support/seen'
import { pointing } from '../../support/steps'
import { en } from '../../support/words'

const { enter } = await usePages()
useNotifications()
const { thread, writing } = en.post
const ASKED = 'When does the hostel mess open on Sundays?'

pageTest(
  'a question that was asked before is followed in place of being asked again, and nothing of it is lost',
  async () => {
    const [asker, other] = await times(2, () => student())
    const { id } = await publish(asker!, { title: ASKED, question: true })
    const page = await enter(other!, '/new', NARROWEST)
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/search/similar')) asked.push(request.url())
    })
    const title = page.getByRole('textbox', { name: writing.heading })
    await title.pressSequentially('Sunday ko mess kab', { delay: 10 })
    await sees(page, en.similar.title)
    const link = page.getByRole('link', { name: ASKED })
    expect(await link.getAttribute('target')).toBe('_blank')
    // Far fewer than there were letters.
    expect(asked.length).toBeLessThan(6)
    await look(page, '71-asked-before')
    await title.fill('Mess')
    await gone(page.getByRole('link', { name: ASKED }))
    await title.fill('Sunday mess kab open hai')
    await page.getByRole('button', { name: en.similar.same }).click()
    await heading(page, ASKED)
    await said(page, en.similar.followed)
    const { posts } = await other!.get('follows')
    expect(posts).toEqual([{ postId: id, title: ASKED }])
    await page.goBack()
    expect(await title.inputValue()).toBe('Sunday mess kab open hai')
  },
)

pageTest(
  'a question is asked, answered, and marked; the answer stands first, and the feed leaves it out of what is open',
  async () => {
    const [asker, helper] = await times(2, () => student())
    const page = await enter(asker!, '/new', PHONE)
    const hands = pointing(page)
    const words = `Where is the bicycle shed ${newWords()}?`
    await hands.fill(writing.heading, words)
    await hands.fill(writing.content, newWords())
    await page.getByLabel(writing.question).check()
    await hands.press(writing.publish)
    await heading(page, words)
    await sees(page, en.core.post.open, { exact: true })
    const id = page.url().split('/').at(-1)!
    await comment(helper!, id, { content: 'No idea, sorry' })
    await comment(helper!, id, { content: 'Behind hostel 4, beside the generator' })

    const feed = await enter(helper!, '/', DESK)
    await feed.getByRole('button', { name: en.core.feed.filter }).click()
    await feed.getByRole('combobox', { name: en.filters.questions }).selectOption('open')
    await feed.getByRole('link', { name: words }).waitFor()
    expect(feed.url()).toContain('question=open')
    await look(feed, '72-open-questions')

    await page.reload()
    const answer = page.getByRole('article').filter({ hasText: 'Behind hostel 4' })
    await answer.getByRole('button', { name: thread.mark }).click()
    await said(page, thread.marked)
    const pinned = page.getByRole('article', { name: thread.answer })
    await pinned.getByText('Behind hostel 4').waitFor()
    await sees(page, en.core.post.answered, { exact: true })
    await look(page, '73-answer')
    await page.reload()
    await pinned.getByText('Behind hostel 4').waitFor()

    await feed.reload()
    await expectNone(feed.getByRole('link', { name: words }))
    const inbox = await enter(helper!, '/inbox', PHONE)
    await inbox.getByRole('link', { name: /was marked as the answer/ }).waitFor()
    await look(inbox, '74-answer-told')
  },
)

pageTest('an answered question whose comments do not load says so, and takes a comment all the same', async () => {
  const [asker, helper] = await times(2, () => student())
  const { id } = await publish(asker!, { title: 'Who has the lab keys?', question: true })
  const { id: commentId } = await comment(helper!, id)
  expectData(await asker!.visitor.put(`posts/${id}/answer`, { commentId }))
  const page = await enter(asker!, '', PHONE)
  await page.context().route(`**/api/v1/comments/post/${id}/tree**`, (route) => route.abort())
  await page.goto(new URL(`/post/${id}`, page.url()).href)
  await sees(page, thread.failed)
  await page.getByRole('textbox', { name: thread.write }).waitFor()
  await page.context().unroute(`**/api/v1/comments/post/${id}/tree**`)
  await page.getByRole('button', { name: en.core.common.retry }).click()
  await page.getByRole('article', { name: thread.answer }).waitFor()
})
