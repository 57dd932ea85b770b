import { expect, test } from 'bun:test'
import { STARTERS } from '../../../public/app/forum/posts/starters'
import { firstWeekText } from '../../../public/app/texts/first-week'
import { look } from '../../support/accessibility'
import { DESK, describePages, PHONE } from '../../support/browser'
import { publish, select } from '../../support/content'
import { administrator, student } from '../../support/kit'
import { walkTo } from '../../support/page-walk'
import { usePages } from '../../support/pages'
import { expectNoFaults, expectNone, focusOnField, gone, heading, holds, said, sees } from '../../support/seen'
import { follow, press } from '../../support/steps'
import { en } from '../../support/words'

const { openPage, server, enter } = await usePages()
const [hostels, chai] = STARTERS
const { week, group } = firstWeekText
const { writing } = en.post
const { starters } = en.checklist

describePages('the first week of a campus', () => {
  test('asks a stranger in, and gives a student a beginning, of which nothing is posted by itself', async () => {
    const stranger = await openPage(PHONE)
    await stranger.goto(server.origin)
    await heading(stranger, week.title, 2)
    await expectNone(stranger.getByRole('button', { name: chai!.en.title }))
    await look(stranger, '50-first-week-stranger')
    await follow(stranger, week.join)
    await focusOnField(stranger, en.account.join.email)

    const page = await enter(await student(), '/', PHONE)
    await heading(page, week.title, 2)
    await look(page, '51-first-week')
    await press(page, chai!.en.title)
    await focusOnField(page, writing.content)
    await holds(page.getByLabel(writing.heading), chai!.en.title)
    await holds(page.getByLabel(writing.topic), 'Ask Campus')
    expect(select('select count(*) as posts from posts')).toEqual([{ posts: 0 }])
    await page.keyboard.insertText('Behind the workshop, before eight.')
    await press(page, writing.publish)
    await heading(page, chai!.en.title)
    expectNoFaults(page)
    expectNoFaults(stranger)
  })

  test('gives a message for the group of a class, to be shared, or copied', async () => {
    const page = await enter(await student(), '/', PHONE)
    await page.evaluate(() => {
      const told = (text: string) => Promise.resolve(void Object.assign(window, { told: text }))
      Object.defineProperty(navigator, 'clipboard', { value: { writeText: told } })
      Reflect.deleteProperty(Navigator.prototype, 'share')
    })
    await page.getByText(week.bring).click()
    await page.getByLabel(group.name).fill('CS201, section B')
    await press(page, group.copy)
    await said(page, group.copied)
    const told = await page.evaluate(() => Reflect.get(window, 'told'))
    expect(told).toStartWith(`${group.greeting('CS201, section B')} `)
    expect(told).toEndWith(`${server.origin}/join`)
    await look(page, '52-class-message')
    expectNoFaults(page)
  })

  test('opens for a moderator each thread in both languages, beside what they had begun', async () => {
    const page = await enter(await administrator(), '/new', DESK)
    await page.getByLabel(writing.heading).fill('My own')
    await page.getByLabel(writing.content).fill('Not finished.')
    await walkTo(page, '/console')
    await heading(page, starters.title, 2)
    await look(page, '53-starters')
    await press(page, `हिन्दी ${hostels!.hi.title}`)
    await holds(page.getByLabel(writing.heading), hostels!.hi.title)
    await holds(page.getByLabel(writing.content), hostels!.hi.content)
    await follow(page, writing.otherDrafts(1))
    await sees(page, 'My own')
    await walkTo(page, '/console')
    await press(page, `English ${hostels!.en.title}`)
    await holds(page.getByLabel(writing.content), hostels!.en.content)
    await page.getByLabel(writing.official).check()
    await press(page, writing.publish)
    await heading(page, hostels!.en.title)
    expect(select('select title from posts where is_official = 1')).toEqual([{ title: hostels!.en.title }])
    expectNoFaults(page)
  })

  test('ends by itself, for students first and then for moderators', async () => {
    const ada = await student()
    for (let each = 0; each < 5; each++) await publish(ada)
    const page = await enter(ada, '/', PHONE)
    await page.getByRole('article').first().waitFor()
    await sees(page, en.core.feed.end)
    await expectNone(page.getByRole('heading', { name: week.title }))
    const desk = await enter(await administrator(), '/console', DESK)
    await heading(desk, starters.title, 2)
    for (let each = 0; each < 5; each++) await publish(ada)
    await walkTo(desk, '/console/words')
    await walkTo(desk, '/console')
    await gone(desk.getByRole('heading', { name: starters.title }))
    expectNoFaults(page)
    expectNoFaults(desk)
  })
})
