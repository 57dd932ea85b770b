import { expect } from 'bun:test'
import { countPolls } from '../../../src/forum/votes/polls'
import { look } from '../../support/accessibility'
import { DESK, NARROWEST, PHONE, pageTest, type WatchedPage } from '../../support/browser'
import { newWords, publish } from '../../support/content'
import { expectData, later, student, times } from '../../support/kit'
import { usePages } from '../../support/pages'
import { expectNone, heading, sees } from '../../support/seen'
import { pointing } from '../../support/steps'
import { en, starting } from '../../support/words'

const { enter } = await usePages()
const { fields, poll: words } = en.polls
const choice = (page: WatchedPage, number: number) => page.getByRole('textbox', { name: fields.choice(number) })
/** Not the arrows. */
const vote = (page: WatchedPage) => page.getByRole('button', { name: words.vote, exact: true })

pageTest('a poll is asked, voted in by two, and counted at its end', async () => {
  const [author, voter, ...others] = await times(6, () => student())
  const page = await enter(author!, '/new', NARROWEST)
  const hands = pointing(page)
  await hands.fill(en.post.writing.heading, 'Where do we meet?')
  await hands.fill(en.post.writing.content, newWords())
  await hands.press(fields.add)
  await choice(page, 1).fill('The canteen')
  await choice(page, 2).fill('the Canteen')
  await hands.press(fields.addChoice)
  await choice(page, 3).fill('Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen')
  await look(page, '67-poll-writing')
  // Two alike are refused at their field, and nothing is lost; nor by a page that is loaded again.
  await hands.press(en.post.writing.publish)
  await sees(page, 'Two choices are the same.')
  await page.reload()
  await choice(page, 2).fill('The lawn')
  await hands.press(fields.removeChoice(1))
  expect(await choice(page, 1).inputValue()).toBe('The lawn')
  await hands.press(en.post.writing.publish)
  await heading(page, 'Where do we meet?')
  await page.getByRole('radio', { name: 'The lawn' }).check()
  await look(page, '68-poll-open')
  await vote(page).click()
  await sees(page, starting(words.voted))
  await expectNone(page.getByRole('radio'))
  const id = page.url().split('/').at(-1)!

  const feed = await enter(voter!, '/?sort=newest', DESK)
  await vote(feed).press('Enter')
  await sees(feed, en.core.form.required)
  await feed.getByRole('radio', { name: 'The lawn' }).focus()
  await feed.keyboard.press('ArrowDown')
  await feed.keyboard.press('Enter')
  await sees(feed, starting(words.voted))
  await look(feed, '69-poll-voted')

  for (const each of others) expectData(await each.visitor.put(`posts/${id}/poll`, { option: 0 }))
  later(24 * 3_600_000)
  await countPolls()
  later(-24 * 3_600_000)
  await page.reload()
  await sees(page, `${words.ended} ${words.votes(6)}`)
  await sees(page, `83% · ${words.votes(5)}`)
  await look(page, '70-poll-ended')
})

pageTest('offline a poll is shown and says why nobody can vote', async () => {
  const reader = await student()
  const { id, title } = await publish(await student(), { title: 'Tea?', poll: { options: ['Yes', 'No'], hours: 6 } })
  const page = await enter(reader, `/post/${id}`, PHONE)
  await heading(page, title)
  await page.getByRole('radio', { name: 'Yes' }).check()
  await page.context().setOffline(true)
  await vote(page).click()
  await sees(page, starting(words.away))
  await page.context().setOffline(false)
})
