import { expect, test } from 'bun:test'
import { violations } from '../../support/accessibility'
import { DESK, describePages, PHONE } from '../../support/browser'
import { newWords, publish } from '../../support/content'
import { administrator, inHours, student } from '../../support/kit'
import { smallTargets } from '../../support/page-walk'
import { usePages } from '../../support/pages'
import { expectNoFaults, gone, heading, said, sees } from '../../support/seen'
import { pointing } from '../../support/steps'
import { until } from '../../support/until'
import { en } from '../../support/words'

const { enter, server } = await usePages()
const [ada, root] = [await student(), await administrator()]
const { list, course: words, field, following, calendar } = en.courses
const desk = en.courseDesk
const algorithms = 'CS 201 · Algorithms'

/** The calendar at the address, which names the server by its public name. */
const calendarAt = (address: string) => fetch(server.origin + new URL(address).pathname)

describePages('courses', () => {
  test('one is proposed, and moderators accept it; lists come by file, with each wrong line told', async () => {
    const page = await enter(ada, '/courses', PHONE)
    const { press, within } = pointing(page)
    await sees(page, list.none)
    await press(list.propose)
    const asked = within(page.getByRole('dialog'))
    await asked.fill(list.code, 'CS 201')
    await asked.fill(list.name, 'Algorithms')
    await asked.press(list.propose)
    await said(page, list.proposed)

    const console = await enter(root, '/console/courses', DESK)
    const hands = pointing(console)
    const dialog = console.getByRole('dialog')
    await sees(console, desk.states.proposed)
    await hands.press(`${desk.accept} CS 201`)
    await said(console, desk.isState('CS 201', desk.states.open))
    await gone(console.getByText(desk.states.proposed))

    await hands.press(desk.import)
    const file = { name: 'courses.csv', mimeType: 'text/csv', buffer: Buffer.from('MA 101,Analysis\nPH 101\nPH 102') }
    await dialog.getByLabel(desk.file).setInputFiles(file)
    await hands.within(dialog).press(desk.import)
    await sees(dialog.locator('#csv-error'), `${desk.line('2')}: `)
    await sees(dialog.locator('#csv-error'), `${desk.line('3')}: `)
    await hands.within(dialog).fill(desk.csv, 'MA 101,Analysis\nPH 101,"Light, and heat"')
    await hands.within(dialog).press(desk.import)
    await said(console, desk.imported(2, 0))
    await hands.press(`${en.console.words.close} MA 101`)
    await said(console, desk.isState('MA 101', desk.states.closed))

    await page.reload()
    await page.getByLabel(list.search).fill('light')
    await sees(page, 'Light, and heat')
    await gone(page.getByText('Algorithms'))
    expectNoFaults(page)
    expectNoFaults(console, /400/)
  })

  test('a post is written in one from its page, which shows its dates first, and is followed', async () => {
    const { courses } = await ada.get(`courses?collegeId=${ada.user.collegeId}&q=cs201`)
    const { id } = courses[0]
    await publish(ada, { title: 'Midterm', topic: 'Community Event', startsAt: inHours(40), course: id })
    const page = await enter(ada, '/courses', PHONE)
    const { press, follow, fill } = pointing(page)
    await follow('CS 201')
    await heading(page, algorithms)
    await heading(page, words.dates, 2)
    await follow(words.write)
    const chosen = page.getByLabel(field.label)
    await chosen.waitFor()
    expect(await chosen.inputValue()).toBe(algorithms)

    await fill(en.post.writing.heading, 'Who has notes on heaps?')
    await fill(en.post.writing.content, newWords())
    await chosen.fill('Alchemy')
    await press(en.post.writing.publish)
    await sees(page.locator('#course-error'), field.unknown)
    await chosen.fill('cs201')
    // Kept with the draft.
    await page.reload()
    await chosen.waitFor()
    expect(await chosen.inputValue()).toBe(algorithms)
    await press(en.post.writing.publish)
    await heading(page, 'Who has notes on heaps?')
    await follow(algorithms)
    await heading(page, algorithms)
    await sees(page, 'Who has notes on heaps?')
    await page.getByRole('link', { name: en.core.feed.sorts.newest, exact: true }).click()
    await page.waitForURL(/\/course\/.*sort=newest/)
    await heading(page, algorithms)
    await press(en.following.follow.follow)
    await said(page, en.following.follow.followedTopic)
    expect(await violations(page)).toEqual([])
    expect(await smallTargets(page)).toEqual([])
    expect(await ada.get('follows')).toMatchObject({ courses: [{ id, code: 'CS 201' }] })

    await page.goto(page.url().replace(/course.*/, ''))
    await follow('CS 201')
    await heading(page, algorithms)
    expectNoFaults(page)
  })

  test('a post keeps its course where the list of courses does not come', async () => {
    const { courses } = await ada.get(`courses?collegeId=${ada.user.collegeId}&q=cs201`)
    const page = await enter(ada, '', PHONE)
    await page.context().route('**/api/v1/courses?**', (route) => route.abort())
    await page.goto(`${server.origin}/new?course=${courses[0].id}`)
    const { press, fill } = pointing(page)
    await fill(en.post.writing.heading, 'Are heaps in the exam?')
    await fill(en.post.writing.content, newWords())
    await page.getByLabel(en.post.writing.question).check()
    await press(en.post.writing.publish)
    await heading(page, 'Are heaps in the exam?')
    await sees(page, algorithms)
    await page.context().unroute('**/api/v1/courses?**')
  })

  test('what is followed stands in the settings, with a calendar address that is told once and ends', async () => {
    const page = await enter(ada, '/settings#following', PHONE)
    const { press, within } = pointing(page)
    const dialog = page.getByRole('dialog')
    await page.getByRole('link', { name: algorithms }).waitFor()
    await press(calendar.make)
    const address = await page.getByLabel(calendar.address).inputValue()
    expect(await (await calendarAt(address)).text()).toContain('SUMMARY:Midterm')

    await press(calendar.renew)
    const shown = page.getByLabel(calendar.address)
    await until(async () => (await shown.inputValue()) !== address, 'a new address')
    const renewed = await shown.inputValue()
    expect((await calendarAt(address)).status).toBe(404)
    await page.reload()
    await sees(page, calendar.renew)
    await gone(page.getByLabel(calendar.address))
    await press(calendar.revoke)
    await within(dialog).press(calendar.revoke)
    await said(page, calendar.revoked)
    expect((await calendarAt(renewed)).status).toBe(404)

    await press(following.undoOne(algorithms))
    await sees(page, following.none)
    expectNoFaults(page)
  })
})
