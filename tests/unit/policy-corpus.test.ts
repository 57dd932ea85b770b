import { describe, expect, test } from 'bun:test'
import { Matcher } from '../../src/core/policy/matcher'
import { inspect, type PolicySwitches } from '../../src/core/policy/rules'
import { corpus, corpusWords, type Line } from '../support/corpus'

const on: PolicySwitches = {
  slurs: true,
  swearing: true,
  selfHarm: true,
  governmentIds: true,
  linkSpam: true,
  repeatedCharacters: true,
  phoneNumbers: false,
  emailAddresses: false,
}
const banned = new Matcher(
  corpusWords().map(({ word, strictMode, severity }) => ({
    word,
    reach: strictMode ? ('anywhere' as const) : ('whole' as const),
    label: { reason: 'banned_word' as const, severity },
  })),
)
const lines = corpus()
const findings = ({ text }: Line) => Object.values(inspect(text, { banned, on })).flat()
const isRefused = (line: Line): boolean => findings(line).length > 0

describe('the labelled corpus', () => {
  const bad = lines.filter(({ refuse }) => refuse)
  const good = lines.filter(({ refuse }) => !refuse)

  test('is large enough to say something, and no line is there twice', () => {
    expect(lines.length).toBeGreaterThanOrEqual(300)
    expect(bad.length).toBeGreaterThan(100)
    expect(good.length).toBeGreaterThan(100)
    expect(new Set(lines.map(({ text }) => text)).size).toBe(lines.length)
  })

  test('false accepts and false refuses stay within what was reached', () => {
    const accepted = bad.filter((line) => !isRefused(line))
    const refused = good.filter(isRefused)
    const show = (some: Line[]) => some.map(({ text }) => `\n    ${JSON.stringify(text)}`).join('')
    console.log(
      `content policy on ${lines.length} labelled lines:` +
        `\n  false accepts: ${accepted.length} of ${bad.length} that should be refused${show(accepted)}` +
        `\n  false refuses: ${refused.length} of ${good.length} that should be accepted${show(refused)}`,
    )
    expect(accepted.length).toBeLessThanOrEqual(8)
    expect(refused.length).toBeLessThanOrEqual(2)
  })

  test('what is found lies inside of the line', () => {
    for (const line of lines)
      for (const { start, end } of findings(line)) {
        expect(start).toBeGreaterThanOrEqual(0)
        expect(end).toBeGreaterThan(start)
        expect(end).toBeLessThanOrEqual(line.text.length)
      }
  })

  test('without the list and the switches nothing is refused', () => {
    const off = Object.fromEntries(Object.keys(on).map((name) => [name, false])) as PolicySwitches
    const none = new Matcher<never>([])
    expect(
      lines.filter(({ text }) => Object.values(inspect(text, { banned: none, on: off })).flat().length > 0),
    ).toEqual([])
  })

  test('a text of 2,000 characters takes little time (printed)', () => {
    const good2000 = good
      .map(({ text }) => text)
      .join(' ')
      .slice(0, 2_000)
    const times = Array.from({ length: 1_000 }, () => {
      const began = performance.now()
      inspect(good2000, { banned, on })
      return performance.now() - began
    }).sort((one, other) => one - other)
    const median = (times[500] ?? 0) * 1_000
    console.log(`content policy: ${median.toFixed(0)} µs (median) for a text of 2,000 characters`)
    expect(good2000).toHaveLength(2_000)
  })
})
