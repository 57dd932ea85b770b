import { expect, test } from 'bun:test'
import { en as serverText } from '../../../src/messages/en'
import { look } from '../../support/accessibility'
import { DESK, describePages, PHONE } from '../../support/browser'
import { administrator, configured, student } from '../../support/kit'
import { walkTo } from '../../support/page-walk'
import { usePages } from '../../support/pages'
import { expectNoFaults, expectNone, focusOn, gone, heading, sees } from '../../support/seen'
import { pointing, typing } from '../../support/steps'
import { queuedFor } from '../../support/traces'
import { en, starting } from '../../support/words'

const { enter } = await usePages()
const root = await administrator('superadmin')
const ann = await student()
const REASON = 'The police asked about a threat'
const { reveal } = en.deskPeople

describePages('the reveal of an email', () => {
  test('a superadmin gives a reason, reads the address once; its owner is told until they acknowledge it', async () => {
    await configured({ rateLimits: true }, async () => {
      const page = await enter(root, `/console/people/${ann.id}`, DESK)
      const { press, within } = pointing(page)
      const dialog = within(page.getByRole('dialog'))
      await heading(page, ann.user.username)
      await expectNone(page.getByText(ann.email))
      await press(reveal.email.open)
      await sees(page, reveal.email.lead)
      await sees(page, reveal.remaining(5, 5))
      await dialog.fill(en.console.words.reason, 'Because')
      await dialog.press(reveal.email.open)
      await page.locator('#reason-error').waitFor()
      await dialog.fill(en.console.words.reason, REASON)
      await dialog.press(reveal.email.open)
      await sees(page, ann.email, { exact: true })
      await look(page, '71-revealed', 'dialog')
      const stored = () =>
        page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state]))
      expect(await stored()).not.toContain(ann.email)
      await dialog.press(en.console.words.close)
      await focusOn(page, starting(reveal.email.open))
      expect(await page.content()).not.toContain(ann.email)
      expect(await stored()).not.toContain(REASON)
      await press(reveal.email.open)
      await sees(page, reveal.remaining(4, 5))
      expectNoFaults(page, /400/)
    })

    const page = await enter(ann, '', PHONE)
    const { follow, press } = typing(page)
    const banner = page.getByRole('region', { name: en.notices.notices.title })
    await sees(banner, serverText.notices.emailRevealed)
    await sees(banner, en.explanation.reason(REASON))
    await look(page, '72-told')
    await follow(en.notices.notices.all)
    await sees(page, en.settings.notices.new, { exact: true })
    await press(en.notices.notices.acknowledge)
    await focusOn(page, en.settings.sections.notices)
    await gone(page.getByText(en.settings.notices.new, { exact: true }))
    await walkTo(page, '/')
    await heading(page, en.core.frame.feed)
    await expectNone(banner)
    await walkTo(page, '/settings')
    await sees(page, en.explanation.reason(REASON))
    expect(queuedFor(ann.email).map(({ text }) => text.includes(REASON))).toEqual([true])
    expectNoFaults(page)
  })
})
