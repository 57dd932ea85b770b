import { expect } from 'bun:test'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { WatchedPage } from './browser'
import { misfits } from './page-walk'

type Found = { violations: { id: string; nodes: { html: string; element?: HTMLElement }[] }[] }

/** Half as long as what the package gives as its own source. */
const AXE = await Bun.file(new URL(import.meta.resolve('axe-core/axe.min.js'))).text()

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/**
 * What somebody who cannot see, hear or point well would stumble over (WCAG 2.2 A and AA). A target that a bar at the
 * edge of the screen half covers is looked at again in the middle of the screen, where one scrolls it to.
 */
export async function violations(
  page: WatchedPage,
  part = ':root',
  checks: object = { runOnly: RULES },
): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  const found = await page.evaluate(
    async ([part, checks]) => {
      const { axe } = window as unknown as { axe: { run(part: string | HTMLElement, options: object): Promise<Found> } }
      const how = { resultTypes: ['violations'], selectors: false, elementRef: true, preload: false, iframes: false }
      const isFound = async (rule: string, element: HTMLElement) => {
        const [left, top] = [scrollX, scrollY]
        element.scrollIntoView({ block: 'center' })
        const again = await axe.run(element, { ...how, runOnly: [rule] })
        scrollTo(left, top)
        return again.violations.length > 0
      }
      const violations: { id: string; nodes: string[] }[] = []
      for (const { id, nodes } of (await axe.run(part, { ...checks, ...how })).violations) {
        const stays: string[] = []
        for (const { html, element } of nodes)
          if (id !== 'target-size' || !element || (await isFound(id, element))) stays.push(html.slice(0, 160))
        if (stays.length > 0) violations.push({ id, nodes: stays })
      }
      return violations
    },
    [part, checks] as const,
  )
  return found.map(({ id, nodes }) => `${id}: ${nodes.join(' | ')}`)
}

/** Where pictures of the pages go, for a person to look at; nowhere unless somebody asks for them. */
const { SCREENSHOTS } = process.env

/** States whose colours were looked at: another viewport paints them with the same. */
const withSeenColors = new Set<string>()

/** Contrasts of what is painted (WCAG 2.2 §1.4.3). */
export const COLORS = { runOnly: ['color-contrast'] }

/**
 * The page fits, with letters twice as large, too, is free of what axe finds, and is painted for a person to look at
 * where that is wanted. An open menu is looked at by itself: what lies half beneath it cannot be pressed meanwhile. The
 * dark theme is looked at on every page (tests/e2e/every-page.test.ts).
 */
export async function look(page: WatchedPage, name: string, part = ':root'): Promise<void> {
  const rules = { 'color-contrast': { enabled: !withSeenColors.has(name) } }
  withSeenColors.add(name)
  const found = await violations(page, part, { runOnly: RULES, rules })
  expect({ name, found, misfits: await misfits(page) }).toEqual({ name, found: [], misfits: [] })
  if (!SCREENSHOTS) return
  mkdirSync(SCREENSHOTS, { recursive: true })
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.screenshot({ path: join(SCREENSHOTS, `${name}-${colorScheme}-${page.viewportSize()!.width}.png`) })
  }
}
