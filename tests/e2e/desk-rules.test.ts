import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { DESK, hasBrowser, PHONE, useBrowser } from '../support/browser'
import { pointing, typing } from '../support/hands'
import { administrator, type Data, expectData, type Person } from '../support/kit'
import { look } from '../support/looks'
import { faultsBut, focusOn, heading, said, visitAs } from '../support/steps'
import { serveClient } from '../support/web-client'

const openPage = useBrowser()
let server: Awaited<ReturnType<typeof serveClient>>
let admin: Person
let root: Person

beforeAll(async () => {
  server = await serveClient()
  ;[root, admin] = [await administrator('superadmin'), await administrator()]
})
afterAll(() => server.stop())

const words = async (): Promise<Data[]> => expectData(await admin.visitor.get('moderation/words')).words

describe.skipIf(!hasBrowser)('the rules, at a desk', () => {
  test('by keyboard alone a word is banned, tried, changed and let pass again', async () => {
    for (const word of ['codswallop', 'poppycock'])
      expectData(await admin.visitor.post('moderation/words', { word, severity: 'mild' }), 201)
    const page = await openPage(DESK)
    await visitAs(page, admin, `${server.origin}/console/words`)
    await heading(page, 'Banned words')
    const { press, within, fill } = typing(page)
    const dialog = page.getByRole('dialog')
    const asked = within(dialog)

    await press('Ban a word')
    await asked.fill('Word or words', 'Çodswallop')
    await asked.press('Ban a word')
    await dialog.locator('#word-error').getByText('banned already').waitFor()
    await asked.fill('Word or words', 'fiddlestick')
    await asked.choose('Severity', 'Severe')
    await asked.check('Inside other words, too')
    await look(page, '50-word-add', 'dialog')
    await asked.press('Ban a word')
    await said(page, '“fiddlestick” is banned')
    await focusOn(page, 'Ban a word')
    expect(await words()).toMatchObject([
      { word: 'codswallop' },
      { word: 'fiddlestick', severity: 'severe', strictMode: true },
      { word: 'poppycock' },
    ])

    await fill('Text', 'What codswallop!\nMerefiddlesticks, aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.')
    await press('Try it')
    await page.getByText('This would be refused for 3 things:').waitFor()
    expect(await page.locator('mark').allTextContents()).toMatchObject([
      'codswallop',
      'fiddlestick',
      expect.stringMatching(/^a+$/),
    ])
    await page.getByText('It repeats one character too often.').waitFor()
    await look(page, '51-words')
    await fill('Text', 'What a fine day.')
    await press('Try it')
    await page.getByText('This would be let through.').waitFor()

    await press('Edit fiddlestick')
    await asked.choose('Severity', 'Mild')
    await asked.press('Save')
    await said(page, '“fiddlestick” has been changed')
    expect((await words())[1]).toMatchObject({ word: 'fiddlestick', severity: 'mild', strictMode: true })
    await press('Delete poppycock')
    await look(page, '52-word-delete', 'dialog')
    await asked.press('Delete')
    await said(page, '“poppycock” passes again')
    await focusOn(page, 'Banned words')
    expect((await words()).map(({ word }) => word)).toEqual(['codswallop', 'fiddlestick'])
    await page.getByRole('searchbox', { name: 'Search banned words' }).fill('swall')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/console/words?query=swall')
    await page.getByRole('heading', { name: 'fiddlestick' }).waitFor({ state: 'detached' })
    await page.getByText('1 in all').waitFor()
    expect(faultsBut(page, /status of 409/)).toEqual([])
  })
})

describe.skipIf(!hasBrowser)('the settings', () => {
  const settings = async () => expectData(await root.visitor.get('admin/settings'))

  test('a superadmin changes them section by section, topics by keyboard alone', async () => {
    const before = await settings()
    const page = await openPage(DESK)
    await visitAs(page, root, `${server.origin}/console/settings`)
    await heading(page, 'Settings')
    const keys = typing(page)
    const topics = page.getByRole('form', { name: 'Topics' })
    const inTopics = keys.within(topics)
    await topics.getByLabel('Number 11').waitFor()

    await inTopics.fill('Number 1', 'Ask the campus')
    await inTopics.press('Move “Showcase” up')
    await said(page, '“Showcase” is now number 3')
    await focusOn(page, 'Move “Showcase” up')
    await page.keyboard.press('Enter')
    await said(page, '“Showcase” is now number 2')
    await inTopics.press('Remove “Rant / Vent”')
    await focusOn(page, 'Remove “Help / Support”')
    await inTopics.press('Add a topic')
    await focusOn(page, 'Number 11')
    await page.keyboard.type('showcase')
    await topics.getByText('Not saved yet').waitFor()
    await page.keyboard.press('Enter')
    await topics.getByText('This stands in the list twice.').waitFor()
    await focusOn(page, 'Number 11')
    await look(page, '71-settings-twice', '[aria-labelledby=topics-title]')
    expect((await settings()).topics).toEqual(before.topics)
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type('Lost and found')
    await page.keyboard.press('Enter')
    await said(page, 'Saved: Topics')
    await topics.getByText('Not saved yet').waitFor({ state: 'detached' })
    const wanted = ['Ask the campus', 'Showcase', 'Serious Discussion', 'Career Advice']
    const after = await settings()
    expect(after.topics.slice(0, 4)).toEqual(wanted)
    expect(after.topics.at(-1)).toBe('Lost and found')
    expect(after.topics).not.toContain('Rant / Vent')
    expect({ ...after, topics: [] }).toEqual({ ...before, topics: [] })

    const hands = pointing(page)
    const patterns = page.getByRole('form', { name: 'What texts are checked for' })
    await hands.within(patterns).check('Phone numbers')
    await patterns.getByText('Not saved yet').waitFor()
    await hands.within(patterns).press('Save')
    await said(page, 'Saved: What texts are checked for')
    expect((await settings()).contentPatterns).toEqual({ ...before.contentPatterns, phoneNumbers: true })

    const scores = page.getByRole('form', { name: 'Toxicity thresholds' })
    await scores.getByText('No provider of scores is set up').waitFor()
    await hands.use(scores.getByText('OpenAI moderation'))
    await hands.within(scores).fill('hate', '2')
    await hands.within(scores).press('Save')
    await focusOn(page, '')
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('openai.hate')
    await hands.within(scores).fill('hate', '0.65')
    await hands.within(scores).fill('violence', '')
    await look(page, '72-settings-scores', '[aria-labelledby=toxicityThresholds-title]')
    await hands.within(scores).press('Save')
    await said(page, 'Saved: Toxicity thresholds')
    const { violence: _, ...others } = before.toxicityThresholds.openai
    expect((await settings()).toxicityThresholds).toEqual({
      ...before.toxicityThresholds,
      openai: { ...others, hate: 0.65 },
    })

    const mails = page.getByRole('form', { name: 'Mails that can be left out' })
    await mails.getByLabel('Account suspended').uncheck()
    await hands.within(mails).press('Save')
    await said(page, 'Saved: Mails')
    expect((await settings()).mails).toEqual({ ...before.mails, suspended: false })

    await hands.follow('New post')
    await heading(page, 'New post')
    expect((await page.getByLabel('Topic').locator('option').allTextContents()).slice(1, 5)).toEqual(wanted)
    expect(faultsBut(page, /^$/)).toEqual([])
  })

  test('an administrator reads them, on a phone', async () => {
    const page = await openPage(PHONE)
    await visitAs(page, admin, `${server.origin}/console/settings`)
    await page.getByText('Only a superadmin can change them.').waitFor()
    await page.getByLabel('Phone numbers').waitFor()
    expect(await page.getByLabel('Phone numbers').isDisabled()).toBe(true)
    expect(await page.getByRole('button', { name: /^(Save|Add a|Move|Remove)/ }).count()).toBe(0)
    await page.getByRole('listitem').filter({ hasText: 'Lost and found' }).waitFor()
    await look(page, '73-settings-read')
    await page.getByLabel('Language').selectOption('hi')
    await page.getByRole('heading', { level: 1, name: 'सेटिंग्स' }).waitFor()
    await page.getByRole('link', { name: 'प्रतिबंधित शब्द' }).click()
    await page.getByRole('heading', { level: 1, name: 'प्रतिबंधित शब्द' }).waitFor()
    await page.getByRole('heading', { name: 'codswallop' }).waitFor()
    await look(page, '74-words-hindi', 'main')
    expect(faultsBut(page, /^$/)).toEqual([])
  })
})
