import { expect, test } from 'bun:test'
import { look } from '../../support/accessibility'
import { DESK, describePages, PHONE, useBrowser, type WatchedPage } from '../../support/browser'
import { administrator, student } from '../../support/kit'
import { walkTo } from '../../support/page-walk'
import { expectNoFaults, gone, heading, said, sees } from '../../support/seen'
import { collegeWithBranches, forgetSession, longAgo, press, visitAs } from '../../support/steps'
import { useClient } from '../../support/web-client'
import { en, hi } from '../../support/words'

const openPage = useBrowser()
// Passkeys are of a name, and an address has none.
const server = { origin: (await useClient()).origin.replace('127.0.0.1', 'localhost') }
const root = await administrator('superadmin')
await collegeWithBranches(root, 'river.edu')

/** The browser says so itself. */
const REFUSED = /status of (401|403|409)/

/** A phone's sensor or a security key, in the browser. */
async function withAuthenticator(page: WatchedPage) {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    credentials: async () => (await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
    /** Whether the finger is the right one. */
    verifies: (isUserVerified: boolean) =>
      session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  }
}

async function addPasskey(page: WatchedPage, name: string): Promise<void> {
  await press(page, en.settings.passkeys.add)
  await page.getByRole('dialog').getByLabel(en.settings.passkeys.name).fill(name)
  await press(page.getByRole('dialog'), en.settings.passkeys.continue)
  await said(page, en.settings.passkeys.isAdded)
}

describePages('a passkey', () => {
  test('is added, named, signs in without typing, confirms who is there, and is removed', async () => {
    const page = await openPage(DESK)
    const device = await withAuthenticator(page)
    const ada = await student({ domain: 'river.edu', branch: 'CSE' })
    await visitAs(page, ada, `${server.origin}/settings`)
    await heading(page, en.settings.sections.passkeys, 3)
    await addPasskey(page, 'My phone')
    const [credential, ...others] = await device.credentials()
    expect(others).toEqual([])
    expect(credential?.isResidentCredential).toBe(true)
    expect(Buffer.from(credential?.userHandle ?? '', 'base64').toString()).not.toContain(ada.id)
    await look(page, '59-passkeys')

    await press(page, en.settings.passkeys.renameOne('My phone'))
    await page.getByRole('dialog').getByLabel(en.settings.passkeys.name).fill('Old phone')
    await press(page.getByRole('dialog'), en.settings.passkeys.save)
    await said(page, en.settings.passkeys.renamed)
    await sees(page, 'Old phone', { exact: true })

    // Where the email is typed, the browser offers the passkey, and the virtual one is chosen at once.
    await page.context().clearCookies()
    await page.goto(`${server.origin}/login`)
    await page.waitForURL(`${server.origin}/`)

    // A browser without that offer has the button.
    await page.addInitScript(() => {
      if (isSecureContext) PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false)
    })
    await forgetSession(page)
    await page.goto(`${server.origin}/login`)
    await press(page, en.account.login.byPasskey)
    await page.waitForURL(`${server.origin}/`)
    await walkTo(page, '/settings')
    await sees(page, 'Old phone', { exact: true })

    await longAgo(ada)
    await press(page, en.settings.passkeys.removeOne('Old phone'))
    await press(page.getByRole('dialog'), en.settings.passkeys.remove)
    const asked = page.getByRole('dialog', { name: en.account.reauthentication.title })
    await device.verifies(false)
    await press(asked, en.account.reauthentication.byPasskey)
    await sees(asked, en.account.passkeys.cancelled)
    await device.verifies(true)
    await press(asked, en.account.reauthentication.byPasskey)
    await said(page, en.settings.passkeys.removed('Old phone'))
    await gone(page.getByText('Old phone', { exact: true }))

    await forgetSession(page)
    await page.goto(`${server.origin}/login`)
    await press(page, en.account.login.byPasskey)
    await page.getByRole('alert').waitFor()
    expectNoFaults(page, REFUSED)
  })

  test('is needed by administrators once a superadmin with one says so: on a phone, in Hindi, one is added', async () => {
    const desk = await openPage(DESK)
    await withAuthenticator(desk)
    await visitAs(desk, root, `${server.origin}/settings`)
    await addPasskey(desk, 'Key')
    await desk.goto(`${server.origin}/console/settings`)
    await desk.getByLabel(en.policy.passkeys.label).check()
    await press(desk, new RegExp(`${en.core.common.save} ${en.policy.passkeys.title}`))
    await said(desk, en.policy.page.saved(en.policy.passkeys.title))

    const page = await openPage({ ...PHONE, locale: 'hi-IN' })
    await withAuthenticator(page)
    const admin = await administrator()
    await visitAs(page, admin, `${server.origin}/console/people`)
    await page.waitForURL('**/settings#passkeys')
    await said(page, hi.core.failures.PASSKEY_REQUIRED)
    await press(page, hi.settings.passkeys.add)
    await page.getByRole('dialog').getByLabel(hi.settings.passkeys.name).fill('फ़ोन')
    await press(page.getByRole('dialog'), hi.settings.passkeys.continue)
    await said(page, hi.settings.passkeys.isAdded)
    await page.goto(`${server.origin}/console/people`)
    await heading(page, hi.console.ways.people)
    expect(await root.patch('admin/settings', { administratorPasskeys: false })).toMatchObject({
      administratorPasskeys: false,
    })
    for (const each of [desk, page]) expectNoFaults(each, REFUSED)
  })
})
