import { describe, expect, test } from 'bun:test'
import { verdict } from '../../../docs/contract/verdict'

// Whether a change of the API may be released as it is.

const document = (version: string, ...paths: string[]) =>
  JSON.stringify({ info: { version }, paths: Object.fromEntries(paths.map((path) => [path, { get: {} }])) })
const CHANGELOG = (title = 'Changed') =>
  `# Changelog\n\n## Unreleased\n\n### ${title}\n\n- x\n\n## 1.2.0\n\n### Breaking\n`

const judged = (before: string, after: string, changelog = CHANGELOG()) =>
  verdict({ tag: 'v1.2.0', before, after, changelog })

test.each([
  [undefined, undefined, 'there is no tag like v1.2.3 here'],
  ['v0.1.0', undefined, 'v0.1.0 has no docs/openapi.json'],
])('without a document to compare with the tag %p passes, loudly', (tag, before, why) => {
  const { failed, lines } = verdict({ tag, before, after: document('1.2.0', '/a'), changelog: CHANGELOG() })
  expect(failed).toBe(false)
  expect(lines.join()).toContain(`*** NOTHING TO COMPARE THE API WITH: ${why}`)
})

test('what breaks nobody passes', () => {
  expect(judged(document('1.2.0', '/a'), document('1.2.0', '/a', '/b'))).toEqual({
    failed: false,
    lines: ['The API breaks no client of v1.2.0.'],
  })
})

describe('what breaks somebody', () => {
  const removed = (before: string, after: string, changelog?: string) =>
    judged(document(before, '/a', '/b'), document(after, '/a'), changelog)

  test.each([
    ['1.2.0', '1.2.0'],
    ['1.2.0', '1.3.0'],
    ['1.2.0', '0.9.0'],
    ['0.1.0', '0.1.1'],
    ['0.2.0', '0.1.9'],
  ])('from %s to %s fails, and says what', (before, after) => {
    const { failed, lines } = removed(before, after, CHANGELOG('Breaking'))
    expect(failed).toBe(true)
    expect(lines[0]).toContain(`its version ${after} does not say so (${before} before)`)
    expect(lines).toContain('- GET /b was removed')
    expect(lines.at(-1)).toContain('docs/clients.md')
  })
  test.each([
    ['1.2.0', '2.0.0'],
    ['0.1.9', '0.2.0'],
    ['0.1.0', '1.0.0'],
  ])('from %s to %s passes if the changelog says so, and fails if not', (before, after) => {
    expect(removed(before, after, CHANGELOG('Breaking')).failed).toBe(false)
    const { failed, lines } = removed(before, after)
    expect(failed).toBe(true)
    expect(lines.join()).toContain('### Breaking')
  })
})
