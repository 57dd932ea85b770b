import { describe, expect, test } from 'bun:test'
import { type Color, contrast, mixed, skyColors, themeColors } from '../../support/colors'

const WHITE: Color = [1, 1, 1]
const HUES = Array.from({ length: 360 }, (_, hue) => hue)

/** What a text needs to be read, and an edge or a sign to be seen (WCAG 2.2 §1.4.3 and §1.4.11). */
const TEXT = 4.5

describe.each(['quad', 'quad-night'] as const)('the theme %s, whatever the hue of the campus is', (theme) => {
  /** The pairs whose contrast is too low for some hue. */
  const faint = (pairs: (colors: Record<string, Color>) => Record<string, [Color, Color]>, least = TEXT): string[] =>
    HUES.flatMap((hue) =>
      Object.entries(pairs(themeColors(theme, hue)))
        .map(([name, [one, other]]) => [name, contrast(one, other)] as const)
        .filter(([, found]) => found < least)
        .map(([name, found]) => `${name} at ${hue}: ${found.toFixed(2)}`),
    )
  const GROUNDS = ['card', 'base-100', 'base-200'] as const

  test('text is read with ease on every surface, and its fainter form is read', () => {
    const onGrounds = (share: number) => (colors: Record<string, Color>) =>
      Object.fromEntries(
        GROUNDS.map((ground): [string, [Color, Color]] => [
          ground,
          [mixed(colors['base-content']!, share, colors[ground]!), colors[ground]!],
        ]),
      )
    expect(faint(onGrounds(1), 7)).toEqual([])
    expect(faint(onGrounds(0.8))).toEqual([])
  })
  test('what can be done, was voted or lost is read as text on every surface, tinted ones included', () => {
    for (const job of ['primary', 'error', 'warning', 'success', 'up', 'down'] as const) {
      const found = faint((colors) =>
        Object.fromEntries(
          GROUNDS.flatMap((ground): [string, [Color, Color]][] => [
            [`${job} on ${ground}`, [colors[job]!, colors[ground]!]],
            [`${job} on tinted ${ground}`, [colors[job]!, mixed(colors[job]!, 0.1, colors[ground]!)]],
          ]),
        ),
      )
      expect(found).toEqual([])
    }
  })
  test('buttons are read', () => {
    const kinds = ['primary', 'neutral', 'success', 'warning', 'error']
    expect(
      faint((colors) => Object.fromEntries(kinds.map((kind) => [kind, [colors[`${kind}-content`]!, colors[kind]!]]))),
    ).toEqual([])
  })
  test('surfaces differ, without an outline', () => {
    expect(faint(({ card, 'base-100': ground }) => ({ card: [card!, ground!] }), 1.05)).toEqual([])
  })
})

test('white is read on the whole sky, and where one is', () => {
  for (const hue of HUES) {
    const [high, middle, horizon] = skyColors(hue) as [Color, Color, Color]
    const bands = [high, mixed(high, 0.5, middle), middle, mixed(middle, 0.5, horizon), horizon]
    expect([hue, bands.map((band) => contrast(WHITE, band)).filter((found) => found < TEXT)]).toEqual([hue, []])
    expect([hue, contrast(WHITE, mixed(WHITE, 0.18, middle)) >= TEXT]).toEqual([hue, true])
  }
})

test('a color that is too faint would be found', () => {
  expect(contrast(WHITE, [1, 1, 1])).toBe(1)
  expect(contrast(WHITE, [0, 0, 0])).toBeCloseTo(21, 5)
  expect(contrast(themeColors('quad')['base-300']!, themeColors('quad').card!)).toBeLessThan(TEXT)
})
