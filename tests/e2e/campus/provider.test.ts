import { afterAll, beforeAll, expect, test } from 'bun:test'
import { en as serverText } from '../../../src/messages/en'
import { look } from '../../support/accessibility'
import { describePages, hasBrowser, PHONE, useBrowser } from '../../support/browser'
import { AUTH, IdpTrial, person } from '../../support/idp-trial'
import { ADMIN } from '../../support/program'
import { expectNoFaults, heading, said, sees } from '../../support/seen'
import { follow, forgetSession, press } from '../../support/steps'
import { moveTo } from '../../support/stubbed-pages'
import { ANY, en, like } from '../../support/words'

const openPage = useBrowser()
let trial: IdpTrial

beforeAll(async () => {
  if (!hasBrowser) return
  trial = await IdpTrial.start()
  await trial.startProvider()
})
afterAll(() => trial?.stop())

describePages('sign-in through the campus', () => {
  test('leads to the provider and back to the page that one came from', async () => {
    const page = await openPage(PHONE)
    const who = person()
    const { browser } = await trial.signIn(who)
    expect((await browser.post(`${AUTH}/onboarding/complete`, { branch: 'CSE' })).status).toBe(200)
    expect((await browser.post('/api/v1/users/accept-terms', {})).status).toBe(200)
    trial.provider.control.person = who
    await page.goto(`${trial.quad.origin}/saved`)
    await heading(page, en.account.login.title)
    await look(page, '80-login-campus', 'main')
    const link = page.getByRole('link', { name: like(en.account.login.byProvider(ANY)) })
    await link.focus()
    await page.keyboard.press('Enter')
    await heading(page, en.you.saved)
    expect(page.url()).toBe(`${trial.quad.origin}/saved`)
    expect(trial.provider.control.paths).toContain('/token')
    await moveTo(page, '/settings#campus')
    await sees(page, en.settings.campus.on)

    // What was pressed before is done on the way back.
    const written = await browser.post('/api/v1/posts', {
      title: 'Open on Sunday?',
      content: 'Who knows?',
      topic: 'Ask Campus',
    })
    const { id } = (await written.json()).data.post
    await forgetSession(page)
    await page.goto(`${trial.quad.origin}/post/${id}`)
    await press(page, en.core.post.upvote)
    await sees(page, en.account.invitation.vote.upvote)
    await follow(page.getByRole('main'), en.core.frame.signIn)
    await link.click()
    await heading(page, 'Open on Sunday?')
    await said(page, en.account.invitation.voted.upvote)
    await sees(page, en.core.post.votes(1, 0))
    expectNoFaults(page)
  })

  test('leads to an account that is there already by a code from its email, and to no administrator', async () => {
    const page = await openPage(PHONE)
    const who = person()
    const signIn = page.getByRole('link', { name: like(en.account.login.byProvider(ANY)) })
    await trial.registerWithPassword(`${who.email}`, 'a long pass phrase')
    trial.provider.control.person = who
    await page.goto(`${trial.quad.origin}/settings`)
    const { otp } = await trial.codeAfter(async () => {
      await signIn.click()
      await heading(page, en.account.link.title)
    })
    const code = page.getByLabel(en.account.login.code)
    await code.fill(otp === '000000' ? '111111' : '000000')
    await page.keyboard.press('Enter')
    await sees(page.getByRole('alert'), serverText.errors.OTP_INVALID)
    await code.fill(otp)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/settings')
    await sees(page, `${who.email}`)

    await forgetSession(page)
    trial.provider.control.person = person({ email: ADMIN.email })
    await page.goto(`${trial.quad.origin}/login`)
    await signIn.click()
    await sees(page.getByRole('alert'), en.account.errors.FORBIDDEN!.title)
    expectNoFaults(page, /status of 403/)
  })

  test('says in plain words why it came to nothing, and welcomes somebody new with the rest of joining', async () => {
    const page = await openPage()
    const newcomer = person()
    const signIn = page.getByRole('link', { name: like(en.account.login.byProvider(ANY)) })
    trial.provider.control.person = person({ email_verified: false })
    await page.goto(`${trial.quad.origin}/login`)
    await signIn.click()
    await sees(page.getByRole('alert'), en.account.errors.NOT_VERIFIED!.title)
    // The provider would let in whom it knows.
    await page.context().clearCookies()
    trial.provider.control.person = newcomer
    await signIn.click()
    await follow(page, en.core.frame.finish)
    await heading(page, en.account.join.branch)
    await moveTo(page, '/settings')
    await sees(page, en.settings.password.none)
    await sees(page, newcomer.email!)
    expectNoFaults(page)
  })
})
