import { expect } from 'bun:test'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import axe from 'axe-core'
import { scrollsSideways, type WatchedPage } from './browser'

type Found = { violations: { id: string; nodes: { html: string }[] }[] }

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** What somebody who cannot see, hear or point well would stumble over (WCAG 2.2 A and AA); of a second theme, its colours. */
async function violations(page: WatchedPage, colorsAlone: boolean, part: string): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const runOnly = colorsAlone ? ['color-contrast'] : RULES
  const found = await page.evaluate(
    async ([part, runOnly]) => {
      const { axe } = window as unknown as { axe: { run(part: string, options: object): Promise<Found> } }
      const options = { runOnly, resultTypes: ['violations'], selectors: false, preload: false, iframes: false }
      return (await axe.run(part, options)).violations
    },
    [part, runOnly] as const,
  )
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)
}

/** Where pictures of the pages go, for a person to look at; nowhere unless somebody asks for them. */
const { SCREENSHOTS } = process.env

export async function shoot(page: WatchedPage, name: string): Promise<void> {
  if (!SCREENSHOTS) return
  mkdirSync(SCREENSHOTS, { recursive: true })
  await page.screenshot({ path: join(SCREENSHOTS, `${name}-${page.viewportSize()!.width}.png`) })
}

/** States whose colours were looked at in both themes; another viewport paints them with the same. */
const inBothThemes = new Set<string>()

/**
 * The page fits, is free of what axe finds, and is painted for a person to look at where that is wanted. An open menu is
 * looked at by itself: what lies half beneath it cannot be pressed meanwhile.
 */
export async function look(page: WatchedPage, name: string, part = ':root'): Promise<void> {
  for (const colorScheme of themesFor(name)) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    expect({ name, colorScheme, found: await violations(page, colorScheme === 'dark', part) }).toEqual({
      name,
      colorScheme,
      found: [],
    })
    await shoot(page, `${name}-${colorScheme}`)
  }
  expect({ name, sideways: await scrollsSideways(page) }).toEqual({ name, sideways: false })
}

function themesFor(name: string): ('light' | 'dark')[] {
  if (inBothThemes.has(name) && !SCREENSHOTS) return ['light']
  inBothThemes.add(name)
  return ['light', 'dark']
}
