import { expect } from 'bun:test'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { WatchedPage } from './browser'
import { misfits } from './page-walk'

type Violation = { id: string; nodes: { html: string; element: HTMLElement }[] }
type Axe = { run(part: string | HTMLElement[], options: object): Promise<{ violations: Violation[] }> }
type Shown = { element: HTMLElement; box: DOMRect; style: CSSStyleDeclaration }

/** Half as long as what the package gives as its own source. */
const AXE = await Bun.file(new URL(import.meta.resolve('axe-core/axe.min.js'))).text()
const HOW = { resultTypes: ['violations'], selectors: false, elementRef: true, preload: false, iframes: false }

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** Three of a hundred, which take four fifths of the time: asked once about each kind of element (`readKinds`). */
const DEAR = ['color-contrast', 'target-size', 'link-in-text-block']
/** Kinds they found no fault in. */
const faultless = new Set<string>()

/**
 * What somebody who cannot see, hear or point well would stumble over (WCAG 2.2 A and AA); without rules only what
 * concerns colours, the size of targets, and links.
 */
export async function violations(page: WatchedPage, part = ':root', rules = RULES): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  const kinds = (await page.evaluate(readKinds, part)).filter((kind) => !faultless.has(kind))
  const found = await page.evaluate(judge, { part, rules, kinds, DEAR, HOW })
  if (found.length === 0) for (const kind of kinds) faultless.add(kind)
  return found
}

/**
 * Runs in the page. What could break one of the three, by kind: letters of the same colours, large (WCAG 2.2 §1.4.3) or
 * not; targets that are small or overlap, of the same class, size and neighbours; links without a line beneath, by their
 * colour and that around them.
 */
function readKinds(part: string): string[] {
  const SMALL = 24
  const TARGETS = 'a[href], button, input, select, textarea, summary, [role], [tabindex="0"]'
  const all = [...document.querySelector(part)!.querySelectorAll<HTMLElement>('*')]
    .filter((each) => each.checkVisibility({ visibilityProperty: true }))
    .map((element): Shown => ({ element, box: element.getBoundingClientRect(), style: getComputedStyle(element) }))
  const targets = all.filter(({ element }) => element.matches(TARGETS))

  const isText = (node: Node) => node.nodeType === Node.TEXT_NODE && node.textContent!.trim() !== ''
  const isRead = ({ element, box }: Shown) =>
    box.width > 1 &&
    element.closest(':disabled, [aria-disabled=true]') === null &&
    (element.matches('input, select, textarea') || [...element.childNodes].some(isText))
  const grounds = new Map<Element | null, string>([[null, '']])
  /** What is painted behind it, down to what lets nothing through, and how much all of that is dimmed. */
  const groundOf = (element: Element | null): string => {
    if (!element || grounds.has(element)) return grounds.get(element)!
    const { backgroundColor, backgroundImage, opacity } = getComputedStyle(element)
    const paint = backgroundColor === 'rgba(0, 0, 0, 0)' ? '' : `[${backgroundColor}]`
    const image = backgroundImage === 'none' ? '' : `[${backgroundImage}]`
    const below = groundOf(element.parentElement)
    const seen = paint === '' || paint.includes('/') ? below : below.replaceAll(/\[.*?\]/g, '')
    grounds.set(element, `${image}${paint}${opacity === '1' ? '' : opacity}${seen}`)
    return grounds.get(element)!
  }
  const isLarge = ({ fontSize, fontWeight }: CSSStyleDeclaration) =>
    Number.parseFloat(fontSize) >= (Number(fontWeight) >= 700 ? 18.66 : 24)
  /** A bar at the edge of the screen, beneath which the others are scrolled. */
  const isHeld = (element: Element | null): boolean =>
    element instanceof HTMLElement &&
    (/fixed|sticky/.test(getComputedStyle(element).position) || isHeld(element.offsetParent))
  const crowdOf = ({ element, box }: Shown, near: number): Shown[] =>
    targets.filter(({ element: other, box: { left, right, top, bottom } }) => {
      if (element.contains(other) || other.contains(element)) return false
      const isLevel = top < box.bottom + near && bottom > box.top - near
      const overlaps = isLevel && left < box.right + near && right > box.left - near
      return overlaps && isHeld(element) === isHeld(other)
    })
  const kindsOf = (one: Shown): string[] => {
    const { element, box, style } = one
    const kinds: string[] = []
    if (isRead(one)) kinds.push(`text ${style.color} ${isLarge(style)} ${groundOf(element)}`)
    if (style.display === 'inline' && element.matches('a[href]') && !style.textDecorationLine.includes('underline'))
      kinds.push(`link ${style.color} in ${getComputedStyle(element.parentElement!).color}`)
    if (!element.matches(TARGETS)) return kinds
    const sides = [box.width, box.height].map((side) => Math.min(Math.round(side), SMALL))
    const crowd = crowdOf(one, Math.min(...sides) < SMALL ? SMALL : 0).map(({ element: other }) => other.className)
    if (Math.min(...sides) < SMALL || crowd.length > 0)
      kinds.push(['target', element.className, ...sides, ...new Set(crowd)].join(' '))
    return kinds
  }
  const kinds = new Map(all.flatMap((one) => kindsOf(one).map((kind) => [kind, one.element] as const)))
  Object.assign(window, { kinds })
  return [...kinds.keys()]
}

type Question = { part: string; rules: string[]; kinds: string[]; DEAR: string[]; HOW: object }

/**
 * Runs in the page. A target that a bar at the edge of the screen half covers is looked at again in the middle of the
 * screen, where one scrolls it to.
 */
async function judge({ part, rules, kinds, DEAR, HOW }: Question): Promise<string[]> {
  const { axe, kinds: elements } = window as unknown as { axe: Axe; kinds: Map<string, HTMLElement> }
  const about = async (part: string | HTMLElement[], options: object) =>
    part.length === 0 ? [] : (await axe.run(part, { ...HOW, ...options })).violations
  const isFound = async (rule: string, element: HTMLElement) => {
    const [left, top] = [scrollX, scrollY]
    element.scrollIntoView({ block: 'center' })
    const again = await about([element], { runOnly: [rule] })
    scrollTo(left, top)
    return again.length > 0
  }
  const off = Object.fromEntries(DEAR.map((rule) => [rule, { enabled: false }]))
  const suspects = [...new Set(kinds.map((kind) => elements.get(kind)!))]
  const found = [
    ...(await about(suspects, { runOnly: DEAR })),
    ...(rules.length === 0 ? [] : await about(part, { runOnly: rules, rules: off })),
  ]
  const stays: string[] = []
  for (const { id, nodes } of found)
    for (const { html, element } of nodes)
      if (id !== 'target-size' || (await isFound(id, element))) stays.push(`${id}: ${html.slice(0, 160)}`)
  return stays
}

/** Where pictures of the pages go, for a person to look at; nowhere unless somebody asks for them. */
const { SCREENSHOTS } = process.env

/**
 * The page fits, with letters twice as large, too, is free of what axe finds, and is painted for a person to look at
 * where that is wanted. An open menu is looked at by itself: what lies half beneath it cannot be pressed meanwhile. The
 * dark theme is looked at on every page (tests/support/every-page.ts).
 */
export async function look(page: WatchedPage, name: string, part = ':root'): Promise<void> {
  const found = await violations(page, part)
  expect({ name, found, misfits: await misfits(page) }).toEqual({ name, found: [], misfits: [] })
  if (!SCREENSHOTS) return
  mkdirSync(SCREENSHOTS, { recursive: true })
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.screenshot({ path: join(SCREENSHOTS, `${name}-${colorScheme}-${page.viewportSize()!.width}.png`) })
  }
}
