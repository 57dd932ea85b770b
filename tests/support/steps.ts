import { expect } from 'bun:test'
import type { Locator } from 'playwright-core'
import { storage } from '../../db/storage'
import type { WatchedPage } from './browser'
import { expectData, PASSWORD, type Person } from './kit'
import { en } from './words'

const FOCUS_TRIES = 1500

/** More than lie between two things that somebody does on one page. */
const MOST_TABS = 60
const PATIENCE_MS = 5_000

export const heading = (page: WatchedPage, name: string | RegExp, level = 1): Promise<void> =>
  page.getByRole('heading', { level, name }).waitFor()
export const press = (page: WatchedPage, name: string | RegExp): Promise<void> =>
  page.getByRole('button', { name }).click()

/** What the page says has just happened. */
export const said = (page: WatchedPage, words: string | RegExp): Promise<void> =>
  page.getByRole('status').getByText(words).waitFor()

/** Does what asks that path of the API, and waits for the answer: the page may be ahead of it. */
export async function answered(page: WatchedPage, path: string, act: () => Promise<void>): Promise<void> {
  const answer = page.waitForResponse((response) => new URL(response.url()).pathname === `/api/v1/${path}`)
  await Promise.all([answer, act()])
}

/** What has the focus, by its name. */
export const focused = (page: WatchedPage): Promise<string | undefined> =>
  page.evaluate(() => {
    const { activeElement: element, body } = document
    // The body, whose text is that of the whole page, has it where nothing has.
    return element === body ? undefined : (element?.getAttribute('aria-label') ?? element?.textContent?.trim())
  })

const bears = (name: string | RegExp, found = ''): boolean =>
  typeof name === 'string' ? found === name : name.test(found)

/** Waits until what bears the name has the focus: it is moved once the page has been drawn anew. */
export async function focusOn(page: WatchedPage, name: string | RegExp): Promise<void> {
  for (let tries = 0; tries < FOCUS_TRIES && !bears(name, await focused(page)); tries++) await page.waitForTimeout(20)
  const found = await focused(page)
  expect(bears(name, found) ? name : found).toBe(name)
}

/** Waits until the field of that label has the focus. */
export const focusOnField = (page: WatchedPage, label: Name): Promise<void> =>
  page.getByLabel(label).and(page.locator(':focus')).waitFor()

/** Tab after tab, until what has the focus bears the name. */
export async function tabTo(page: WatchedPage, name: string | RegExp): Promise<void> {
  // Again where the page had not been drawn.
  const end = performance.now() + PATIENCE_MS
  for (let tabs = 0; tabs < MOST_TABS || performance.now() < end; tabs++) {
    if (bears(name, await focused(page))) break
    await page.keyboard.press('Tab')
  }
  const found = await focused(page)
  expect(bears(name, found) ? name : found).toBe(name)
}

/** Opens the page with the session that the person holds already. */
export async function visitAs(page: WatchedPage, { visitor }: Person, url: string): Promise<void> {
  // With the whole address they would be of its folder alone.
  const { origin } = new URL(url)
  await page.context().addCookies([...visitor.cookies].map(([name, value]) => ({ name, value, url: origin })))
  await page.goto(url)
}

/** The page "You", where the way out is, by the bar. */
export async function goToYou(page: WatchedPage, hands: Pick<Hands, 'use'> = pointing(page)): Promise<void> {
  await hands.use(page.getByRole('link', { name: en.core.frame.you, exact: true }))
  await heading(page, en.you.title)
}

/** Reads on in Hindi, as after it was chosen on the page "You". */
export async function continueInHindi(page: WatchedPage): Promise<void> {
  await page.evaluate(() => localStorage.setItem('quad.language', 'hi'))
  await page.reload()
}

/** Leaves the page, whose requests under way would be refused, and forgets the session. */
export async function forgetSession(page: WatchedPage): Promise<void> {
  await page.goto('about:blank')
  await page.context().clearCookies()
}

/** Fills in and sends the form of the sign-in page that is shown. */
export async function signIn(page: WatchedPage, { email }: Person): Promise<void> {
  await page.getByLabel(en.account.login.email).waitFor()
  const password = page.getByLabel(en.account.login.password, { exact: true })
  // It is asked for at once where somebody signed in with one before.
  if ((await password.count()) === 0) await press(page, en.account.login.byPassword)
  await page.getByLabel(en.account.login.email).fill(email)
  await password.fill(PASSWORD)
  await page.keyboard.press('Enter')
}

/** What went wrong in the page but for what was to be expected. */
export const faultsBut = (page: WatchedPage, expected: RegExp): string[] =>
  page.faults.filter((fault) => !expected.test(fault))

export const rows = (sql: string, ...values: string[]): unknown[] =>
  storage.reader.sqlite.query<unknown, string[]>(sql).all(...values)

/** A college that offers branches, made as administrators make one. */
export async function collegeWithBranches({ visitor }: Person, emailDomain: string): Promise<void> {
  const branches = [
    { code: 'CSE', name: 'Computer Science' },
    { code: 'BOT', name: 'Botany' },
  ]
  for (const branch of branches) expectData(await visitor.post('admin/branches/create', branch))
  const college = { name: `College of ${emailDomain}`, emailDomain, city: 'Rivertown', state: 'Iowa' }
  const codes = branches.map(({ code }) => code)
  expectData(await visitor.post('admin/colleges/create', { ...college, branches: codes }))
}

type Name = string | RegExp

/** What a person does with a page, by what they see or hear of it. */
export type Hands = {
  /** Presses a button. */
  press(name: Name): Promise<void>
  /** Follows the first link of that name. */
  follow(name: Name): Promise<void>
  /** Types into a field, in place of what is in it. */
  fill(label: Name, text: string): Promise<void>
  /** Chooses from a list. */
  choose(label: Name, option: string): Promise<void>
  /** Ticks a box or turns a switch. */
  check(label: Name): Promise<void>
  /** Presses or opens whatever this is. */
  use(what: Locator): Promise<void>
  /** Looks for what is named only within this. */
  within(part: Locator): Hands
  /** How often they have tapped, or pressed a key; letters that are written do not count. */
  effort(): string
}

type Way = {
  effort: { count: number; unit: 'taps' | 'keys' }
  use(what: Locator): Promise<void>
  fill(what: Locator, text: string): Promise<void>
  choose(what: Locator, option: string): Promise<void>
  check(what: Locator): Promise<void>
}

const handsOf = (place: WatchedPage | Locator, way: Way): Hands => ({
  press: (name) => way.use(place.getByRole('button', { name }).first()),
  follow: (name) => way.use(place.getByRole('link', { name }).first()),
  fill: (label, text) => way.fill(place.getByLabel(label, { exact: true }), text),
  choose: (label, option) => way.choose(place.getByLabel(label, { exact: true }), option),
  check: (label) => way.check(place.getByLabel(label)),
  use: way.use,
  within: (part) => handsOf(part, way),
  effort: () => `${way.effort.count} ${way.effort.unit}`,
})

/** Somebody who points, or taps: a list takes two, one that opens it. */
export function pointing(page: WatchedPage): Hands {
  const effort: Way['effort'] = { count: 0, unit: 'taps' }
  const tapped = async (done: Promise<unknown>, taps = 1) => {
    effort.count += taps
    await done
  }
  return handsOf(page, {
    effort,
    use: (what) => tapped(what.click()),
    fill: (what, text) => tapped(what.fill(text)),
    choose: (what, option) => tapped(what.selectOption(option), 2),
    check: (what) => tapped(what.check()),
  })
}

/** Somebody who has a keyboard and nothing else: what cannot be reached by it is not there. */
export function typing(page: WatchedPage): Hands {
  const { keyboard } = page
  const effort: Way['effort'] = { count: 0, unit: 'keys' }
  const press = (key: string) => {
    effort.count++
    return keyboard.press(key)
  }
  const arrive = async (what: Locator) => {
    effort.count += await reach(page, what)
  }
  return handsOf(page, {
    effort,
    use: async (what) => {
      await arrive(what)
      await press('Enter')
    },
    fill: async (what, text) => {
      await arrive(what)
      await press('ControlOrMeta+A')
      await keyboard.insertText(text)
    },
    choose: async (what, option) => {
      await arrive(what)
      for (const letter of option) {
        await keyboard.type(letter)
        effort.count++
        if ((await what.evaluate((list: HTMLSelectElement) => list.selectedOptions[0]?.text))?.startsWith(option))
          return
      }
      throw new Error(`not to be chosen by its letters: ${option}`)
    },
    check: async (what) => {
      await arrive(what)
      await press('Space')
    },
  })
}

/** As often as what is between may change on the way. */
const MOST_WALKS = 20

/** Moves the focus to it, stop by stop, the shorter way round; returns how many Tabs that took. */
async function reach(page: WatchedPage, what: Locator): Promise<number> {
  await what.waitFor()
  let tabs = 0
  for (let walks = 0; walks < MOST_WALKS; walks++) {
    const stops = await what.evaluate(stopsBetween)
    if (stops === 0) return tabs
    tabs += Math.abs(stops)
    await tab(page, stops)
  }
  throw new Error(`not to be reached by the keyboard: ${what}`)
}

/** Presses Tab so often, backwards where that is negative: so fast that the page need not be painted at every stop. */
async function tab({ keyboard }: WatchedPage, stops: number): Promise<void> {
  if (stops < 0) await keyboard.down('Shift')
  await Promise.all(Array.from({ length: Math.abs(stops) }, () => keyboard.press('Tab')))
  if (stops < 0) await keyboard.up('Shift')
}

/**
 * How often one presses Tab from what has the focus to the element, backwards where that is negative; 0 once one is
 * there.
 */
function stopsBetween(element: Element): number {
  const { activeElement } = document
  if (activeElement === element) return 0
  const around = document.querySelector('dialog[open]') ?? document
  // Of radio buttons Tab reaches the one that is checked.
  const can =
    'a[href], button:enabled, input:enabled:not([type=radio]), input[type=radio]:checked, select:enabled, textarea:enabled, summary, [tabindex="0"]'
  const stops = [...around.querySelectorAll(can)].filter(
    (each) => each.checkVisibility({ visibilityProperty: true }) && each.getAttribute('tabindex') !== '-1',
  )
  const passed = stops.filter(
    (each) => activeElement && activeElement.compareDocumentPosition(each) & Node.DOCUMENT_POSITION_PRECEDING,
  ).length
  const onward = stops.indexOf(element) - passed
  if (onward < 0) return onward
  return activeElement && stops.includes(activeElement) ? Math.max(1, onward) : onward + 1
}
