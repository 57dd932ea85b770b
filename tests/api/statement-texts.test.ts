import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Glob } from 'bun'
import { config } from '../../src/config'
import { recordExamples } from '../support/examples/record'

// The log has the texts of slow statements, so no text may have a value in it that somebody sent. Each text that is
// prepared while every operation of the document is called is looked at.

const root = join(import.meta.dir, '../..')

const texts = new Set<string>()
const prepare = Database.prototype.prepare
// Before a database is opened, whose own `prepare` calls this one.
Database.prototype.prepare = function (this: Database, text: string, ...more: never[]) {
  texts.add(text)
  return prepare.call(this, text, ...more)
} as typeof prepare

/** What the program itself writes into a text, as its sources have it. */
const sources = [...new Glob('{src,db}/**/*.ts').scanSync(root)]
  .map((name) => readFileSync(join(root, name), 'utf8'))
  .join('\n')

const numbers = new Set(sources.replaceAll('_', '').match(/\d+/g))

/** The texts in quotes that stand in no source. */
const foreignLiterals = (text: string) =>
  [...text.matchAll(/'(?:[^']|'')*'/g)].map(([literal]) => literal).filter((literal) => !isOfSources(literal))

/** As a source has it, which may be with a name as a constant: `'${state}'`. */
const isOfSources = (literal: string) => sources.includes(literal)

/** More than three digits, or not: a source has each number, too. */
const foreignNumbers = (text: string) =>
  [...text.replace(/'(?:[^']|'')*'/g, '').matchAll(/(?<![\w$?.])\d+(?![\w.])/g)]
    .map(([digits]) => digits)
    .filter((digits) => !numbers.has(digits))

test('no text of a statement has a value in it that somebody sent', async () => {
  config.notifications = true
  await recordExamples().finally(() => {
    config.notifications = false
    Database.prototype.prepare = prepare
  })
  expect(texts.size).toBeGreaterThan(400)
  const foreign = [...texts].flatMap((text) =>
    [...foreignLiterals(text), ...foreignNumbers(text)].map((each) => `${each} in ${text}`),
  )
  expect(foreign).toEqual([])
})

test('the check notices what was put into a text', () => {
  expect(foreignLiterals("SELECT 1 FROM users WHERE username = 'brave-otter-1234' AND role = 'admin'")).toEqual([
    "'brave-otter-1234'",
  ])
  expect(foreignLiterals("SELECT 'it''s ann'")).toEqual(["'it''s ann'"])
  expect(foreignNumbers("SELECT 1 FROM posts WHERE n = 918273 AND a1 = ?3 AND b = 'x 77'")).toEqual(['918273'])
})
