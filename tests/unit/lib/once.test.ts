import { afterAll, expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError, readConfig } from '../../../src/config'
import { temporaryFolder } from '../../support/operator'

const LOGIN = { SMTP_USERNAME: 'quad@campus.edu', SMTP_PASSWORD: 'p:/@ ' }
const MAIL = { SMTP_ADDRESS: 'smtp.campus.edu', SMTP_PORT: '587', ...LOGIN }
const folder = temporaryFolder()
afterAll(folder.remove)
const SMTP_FILE = join(folder.path, 'smtp')
writeFileSync(SMTP_FILE, 'smtp://other.campus.edu')

const FROM = { MAILER_FROM_ADDRESS: 'quad@campus.edu' }

function problemsOf(env: Record<string, string>): string[] {
  try {
    readConfig(env, false)
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
}

const EMPTY = { SMTP_USERNAME: '', SMTP_PASSWORD: '', SMTP_PORT: '', MAILER_FROM_ADDRESS: '' }
const USER = 'quad%40campus.edu:p%3A%2F%40%20@'
test.each([
  ['names is the mail server', FROM, `smtp://${USER}smtp.campus.edu:587`, 'quad@campus.edu'],
  [
    'names on port 465 is encrypted',
    { ...FROM, SMTP_PORT: '465' },
    `smtps://${USER}smtp.campus.edu:465`,
    'quad@campus.edu',
  ],
  ['leaves empty counts as not set', EMPTY, 'smtp://smtp.campus.edu:587', 'Quad <no-reply@localhost>'],
])('what ONCE %s', (_, more, url, from) => {
  const { smtpUrl, mailFrom } = readConfig({ ...MAIL, ...more }, false)
  expect([smtpUrl, mailFrom]).toEqual([url, from])
})

test.each([
  [{ ...MAIL, SMTP_URL: 'smtp://other.campus.edu' }, 'SMTP_URL and SMTP_ADDRESS must not both be set'],
  [{ ...MAIL, SMTP_URL_FILE: SMTP_FILE }, 'SMTP_URL_FILE and SMTP_ADDRESS must not both be set'],
  [{ ...FROM, MAIL_FROM: 'Quad <q@campus.edu>' }, 'MAIL_FROM and MAILER_FROM_ADDRESS must not both be set'],
])('%o and Quad’s own do not go together', (env, problem) => {
  expect(problemsOf(env)).toEqual([problem])
})

test('a password in a file is asked for as the variable that reads files', () => {
  expect(problemsOf({ ...MAIL, SMTP_PASSWORD: '', SMTP_PASSWORD_FILE: SMTP_FILE })).toEqual([
    'SMTP_PASSWORD_FILE is not read: set SMTP_PASSWORD, or SMTP_URL_FILE in the place of all of them',
  ])
})

test('what is wrong is named as ONCE names it, without the password', () => {
  const problems = problemsOf({
    ...MAIL,
    SMTP_ADDRESS: `smtp://quad:${MAIL.SMTP_PASSWORD}@x`,
    SMTP_PORT: 'many',
    MAILER_FROM_ADDRESS: 'Quad',
  })
  expect(problems.map((each) => each.split(' ')[0])).toEqual(['SMTP_ADDRESS', 'SMTP_PORT', 'MAILER_FROM_ADDRESS'])
  expect(problems.join()).not.toContain(MAIL.SMTP_PASSWORD)
})
