import { afterAll, mock } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { watchStatements } from '../../db/sql'
import { costRuntime, writeCosts } from './costs'
import { wrongDeclarations } from './declared-statements'

/** Runs before every test file, and so before anything reads the configuration. */
const directory = mkdtempSync(join(tmpdir(), 'quad-test-'))
Object.assign(process.env, {
  DATA_DIR: directory,
  PUBLIC_URL: 'http://localhost:3000',
  LOG_LEVEL: 'silent',
  RATE_LIMITS: 'off',
  MAIL_PER_HOUR: '100000',
  MIN_GROUP: '1',
})
// Modules of the web client read it when they are imported.
Object.assign(globalThis, { location: new URL('http://localhost:3000') })
// The test runner ends without an `exit` event. One of several beside each other calls this after every file, while its
// next files still need the directory: whoever started them removes it (tests/run.ts).
if (process.env.BUN_TEST_WORKER_ID === undefined) afterAll(() => rmSync(directory, { recursive: true, force: true }))
// What a file spies on is no other file's of the process.
afterAll(() => mock.restore())
costRuntime()
afterAll(writeCosts)
// Rows are as they are declared, in each statement that a test runs.
const wrongStatements = new Set<string>()
watchStatements.prepared = (sqlite, text, returns) => {
  for (const fault of wrongDeclarations(sqlite, { text, returns, params: {} })) wrongStatements.add(`${fault}: ${text}`)
}
afterAll(() => {
  const wrong = [...wrongStatements]
  wrongStatements.clear()
  if (wrong.length > 0) throw new Error(`Statements that are not as they are declared:\n${wrong.join('\n')}`)
})
