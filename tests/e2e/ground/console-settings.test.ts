import { expect, test } from 'bun:test'
import { look } from '../../support/accessibility'
import { DESK, describePages, PHONE, pageTest } from '../../support/browser'
import { publish } from '../../support/content'
import { administrator, type Data, newEmail, student } from '../../support/kit'
import { usePages } from '../../support/pages'
import { expectNoFaults, expectNone, focusOn, gone, heading, said, sees } from '../../support/seen'
import { follow, pointing, typing, visitAs } from '../../support/steps'
import { mailsTo, otpFor } from '../../support/traces'
import { en, starting } from '../../support/words'

const { openPage, server, enter } = await usePages()
const [root, admin] = [await administrator('superadmin'), await administrator()]

const words = async (): Promise<Data[]> => (await admin.get('moderation/words')).words

pageTest('by keyboard alone a word is banned, tried, changed and let pass again', async () => {
  for (const word of ['codswallop', 'poppycock']) await admin.post('moderation/words', { word, severity: 'mild' })
  const page = await enter(admin, '/console/words', DESK)
  const { press, within, fill } = typing(page)
  const dialog = page.getByRole('dialog')
  const asked = within(dialog)

  await press(en.words.list.add)
  await asked.fill(en.words.list.word, 'Çodswallop')
  await asked.press(en.words.list.add)
  await sees(dialog.locator('#word-error'), en.words.list.taken)
  await asked.fill(en.words.list.word, 'fiddlestick')
  await asked.choose(en.words.list.severity, en.words.severities.severe)
  await asked.check(en.words.list.strict)
  await asked.press(en.words.list.add)
  await said(page, en.words.list.added('fiddlestick'))
  await focusOn(page, en.words.list.add)
  expect(await words()).toMatchObject([
    { word: 'codswallop' },
    { word: 'fiddlestick', severity: 'severe', strictMode: true },
    { word: 'poppycock' },
  ])

  await fill(en.words.trial.text, 'What codswallop!\nMerefiddlesticks, aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.')
  await press(en.words.trial.try)
  await sees(page, en.words.trial.refused(3))
  expect(await page.locator('mark').allTextContents()).toMatchObject([
    'codswallop',
    'fiddlestick',
    expect.stringMatching(/^a+$/),
  ])
  await sees(page, en.words.trial.reasons.repeated_characters!)
  await look(page, '51-words')
  await fill(en.words.trial.text, 'What a fine day.')
  await press(en.words.trial.try)
  await sees(page, en.words.trial.passes)

  await press(`${en.console.words.edit} fiddlestick`)
  await asked.choose(en.words.list.severity, en.words.severities.mild)
  await asked.press(en.core.common.save)
  await said(page, en.words.list.saved('fiddlestick'))
  expect((await words())[1]).toMatchObject({ word: 'fiddlestick', severity: 'mild', strictMode: true })
  await press(`${en.words.list.delete} poppycock`)
  await asked.press(en.words.list.delete)
  await said(page, en.words.list.deleted('poppycock'))
  await focusOn(page, en.console.ways.words)
  expect((await words()).map(({ word }) => word)).toEqual(['codswallop', 'fiddlestick'])
  await page.getByRole('searchbox', { name: en.words.list.search }).fill('swall')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/console/words?query=swall')
  await gone(page.getByRole('heading', { name: 'fiddlestick' }))
  await sees(page, en.console.pager.total('1'))
  expectNoFaults(page, /status of 409/)
})

describePages('the settings', () => {
  const settings = () => root.get('admin/settings')

  test('a superadmin changes them section by section, topics by keyboard alone', async () => {
    const before = await settings()
    const page = await enter(root, '/console/settings', DESK)
    await heading(page, en.console.ways.settings)
    const topics = page.getByRole('form', { name: en.policy.lists.titles.topics })
    const inTopics = typing(page).within(topics)
    await topics.getByLabel(en.policy.lists.item(11)).waitFor()

    await inTopics.fill(en.policy.lists.item(1), 'Ask the campus')
    await inTopics.press(en.policy.lists.up('Showcase'))
    await said(page, en.policy.lists.moved('Showcase', 3))
    await focusOn(page, en.policy.lists.up('Showcase'))
    await page.keyboard.press('Enter')
    await said(page, en.policy.lists.moved('Showcase', 2))
    await inTopics.press(en.policy.lists.remove('Rant / Vent'))
    await focusOn(page, en.policy.lists.remove('Help / Support'))
    await inTopics.press(en.policy.lists.add.topics)
    await focusOn(page, en.policy.lists.item(11))
    await page.keyboard.type('showcase')
    await sees(topics, en.policy.page.unsaved)
    await page.keyboard.press('Enter')
    await sees(topics, en.policy.lists.twice)
    await focusOn(page, en.policy.lists.item(11))
    expect((await settings()).topics).toEqual(before.topics)
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type('Lost and found')
    await page.keyboard.press('Enter')
    await said(page, en.policy.page.saved(en.policy.lists.titles.topics))
    await gone(topics.getByText(en.policy.page.unsaved))
    const wanted = ['Ask the campus', 'Showcase', 'Serious Discussion', 'Career Advice']
    const after = await settings()
    expect(after.topics.slice(0, 4)).toEqual(wanted)
    expect(after.topics.at(-1)).toBe('Lost and found')
    expect(after.topics).not.toContain('Rant / Vent')
    expect({ ...after, topics: [] }).toEqual({ ...before, topics: [] })

    const hands = pointing(page)
    const within = (title: string) => hands.within(page.getByRole('form', { name: title }))
    const save = async (title: string) => {
      await within(title).press(en.core.common.save)
      await said(page, en.policy.page.saved(title))
    }
    const { patterns, thresholds, youngAccounts, mails, aliases } = en.policy
    await within(patterns.title).check(patterns.switches.phoneNumbers[0])
    await save(patterns.title)
    expect((await settings()).contentPatterns).toEqual({ ...before.contentPatterns, phoneNumbers: true })

    const scores = page.getByRole('form', { name: thresholds.title })
    await sees(scores, thresholds.off)
    await hands.use(scores.getByText(thresholds.providers.openai))
    const openai = hands.within(scores.getByRole('group', { name: thresholds.providers.openai }))
    await openai.fill('hate', '2')
    await within(thresholds.title).press(en.core.common.save)
    await page.locator('[id="openai.hate"]:focus').waitFor()
    await openai.fill('hate', '0.65')
    await openai.fill('violence', '')
    await look(page, '72-settings-scores', '[aria-labelledby=toxicityThresholds-title]')
    await save(thresholds.title)
    const { violence: _, ...others } = before.toxicityThresholds.openai
    const openaiScores = { ...others, hate: 0.65 }
    expect((await settings()).toxicityThresholds).toEqual({ ...before.toxicityThresholds, openai: openaiScores })

    await within(youngAccounts.title).fill(youngAccounts.label, '0')
    await within(youngAccounts.title).press(en.core.common.save)
    await page.locator('#youngAccountPosts-error').waitFor()
    await within(youngAccounts.title).fill(youngAccounts.label, '20')
    await save(youngAccounts.title)
    await page.getByLabel(mails.switches.suspended[0]).uncheck()
    await save(mails.title)
    await within(aliases.title).fill(aliases.perDay, '2')
    await within(aliases.title).fill(aliases.accountDays, '1')
    await page.getByLabel(aliases.label).uncheck()
    await save(aliases.title)
    expect(await settings()).toMatchObject({
      youngAccountPosts: 20,
      mails: { ...before.mails, suspended: false },
      aliases: { ...before.aliases, on: false, perDay: 2, accountDays: 1 },
    })

    const { removalReasons: words } = en.policy
    const dialog = page.getByRole('dialog')
    const asked = hands.within(dialog)
    const nth = (place: number) => dialog.getByRole('group', { name: words.item(place), exact: true })
    await hands.press(words.edit)
    await nth(9).waitFor()
    await asked.press(en.policy.lists.down(words.item(1)))
    await focusOn(page, en.policy.lists.down(words.item(2)))
    await asked.press(en.policy.lists.remove(words.item(3)))
    await focusOn(page, en.policy.lists.remove(words.item(3)))
    await asked.press(en.policy.lists.add.reportReasons)
    await nth(9).locator('select:focus').waitFor()
    await hands.within(nth(9)).choose(en.deskContent.decide.rule, en.choices.spam)
    await hands.within(nth(9)).fill(en.policy.pages.languages.en, 'No surveys here.')
    await asked.press(en.core.common.save)
    await sees(nth(9), en.core.form.required)
    await hands.within(nth(9)).fill(en.policy.pages.languages.hi, 'यहाँ सर्वे नहीं।')
    await asked.press(en.core.common.save)
    await said(page, en.policy.page.saved(words.title))
    const [first, second, , ...rest] = before.removalReasons
    expect((await settings()).removalReasons).toEqual([
      ...[second, first, ...rest],
      { rule: 'spam', en: 'No surveys here.', hi: 'यहाँ सर्वे नहीं।' },
    ])
    await page.getByRole('listitem').filter({ hasText: 'No surveys here.' }).waitFor()

    await hands.follow(en.core.frame.newPost)
    await heading(page, en.core.frame.newPost)
    expect((await page.getByLabel(en.post.writing.topic).locator('option').allTextContents()).slice(1, 5)).toEqual(
      wanted,
    )
    expectNoFaults(page, /status of 400/)
  })

  test('an administrator reads them, on a phone', async () => {
    const page = await enter(admin, '/console/settings', PHONE)
    await sees(page, en.policy.page.readOnly)
    // Of the country, as nobody has named any.
    expect(await page.locator('#helpLines').inputValue()).toStartWith('988 ')
    await page.getByLabel(en.policy.patterns.switches.phoneNumbers[0]).waitFor()
    expect(await page.getByLabel(en.policy.patterns.switches.phoneNumbers[0]).isDisabled()).toBe(true)
    await expectNone(
      page.getByRole('button', {
        name: starting(
          en.core.common.save,
          ...Object.values(en.policy.lists.add),
          en.policy.removalReasons.edit,
          ...[en.policy.lists.up, en.policy.lists.down, en.policy.lists.remove].map((name) => name('').slice(0, 4)),
        ),
      }),
    )
    await page.getByRole('listitem').filter({ hasText: 'Showcase' }).first().waitFor()
    expectNoFaults(page)
  })

  test('reading is left to members: strangers are shown the way in, and no document tells more', async () => {
    const author = await student()
    const { id } = await publish(author, { title: 'The tea of the north canteen' })
    const [page, stranger] = [await openPage(DESK), await openPage(PHONE)]
    await visitAs(page, root, `${server.origin}/console/settings`)
    const { within } = pointing(page)
    const readers = page.getByRole('form', { name: en.policy.readers.title })
    const source = async () => (await fetch(`${server.origin}/post/${id}`)).text()
    expect(await source()).toContain('The tea of the north canteen')
    await within(readers).check(en.policy.readers.label)
    await within(readers).press(en.core.common.save)
    await said(page, en.policy.page.saved(en.policy.readers.title))
    await stranger.goto(`${server.origin}/post/${id}`)
    await heading(stranger, en.account.membersRead.title)
    await look(stranger, '75-members-read')
    const ways = stranger.getByRole('main').getByRole('link')
    expect(await ways.allTextContents()).toEqual([en.account.join.title, en.core.frame.signIn])
    await root.patch('admin/settings', { signUp: 'closed' })
    await stranger.reload()
    await sees(stranger, en.account.membersRead.closed)
    expect(await ways.allTextContents()).toEqual([en.core.frame.signIn])
    await root.patch('admin/settings', { signUp: 'open' })
    expectNoFaults(stranger)
    await follow(stranger.getByRole('main'), en.core.frame.signIn)
    await heading(stranger, en.account.login.title)
    await visitAs(stranger, author, `${server.origin}/post/${id}`)
    await heading(stranger, 'The tea of the north canteen')

    await readers.getByLabel(en.policy.readers.label).uncheck()
    await within(readers).press(en.core.common.save)
    await gone(readers.getByText(en.policy.page.unsaved))
    expect(await source()).toContain('The tea of the north canteen')
  })

  test('joining is left to moderators: a student waits, is let in, and nobody sees the address', async () => {
    const [page, newcomer] = [await openPage(DESK), await openPage(PHONE)]
    await visitAs(page, root, `${server.origin}/console/settings`)
    const { within, follow, press } = pointing(page)
    const joining = page.getByRole('form', { name: en.policy.signUp.title })
    const save = async (mode: 'open' | 'request' | 'closed') => {
      await within(joining).choose(en.policy.signUp.label, en.policy.signUp.modes[mode])
      await within(joining).press(en.core.common.save)
      await gone(joining.getByText(en.policy.page.unsaved))
    }
    await save('closed')
    await newcomer.goto(`${server.origin}/join`)
    await sees(newcomer, en.account.join.noNew)
    await heading(newcomer, en.account.join.title)
    await expectNone(newcomer.getByLabel(en.account.join.email))
    await save('request')

    const email = newEmail()
    const hands = pointing(newcomer)
    const join = async () => {
      const known = mailsTo(email).length
      await newcomer.goto(`${server.origin}/join`)
      await sees(newcomer, en.account.join.byRequest)
      await hands.fill(en.account.join.email, email)
      await hands.press(en.account.join.send)
      await newcomer.getByLabel(en.account.join.codeLabel).fill(await otpFor(email, known))
    }
    await join()
    await newcomer.getByRole('heading', { name: en.account.join.waits }).waitFor()
    expectNoFaults(newcomer, /status of 403/)

    await follow(en.console.ways.signUps)
    await heading(page, en.console.ways.signUps)
    const masked = `${email[0]}…${email.slice(email.indexOf('@') - 1)}`
    await page.getByRole('heading', { name: masked }).waitFor()
    expect(await page.content()).not.toContain(email)
    await press(`${en.signUps.decide.approve} ${masked}`)
    await said(page, en.signUps.decide.approved(masked))
    await sees(page, en.signUps.page.none.waiting)
    await focusOn(page, en.console.ways.signUps)

    await hands.press(en.account.join.otherAddress)
    await join()
    await heading(newcomer, en.account.join.branch)
    await follow(en.console.ways.settings)
    await heading(page, en.console.ways.settings)
    await save('open')
    expectNoFaults(page)
  })
})
