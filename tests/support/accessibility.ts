import { expect } from 'bun:test'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { WatchedPage } from './browser'
import { misfits } from './page-walk'

type Violation = { id: string; nodes: { html: string; element: HTMLElement }[] }
type Axe = { run(part: string | HTMLElement[], options: object): Promise<{ violations: Violation[] }> }
type Shown = { element: HTMLElement; box: DOMRect }

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

/** Runs in the page. What is of one kind has the same class, colours, size as far as that matters, and neighbours. */
function readKinds(part: string): string[] {
  const SMALL = 24
  const isTarget = ({ element }: Shown) =>
    element.matches('a[href], button, input, select, textarea, summary, [role], [tabindex]')
  const hasText = ({ element }: Shown) =>
    [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent!.trim() !== '')
  const all = [...document.querySelector(part)!.querySelectorAll<HTMLElement>('*')]
    .filter((each) => each.checkVisibility({ visibilityProperty: true }))
    .map((element): Shown => ({ element, box: element.getBoundingClientRect() }))
  const targets = all.filter(isTarget)

  const grounds = new Map<Element | null, string>([[null, '']])
  const ground = (element: Element | null): string => {
    if (!element || grounds.has(element)) return grounds.get(element)!
    const { backgroundColor, backgroundImage, opacity } = getComputedStyle(element)
    grounds.set(element, [backgroundColor, backgroundImage, opacity, ground(element.parentElement)].join(' '))
    return ground(element)
  }
  const kindOf = (one: Shown): string => {
    const { element, box } = one
    const { color, fontSize, fontWeight, textDecorationLine } = getComputedStyle(element)
    const sides = [box.width, box.height].map((side) => Math.min(Math.round(side), SMALL))
    const near = Math.min(...sides) < SMALL ? SMALL : 0
    const isBeside = ({ element: other, box: { left, right, top, bottom } }: Shown) =>
      left < box.right + near &&
      right > box.left - near &&
      top < box.bottom + near &&
      bottom > box.top - near &&
      !element.contains(other) &&
      !other.contains(element)
    const neighbours = isTarget(one) ? targets.filter(isBeside).map(({ element: { className } }) => className) : []
    const own = [element.tagName, element.className, color, fontSize, fontWeight, textDecorationLine, ground(element)]
    return [...own, ...sides, ...new Set(neighbours)].join(' ')
  }
  const kinds = new Map(all.filter((one) => isTarget(one) || hasText(one)).map((one) => [kindOf(one), one.element]))
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
  const suspects = kinds.map((kind) => elements.get(kind)!)
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
