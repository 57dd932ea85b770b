import { expect, test } from 'bun:test'
import { readReport, retryable } from '../support/test-report'

const PAGES = ['tests/e2e/live.test.ts', 'tests/e2e/people.test.ts', 'tests/e2e/reveal.test.ts']
const ALL = ['tests/api/votes.test.ts', ...PAGES]

const suite = (file: string, failures: number) =>
  `  <testsuite name="${file}" file="${file}" tests="2" assertions="1" failures="${failures}" skipped="0" time="0.5" hostname="vm">
    <testsuite name="within" file="${file}" line="3" tests="1" assertions="0" failures="${failures}" skipped="0" time="0" hostname="vm">
    </testsuite>
  </testsuite>`

const reportOf = (failed: readonly string[], files: readonly string[] = ALL) =>
  readReport(`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="bun test" tests="8" assertions="4" failures="${failed.length}" skipped="1" time="2.5">
${files.map((file) => suite(file, failed.includes(file) ? 1 : 0)).join('\n')}
</testsuites>`)

test('a report names what ran, and which files failed', () => {
  expect(reportOf(PAGES.slice(0, 1), ALL.slice(0, 2))).toEqual({
    tests: 8,
    failed: 1,
    skipped: 1,
    files: [
      { file: 'tests/api/votes.test.ts', failed: 0, seconds: 0.5 },
      { file: 'tests/e2e/live.test.ts', failed: 1, seconds: 0.5 },
    ],
  })
})

test('one or two failed page tests run once more', () => {
  expect(retryable(reportOf(PAGES.slice(0, 1)), ALL)).toEqual(PAGES.slice(0, 1))
  expect(retryable(reportOf(PAGES.slice(0, 2)), ALL)).toEqual(PAGES.slice(0, 2))
})

test('nothing runs once more when three failed, another test failed, or a file is in no report', () => {
  expect(retryable(reportOf([]), ALL)).toEqual([])
  expect(retryable(reportOf(PAGES), ALL)).toEqual([])
  expect(retryable(reportOf(ALL.slice(0, 2)), ALL)).toEqual([])
  expect(retryable(reportOf(PAGES.slice(0, 1), ALL.slice(0, 3)), ALL)).toEqual([])
  expect(retryable(readReport(''), ALL)).toEqual([])
})
