import { describe, expect, test } from 'bun:test'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { storage } from '../../db/storage'
import { config } from '../../src/config'
import { dropAllCaches } from '../../src/lib/cache'
import { en as serverText } from '../../src/messages/en'
import { look } from '../support/accessibility'
import { DESK, hasBrowser, PHONE, useBrowser } from '../support/browser'
import { administrator, newEmail, PASSWORD, type Person, student } from '../support/kit'
import { collegeWithBranches, faultsBut, heading, press, said, visitAs } from '../support/steps'
import { mailsTo, otpFor } from '../support/traces'
import { useClient } from '../support/web-client'
import { en, hi } from '../support/words'

const openPage = useBrowser()
const server = await useClient()
const root = await administrator('superadmin')
await collegeWithBranches(root, 'river.edu')

/** As if the person had signed in long ago. */
async function longAgo({ id }: Person): Promise<void> {
  await storage.write(
    async (tx) => void tx.sqlite.run('UPDATE sessions SET authenticated_at = NULL WHERE user_id = ?', [id]),
  )
  dropAllCaches()
}

/** The browser says so itself. */
const REFUSED = /status of (401|403)/

describe.skipIf(!hasBrowser)('who signed in a while ago', () => {
  test('is asked in place by password: cancelling leaves the form as it was, confirming goes on', async () => {
    const page = await openPage(DESK)
    const ada = await student({ domain: 'river.edu', branch: 'CSE' })
    await longAgo(ada)
    await visitAs(page, ada, `${server.origin}/settings`)
    await press(page, en.settings.deletion.open)
    const deletion = page.getByRole('dialog', { name: en.settings.deletion.title })
    const name = deletion.getByLabel(en.settings.deletion.confirm(ada.user.username))
    await name.fill(ada.user.username)
    await deletion.getByRole('button', { name: en.settings.deletion.submit }).click()
    const asked = page.getByRole('dialog', { name: en.account.reauthentication.title })
    await asked.getByLabel(en.account.reauthentication.password).and(page.locator(':focus')).waitFor()
    await look(page, '58-reauthentication', 'dialog')
    await asked.getByRole('button', { name: en.core.common.cancel }).click()
    await asked.waitFor({ state: 'hidden' })
    expect(await name.inputValue()).toBe(ada.user.username)
    expect(await deletion.getByRole('alert').count()).toBe(0)

    await deletion.getByRole('button', { name: en.settings.deletion.submit }).click()
    await asked.getByLabel(en.account.reauthentication.password).fill('not this one at all')
    await page.keyboard.press('Enter')
    await asked.getByRole('alert').waitFor()
    await asked.getByLabel(en.account.reauthentication.password).fill(PASSWORD)
    await page.keyboard.press('Enter')
    await page.waitForURL(`${server.origin}/`)
    await said(page, en.settings.deletion.done)
    expect(faultsBut(page, REFUSED)).toEqual([])
  })

  test('types the own address for a mailed code where the server cannot read it', async () => {
    config.addressRecipient = await identityToRecipient(await generateX25519Identity())
    try {
      const page = await openPage(PHONE)
      const cat = await student({ email: newEmail('river.edu'), branch: 'CSE' })
      await longAgo(cat)
      await visitAs(page, cat, `${server.origin}/settings`)
      await page.getByText('…@river.edu').waitFor()
      await press(page, en.settings.deletion.open)
      await page.getByLabel(en.settings.deletion.confirm(cat.user.username)).fill(cat.user.username)
      await press(page, en.settings.deletion.submit)
      const asked = page.getByRole('dialog', { name: en.account.reauthentication.title })
      await asked.getByRole('button', { name: en.account.reauthentication.byCode }).click()
      const [address, known] = [asked.getByLabel(en.account.join.email), mailsTo(cat.email).length]
      await address.fill(newEmail('river.edu'))
      await asked.getByRole('button', { name: en.account.reauthentication.sendCode }).click()
      await asked.getByText(serverText.auth.otherEmail).waitFor()
      await address.fill(cat.email)
      await asked.getByRole('button', { name: en.account.reauthentication.sendCode }).click()
      await asked.getByText(en.account.reauthentication.codeSent(cat.email)).waitFor()
      const code = asked.getByLabel(en.account.reauthentication.code)
      await code.and(page.locator(':focus')).waitFor()
      await code.fill(await otpFor(cat.email, known))
      await said(page, en.settings.deletion.done)
      expect(faultsBut(page, /status of (400|401|403)/)).toEqual([])
    } finally {
      config.addressRecipient = undefined
    }
  })

  test('is asked for a mailed code where there is no password, on a phone and in Hindi', async () => {
    const page = await openPage({ ...PHONE, locale: 'hi-IN' })
    const ben = await student({ domain: 'river.edu', branch: 'CSE' })
    await storage.write(
      async (tx) =>
        void tx.sqlite.run(
          'UPDATE identities SET password_hash = NULL WHERE id = (SELECT auth_id FROM users WHERE id = ?)',
          [ben.id],
        ),
    )
    await longAgo(ben)
    await visitAs(page, ben, `${server.origin}/settings`)
    await page.getByLabel(hi.settings.password.new, { exact: true }).fill('purple gravel teapot nine')
    await page.getByLabel(hi.account.password.again).fill('purple gravel teapot nine')
    await page.keyboard.press('Enter')
    const asked = page.getByRole('dialog', { name: hi.account.reauthentication.title })
    await asked.getByRole('button', { name: hi.account.reauthentication.sendCode }).click()
    await asked.getByLabel(hi.account.reauthentication.code).fill(await otpFor(ben.email))
    await said(page, hi.settings.password.isSet)
    expect(faultsBut(page, REFUSED)).toEqual([])
  })

  test('is asked in the console, too', async () => {
    const page = await openPage(DESK)
    const cat = await student()
    await longAgo(root)
    await visitAs(page, root, `${server.origin}/console/people/${cat.id}`)
    await heading(page, cat.user.username)
    await press(page, en.deskPeople.role.change)
    await page
      .getByRole('dialog')
      .getByLabel(en.deskPeople.role.label)
      .selectOption({ label: en.deskPeople.roles.admin })
    await page.getByRole('dialog').getByRole('button', { name: en.deskPeople.role.send }).click()
    const asked = page.getByRole('dialog', { name: en.account.reauthentication.title })
    await asked.getByLabel(en.account.reauthentication.password).fill(PASSWORD)
    await page.keyboard.press('Enter')
    await said(page, en.deskPeople.role.given(cat.user.username, en.deskPeople.roles.admin))
    expect(faultsBut(page, REFUSED)).toEqual([])
  })
})

describe.skipIf(!hasBrowser)('who has not proved the college email for a year', () => {
  test('is told above every page, and renews by a mailed code, after which the way to post is back', async () => {
    const page = await openPage(PHONE)
    const eve = await student({ domain: 'river.edu', branch: 'CSE' })
    await storage.write(
      async (tx) => void tx.sqlite.run("UPDATE users SET verified_at = '2020-01-01' WHERE id = ?", [eve.id]),
    )
    dropAllCaches()
    await visitAs(page, eve, `${server.origin}/`)
    await page.getByText(en.membership.membership.ended).waitFor()
    const write = page.getByRole('link', { name: en.core.frame.newPost })
    expect(await write.count()).toBe(0)
    await look(page, '72-membership-ended')
    await page.getByRole('link', { name: en.membership.membership.renew }).click()
    await page.waitForURL(`${server.origin}/settings#membership`)
    const known = mailsTo(eve.email).length
    await press(page, en.account.reauthentication.sendCode)
    const field = page.getByLabel(en.account.reauthentication.code)
    await field.waitFor()
    await look(page, '73-renewing')
    // Six digits send themselves.
    await field.fill(await otpFor(eve.email, known))
    await said(page, en.membership.membership.done)
    await page.goto(`${server.origin}/`)
    await write.first().waitFor()
    expect(await page.getByText(en.membership.membership.ended).count()).toBe(0)
    expect(page.faults).toEqual([])
  })
})
