import type { Locator, Page } from 'playwright-core'
import type { Random } from '../../db/seed/context'
import { PASSWORD } from '../support/joining'
import { en } from '../support/words'
import type { Network } from './network'
import { walk } from './settled'

/** As long as somebody waits for what they pressed. */
const PATIENCE = { timeout: 2_500 }

/** What the devices were told, and what of it somebody took back. */
export type Memory = {
  /** Texts that a form let go of, so that they arrived or are kept; an edit with the id of its comment. */
  told: { words: string; by: string; edits?: string | undefined }[]
  /** Votes that arrived or are kept; of nobody where that was not said. */
  voted: { id: string; by: string; own: string }[]
  deleted: { id: string; words: string; by: string }[]
  /** Words that were deleted, or edited. */
  gone: Set<string>
  /** Whether the server has these words. */
  isHeld: (words: string) => boolean
  log: (words: string) => void
}

const LETTERS = [...'bcdfghjklmnpqrstvwxz']

/** Like no others: nobody may write nearly the same again. */
export const newWords = (random: Random): string =>
  Array.from({ length: 4 }, () => Array.from({ length: 7 }, () => random.pick(LETTERS)).join('')).join(' ')

/** One device of an account in somebody's hands, who presses what is there and waits for nothing long. */
export class Device {
  constructor(
    readonly name: string,
    readonly page: Page,
    readonly network: Network,
    private readonly email: string,
    private readonly random: Random,
    private readonly memory: Memory,
    private readonly postIds: () => string[],
  ) {}

  /** Does one thing, if the page has it. What does not come in time is left, as by somebody who has lost patience. */
  async act(): Promise<void> {
    const often = [this.open, this.reload, this.vote, this.vote, this.save, this.comment, this.comment]
    const seldom = [this.reply, this.post, this.edit, this.delete]
    const act = this.random.pick(this.random.chance(0.4) ? seldom : often)
    await this.signIn()
    const outcome = await (this.random.chance(0.02) ? this.leave() : act.call(this)).catch(String)
    this.memory.log(`${this.name}, network ${this.network.weather}, ${act.name}: ${outcome.split('\n')[0]}`)
  }

  private async open(): Promise<string> {
    const post = `/post/${this.random.pick(this.postIds())}`
    const path = this.random.chance(0.8) ? post : this.random.pick(['/', '/saved', '/drafts'])
    await walk(this.page, path)
    await this.page.locator('h1').first().waitFor(PATIENCE)
    return path
  }

  private async reload(): Promise<string> {
    await this.page.reload({ ...PATIENCE, waitUntil: 'commit' })
    return this.page.url()
  }

  private async vote(): Promise<string> {
    const button = await this.oneOf(this.page.locator('main article .vote'))
    const id = await button.evaluate((each) => {
      const item = each.closest('li')
      return item?.id.slice(8) || (item?.querySelector('a')?.pathname ?? location.pathname).slice(6)
    })
    const answer = this.page.waitForResponse((response) => response.url().endsWith('/votes') && response.ok(), PATIENCE)
    const kept = this.page.getByRole('status').getByText(en.outbox.waits).waitFor(PATIENCE)
    const isTold = Promise.any([answer, kept]).then(Boolean, () => undefined)
    await button.click(PATIENCE)
    const own = await button.evaluate((each) => (each.ariaPressed === 'true' ? each.ariaLabel!.toLowerCase() : ''))
    const by = (await isTold) === undefined ? '' : this.name
    this.memory.voted = [...this.memory.voted.filter((each) => each.id !== id), { id, by, own }]
    return `${own || 'none'} for ${id}`
  }

  private async save(): Promise<string> {
    await this.press(this.page.locator('main article'), en.core.post.save)
    return 'pressed'
  }

  private comment(): Promise<string> {
    return this.send('.composer-place', en.post.thread.send)
  }

  private async reply(): Promise<string> {
    // The whole tree is shown to this depth.
    await this.press(this.page.locator('#comments li:not(li li) > article'), en.post.thread.reply)
    return this.send('#comments li form', en.post.thread.reply)
  }

  private async post(): Promise<string> {
    await walk(this.page, '/new')
    await this.page.getByLabel(en.post.writing.heading).fill(newWords(this.random), PATIENCE)
    await this.page.getByLabel(en.post.writing.topic).selectOption({ index: 1 }, PATIENCE)
    return this.send('main form', en.post.writing.publish)
  }

  private async edit(): Promise<string> {
    const { id, words } = await this.press(this.page.locator('#comments li > article'), en.post.thread.edit)
    const outcome = await this.send('#comments li article form', en.post.thread.edit, id)
    this.memory.gone.add(words)
    return outcome
  }

  /** Half of them are taken back at once. */
  private async delete(): Promise<string> {
    const { id, words } = await this.press(this.page.locator('#comments li > article'), en.post.thread.delete)
    const undo = this.page.getByRole('button', { name: en.post.page.undo, exact: true })
    await undo.waitFor(PATIENCE)
    this.memory.gone.add(words)
    if (this.random.chance(0.5)) await undo.click(PATIENCE)
    else this.memory.deleted.push({ id, words, by: this.name })
    return words
  }

  /** What waits on a device goes with whoever signs out. */
  private async leave(): Promise<string> {
    await walk(this.page, '/you')
    const { memory, name } = this
    memory.told = memory.told.filter(({ by, words }) => by !== name || memory.isHeld(words))
    memory.voted = memory.voted.filter(({ by }) => by !== name)
    memory.deleted = memory.deleted.filter(({ by, words }) => by !== name || !memory.isHeld(words))
    await this.page.getByRole('button', { name: en.you.signOut }).click(PATIENCE)
    await this.page.waitForURL(`${this.network.origin}/`, { timeout: 12_000 })
    return 'signed out'
  }

  async signIn(): Promise<void> {
    const { page } = this
    const isIn = () => page.evaluate(() => localStorage.getItem('quad.account') !== null).catch(() => false)
    for (let tries = 0; tries < 20 && !(await isIn()); tries++) {
      // Whoever waits so long goes where there is a network.
      if (tries === 3) this.network.turn('whole')
      try {
        await page.goto(`${this.network.origin}/login`, PATIENCE)
        const password = page.getByLabel(en.account.login.password, { exact: true })
        const byPassword = page.getByRole('button', { name: en.account.login.byPassword })
        await password.or(byPassword).first().waitFor(PATIENCE)
        if ((await password.count()) === 0) await byPassword.click(PATIENCE)
        await page.getByLabel(en.account.login.email).fill(this.email, PATIENCE)
        await password.fill(PASSWORD, PATIENCE)
        await page.keyboard.press('Enter')
        await page.waitForURL((url) => url.pathname !== '/login', PATIENCE)
      } catch {
        await Bun.sleep(500)
      }
    }
  }

  /** Fills in the text of a form and sends it. */
  private async send(selector: string, button: string, edits?: string): Promise<string> {
    const form = await this.oneOf(this.page.locator(selector).first())
    const words = newWords(this.random)
    await form.locator('textarea').first().fill(words, PATIENCE)
    await form.getByRole('button', { name: button, exact: true }).click(PATIENCE)
    const isInForm = () =>
      this.page.evaluate(
        (words) => [...document.querySelectorAll('textarea')].some((each) => each.value === words),
        words,
      )
    const end = performance.now() + PATIENCE.timeout
    while ((await isInForm()) && performance.now() < end) await Bun.sleep(100)
    // A page that was loaded anew has it in its form again.
    await Bun.sleep(500)
    if (await isInForm()) return `${words}, which nobody took`
    this.memory.told.push({ words, by: this.name, edits })
    return words
  }

  /** Presses such a button of one of these, and says whose it was. */
  private async press(parts: Locator, name: string): Promise<{ id: string; words: string }> {
    const button = await this.oneOf(parts.getByRole('button', { name, exact: true }))
    const found = await button.evaluate((each) => ({
      id: each.closest('li')?.id.slice(8) ?? '',
      words: each.closest('article')?.querySelector('[dir=auto]')?.textContent ?? '',
    }))
    await button.click(PATIENCE)
    return found
  }

  private async oneOf(found: Locator): Promise<Locator> {
    const count = await found.count()
    if (count === 0) throw new Error(`none is there; ${await this.open()}`)
    return found.nth(this.random.below(count))
  }
}
