import { expect, test } from 'bun:test'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { config } from '../../../src/config'
import { dropAllCaches } from '../../../src/lib/process/cache'
import { en as serverText } from '../../../src/messages/en'
import { look } from '../../support/accessibility'
import { DESK, describePages, PHONE, pageTest } from '../../support/browser'
import { execute, withoutPassword } from '../../support/content'
import { administrator, newEmail, PASSWORD, student } from '../../support/kit'
import { usePages } from '../../support/pages'
import { expectNoFaults, expectNone, said, sees } from '../../support/seen'
import { collegeWithBranches, follow, longAgo, press, visitAs } from '../../support/steps'
import { mailsTo, otpFor } from '../../support/traces'
import { en, hi } from '../../support/words'

const { openPage, server } = await usePages()
const root = await administrator('superadmin')
await collegeWithBranches(root, 'river.edu')

/** The browser says so itself. */
const REFUSED = /status of (401|403)/

describePages('who signed in a while ago', () => {
  test('is asked in place by password: cancelling leaves the form as it was, confirming goes on', async () => {
    const page = await openPage(DESK)
    const ada = await student({ domain: 'river.edu', branch: 'CSE' })
    await longAgo(ada)
    await visitAs(page, ada, `${server.origin}/settings`)
    await press(page, en.settings.deletion.open)
    const deletion = page.getByRole('dialog', { name: en.settings.deletion.title })
    const name = deletion.getByLabel(en.settings.deletion.confirm(ada.user.username))
    await name.fill(ada.user.username)
    await press(deletion, en.settings.sections.deletion)
    const asked = page.getByRole('dialog', { name: en.account.reauthentication.title })
    await asked.getByLabel(en.account.reauthentication.password).and(page.locator(':focus')).waitFor()
    await look(page, '58-reauthentication', 'dialog')
    await press(asked, en.core.common.cancel)
    await asked.waitFor({ state: 'hidden' })
    expect(await name.inputValue()).toBe(ada.user.username)
    await expectNone(deletion.getByRole('alert'))

    await press(deletion, en.settings.sections.deletion)
    await asked.getByLabel(en.account.reauthentication.password).fill('not this one at all')
    await page.keyboard.press('Enter')
    await asked.getByRole('alert').waitFor()
    await asked.getByLabel(en.account.reauthentication.password).fill(PASSWORD)
    await page.keyboard.press('Enter')
    await page.waitForURL(`${server.origin}/`)
    await said(page, en.settings.deletion.done)
    expectNoFaults(page, REFUSED)
  })

  test('types the own address for a mailed code where the server cannot read it', async () => {
    config.addressRecipient = await identityToRecipient(await generateX25519Identity())
    const page = await openPage(PHONE)
    const cat = await student({ email: newEmail('river.edu'), branch: 'CSE' })
    await longAgo(cat)
    await visitAs(page, cat, `${server.origin}/settings`)
    await sees(page, '…@river.edu')
    await press(page, en.settings.deletion.open)
    await page.getByLabel(en.settings.deletion.confirm(cat.user.username)).fill(cat.user.username)
    await press(page, en.settings.sections.deletion)
    const asked = page.getByRole('dialog', { name: en.account.reauthentication.title })
    await press(asked, en.account.reauthentication.byCode)
    const [address, known] = [asked.getByLabel(en.account.join.email), mailsTo(cat.email).length]
    await address.fill(newEmail('river.edu'))
    await press(asked, en.account.join.send)
    await sees(asked, serverText.auth.otherEmail)
    await address.fill(cat.email)
    await press(asked, en.account.join.send)
    await sees(asked, en.account.reauthentication.codeSent(cat.email))
    const code = asked.getByLabel(en.account.reauthentication.code)
    await code.and(page.locator(':focus')).waitFor()
    await code.fill(await otpFor(cat.email, known))
    await said(page, en.settings.deletion.done)
    expectNoFaults(page, /status of (400|401|403)/)
  })

  test('is asked for a mailed code where there is no password, on a phone and in Hindi', async () => {
    const page = await openPage({ ...PHONE, locale: 'hi-IN' })
    const ben = await withoutPassword()
    await longAgo(ben)
    await visitAs(page, ben, `${server.origin}/settings`)
    await page.getByLabel(hi.settings.password.new, { exact: true }).fill('purple gravel teapot nine')
    await page.getByLabel(hi.account.password.again).fill('purple gravel teapot nine')
    await page.keyboard.press('Enter')
    const asked = page.getByRole('dialog', { name: hi.account.reauthentication.title })
    await press(asked, hi.account.join.send)
    await asked.getByLabel(hi.account.reauthentication.code).fill(await otpFor(ben.email))
    await said(page, hi.settings.password.isSet)
    expectNoFaults(page, REFUSED)
  })
})

pageTest('who has not proved the college email for a year does by a mailed code', async () => {
  const page = await openPage(PHONE)
  const eve = await student({ domain: 'river.edu', branch: 'CSE' })
  await execute("UPDATE users SET verified_at = '2020-01-01T00:00:00.000Z' WHERE id = ?", eve.id)
  dropAllCaches()
  await visitAs(page, eve, `${server.origin}/`)
  await sees(page, en.membership.membership.ended)
  const write = page.getByRole('link', { name: en.core.frame.newPost })
  await expectNone(write)
  await look(page, '72-membership-ended')
  await follow(page, en.membership.membership.renew)
  await page.waitForURL(`${server.origin}/settings#membership`)
  const known = mailsTo(eve.email).length
  await press(page, en.account.join.send)
  const field = page.getByLabel(en.account.reauthentication.code)
  await field.waitFor()
  // Six digits send themselves.
  await field.fill(await otpFor(eve.email, known))
  await said(page, en.membership.membership.done)
  await page.goto(`${server.origin}/`)
  await write.first().waitFor()
  await expectNone(page.getByText(en.membership.membership.ended))
  expectNoFaults(page)
})
