import { beforeAll, expect, test } from 'bun:test'
import { look, violations } from '../../support/accessibility'
import { DESK, describePages, PHONE } from '../../support/browser'
import { publish } from '../../support/content'
import { administrator, expectData, student } from '../../support/kit'
import { misfits, smallTargets } from '../../support/page-walk'
import { usePages } from '../../support/pages'
import { expectNoFaults, expectNone, gone, heading, sees } from '../../support/seen'
import { pointing } from '../../support/steps'
import { en } from '../../support/words'

const { enter } = await usePages()
const [root, admin] = [await administrator('superadmin'), await administrator()]
const [ada, bob] = [await student(), await student()]
/** The model notices it; the few ways of speaking that the pages know do not. */
const GOODBYE = 'Everything hurts and I have the pills here, this is my goodbye.'
const { title: careTitle, unseen } = en.post.care
const { noticedBy, title, because } = en.classifier.readings
const LOOKS = [
  ['light', PHONE],
  ['dark', PHONE],
  ['light', DESK],
  ['dark', DESK],
] as const

beforeAll(async () => {
  expectData(
    await root.visitor.patch('admin/settings', { helpLines: ['Room 12: 555 1234'], linkDomains: { hold: ['*'] } }),
  )
})

describePages('whoever writes of harming themselves', () => {
  test('sees where help is beneath the post and the comment, once, and nothing else changes', async () => {
    const quiet = await publish(bob, { title: 'A quiet evening' })
    const page = await enter(ada, '/new', PHONE)
    const help = page.getByRole('complementary', { name: careTitle })
    const { fill, press } = pointing(page)
    await fill(en.post.writing.heading, 'To everybody')
    await fill(en.post.writing.content, GOODBYE)
    await press(en.post.writing.publish)
    await heading(page, 'To everybody')
    await help.getByRole('link', { name: '555 1234' }).waitFor()
    // Moderators learn of it.
    await expectNone(page.getByText(unseen))
    await look(page, '48-care-sent', 'main')
    expect([...(await violations(page)), ...(await misfits(page)), ...(await smallTargets(page))]).toEqual([])
    await page.reload()
    await heading(page, 'To everybody')
    await page.getByText(GOODBYE).waitFor()
    await gone(help)

    await page.goto(new URL(`/post/${quiet.id}`, page.url()).href)
    await fill(en.post.thread.write, GOODBYE)
    await press(en.post.thread.send)
    const own = page.getByRole('article').filter({ hasText: GOODBYE }).last()
    await own.getByRole('complementary', { name: careTitle }).waitFor()
    expect(await help.count()).toBe(1)

    await page.reload()
    await own.waitFor()
    await gone(help)
    const words = page.getByLabel(en.post.thread.editComment)
    await own.getByRole('button', { name: en.post.thread.edit }).click()
    await words.fill('I want to kill myself tonight')
    await page.locator('form').filter({ has: words }).getByRole('button', { name: en.post.thread.edit }).click()
    await help.waitFor()
    expectNoFaults(page)
  })

  test('sees it beside a text that waits, too; whoever writes of something else does not', async () => {
    const page = await enter(ada, '/new', DESK)
    const help = page.getByRole('complementary', { name: careTitle })
    const { fill, press } = pointing(page)
    await fill(en.post.writing.heading, 'Read this')
    await fill(en.post.writing.content, `${GOODBYE} https://letters.example.org/mine`)
    await press(en.post.writing.publish)
    await heading(page, 'Read this')
    await sees(page.getByRole('main'), en.held.title)
    await help.waitFor()
    await page.goto(new URL('/new', page.url()).href)
    await fill(en.post.writing.heading, 'Library hours')
    await fill(en.post.writing.content, 'The library is open until ten.')
    await press(en.post.writing.publish)
    await heading(page, 'Library hours')
    await expectNone(help)
    expectNoFaults(page)
  })
})

describePages('moderators read what was noticed and why', () => {
  test.each(LOOKS)('in reports and beside waiting texts: %s, %o', async (colorScheme, size) => {
    const page = await enter(admin, '/about/rules', size)
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.goto(new URL('/console/reports', page.url()).href)
    await sees(page, noticedBy)
    for (const path of ['/console/reports', '/console/held']) {
      if (path === '/console/held') await page.goto(new URL(path, page.url()).href)
      const reading = page.getByRole('list', { name: title }).getByRole('listitem').first()
      await sees(reading, because)
      expect(await reading.textContent()).toMatch(/^Self-harm \d\d%/)
      await look(page, `56-readings${path.replaceAll('/', '-')}`)
      expect([...(await violations(page)), ...(await misfits(page)), ...(await smallTargets(page))]).toEqual([])
    }
    expectNoFaults(page)
  })

  test('closed reports say it, too', async () => {
    const page = await enter(admin, '/console/reports?status=ignored', DESK)
    await heading(page, en.console.ways.reports)
    await expectNone(page.getByText(noticedBy))
    const { data } = await admin.get('admin/manage/reports')
    for (const { reports } of data) await admin.patch(`reports/${reports[0].id}`, { status: 'ignored' })
    await page.reload()
    await page.getByText(noticedBy).first().waitFor()
    await expectNone(page.getByText(en.queue.closed.byReporter))
    expectNoFaults(page)
  })
})
