import { expect } from 'bun:test'
import { storage } from '../../db/storage'
import type { WatchedPage } from './browser'
import { expectData, PASSWORD, type Person } from './kit'
import { en } from './words'

const FOCUS_TRIES = 500

/** More than lie between two things that somebody does on one page. */
const MOST_TABS = 60

export const heading = (page: WatchedPage, name: string | RegExp, level = 1): Promise<void> =>
  page.getByRole('heading', { level, name }).waitFor()
export const press = (page: WatchedPage, name: string | RegExp): Promise<void> =>
  page.getByRole('button', { name }).click()

/** What the page says has just happened. */
export const said = (page: WatchedPage, words: string | RegExp): Promise<void> =>
  page.getByRole('status').getByText(words).waitFor()

/** What has the focus, by its name. */
export const focused = (page: WatchedPage): Promise<string | undefined> =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent?.trim())

const bears = (name: string | RegExp, found = ''): boolean =>
  typeof name === 'string' ? found === name : name.test(found)

/** Waits until what bears the name has the focus: it is moved once the page has been drawn anew. */
export async function focusOn(page: WatchedPage, name: string | RegExp): Promise<void> {
  for (let tries = 0; tries < FOCUS_TRIES && !bears(name, await focused(page)); tries++) await page.waitForTimeout(20)
  const found = await focused(page)
  expect(bears(name, found) ? name : found).toBe(name)
}

/** Tab after tab, until what has the focus bears the name. */
export async function tabTo(page: WatchedPage, name: string | RegExp): Promise<void> {
  for (let tabs = 0; tabs < MOST_TABS && !bears(name, await focused(page)); tabs++) await page.keyboard.press('Tab')
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

/** Fills in and sends the form of the sign-in page that is shown. */
export async function signIn(page: WatchedPage, { email }: Person): Promise<void> {
  await page.getByLabel(en.account.login.email).fill(email)
  await page.getByLabel(en.account.login.password, { exact: true }).fill(PASSWORD)
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
  for (const branch of branches) expectData(await visitor.post('admin/branches/create', branch), 201)
  const college = { name: `College of ${emailDomain}`, emailDomain, city: 'Rivertown', state: 'Iowa' }
  const codes = branches.map(({ code }) => code)
  expectData(await visitor.post('admin/colleges/create', { ...college, branches: codes }), 201)
}
