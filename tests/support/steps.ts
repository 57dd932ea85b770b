import { expect } from 'bun:test'
import type { Locator } from 'playwright-core'
import { dropAllCaches } from '../../src/lib/process/cache'
import type { WatchedPage } from './browser'
import { execute } from './content'
import { expectData, PASSWORD, type Person } from './kit'
import { bears, focused, heading, type Place } from './seen'
import { en } from './words'

// What somebody does with a page.

/** More than lie between two things that somebody does on one page. */
const MOST_TABS = 60
const PATIENCE_MS = 5_000

export const press = (place: Place, name: string | RegExp): Promise<void> => place.getByRole('button', { name }).click()
export const follow = (place: Place, name: string | RegExp): Promise<void> => place.getByRole('link', { name }).click()

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
  await heading(page, en.core.frame.you)
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

/** As if the person had signed in long ago. */
export async function longAgo({ id }: Person): Promise<void> {
  await execute('UPDATE sessions SET authenticated_at = NULL WHERE user_id = ?', id)
  dropAllCaches()
}

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
}

type Way = {
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
})

/** Somebody who points, or taps. */
export const pointing = (page: WatchedPage): Hands =>
  handsOf(page, {
    use: (what) => what.click(),
    fill: (what, text) => what.fill(text),
    choose: async (what, option) => void (await what.selectOption(option)),
    check: (what) => what.check(),
  })

/** Somebody who has a keyboard and nothing else: what cannot be reached by it is not there. */
export function typing(page: WatchedPage): Hands {
  const { keyboard } = page
  const pressAt = async (what: Locator, key: string) => {
    await reach(page, what)
    await keyboard.press(key)
  }
  return handsOf(page, {
    use: (what) => pressAt(what, 'Enter'),
    fill: async (what, text) => {
      await pressAt(what, 'ControlOrMeta+A')
      await keyboard.insertText(text)
    },
    choose: async (what, option) => {
      await reach(page, what)
      for (const letter of option) {
        await keyboard.type(letter)
        if ((await what.evaluate((list: HTMLSelectElement) => list.selectedOptions[0]?.text))?.startsWith(option))
          return
      }
      throw new Error(`not to be chosen by its letters: ${option}`)
    },
    check: (what) => pressAt(what, 'Space'),
  })
}

/** As often as what is between may change on the way. */
const MOST_WALKS = 20

/** Moves the focus to it, stop by stop, the shorter way round. */
async function reach(page: WatchedPage, what: Locator): Promise<void> {
  await what.waitFor()
  for (let walks = 0; walks < MOST_WALKS; walks++) {
    const stops = await what.evaluate(stopsBetween)
    if (stops === 0) return
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
