import { expect, test } from 'bun:test'
import { look, violations } from '../../support/accessibility'
import { DESK, describePages, PHONE, stubApi, type WatchedPage } from '../../support/browser'
import { administrator } from '../../support/kit'
import { misfits, smallTargets } from '../../support/page-walk'
import { usePages } from '../../support/pages'
import { expectNoFaults, expectNone, focusOn, gone, heading, said, sees } from '../../support/seen'
import { pointing } from '../../support/steps'
import { ok } from '../../support/stubbed-pages'
import { auditEntries } from '../../support/traces'
import { en, hi } from '../../support/words'

const { enter } = await usePages()
const [root, admin] = [await administrator('superadmin'), await administrator()]
const { now, settings: words, labels, would, page: said_, reset } = en.classifier

const LABELS = ['harassment', 'threat', 'hate', 'sexual', 'self-harm', 'spam', 'doxxing'] as const
/** At 0 all of them; the higher the score, the fewer. */
const curve = Array.from({ length: 20 }, (_, n) => {
  const share = 1 - n / 20
  return { score: n / 20, removed: Math.round(100 * share), kept: Math.round(120 * share ** 3) }
})
const labelled = (label: (typeof LABELS)[number]) => {
  const isHelped = label === 'self-harm'
  return { label, hold: null, notice: null, defaultHold: isHelped ? null : 0.9, defaultNotice: 0.7, curve }
}
const learned = {
  ...{ mode: 'on', isHolding: false, version: 4, madeAt: '2026-11-20T03:00:00.000Z', decisions: 412 },
  ...{ agreement: { predicted: 200, agreed: 151 }, rolledBack: false, labels: LABELS.map(labelled) },
}
const stateIs = (page: WatchedPage, state: object) =>
  stubApi(page, 'GET', '/admin/classifier', 200, ok({ ...learned, ...state }))

describePages('the page of the classifier', () => {
  test('without decisions it says so, and that its figures are not of this campus', async () => {
    const page = await enter(root, '/console/classifier', DESK)
    await heading(page, en.console.ways.classifier)
    for (const text of [said_.lead, now.shadow, now.none, now.base(0), words.lead, words.selfHarm])
      await sees(page, text)
    await expectNone(page.getByText('Reached by'))
    const choices = (kind: 'hold' | 'notice') =>
      page.getByRole('group', { name: words[kind] }).getByLabel(labels.names['self-harm'], { exact: true })
    expect([await choices('hold').count(), await choices('notice').count()]).toEqual([0, 1])
    expectNoFaults(page)
  })

  test('a superadmin chooses what it does, reads what that would have meant, and has it forget', async () => {
    const page = await enter(root, '/about/rules', DESK)
    await stateIs(page, {})
    await page.goto(new URL('/console/classifier', page.url()).href)
    for (const text of [now.proving, `${would.of(151, 200)} (76%)`, now.version(4, 412)]) await sees(page, text)
    const { press, choose, within } = pointing(page)
    const [holds, notices] = [words.hold, words.notice].map((name) => page.getByRole('group', { name }))
    const reach = (group = holds!) => group.locator('#classifier-hold-spam-hint, #classifier-notice-spam-hint')
    await sees(reach(), would.reach('0 of 120', '10 of 100'))
    await sees(reach(notices), would.reach('3 of 120', '30 of 100'))
    await within(holds!).choose(labels.names.spam, words.from('60%'))
    await sees(reach(), would.reach('8 of 120', '40 of 100'))
    await press(en.policy.page.discard)
    await sees(reach(), would.reach('0 of 120', '10 of 100'))
    await within(holds!).choose(labels.names.spam, words.from('60%'))
    await within(notices!).choose(labels.names.spam, words.never)
    await gone(reach(notices))
    await choose(words.mode, words.modes.on)
    await page.unroute('**/api/v1/admin/classifier')
    await press(en.core.common.save)
    await said(page, en.policy.page.saved(words.title))
    const { classifier } = await root.get('admin/settings')
    expect([classifier.mode, classifier.hold.spam, classifier.notice.spam, classifier.hold.hate]).toEqual([
      ...['on', 0.6],
      ...[1, null],
    ])
    expect(classifier.hold).not.toHaveProperty('self-harm')
    await gone(page.getByText(en.policy.page.unsaved))

    await press(reset.open)
    const dialog = page.getByRole('dialog', { name: reset.title })
    await sees(dialog, reset.lead)
    await page.keyboard.press('Escape')
    await gone(dialog)
    const forgotten = () => auditEntries(root.id).filter(({ action }) => action === 'admin:reset:classifier').length
    expect(forgotten()).toBe(0)
    await press(reset.open)
    await within(dialog).press(reset.open)
    await said(page, reset.done)
    await focusOn(page, reset.open)
    expect(forgotten()).toBe(1)
    expectNoFaults(page)
  })

  test('a moderator reads it on a phone, and changes nothing', async () => {
    const page = await enter(admin, '/about/rules', PHONE)
    await stateIs(page, { isHolding: true, rolledBack: true, version: null, madeAt: null })
    await page.goto(new URL('/console/classifier', page.url()).href)
    for (const text of [said_.readOnly, now.rolledBack, now.on]) await sees(page, text)
    await expectNone(page.getByText(now.base(412)))
    expect(await page.getByLabel(words.mode, { exact: true }).isDisabled()).toBe(true)
    await expectNone(page.getByRole('button', { name: reset.open }))
    await expectNone(page.getByRole('button', { name: en.core.common.save }))
    expectNoFaults(page)
  })

  test.each([
    ['light', 'en', PHONE],
    ['dark', 'hi', PHONE],
    ['dark', 'en', DESK],
    ['light', 'hi', DESK],
  ] as const)('fits and is accessible: %s, %s', async (colorScheme, language, size) => {
    const page = await enter(root, '/about/rules', size)
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.evaluate((chosen) => localStorage.setItem('quad.language', chosen), language)
    await stateIs(page, { rolledBack: true })
    await page.goto(new URL('/console/classifier', page.url()).href)
    await heading(page, (language === 'hi' ? hi : en).console.ways.classifier)
    await page.getByRole('group').nth(2).waitFor()
    const kind = `${language}-${size === PHONE ? 'phone' : 'desk'}`
    await look(page, `55-classifier-${kind}`)
    expect([...(await violations(page)), ...(await misfits(page)), ...(await smallTargets(page))]).toEqual([])
  })
})
