import { describe, expect, test } from 'bun:test'
import { en as serverText } from '../../src/messages/en'
import { look, shoot } from '../support/accessibility'
import { DESK, hasBrowser, PHONE, useBrowser } from '../support/browser'
import { administrator, configured, student } from '../support/kit'
import { faultsBut, focusOn, heading, pointing, typing, visitAs } from '../support/steps'
import { queuedFor } from '../support/traces'
import { useClient } from '../support/web-client'
import { en, starting } from '../support/words'

const openPage = useBrowser()

const server = await useClient()
const root = await administrator('superadmin')
const admin = await administrator()
const ann = await student()
const REASON = 'The police asked about a threat'
const { reveal } = en.deskPeople

describe.skipIf(!hasBrowser)('the reveal of an email', () => {
  test('a superadmin gives a reason, reads the address once; it is kept nowhere in the browser', () =>
    configured({ rateLimits: true }, async () => {
      const page = await openPage(DESK)
      const { press, within } = pointing(page)
      const dialog = within(page.getByRole('dialog'))
      await visitAs(page, root, `${server.origin}/console/people/${ann.id}`)
      await heading(page, ann.user.username)
      expect(await page.getByText(ann.email).count()).toBe(0)
      await press(reveal.email.open)
      await page.getByText(reveal.email.lead).waitFor()
      await page.getByText(reveal.remaining(5, 5)).waitFor()
      await dialog.fill(reveal.reason, 'Because')
      await dialog.press(reveal.email.open)
      await page.locator('#reason-error').waitFor()
      await dialog.fill(reveal.reason, REASON)
      await look(page, '70-reveal', 'dialog')
      await shoot(page, '70-reveal-question')
      await dialog.press(reveal.email.open)
      await page.getByText(ann.email, { exact: true }).waitFor()
      await look(page, '71-revealed', 'dialog')
      await shoot(page, '71-reveal-answer')
      const stored = () =>
        page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state]))
      expect(await stored()).not.toContain(ann.email)
      await dialog.press(reveal.close)
      await focusOn(page, starting(reveal.email.open))
      expect(await page.content()).not.toContain(ann.email)
      expect(await stored()).not.toContain(REASON)
      await press(reveal.email.open)
      await page.getByText(reveal.remaining(4, 5)).waitFor()
      expect(faultsBut(page, /400/)).toEqual([])
    }))

  test('the owner is told above every page until they acknowledge it, and in the settings for good', async () => {
    const page = await openPage(PHONE)
    const { follow, press } = typing(page)
    await visitAs(page, ann, server.origin)
    const banner = page.getByRole('region', { name: en.notices.notices.title })
    await banner.getByText(serverText.notices.emailRevealed).waitFor()
    await banner.getByText(en.explanation.reason(REASON)).waitFor()
    await look(page, '72-told')
    await shoot(page, '72-reveal-owner')
    await follow(en.notices.notices.all)
    await page.getByText(en.settings.notices.new, { exact: true }).waitFor()
    await page.locator('#notices').scrollIntoViewIfNeeded()
    await look(page, '73-reveals')
    await shoot(page, '73-reveal-settings')
    await press(en.notices.notices.acknowledge)
    await focusOn(page, en.settings.sections.notices)
    await page.getByText(en.settings.notices.new, { exact: true }).waitFor({ state: 'detached' })
    await page.goto(server.origin)
    await heading(page, en.core.feed.title)
    expect(await banner.count()).toBe(0)
    await page.goto(`${server.origin}/settings`)
    await page.getByText(en.explanation.reason(REASON)).waitFor()
    expect(queuedFor(ann.email).map(({ text }) => text.includes(REASON))).toEqual([true])
    expect(faultsBut(page, /^$/)).toEqual([])
  })

  test('an admin is offered no reveal', async () => {
    const page = await openPage(DESK)
    await visitAs(page, admin, `${server.origin}/console/people/${ann.id}`)
    await page.getByText(en.deskPeople.person.masked).waitFor()
    expect(await page.getByRole('button', { name: reveal.email.open }).count()).toBe(0)
  })
})
