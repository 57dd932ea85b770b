import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { DESK, hasBrowser, PHONE, useBrowser, type WatchedPage } from '../support/browser'
import { type Hands, pointing, typing } from '../support/hands'
import { administrator, type Data, expectData, PASSWORD, type Person, student, Visitor } from '../support/kit'
import { look } from '../support/looks'
import { publish, queue, report } from '../support/reports'
import { heading, said, visitAs } from '../support/steps'
import { until } from '../support/until'
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

/** A post of somebody's that all have reported. */
async function reported(author: Person, title: string): Promise<string> {
  const { id } = await publish(author, { title, content: `${title}. Write to me for the price.` })
  for (const reader of readers) await report(reader, id, { reason: 'spam', message: 'Once a day, everywhere.' })
  return id
}

/** Somebody who shouts, their post, and what somebody else sells. */
type Reported = [shouter: Person, past: string, sold: string]

async function twoReported(): Promise<Reported> {
  const shouter = await student()
  const past = await reported(shouter, 'Listen, all of you')
  return [shouter, past, await reported(await student(), 'Answers to every exam')]
}

/** The queue shows what was decided before the server has. */
async function gone(postId: string): Promise<void> {
  await until(async () => (await readers[0]!.visitor.get(`posts/${postId}`)).status === 404, 'the decision')
}

async function openQueue(page: WatchedPage, hands: Hands): Promise<void> {
  await hands.follow(/^Reports/)
  await heading(page, 'Reports')
  await page.getByText('Write to me for the price.').first().waitFor()
}

/** Bans the one post, and suspends the author of the other. */
async function decide(page: WatchedPage, hands: Hands, [shouter, past, sold]: Reported): Promise<void> {
  await hands.press('Ban')
  await said(page, '“Answers to every exam” is banned.')
  await gone(sold)
  await hands.press('Suspend author')
  const asked = hands.within(page.getByRole('dialog'))
  await asked.choose('For how long', '7 days')
  await asked.fill('Reason', 'Shouting at everybody')
  await asked.press('Suspend')
  await page.getByText('Nothing waits for a decision.').waitFor()
  await gone(past)
  expect(expectData(await shouter.visitor.get('auth/me')).user.suspension.reason).toBe('Shouting at everybody')
  expect((await queue(admin, 'status=pending')).data).toEqual([])
}

describe.skipIf(!hasBrowser)("a moderator's desk", () => {
  test('on a phone, pointing: from the overview to a ban, a suspension, a word and a college', async () => {
    const request = { name: 'College of the hill', emailDomain: 'hill.edu', city: 'Nashik', state: 'Maharashtra' }
    const asking = { ...request, requestedByEmail: 'dean@hill.edu' }
    expectData(await new Visitor().post('colleges/requests', asking), 201)
    const page = await openPage(PHONE)
    const hands = pointing(page)
    const asked = hands.within(page.getByRole('dialog'))
    const both = await twoReported()
    await visitAs(page, admin, `${server.origin}/console`)
    await heading(page, 'Overview')
    await look(page, '80-overview')
    await openQueue(page, hands)
    await look(page, '81-queue')
    await decide(page, hands, both)

    await hands.follow('Banned words')
    await heading(page, 'Banned words')
    await hands.press('Ban a word')
    await asked.fill('Word or words', 'exam seller')
    await asked.press('Ban a word')
    await said(page, 'is banned')
    const draft = { title: 'Offer', content: 'I am an exam  seller.', topic: 'Showcase' }
    expect((await readers[0]!.visitor.post('posts', draft)).code).toBe('CONTENT_POLICY_VIOLATION')

    await hands.follow(/^College requests/)
    await heading(page, 'College requests')
    await hands.press(`Approve ${request.name}`)
    await asked.press('Approve')
    await said(page, `${request.name} is approved`)
    const colleges: Data[] = expectData(await admin.visitor.get('admin/colleges/get/all'))
    expect(colleges.filter(({ emailDomain }) => emailDomain === request.emailDomain)).toHaveLength(1)
    expect(page.faults).toEqual([])
  })

  test('at a desk, by keyboard alone: from signing in to a ban, a suspension, its entry in the log, and out', async () => {
    const page = await openPage(DESK)
    const hands = typing(page)
    const both = await twoReported()
    await page.goto(`${server.origin}/console`)
    await heading(page, 'Sign in')
    await hands.fill('E-mail address', admin.email)
    await hands.fill('Password', PASSWORD)
    await hands.press('Sign in')
    await heading(page, 'Overview')
    await openQueue(page, hands)
    await decide(page, hands, both)
    await look(page, '83-nothing-waits', 'main')
    await hands.follow('Audit log')
    await heading(page, 'Audit log')
    await page.getByRole('main').getByRole('listitem').getByText('User suspended').first().waitFor()
    await hands.use(page.locator('header summary'))
    await hands.press('Sign out')
    await heading(page, 'Campus University')
    expect(page.faults).toEqual([])
  })
})
