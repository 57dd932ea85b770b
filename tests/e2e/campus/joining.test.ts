import { afterEach, expect, setSystemTime, test } from 'bun:test'
import type { Locator } from 'playwright-core'
import { config } from '../../../src/config'
import { hourlyMail } from '../../../src/lib/mail/budget'
import { en as serverText } from '../../../src/messages/en'
import { look } from '../../support/accessibility'
import { describePages, PHONE } from '../../support/browser'
import { newWords, publish, select } from '../../support/content'
import { administrator, configured, HOUR, later, newEmail, student } from '../../support/kit'
import { walkTo } from '../../support/page-walk'
import { usePages } from '../../support/pages'
import { expectNoFaults, expectNone, focusOn, focusOnField, gone, heading, said, sees } from '../../support/seen'
import { collegeWithBranches, follow, forgetSession, goToYou, press, signIn, tabTo, visitAs } from '../../support/steps'
import { moveTo } from '../../support/stubbed-pages'
import { mailsTo, otpFor } from '../../support/traces'
import { until } from '../../support/until'
import { en } from '../../support/words'

const { openPage, server } = await usePages()
await collegeWithBranches(await administrator('superadmin'), 'river.edu')

describePages('joining, on a phone', () => {
  test('whose college is not here asks for it, by keyboard', async () => {
    const page = await openPage(PHONE)
    await page.goto(`${server.origin}/join`)
    await expectNone(page.getByText(en.account.invitation.back))
    const ask = async (email: string) => {
      await page.getByLabel(en.account.join.email).fill(email)
      await page.keyboard.press('Enter')
    }
    await ask('71234567@hill.edu')
    await sees(page.locator('#email-error'), serverText.errors.COLLEGE_NOT_FOUND)
    await tabTo(page, en.account.join.wantCollege)
    await page.keyboard.press('Enter')
    await heading(page, en.account.request.title)
    await focusOn(page, en.account.request.title)
    expect(await page.getByLabel(en.account.request.email).inputValue()).toBe('71234567@hill.edu')
    await press(page, en.account.request.send)
    await sees(page.locator('#name-error'), en.core.form.required)
    await look(page, '41-college-request', 'main')
    const fill = async () => {
      for (const [label, words] of [
        [en.account.request.name, 'Hill College'],
        [en.account.request.city, 'Hilltown'],
        [en.account.request.state, 'Iowa'],
      ] as const)
        await page.getByLabel(label).fill(words)
    }
    await fill()
    await page.getByLabel(en.account.request.email).fill('1@mailinator.com')
    await press(page, en.account.request.send)
    await sees(page.locator('#requestedByEmail-error'), serverText.errors.DISPOSABLE_EMAIL)
    await page.getByLabel(en.account.request.email).fill('71234567@hill.edu')
    await page.keyboard.press('Enter')
    await heading(page, en.account.request.done)
    await sees(page, en.account.request.doneHow('71234567@hill.edu'))
    expect(select('select name, email_domain as domain, status from college_requests')).toEqual([
      { name: 'Hill College', domain: 'hill.edu', status: 'pending' },
    ])

    await press(page, en.account.request.back)
    await heading(page, en.account.join.address)
    for (const [email, found] of [
      ['72222222@hill.edu', en.account.request.asked],
      [newEmail(), en.account.request.here],
    ] as const) {
      await moveTo(page, '/login?error=COLLEGE_NOT_FOUND')
      await follow(page.getByRole('alert'), en.account.join.wantCollege)
      await heading(page, en.account.request.title)
      await page.getByLabel(en.account.request.email).fill(email)
      await fill()
      await page.keyboard.press('Enter')
      await heading(page, found)
    }
    expectNoFaults(page, /status of 40[0149]/)
  })

  test('where the college offers branches, one of them is chosen, and changed later', async () => {
    const page = await openPage(PHONE)
    const newcomer = await student({ domain: 'river.edu', onboard: false })
    await visitAs(page, newcomer, `${server.origin}/settings`)
    await heading(page, en.you.settings)
    await heading(page, en.settings.sections.sessions, 3)
    await expectNone(page.getByRole('heading', { name: en.settings.sections.blocked }))
    await expectNone(page.getByLabel(en.account.join.branchLabel))
    await follow(page, en.core.frame.finish)
    await heading(page, en.account.join.branch)
    const offered = page.getByRole('group', { name: en.account.join.chooseBranch }).getByRole('button')
    await offered.first().waitFor()
    expect(await offered.allTextContents()).toEqual(['Botany (BOT)', 'Computer Science (CSE)'])
    await tabTo(page, 'Computer Science (CSE)')
    await page.keyboard.press('Enter')
    await heading(page, en.account.join.terms)
    await press(page, en.account.join.accept)
    // Back where the link to the rest of joining was.
    await heading(page, en.you.settings)

    await goToYou(page)
    await follow(page, en.you.settings)
    await heading(page, en.you.settings)
    expect(await page.getByLabel(en.account.join.branchLabel).inputValue()).toBe('CSE')
    await page.getByLabel(en.account.join.branchLabel).selectOption('Botany (BOT)')
    await tabTo(page, en.settings.account.saveBranch)
    await page.keyboard.press('Enter')
    await said(page, en.settings.account.branchSaved)
    const { user } = await newcomer.get('auth/me')
    expect(user.branch).toBe('BOT')
    expectNoFaults(page)
  })

  test('a stranger who votes is invited, joins in six taps, and comes back to the post with the vote', async () => {
    const author = await student({ domain: 'river.edu' })
    const { id } = await publish(author, { title: 'Is the river warm?', content: newWords(), topic: 'Ask Campus' })
    const page = await openPage(PHONE)
    await page.goto(server.origin)
    let taps = 0
    const tap = async (what: Locator) => {
      await what.click()
      taps++
    }
    const button = (name: string) => page.getByRole('button', { name })
    const card = page.getByRole('article').filter({ hasText: 'Is the river warm?' })
    await tap(card.getByRole('button', { name: en.core.post.upvote }))
    await heading(page, en.account.join.address)
    await sees(page, en.account.invitation.vote.upvote)
    await sees(page, en.account.join.addressLead)
    await look(page, '44-invited')
    const email = newEmail('river.edu')
    await focusOnField(page, en.account.join.email)
    await page.keyboard.type(email)
    await tap(button(en.account.join.send))
    await focusOnField(page, en.account.join.codeLabel)
    const code = (await otpFor(email)).replace(/(...)/, '$1 ')
    await page.keyboard.insertText(`Your code is ${code}. It is valid for 15 minutes.`)
    // Held down, and "Paste".
    taps += 2
    await heading(page, en.account.join.branch)
    await tap(button('Computer Science (CSE)'))
    await heading(page, en.account.join.terms)
    await tap(button(en.account.join.accept))
    await heading(page, 'Is the river warm?')
    await said(page, en.account.invitation.voted.upvote)
    expect(new URL(page.url()).pathname).toBe(`/post/${id}`)
    await sees(page, en.core.post.votes(1, 0))
    console.log(`joined in ${taps} taps`)
    expect(taps).toBeLessThanOrEqual(6)
    expect(select('select password_hash as hash from identities order by created_at desc limit 1')).toEqual([
      { hash: null },
    ])
    expectNoFaults(page)
  })

  test('a stranger reads the pages of the place, with JavaScript or without; what a superadmin writes is there at once', async () => {
    const page = await openPage(PHONE)
    await page.goto(`${server.origin}/about/rules`)
    await sees(page, 'Don’t out anyone')
    const root = await administrator('superadmin')
    await visitAs(page, root, `${server.origin}/console/settings`)
    const form = page.getByRole('form', { name: en.policy.pages.titles.contactPage })
    await form.getByLabel(en.policy.pages.languages.en).fill('Grievance officer: **Asha Rao**, room 12.')
    await press(form, en.core.common.save)
    await said(page, en.policy.page.saved(en.policy.pages.titles.contactPage))
    const lines = page.getByRole('form', { name: en.policy.helpLines.title })
    await lines.getByLabel(en.policy.helpLines.title).fill('Room 12: 555 1234')
    await press(lines, en.core.common.save)
    await said(page, en.policy.page.saved(en.policy.helpLines.title))
    await walkTo(page, '/about/contact')
    await sees(page.locator('strong'), 'Asha Rao')
    const plain = await (await fetch(`${server.origin}/about/contact`)).text()
    expect(plain).toMatch(
      /<noscript><div class="plain"><a href="\/" [^>]*>Campus University<\/a><article><h1>Contact<\/h1>/,
    )
    expect(plain).toContain('room 12.')

    const author = await student({ domain: 'river.edu' })
    const { id } = await publish(author, { title: 'Some nights', content: 'I want to die.', topic: 'Ask Campus' })
    await page.goto(`${server.origin}/post/${id}`)
    await page.getByRole('complementary', { name: en.post.care.title }).waitFor()
    expect(await page.getByRole('link', { name: '555 1234' }).getAttribute('href')).toBe('tel:5551234')
    await look(page, '48-care', 'main')
    await walkTo(page, '/new')
    await page.getByLabel(en.post.writing.content).fill('mera marne ka mann karta hai')
    await page.getByRole('complementary', { name: en.post.care.title }).waitFor()
    await page.getByLabel(en.post.writing.content).fill('The library is open.')
    await gone(page.getByRole('complementary', { name: en.post.care.title }))
    await root.patch('admin/settings', { helpLines: [], contactPage: { en: '' } })
    expectNoFaults(page)
  })

  test('a stranger who says "not now" is back, and nothing is done in their name; who signs in instead, saves', async () => {
    const author = await student({ domain: 'river.edu' })
    const { id } = await publish(author, { title: 'Who has the key?', content: newWords(), topic: 'Ask Campus' })
    const page = await openPage(PHONE)
    await page.goto(`${server.origin}/post/${id}`)
    await press(page, en.core.post.downvote)
    await sees(page, en.account.invitation.vote.downvote)
    await page.getByRole('link', { name: en.account.invitation.notNow }).click()
    await heading(page, 'Who has the key?')

    await press(page, en.core.post.save)
    await sees(page, en.account.invitation.save)
    await page.getByRole('main').getByRole('link', { name: en.core.frame.signIn }).click()
    await heading(page, en.account.login.title)
    const reader = await student({ email: newEmail('river.edu') })
    await page.getByLabel(en.account.login.email).fill(reader.email)
    const mails = mailsTo(reader.email).length
    await page.keyboard.press('Enter')
    await focusOnField(page, en.account.login.code)
    await page.getByLabel(en.account.login.code).fill(await otpFor(reader.email, mails))
    await heading(page, 'Who has the key?')
    await said(page, en.account.invitation.saved)
    await sees(page, en.core.post.votes(0, 0))
    await page.getByRole('button', { name: en.core.post.save, pressed: true }).waitFor()

    await forgetSession(page)
    await page.goto(`${server.origin}/?topic=${encodeURIComponent('Ask Campus')}`)
    const follow = page.getByRole('button', { name: en.following.follow.follow })
    await follow.click()
    await sees(page, en.account.invitation.follow)
    await page.getByRole('link', { name: en.account.invitation.notNow }).click()
    await follow.waitFor()
    await walkTo(page, `/post/${id}`)
    await follow.click()
    await page.getByRole('main').getByRole('link', { name: en.core.frame.signIn }).click()
    await heading(page, en.account.login.title)
    await signIn(page, reader)
    await heading(page, 'Who has the key?')
    await said(page, en.account.invitation.followed.post)
    await until(async () => (await follow.getAttribute('aria-pressed')) === 'true', 'the follow')
    expect(await reader.get('follows')).toMatchObject({ posts: [{ postId: id }], topics: [] })
    expectNoFaults(page)
  })

  // An hour later the mail of the next test is forgotten: other tests of the process must not lack it.
  afterEach(() => {
    later(HOUR)
    hourlyMail().room('signup')
    setSystemTime()
  })

  test('while mail is scarce, the browser works for its code without a click; one that cannot is told so', async () => {
    const page = await openPage(PHONE)
    const refusals: number[] = []
    page.on('response', (response) => {
      if (response.url().endsWith('/registration/initialize')) refusals.push(response.status())
    })
    await page.goto(`${server.origin}/join`)
    const files = () =>
      page.evaluate(() =>
        performance
          .getEntriesByType('resource')
          .map(({ name }) => name)
          .join(),
      )
    const now = Date.now()
    hourlyMail().recall(Array.from({ length: config.mailPerHour * 0.3 }, () => ({ at: now, kind: 'signup' })))
    await configured({ rateLimits: true }, async () => {
      expect(await files()).not.toContain('proof-of-work')
      await page.getByLabel(en.account.join.email).fill(newEmail())
      await page.keyboard.press('Enter')
      await said(page, en.account.join.checking)
      await heading(page, en.account.join.code)
    })
    expect(refusals).toEqual([429, 201])

    const other = await openPage(PHONE)
    await other.route('**/proof-of-work.js', (route) => route.fulfill({ status: 404, body: '' }))
    await other.goto(`${server.origin}/join`)
    await configured({ rateLimits: true }, async () => {
      await other.getByLabel(en.account.join.email).fill(newEmail())
      await other.keyboard.press('Enter')
      await sees(other, en.account.join.uncheckable)
    })
    expectNoFaults(page, /status of 429/)
    expectNoFaults(other, /status of 4(?:29|04)/)
  })
})
