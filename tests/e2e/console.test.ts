import { describe, expect, test } from 'bun:test'
import { look } from '../support/accessibility'
import { DESK, hasBrowser, PHONE, useBrowser, type WatchedPage } from '../support/browser'
import { publish, queue, report } from '../support/content'
import { administrator, type Data, expectData, fails, PASSWORD, type Person, student, Visitor } from '../support/kit'
import { goToYou, type Hands, heading, pointing, said, typing, visitAs } from '../support/steps'
import { until } from '../support/until'
import { useClient } from '../support/web-client'
import { en, starting } from '../support/words'

const openPage = useBrowser()

const server = await useClient()
const admin = await administrator('superadmin')
const readers = [await student(), await student()]

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
  // Of what is as grave, the queue shows first what waits for longer.
  const sold = await reported(await student(), 'Answers to every exam')
  return [shouter, await reported(shouter, 'Listen, all of you'), sold]
}

/** The queue shows what was decided before the server has. */
async function gone(postId: string): Promise<void> {
  await until(async () => (await readers[0]!.visitor.get(`posts/${postId}`)).status === 404, 'the decision')
}

async function openQueue(page: WatchedPage, hands: Hands): Promise<void> {
  await hands.follow(starting(en.console.ways.reports))
  await heading(page, en.queue.page.title)
  await page.getByText('Write to me for the price.').first().waitFor()
}

/** Bans the one post, and suspends the author of the other. */
async function decide(page: WatchedPage, hands: Hands, [shouter, past, sold]: Reported): Promise<void> {
  await hands.press(en.queue.act.banned)
  await said(page, en.queue.note.banned(en.queue.note.post('Answers to every exam')))
  await gone(sold)
  await hands.press(en.queue.act.suspend)
  const asked = hands.within(page.getByRole('dialog'))
  await asked.choose(en.deskPeople.sanction.length, en.deskPeople.sanction.lengths[7])
  await asked.fill(en.deskPeople.sanction.reason, 'Shouting at everybody')
  await asked.press(en.deskPeople.sanction.suspend)
  await page.getByText(en.queue.page.empty).waitFor()
  await gone(past)
  expect((await shouter.get('auth/me')).user.suspension.reason).toBe('Shouting at everybody')
  expect((await queue(admin, 'status=pending')).data).toEqual([])
}

describe.skipIf(!hasBrowser)("a moderator's desk", () => {
  test('on a phone, pointing: from the overview to a ban, a suspension, a word and a college', async () => {
    const request = { name: 'College of the hill', emailDomain: 'hill.edu', city: 'Nashik', state: 'Maharashtra' }
    const asking = { ...request, requestedByEmail: 'dean@hill.edu' }
    expectData(await new Visitor().post('colleges/requests', asking))
    const page = await openPage(PHONE)
    const hands = pointing(page)
    const asked = hands.within(page.getByRole('dialog'))
    const both = await twoReported()
    await visitAs(page, admin, `${server.origin}/console`)
    await heading(page, en.dashboard.page.title)
    await look(page, '80-overview')
    await openQueue(page, hands)
    await look(page, '81-queue')
    await decide(page, hands, both)

    await hands.follow(en.console.ways.words)
    await heading(page, en.words.list.title)
    await hands.press(en.words.list.add)
    await asked.fill(en.words.list.word, 'exam seller')
    await asked.press(en.words.list.add)
    await said(page, en.words.list.added('exam seller'))
    const draft = { title: 'Offer', content: 'I am an exam  seller.', topic: 'Showcase' }
    await fails(readers[0]!.visitor.post('posts', draft), 'CONTENT_POLICY_VIOLATION')

    await hands.follow(starting(en.console.ways.requests))
    await heading(page, en.campus.requests.title)
    await hands.press(`${en.campus.requests.approve} ${request.name}`)
    await asked.press(en.campus.requests.approve)
    await said(page, en.campus.requests.approved(request.name))
    const colleges: Data[] = await admin.get('admin/colleges/get/all')
    expect(colleges.filter(({ emailDomain }) => emailDomain === request.emailDomain)).toHaveLength(1)
    expect(page.faults).toEqual([])
  })

  test('at a desk, by keyboard alone: from signing in to a ban, a suspension, its entry in the log, and out', async () => {
    const page = await openPage(DESK)
    const hands = typing(page)
    const both = await twoReported()
    await page.goto(`${server.origin}/console`)
    await heading(page, en.account.login.title)
    await hands.press(en.account.login.byPassword)
    await hands.fill(en.account.login.email, admin.email)
    await hands.fill(en.account.login.password, PASSWORD)
    await hands.press(en.account.login.submit)
    await heading(page, en.dashboard.page.title)
    await openQueue(page, hands)
    await decide(page, hands, both)
    await look(page, '83-nothing-waits', 'main')
    await hands.follow(en.console.ways.log)
    await heading(page, en.audit.log.title)
    await page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ hasText: `${admin.user.username} suspended ` })
      .first()
      .waitFor()
    await goToYou(page, hands)
    await hands.press(en.you.signOut)
    await heading(page, 'Campus University')
    expect(page.faults).toEqual([])
  })
})
