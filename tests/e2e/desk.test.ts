import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { DESK, hasBrowser, PHONE, useBrowser } from '../support/browser'
import { pointing, typing } from '../support/hands'
import { administrator, type Data, expectData, PASSWORD, type Person, student, Visitor } from '../support/kit'
import { look } from '../support/looks'
import { publish, queue, report } from '../support/reports'
import { heading, said } from '../support/steps'
import { serveClient } from '../support/web-client'

const openPage = useBrowser()
let server: Awaited<ReturnType<typeof serveClient>>
let admin: Person
let readers: Person[]

beforeAll(async () => {
  server = await serveClient()
  admin = await administrator('superadmin')
  readers = [await student(), await student()]
})
afterAll(() => server.stop())

const WAYS = [
  { where: 'on a phone, pointing', device: PHONE, handsOn: pointing },
  { where: 'at a desk, by keyboard alone', device: DESK, handsOn: typing },
]

/** A post of somebody's that all have reported. */
async function reported(author: Person, title: string): Promise<string> {
  const { id } = await publish(author, { title, content: `${title}. Write to me for the price.` })
  for (const reader of readers) await report(reader, id, { reason: 'spam', message: 'Once a day, everywhere.' })
  return id
}

/** The queue shows what was decided before the server has. */
async function gone(postId: string): Promise<void> {
  while ((await readers[0]!.visitor.get(`posts/${postId}`)).status !== 404) await Bun.sleep(20)
}

describe.skipIf(!hasBrowser)("a moderator's desk", () => {
  test.each(WAYS)('from signing in to a ban, a suspension, a word, a college, and out: $where', async (way) => {
    const [seller, shouter] = [await student(), await student()]
    const domain = `${seller.user.username}.edu`
    const request = { name: `College of ${domain}`, emailDomain: domain, city: 'Nashik', state: 'Maharashtra' }
    const asking = { ...request, requestedByEmail: `dean@${domain}` }
    expectData(await new Visitor().post('colleges/requests', asking), 201)
    const page = await openPage(way.device)
    const hands = way.handsOn(page)
    const asked = hands.within(page.getByRole('dialog'))
    const past = await reported(shouter, 'Listen, all of you')
    const sold = await reported(seller, 'Answers to every exam')

    await page.goto(`${server.origin}/console`)
    await heading(page, 'Sign in')
    await hands.fill('E-mail address', admin.email)
    await hands.fill('Password', PASSWORD)
    await hands.press('Sign in')
    await heading(page, 'Overview')
    await look(page, '80-overview')

    await hands.follow(/^Reports/)
    await heading(page, 'Reports')
    await page.getByText('Write to me for the price.').first().waitFor()
    await look(page, '81-queue')
    await hands.press('Ban')
    await page.getByRole('status').getByText('“Answers to every exam” is banned.').waitFor()
    await gone(sold)
    await hands.press('Suspend author')
    await asked.choose('For how long', '7 days')
    await asked.fill('Reason', 'Shouting at everybody')
    await look(page, '82-suspend')
    await asked.press('Suspend')
    await page.getByText('Nothing waits for a decision.').waitFor()
    await look(page, '83-nothing-waits')
    await gone(past)
    expect(expectData(await shouter.visitor.get('auth/me')).user.suspension.reason).toBe('Shouting at everybody')
    expect((await queue(admin, 'status=pending')).data).toEqual([])

    await hands.follow('Banned words')
    await heading(page, 'Banned words')
    await hands.press('Ban a word')
    await asked.fill('Word or words', `exam seller ${way.where.length}`)
    await asked.press('Ban a word')
    await said(page, 'is banned')
    const draft = { title: 'Offer', content: `I am an exam  seller ${way.where.length}.`, topic: 'Showcase' }
    expect((await readers[0]!.visitor.post('posts', draft)).code).toBe('CONTENT_POLICY_VIOLATION')

    await hands.follow(/^College requests/)
    await heading(page, 'College requests')
    await hands.press(`Approve ${request.name}`)
    await asked.press('Approve')
    await said(page, `${request.name} is approved`)
    const colleges: Data[] = expectData(await admin.visitor.get('admin/colleges/get/all'))
    expect(colleges.filter(({ emailDomain }) => emailDomain === domain)).toHaveLength(1)

    await hands.follow('Audit log')
    await heading(page, 'Audit log')
    await page.getByRole('main').getByRole('listitem').getByText('User suspended').first().waitFor()
    await look(page, '84-log')
    await hands.use(page.locator('header summary'))
    await hands.press('Sign out')
    await heading(page, 'Campus University')
    expect(page.faults).toEqual([])
  })
})
