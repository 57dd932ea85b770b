import type { Page, Request, Response } from 'playwright-core'
import { accountsText } from '../../../public/console/texts/accounts'
import { reportsText } from '../../../public/console/texts/reports'
import { until } from '../until'
import type { Target } from './fill'
import type { Act } from './ledger'

// A moderator who works through the queue of reports with the keyboard alone.

/** What somebody who looks at the desk sees. */
type Screen = {
  /** The code of the open entry. */
  code: string | undefined
  isEmpty: boolean
  /** Another moderator has it open. */
  isClaimed: boolean
  /** The desk says that another moderator has decided about it meanwhile. */
  isGone: boolean
  note: string
}

export type Plan = 'banned' | 'shadow_banned' | 'resolved' | 'ignored' | 'suspend'

const KEYS = { banned: 'b', shadow_banned: 'h', resolved: 'r', ignored: 'i', suspend: 's' } as const

const PATIENCE_MS = 30_000

export class Moderator {
  /** What the server answered to decisions, in order. */
  readonly acts: Act[] = []
  readonly effort = { keys: 0, pages: 0 }
  readonly seen = { claims: 0, late: 0, gone: 0 }
  readonly done = { decided: 0, undone: 0 }
  /** Decisions about another entry than the one that was read. */
  readonly astray: string[] = []
  #unanswered = 0
  readonly #byCode: Map<string, Target>
  readonly #byAbout: Map<string, Target>

  constructor(
    readonly page: Page,
    readonly id: string,
    targets: readonly Target[],
  ) {
    this.#byCode = new Map(targets.map((target) => [target.code, target]))
    this.#byAbout = new Map(targets.flatMap((target) => [target.id, ...target.reports].map((about) => [about, target])))
    let { pathname } = new URL(page.url())
    page.on('framenavigated', (frame) => {
      const next = new URL(frame.url()).pathname
      if (frame === page.mainFrame() && next !== pathname) this.effort.pages++
      pathname = next
    })
    page.on('request', (request) => {
      if (decidedAbout(request) !== undefined) this.#unanswered++
    })
    page.on('response', (response) => this.#note(response))
  }

  async #note(response: Response): Promise<void> {
    const about = decidedAbout(response.request())
    if (about === undefined) return
    const at = performance.now()
    const { state, status, blocked } = response.request().postDataJSON()
    const isLate = response.status() === 409 && (await response.json()).meta?.decided !== undefined
    const said = state ?? status ?? (blocked ? 'blocked' : 'active')
    this.acts.push({ at, by: this.id, about, state: said, status: response.status(), isLate })
    this.#unanswered--
  }

  /** Until every decision has its answer. */
  settled = (): Promise<void> => until(() => this.#unanswered === 0, 'the answers to decisions')

  async press(key: string): Promise<void> {
    this.effort.keys++
    await this.page.keyboard.press(key)
  }

  look(): Promise<Screen> {
    const { page, entry } = reportsText
    return this.page.evaluate(readScreen, {
      empty: page.empty,
      claimed: entry.claimed('').trim(),
      gone: entry.gone('').trim(),
    })
  }

  /** Waits until what is seen is so, and returns it. */
  async until(isSo: (screen: Screen) => boolean, what: string): Promise<Screen> {
    for (const start = performance.now(); ; await Bun.sleep(15)) {
      const screen = await this.look()
      if (isSo(screen)) return screen
      if (performance.now() - start > PATIENCE_MS) throw new Error(`${what}: ${JSON.stringify(screen)}`)
    }
  }

  targetOf = ({ code }: Screen): Target | undefined => (code === undefined ? undefined : this.#byCode.get(code))

  /** Whether it was decided, and not by another moderator first. */
  async decide(target: Target, plan: Plan): Promise<boolean> {
    if (plan === 'suspend') return this.#suspend(target)
    const answer = this.#answer()
    await this.press(KEYS[plan])
    return this.#settled(target, await this.#orGone(target, answer))
  }

  /** The answer to the next decision. */
  #answer(): Promise<Response> {
    return this.page.waitForResponse((response) => this.#byAbout.has(decidedAbout(response.request()) ?? ''))
  }

  /** Undefined as soon as the desk says that there is nothing to decide any more, and takes no key for it. */
  async #orGone(target: Target, answer: Promise<Response>): Promise<Response | undefined> {
    let isAnswered = false
    answer.then(
      () => (isAnswered = true),
      () => (isAnswered = true),
    )
    while (!isAnswered) {
      const { code, isGone } = await this.look()
      if (isGone && code === target.code && this.#unanswered === 0) {
        answer.catch(() => undefined)
        return undefined
      }
      await Bun.sleep(15)
    }
    return answer
  }

  async #settled(target: Target, answer: Response | undefined): Promise<boolean> {
    if (answer === undefined) {
      this.seen.gone++
      await this.step('j')
      return false
    }
    const hit = this.#byAbout.get(decidedAbout(answer.request()) ?? '')
    if (hit !== target) this.astray.push(`${target.code} was read, ${hit?.code} decided`)
    if (answer.status() === 409) {
      await this.until(({ note }) => note.startsWith(LATE), `${target.code}: who was faster`)
      this.seen.late++
      return false
    }
    this.done.decided++
    await this.until(({ code, isEmpty }) => isEmpty || (code !== undefined && code !== hit?.code), 'the next entry')
    return true
  }

  /** Suspends the author and removes what they wrote, in one dialog; only the latter where they are suspended already. */
  async #suspend(target: Target): Promise<boolean> {
    await this.press(KEYS.suspend)
    const dialog = this.page.getByRole('dialog')
    await dialog.getByText(reportsText.sanction.standing).waitFor()
    if ((await dialog.getByText(accountsText.states.active, { exact: true }).count()) === 0) {
      await this.press('Escape')
      await dialog.waitFor({ state: 'detached' })
      return this.decide(target, 'banned')
    }
    await this.tabTo('dialog [name="suspension.reason"]')
    await this.page.keyboard.insertText('Again, after a warning')
    const answer = this.#answer()
    await this.press('Control+Enter')
    const refused = dialog.getByRole('alert').waitFor()
    // The one that does not come.
    for (const each of [answer, refused]) each.catch(() => undefined)
    const first = await Promise.race([answer, refused])
    if (first) return this.#settled(target, first)
    // The other moderator has suspended them since the dialog opened, and it says so.
    this.seen.late++
    await this.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    return this.decide(target, 'banned')
  }

  async tabTo(selector: string): Promise<void> {
    const focused = this.page.locator(`${selector}:focus`)
    for (let tabs = 0; tabs < 40 && (await focused.count()) === 0; tabs++) await this.press('Tab')
    await focused.waitFor()
  }

  /** Takes the last decision back, and waits until its entry is open again. */
  async undo({ code }: Target): Promise<void> {
    await this.press('u')
    await this.until((screen) => screen.code === code, `${code} is back`)
    this.done.undone++
  }

  /** Goes to the next entry, or to the one before. */
  async step(key: 'j' | 'k'): Promise<void> {
    await this.press(key)
    await this.page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  }

  /** Steps through the list to an entry, which is at the same page; false where it has left the list. */
  async goTo(code: string): Promise<boolean> {
    for (;;) {
      const way = await this.page.evaluate((code) => {
        const rows = [...document.querySelectorAll('li > button[aria-current]')]
        const open = rows.findIndex((row) => row.getAttribute('aria-current') === 'true')
        const wanted = rows.findIndex((row) => row.textContent?.includes(code))
        return wanted === -1 ? undefined : wanted - open
      }, code)
      if (way === undefined || way === 0) return way === 0
      await this.step(way > 0 ? 'j' : 'k')
    }
  }
}

/** How the note begins that says that another moderator was faster. */
const LATE = reportsText.note.late('', '').slice(0, 'Not decided'.length)

/** The post, comment, report or account that a request decides about. */
function decidedAbout(request: Request): string | undefined {
  if (request.method() !== 'PUT' && request.method() !== 'PATCH') return undefined
  const path = /\/moderation\/(?:posts|comments|users)\/([^/]+)\/moderation-state$|\/api\/v1\/reports\/([^/]+)$/
  const [, moderated, reported] = path.exec(new URL(request.url()).pathname) ?? []
  return moderated ?? reported
}

type Sought = { empty: string; claimed: string; gone: string }

function readScreen({ empty, claimed, gone }: Sought): Screen {
  const row = document.querySelector('li > button[aria-current="true"]')
  const detail = document.querySelector('article')
  return {
    code: /R\d{3}/.exec(row?.querySelector('span')?.textContent ?? '')?.[0],
    isEmpty: row === null && (document.querySelector('main')?.textContent ?? '').includes(empty),
    isClaimed: (row?.textContent ?? '').includes(claimed),
    isGone: (detail?.textContent ?? '').includes(gone),
    note: [...document.querySelectorAll('[role=status] p')].at(-1)?.textContent ?? '',
  }
}
