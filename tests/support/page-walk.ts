import type { CDPSession } from 'playwright-core'
import type { WatchedPage } from './browser'

/** Another page of the client in the same document, once all of it is there. */
export async function walkTo(page: WatchedPage, path: string): Promise<void> {
  await page.evaluate((path) => {
    const heading = document.querySelector<HTMLElement>('h1')
    if (heading) heading.dataset.before = heading.textContent ?? ''
    history.pushState(null, '', path)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
  await page.waitForFunction(() => {
    const heading = document.querySelector<HTMLElement>('h1')
    const isNew = heading !== null && heading.dataset.before !== heading.textContent
    return isNew && document.querySelector('.coming, [class*="animate-pulse"]') === null
  })
}

/** Browsers measure `rem` by it, in media queries, too. */
const LETTERS_PX = 16

const sessions = new WeakMap<WatchedPage, Promise<CDPSession>>()

function sessionOf(page: WatchedPage): Promise<CDPSession> {
  const session = sessions.get(page) ?? page.context().newCDPSession(page)
  sessions.set(page, session)
  return session
}

/** As somebody sets the browser who needs large letters. */
async function chooseLetters(page: WatchedPage, percent: number): Promise<void> {
  const session = await sessionOf(page)
  await session.send('Page.setFontSizes', { fontSizes: { standard: (LETTERS_PX * percent) / 100 } })
}

export const TABLET = { width: 1280, height: 800 }

/** What a finger would miss (WCAG 2.2 §2.5.5), on this screen and on others. */
export async function smallTargets(page: WatchedPage, ...others: (typeof TABLET)[]): Promise<string[]> {
  const [session, size] = [await sessionOf(page), page.viewportSize()!]
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: true })
  const found = await page.evaluate(findSmallTargets)
  for (const other of others) {
    await page.setViewportSize(other)
    found.push(...(await page.evaluate(findSmallTargets)))
  }
  if (others.length > 0) await page.setViewportSize(size)
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: false })
  return found
}

/** Runs in the page. One points at a control, its label and what is painted before or after it. */
function findSmallTargets(): string[] {
  const LEAST = 43.9
  const CONTROLS = 'a[href], button, input, select, textarea, summary'
  const isInSentence = (element: Element) => {
    // "A name · 3 h · about what": no room for fingers in it, and a page of its own that says the same with more.
    if (element.closest('.byline-line')) return true
    let block = element
    while (getComputedStyle(block).display === 'inline') block = block.parentElement!
    return block !== element && block.textContent.trim().length > element.textContent.trim().length
  }
  const areasOf = (element: HTMLElement): { width: number; height: number }[] => {
    const labels = 'labels' in element ? [...(element as HTMLInputElement).labels!] : []
    const painted = ['::before', '::after']
      .map((name) => getComputedStyle(element, name))
      .filter(({ content, position }) => content !== 'none' && position === 'absolute')
      .map(({ width, height }) => ({ width: Number.parseFloat(width), height: Number.parseFloat(height) }))
    return [...[element, ...labels].map((each) => each.getBoundingClientRect()), ...painted]
  }
  return [...document.querySelectorAll<HTMLElement>(CONTROLS)].flatMap((element) => {
    if (!element.checkVisibility({ visibilityProperty: true }) || isInSentence(element)) return []
    const areas = areasOf(element)
    const [width, height] = (['width', 'height'] as const).map((side) => Math.max(...areas.map((area) => area[side])))
    const isToBeHeardAlone = width! <= 1
    if (isToBeHeardAlone || (width! >= LEAST && height! >= LEAST)) return []
    return [`small, ${Math.round(width!)} by ${Math.round(height!)}: ${element.outerHTML.slice(0, 120)}`]
  })
}

/**
 * What does not fit: makes the page scroll sideways, or is text that a box or the edge of the screen cuts although
 * nothing says that there is more; also with letters twice as large (WCAG 2.2 §1.4.4, §1.4.10).
 */
export async function misfits(page: WatchedPage): Promise<string[]> {
  await page.evaluate(measureAll)
  const usual = await page.evaluate(findMisfits)
  await chooseLetters(page, 200)
  const large = await page.evaluate(findMisfits)
  await chooseLetters(page, 100)
  await page.evaluate(() => document.adoptedStyleSheets.pop())
  return [...usual, ...large.map((fault) => `${fault}, with large letters`)]
}

/** Runs in the page: what is far from the screen, or is still to come, may have only a guessed size until the browser looks at it. */
function measureAll(): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('* { content-visibility: visible !important }')
  document.adoptedStyleSheets.push(sheet)
}

/** Runs in the page. */
function findMisfits(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement
  const name = (each: Element) => each.outerHTML.slice(0, 120)
  const clips = ({ overflowX, overflowY, contain }: CSSStyleDeclaration) =>
    overflowX !== 'visible' || overflowY !== 'visible' || /paint|content|strict/.test(contain)
  const mayGoOn = ({ overflowX, overflowY, textOverflow, webkitLineClamp }: CSSStyleDeclaration) =>
    /auto|scroll/.test(`${overflowX} ${overflowY}`) || textOverflow === 'ellipsis' || webkitLineClamp !== 'none'
  const isCut = (text: Node): boolean => {
    const range = document.createRange()
    range.selectNodeContents(text)
    const { left, right, top, bottom } = range.getBoundingClientRect()
    for (let each = text.parentElement; each && each !== document.body; each = each.parentElement) {
      const style = getComputedStyle(each)
      if (!clips(style)) continue
      const box = each.getBoundingClientRect()
      const isToBeHeardAlone = box.width <= 1 || box.height <= 1
      if (isToBeHeardAlone || mayGoOn(style)) return false
      if (left < box.left - 2 || right > box.right + 2 || top < box.top - 2 || bottom > box.bottom + 2) return true
    }
    return left < -2 || right > clientWidth + 2
  }
  const cut: Element[] = []
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const { parentElement: parent, textContent } = text
    if (!textContent?.trim() || !parent?.checkVisibility({ visibilityProperty: true })) continue
    if (!parent.closest('noscript, script, style, option') && isCut(text)) cut.push(parent)
  }
  const cuts = cut.map((each) => `cut: ${name(each)}`)
  if (scrollWidth <= clientWidth) return cuts
  const wide = [...document.querySelectorAll('#main *')].filter(
    (each) => each.checkVisibility() && each.getBoundingClientRect().right > clientWidth + 1,
  )
  return [`${scrollWidth} pixels wide`, ...wide.map((each) => `too wide: ${name(each)}`), ...cuts]
}

/** Until what has the focus stands where it stood some frames before. What never comes to rest is looked at as it is. */
export const focusRests = (page: WatchedPage): Promise<void> =>
  page.evaluate(async () => {
    const placeOf = () => JSON.stringify((document.activeElement ?? document.body).getBoundingClientRect())
    for (let frames = 0, still = 0, before = ''; still < 4 && frames < 200; frames++) {
      await new Promise(requestAnimationFrame)
      const place = placeOf()
      still = place === before ? still + 1 : 0
      before = place
    }
  })

export type Walk = { stops: number; faults: string[] }

/** So many more presses than there are stops: a field for a date has one for each part. */
const EXTRA_TABS = 12

/** What lives in the page. Stops have the number of their turn. */
type Walker = {
  /** How many were reached, what was wrong with them, which were hidden at the next Tab, and what was never reached. */
  end(): Walk & { hidden: number[]; missed: string[] }
  goBefore(stop: number): void
  /** For a stop that the next Tab does not reach from the one before. */
  goTo(stop: number): void
  /** Whether what has the focus is hidden. */
  look(): string[]
}

/**
 * Tab through the whole page, or the open dialog: each control is reached, shows that it has the focus and is not hidden
 * then; none keeps it (WCAG 2.2 §2.1.1, §2.1.2, §2.4.7, §2.4.11).
 */
export async function walkByKeyboard(page: WatchedPage): Promise<Walk> {
  const expected = await page.evaluate(startWalk)
  // As whoever holds the key down.
  await Promise.all(Array.from({ length: expected + EXTRA_TABS }, () => page.keyboard.down('Tab')))
  await page.keyboard.up('Tab')
  const walker = await page.evaluateHandle(() => (window as unknown as { walker: Walker }).walker)
  const { stops, faults, hidden, missed } = await walker.evaluate((walker) => walker.end())
  // Nobody presses Tab so fast that the page is not painted in between.
  for (const stop of hidden) {
    await walker.evaluate((walker, stop) => walker.goBefore(stop), stop)
    await focusRests(page)
    await page.keyboard.press('Tab')
    await walker.evaluate((walker, stop) => walker.goTo(stop), stop)
    await focusRests(page)
    faults.push(...(await walker.evaluate((walker) => walker.look())))
  }
  return { stops, faults: [...faults, ...missed] }
}

/** Runs in the page. Looks at each stop as the next Tab leaves it. */
function startWalk(): number {
  // Of radio buttons Tab reaches the one that is checked.
  const can =
    'a[href], button:enabled, input:enabled:not([type=radio]), input[type=radio]:checked, select:enabled, textarea:enabled, summary, [tabindex="0"]'
  const stops = [...(document.querySelector('dialog[open]') ?? document).querySelectorAll<HTMLElement>(can)].filter(
    (each) => each.tabIndex >= 0 && each.checkVisibility({ visibilityProperty: true }),
  )
  const reached = new Set<HTMLElement>()
  const hidden: number[] = []
  const faults: string[] = []
  const name = (each: Element) => each.outerHTML.slice(0, 140)
  /** Some of what is on the screen of it is covered by nothing: no more is asked (WCAG 2.2 §2.4.11). */
  const isSeen = (element: Element): boolean => {
    const box = element.getBoundingClientRect()
    const [left, top] = [Math.max(0, box.left), Math.max(0, box.top)]
    const [width, height] = [Math.min(innerWidth, box.right) - left, Math.min(innerHeight, box.bottom) - top]
    const parts = width > 0 && height > 0 ? [0.5, 0.1, 0.9] : []
    return parts.some((x) =>
      parts.some((y) => {
        const there = document.elementFromPoint(left + width * x, top + height * y)
        return there !== null && (element.contains(there) || there.contains(element))
      }),
    )
  }
  const leave = (element: Element | null) => {
    if (!(element instanceof HTMLElement) || element === document.body || reached.has(element)) return
    reached.add(element)
    const { outlineStyle, outlineWidth } = getComputedStyle(element)
    if (outlineStyle === 'none' || Number.parseFloat(outlineWidth) < 1) faults.push(`no focus seen: ${name(element)}`)
    if (!isSeen(element)) hidden.push(reached.size - 1)
  }
  const leaving = ({ key }: KeyboardEvent) => key === 'Tab' && leave(document.activeElement)
  addEventListener('keydown', leaving, { capture: true })
  const end: Walker['end'] = () => {
    leave(document.activeElement)
    removeEventListener('keydown', leaving, { capture: true })
    const missed = stops.filter((each) => each.isConnected && !reached.has(each))
    return { stops: reached.size, hidden, faults, missed: missed.map((each) => `not reached: ${name(each)}`) }
  }
  const goBefore: Walker['goBefore'] = (stop) => {
    const before = [...reached][stop - 1]
    if (before) before.focus()
    else if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  }
  const goTo: Walker['goTo'] = (stop) => {
    const element = [...reached][stop]!
    if (document.activeElement !== element) element.focus()
  }
  const look: Walker['look'] = () => {
    const { activeElement: element } = document
    return !element || element === document.body || isSeen(element) ? [] : [`hidden with the focus: ${name(element)}`]
  }
  Object.assign(window, { walker: { end, goBefore, goTo, look } satisfies Walker })
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  return stops.length
}
