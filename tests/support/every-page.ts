import { expect, test } from 'bun:test'
import { storage } from '../../db/storage'
import { fileSignUpRequest } from '../../src/campus/auth/sign-up-requests'
import { storeSetting } from '../../src/ground/settings/settings'
import { sealAddress } from '../../src/lib/net/addresses'
import type { ClientPath } from '../../src/pages/client-paths'
import { violations } from './accessibility'
import { NARROWEST, PHONE, stubApi, type WatchedPage } from './browser'
import { comment, newWords, publish, report } from './content'
import { administrator, expectData, HOUR, type Person, student, useNotifications, Visitor } from './kit'
import { misfits, smallTargets, TABLET, walkByKeyboard, walkTo } from './page-walk'
import { usePages } from './pages'
import { expectNoFaults, gone } from './seen'
import { visitAs } from './steps'
import { ok } from './stubbed-pages'
import { en, starting } from './words'

/** No screen is as wide, with letters twice as large. */
const LONG = 'Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen'
const MARKED_UP = `Some **bold** words, ~~struck~~, \`code\` and a [link](https://library.example/renewals?of=books).

| Day | Room | Who brings it | What |
| --- | --- | --- | --- |
| Monday | 12 | everybody | ${LONG} |

\`\`\`
const line = "${'abc1'.repeat(20)}"
\`\`\`

> ${LONG}

- one
- two

||a spoiler||`
const QUESTION = `Where is ${LONG}, and who wants to come along?`

type People = Record<'ada' | 'bob' | 'root', Person>

/** A walk takes half a minute alone, and more than two where much else runs. */
const WALK_MS = 240_000

/** A fresh Quad full of what is hard to fit in, and the tests that walk through its pages. */
export async function useEveryPage() {
  const { openPage, server } = await usePages()
  useNotifications()
  await storage.write((tx) => storeSetting(tx, 'transparency', true))
  const people = { ada: await student(), bob: await student(), root: await administrator('superadmin') }
  const course = await teach(people)
  const question = await talk(people)
  await ask(people)
  const walks = (name: string, person: Person | undefined, pages: Record<string, Stop>) =>
    test(
      name,
      async () => walkAll(await openPage({ ...NARROWEST, lean: false }), server.origin, person, pages),
      WALK_MS,
    )
  return { openPage, server, ...people, question, walks, ...pagesOf(people, question, course) }
}

/** Posts and comments such as are hard to fit in; the id of the longest. */
async function talk({ ada, bob }: People): Promise<string> {
  const { id } = await publish(ada, { title: QUESTION, content: MARKED_UP })
  await ada.patch(`posts/${id}`, { content: `${MARKED_UP}\n\nEdited.` })
  let parentCommentId: string | null = null
  for (const by of [bob, ada, bob, ada, bob, ada, bob]) {
    const said: { id: string } = await comment(by, id, { content: `${LONG} ${newWords()}`, parentCommentId })
    parentCommentId = said.id
  }
  // Enough to walk past what stands at the bottom of the screen.
  for (const by of [ada, bob, ada, bob, ada]) await comment(by, id, { content: newWords() })
  const startsAt = new Date(Date.now() + HOUR).toISOString()
  await publish(bob, { title: 'Concert on the lawn', topic: 'Community Event', startsAt, place: `Behind ${LONG}` })
  return id
}

/** A course with a date, and one that waits; the id of the first. */
async function teach({ ada, bob, root }: People): Promise<string> {
  const { collegeId } = bob.user
  const { course } = await root.post('admin/courses', { collegeId, code: 'AB 101', name: `Seminar on ${LONG}` })
  expectData(await ada.visitor.post('courses/proposals', { code: 'AB 102', name: 'Proposed' }))
  const startsAt = new Date(Date.now() + HOUR).toISOString()
  await publish(bob, { title: `Exam on ${LONG}`, topic: 'Community Event', startsAt, course: course.id })
  return course.id
}

/** What the other pages list. */
async function ask({ ada, bob, root }: People): Promise<void> {
  const { visitor } = ada
  const lathe = await publish(bob, { title: 'The lathe in the hall', isPrivate: true })
  const removed = await publish(ada, { title: 'Removed from here' })
  const removal = { state: 'banned', reason: 'Names a person', rule: 'harassment' }
  await root.put(`moderation/posts/${removed.id}/moderation-state`, removal)
  expectData(await visitor.post('bookmarks', { postId: lathe.id }))
  expectData(await visitor.put('mutes', { kind: 'word', target: 'exam results' }))
  expectData(await visitor.put('mutes', { kind: 'topic', target: 'Showcase' }))
  expectData(await visitor.put('follows', { kind: 'post', target: lathe.id }))
  expectData(await visitor.post(`users/block/${(await student()).id}`))
  await report(ada, lathe.id, { message: LONG })
  expectData(await visitor.post('feedbacks', { type: 'bug', title: `Slow: ${LONG}`, content: 'On the bus.' }))
  const college = { name: `College of ${LONG}`, emailDomain: 'hill.edu', city: 'Nashik', state: 'Maharashtra' }
  const requestedByEmail = 'dean@hill.edu'
  expectData(await new Visitor().post('colleges/requests', { ...college, requestedByEmail }))
  for (const [code, name] of [
    ['CSE', 'Computer Science'],
    ['ME', 'Mechanical Engineering'],
  ])
    await root.post('admin/branches/create', { code, name })
  const waiting = await sealAddress('2023001@campus.edu')
  await storage.write(async (tx) => fileSignUpRequest(tx, waiting, 'en'))
}

/**
 * A page: where it is, unless at its path; how its heading begins, none as the one before; and which buttons, by the
 * beginning of their names, open a dialog; which one does about all that is selected.
 */
type Stop = { at?: string; heading: string; opens?: readonly string[]; opensBulk?: string }

const STRANGERS = {
  '/join': { heading: en.account.join.address },
  '/login': { heading: en.account.login.title },
  '/link': { heading: en.account.link.title },
  '/reset': { at: '/reset#token-1', heading: en.account.reset.choose },
  '/setup': { at: '/setup#token-1', heading: en.setup.page.title },
  '/about/rules': { heading: en.core.about.rules },
  '/about/privacy': { heading: en.core.about.privacy },
  '/about/contact': { heading: en.core.about.contact },
  '/about/moderation': { heading: en.core.about.moderation },
  '/transparency': { heading: en.transparency.page.title },
} satisfies Partial<Record<ClientPath, Stop>>

const PERSON = [en.deskPeople.sanction.suspend, en.deskPeople.role.change, en.deskContent.recent.open, en.notes.add]
const { suspend, recent, withReason } = en.queue.act
const BRANCH = [en.campus.branches.add, en.console.words.edit, en.campus.branches.merge, en.console.words.close]
const COLLEGE = [en.campus.colleges.add, en.console.words.edit, en.campus.look.change, en.campus.picture.change]

/** Of each kind of visitor; so that none is forgotten, the compiler names the page that is missing. */
function pagesOf({ ada, bob }: People, question: string, course: string) {
  const STUDENTS = {
    '/': { heading: en.core.frame.feed },
    '/new': { heading: en.core.frame.newPost },
    '/drafts': { heading: en.drafts.title },
    '/post/:id': {
      at: `/post/${question}`,
      heading: QUESTION,
      opens: [en.post.page.delete, en.ownWords.versions.title, en.post.page.report],
    },
    '/post/:id/edit': { at: `/post/${question}/edit`, heading: en.post.writing.editTitle },
    '/saved': { heading: en.you.saved },
    '/u/:id': { at: `/u/${ada.id}?show=comments`, heading: ada.user.username },
    '/people': { at: `/people?q=${bob.user.username.slice(0, 4)}`, heading: en.you.people },
    '/college': { heading: 'Campus University' },
    '/courses': { heading: en.you.courses, opens: [en.courses.list.propose] },
    '/course/:id': { at: `/course/${course}`, heading: 'AB 101' },
    '/search': { at: '/search?q=lathe', heading: en.core.frame.search },
    '/agenda': { heading: en.events.agenda.title },
    '/you': { heading: en.core.frame.you },
    '/inbox': { heading: en.core.frame.inbox },
    '/settings': { heading: en.you.settings, opens: [en.settings.deletion.open] },
    '/feedback': { heading: en.you.feedback },
    '/invitation': { at: '/invitation#token-1', heading: en.invitation.title },
  } satisfies Partial<Record<ClientPath, Stop>>
  const MODERATORS = {
    '/console': { heading: en.console.ways.dashboard },
    '/console/reports': {
      heading: en.console.ways.reports,
      opens: [en.escalation.escalate, withReason, suspend, recent],
      opensBulk: withReason,
    },
    '/console/held': { heading: en.console.ways.held },
    '/console/appeals': { heading: en.console.ways.appeals },
    '/console/people': { heading: en.console.ways.people },
    '/console/people/:id': { at: `/console/people/${ada.id}`, heading: ada.user.username, opens: PERSON },
    '/console/posts': { heading: en.console.ways.posts },
    '/console/posts/:id': {
      at: `/console/posts/${question}`,
      heading: QUESTION,
      opens: [en.deskContent.decide.ban, en.notes.add, en.edits.open, en.post.page.pin],
    },
    '/console/colleges': { heading: en.console.ways.colleges, opens: COLLEGE },
    '/console/sign-ups': { heading: en.console.ways.signUps, opens: [en.signUps.decide.refuse] },
    '/console/requests': { heading: en.console.ways.requests, opens: [en.campus.requests.approve] },
    '/console/branches': { heading: en.console.ways.branches, opens: BRANCH },
    '/console/courses': {
      heading: en.console.ways.courses,
      opens: [en.courseDesk.add, en.courseDesk.import, en.console.words.edit, en.courseDesk.refuse],
    },
    '/console/memberships': {
      heading: en.console.ways.memberships,
      opens: [en.memberships.memberships.remind],
    },
    '/console/classifier': { heading: en.console.ways.classifier, opens: [en.classifier.reset.open] },
    '/console/words': { heading: en.console.ways.words, opens: [en.words.list.add] },
    '/console/feedback': { heading: en.console.ways.feedback, opens: [en.console.words.delete] },
    '/console/log': { heading: en.console.ways.log },
    '/console/webhooks': { heading: en.console.ways.webhooks, opens: [en.webhooks.list.add] },
    '/console/invitations': { heading: en.console.ways.invitations, opens: [en.invitations.list.add] },
    '/console/poster': { heading: en.console.ways.poster },
    '/console/settings': { heading: en.console.ways.settings, opens: [en.policy.removalReasons.edit] },
  } satisfies Partial<Record<ClientPath, Stop>>
  ;({ ...STRANGERS, ...STUDENTS, ...MODERATORS }) satisfies Record<ClientPath, Stop>
  return { STRANGERS, STUDENTS, MODERATORS }
}

/** Its dialog fits, is free of what axe finds, and can be used and left by keyboard; the button has the focus again then. */
async function openByKeyboard(page: WatchedPage, name: string): Promise<string[]> {
  const opener = page
    .getByRole('main')
    .getByRole('button', { name: starting(name) })
    .first()
  await opener.press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('heading').first().waitFor()
  await gone(dialog.locator('.coming').first())
  const faults = [...(await misfits(page)), ...(await violations(page, 'dialog')), ...(await smallTargets(page))]
  faults.push(...(await walkByKeyboard(page)).faults)
  await page.keyboard.press('Escape')
  await gone(page.locator('dialog'))
  await opener.and(page.locator(':focus')).waitFor()
  return faults.map((fault) => `${name}: ${fault}`)
}

/**
 * Every page fits 320 pixels, also with letters twice as large, in both languages; in one is free of what axe finds and
 * can be used by keyboard alone; in the other speaks that, painted in the dark theme, whose colours can be told apart, and has no control that a finger
 * would miss.
 */
async function walkAll(
  page: WatchedPage,
  origin: string,
  person: Person | undefined,
  pages: Record<string, Stop>,
): Promise<void> {
  if (person === undefined) await stubApi(page, 'GET', '/setup', 200, ok({ needed: true }))
  const start = `${origin}/no/such/page`
  await (person ? visitAs(page, person, start) : page.goto(start))
  const found: string[] = []
  let stops = 0
  for (const language of ['en', 'hi'] as const) {
    if (language === 'hi') {
      await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
      await page.evaluate(() => localStorage.setItem('quad.language', 'hi'))
      await page.reload()
    }
    await page.locator(`html[lang=${language}] h1`).waitFor()
    for (const [path, { at = path, heading, opens = [], opensBulk }] of Object.entries(pages)) {
      await walkTo(page, at)
      const faults = await misfits(page)
      if (language === 'en') {
        expect(await page.locator('h1').textContent()).toStartWith(heading)
        faults.push(...(await violations(page)))
        const walk = await walkByKeyboard(page)
        stops += walk.stops
        faults.push(...walk.faults)
        for (const name of opens) faults.push(...(await openByKeyboard(page, name)))
        if (opensBulk !== undefined) {
          await page.getByRole('main').getByRole('checkbox').first().press('Space')
          faults.push(...(await misfits(page)), ...(await openByKeyboard(page, opensBulk)))
        }
      } else {
        expect([path, await page.locator('main').textContent()]).toEqual([path, expect.stringMatching(IN_HINDI)])
        faults.push(...(await violations(page, ':root', [])), ...(await smallTargets(page, TABLET, PHONE.viewport)))
      }
      found.push(...faults.map((fault) => `${path} in ${language}: ${fault}`))
    }
  }
  console.log(`${Object.keys(pages).length} pages, ${stops} stops by keyboard`)
  expect(found).toEqual([])
  expectNoFaults(page, /status of 404/)
}

const IN_HINDI = /\p{Script=Devanagari}/u
