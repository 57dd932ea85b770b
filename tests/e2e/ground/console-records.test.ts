import { expect, test } from 'bun:test'
import { storage } from '../../../db/storage'
import { config } from '../../../src/config'
import { verifyInPauses } from '../../../src/ground/audit/chain-state'
import { noteDay } from '../../../src/ground/audit/day-notes'
import { backgroundIdle } from '../../../src/lib/process/background'
import { look } from '../../support/accessibility'
import { describePages, PHONE, pageTest } from '../../support/browser'
import { administrator, type Data, student } from '../../support/kit'
import { walkTo } from '../../support/page-walk'
import { usePages } from '../../support/pages'
import { expectNoFaults, expectNone, focused, focusOn, gone, heading, said, sees } from '../../support/seen'
import { pointing, typing, visitAs } from '../../support/steps'
import { en, starting } from '../../support/words'

const { openPage, server, enter } = await usePages()
const [root, admin, ada] = [await administrator('superadmin'), await administrator(), await student()]

describePages('what happened, on a phone', () => {
  test('the log is narrowed down and read by keyboard, and a superadmin alone sees where an entry came from', async () => {
    const admin = await administrator()
    const { id: postId } = (
      await ada.post('posts', { title: 'Lost keys', content: 'Near the gate.', topic: 'Showcase' })
    ).post
    await admin.put(`moderation/posts/${postId}/moderation-state`, {
      state: 'banned',
      reason: 'Names people',
    })
    const word = { word: 'tealeaf', severity: 'mild', strictMode: false }
    await root.post('moderation/words', word)
    const stranger = { origin: config.publicUrl, 'content-type': 'application/json', 'user-agent': 'An old browser' }
    const login = JSON.stringify({ email: ada.email, password: 'not the one' })
    await fetch(`${server.origin}/api/v1/auth/login`, { method: 'POST', headers: stranger, body: login })
    await storage.write((tx) => noteDay(tx))
    await verifyInPauses(() => false)
    const page = await enter(root, '/console/log', PHONE)
    await heading(page, en.console.ways.log)
    const { log } = en.audit
    const sentence = (words: string) => page.locator('main li').filter({ hasText: words }).first()
    const isOnly = (...found: string[]) =>
      page
        .locator('main')
        .getByText(en.console.pager.total(`${found.length}`))
        .waitFor()
    const hands = typing(page)
    const removed = `${admin.user.username} removed Lost keys (Names people)`
    // Of moderators only.
    await sentence(removed).waitFor()
    await sentence(`${root.user.username} banned the word “tealeaf”`).waitFor()
    await expectNone(sentence('Somebody'))

    await hands.choose(log.what, log.whats.policy!)
    await page.waitForURL('**/console/log?what=policy')
    await sentence('tealeaf').waitFor()
    await expectNone(sentence(removed))
    await hands.follow(log.reset)
    await focusOn(page, en.console.ways.log)
    // Not by its letters: a name is drawn at random.
    await pointing(page).choose(log.who, admin.user.username)
    await page.waitForURL(`**/console/log?who=${admin.id}`)
    await isOnly(removed)
    await hands.within(sentence(removed)).press(starting(log.more))
    await sees(page, 'moderationState active → banned')
    await sees(page, 'admin:banned:post', { exact: true })
    await hands.within(sentence(removed)).follow(log.allAbout)
    await page.waitForURL(`**/console/log?entityId=${postId}`)
    await focusOn(page, en.console.ways.log)
    await sees(page, log.onlyAbout('Lost keys'))
    await isOnly(removed, 'Lost keys')
    await sentence(`${ada.user.username} posted Lost keys`).waitFor()
    await hands.within(sentence(removed)).press(starting(log.more))
    await sees(page, 'moderationState active → banned')
    await look(page, '61-log-entry')

    await hands.follow(log.reset)
    await page.waitForURL('**/console/log')
    // The state of the chain.
    await page.locator('main summary').waitFor()
    const saved = page.waitForEvent('download')
    await hands.press(en.audit.file.save.csv)
    expect((await saved).suggestedFilename()).toBe('quad-audit-log.csv')
    await said(page, en.audit.file.saved)
    await hands.choose(log.who, log.whos.strangers)
    const failed = sentence('Somebody couldn’t sign in')
    await hands.within(failed).press(starting(log.more))
    await sees(failed, 'An old browser')
    await page.goto(`${server.origin}/console/log?to=2020-01-02`)
    await sees(page, en.console.words.noneFound)
    await visitAs(page, admin, `${server.origin}/console/log?who=strangers`)
    await isOnly('sign-in')
    await hands.within(failed).press(starting(log.more))
    await sees(failed, 'user:failed:login')
    await expectNone(page.getByText('An old browser'))
    expectNoFaults(page)
  })

  test('feedback is marked and deleted, and what waits is counted', async () => {
    for (const [title, content] of [
      ['Darker nights', 'The night theme could be darker.\n\nMy eyes thank you.'],
      ['A map', 'Show where the reading rooms are.'],
    ])
      await ada.post('feedbacks', { type: 'feature', title, content })
    const stored = async () =>
      (await admin.get('feedbacks')).feedbacks.map(({ title, status }: Data) => [title, status])
    const page = await enter(admin, '/console/feedback', PHONE)
    const { press, within, choose } = pointing(page)
    const way = page.getByRole('link', { name: starting(en.console.ways.feedback) }).first()
    await sees(way, en.console.ways.waiting('2'))
    await press(`${en.feedback.list.review} A map`)
    await said(page, en.feedback.list.marked('A map'))
    await sees(way, en.console.ways.waiting('1'))
    await focusOn(page, en.console.ways.feedback)
    expect(await stored()).toEqual([
      ['A map', 'reviewed'],
      ['Darker nights', 'new'],
    ])
    await choose(en.console.words.state, 'all')
    await page.waitForURL('**/console/feedback?status=all')
    await page.getByRole('heading', { name: 'A map' }).waitFor()
    await press(`${en.feedback.list.dismiss} Darker nights`)
    await said(page, en.feedback.list.marked('Darker nights'))
    expect(await focused(page)).not.toBe('')
    await press(`${en.console.words.delete} A map`)
    await within(page.getByRole('dialog')).press(en.console.words.delete)
    await said(page, en.feedback.list.deleted)
    await gone(page.getByRole('heading', { name: 'A map' }))
    expect(await stored()).toEqual([['Darker nights', 'dismissed']])
    await choose(en.console.words.state, 'new')
    await sees(page, en.feedback.list.none)
    expectNoFaults(page)
  })
})

pageTest('an appeal is sent from the removed post, and decided by another moderator', async () => {
  const post = { title: 'Rate the tea', content: 'Three of ten.', topic: 'Showcase' }
  const { id } = (await ada.post('posts', post)).post
  const removal = { state: 'banned', reason: 'Not a showcase' }
  await admin.put(`moderation/posts/${id}/moderation-state`, removal)
  const [own, desk] = [await openPage(PHONE), await openPage(PHONE)]
  await visitAs(own, ada, `${server.origin}/post/${id}`)
  await pointing(own).press(en.core.frame.appeal)
  await pointing(own).fill(en.appeals.dialog.message, 'It shows our tea.')
  await pointing(own).press(en.appeals.dialog.send)
  await sees(own, en.appeals.panel.states.open)
  await look(own, 'a removed post with its appeal')
  await visitAs(desk, root, `${server.origin}/console/appeals`)
  for (const words of ['It shows our tea.', 'Three of ten.', 'Not a showcase']) await sees(desk, words)
  await look(desk, 'an appeal in the console')
  await pointing(desk).press(`${en.appealsQueue.decide.overturn} ${ada.user.username}`)
  await pointing(desk).fill(en.console.words.reason, 'It does.')
  await pointing(desk).within(desk.getByRole('dialog')).press(en.appealsQueue.decide.overturn)
  await sees(desk, en.appealsQueue.page.none)
  await own.reload()
  await heading(own, post.title)
  await expectNone(own.getByText(en.ownWords.removed.post))
})

pageTest('many texts at once are shown until a moderator dismisses that', async () => {
  const alert = en.bursts
  await root.patch('admin/settings', { bursts: { texts: 2, sameText: null, sameLink: null } })
  const busy = await student()
  for (const title of ['First of two', 'Second of two'])
    await busy.post('posts', { title, content: `${title} indeed.`, topic: 'Showcase' })
  await backgroundIdle()
  await root.patch('admin/settings', { bursts: { texts: null } })
  const page = await enter(admin, '/console/reports', PHONE)
  const hands = typing(page)
  const words = alert.account(busy.user.username, 2)
  await page.getByText(words).first().waitFor()
  await walkTo(page, '/console')
  await page.getByText(words).first().waitFor()
  await hands.use(page.locator('summary').getByText(alert.see))
  await page.getByRole('link', { name: alert.postNumber(1) }).waitFor()
  await look(page, 'an alert about many texts')
  await hands.press(starting(alert.dismiss))
  await said(page, alert.dismissed)
  await gone(page.getByText(alert.title))
  expectNoFaults(page)
})
