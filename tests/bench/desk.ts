/**
 * `bun run bench:desk`: a night at the moderators' desk. Two moderators in two browsers work off a queue of reports, by
 * keyboard alone, until it is empty. See docs/performance.md.
 *
 *   bun run bench:desk                           200 reports
 *   bun run bench:desk --reports 40 --look-up    what the desk does not show beside a report is read on other pages
 *   bun run bench:desk --of ../other-checkout    the same with another version, which has been built
 */
import { Database } from 'bun:sqlite'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type Browser as Chromium, chromium } from 'playwright-core'
import { fillQueue, type Student, type Target } from '../support/desk/fill'
import { compare } from '../support/desk/ledger'
import { Moderator } from '../support/desk/moderator'
import { workShift } from '../support/desk/shift'
import { ADMIN, Browser, CAMPUS_VARIABLES, freePort } from '../support/program'
import { startSmtp } from '../support/smtp'
import { until } from '../support/until'

const { values: given } = parseArgs({
  options: {
    reports: { type: 'string', default: '200' },
    /** Milliseconds for which a moderator reads. */
    read: { type: 'string', default: '2000' },
    of: { type: 'string', default: join(import.meta.dir, '../..') },
    'look-up': { type: 'boolean', default: false },
  },
})

const AUTHORS = 16
const REPORTERS = 8
/** Of the authors, those about whom every decision is undone. */
const ACQUITTED = 3
/** Each so many targets both moderators decide at once. */
const CONTESTED = 12

const smtp = await startSmtp()
const dataDir = mkdtempSync(join(tmpdir(), 'quad-desk-'))
const origin = `http://127.0.0.1:${freePort()}`

let running: { kill(signal: 'SIGTERM'): void; exited: Promise<number> } | undefined

async function stop(): Promise<void> {
  running?.kill('SIGTERM')
  await running?.exited
}

/** The built server, on the loopback. */
async function serve(): Promise<void> {
  running = Bun.spawn([process.execPath, 'src/main.ts'], {
    cwd: resolve(given.of),
    env: {
      PATH: process.env.PATH,
      HOST: '127.0.0.1',
      PORT: new URL(origin).port,
      PUBLIC_URL: origin,
      DATA_DIR: dataDir,
      SMTP_URL: smtp.url(),
      MAIL_FROM: 'Quad <quad@campus.edu>',
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'warn',
      ...CAMPUS_VARIABLES,
    },
    stdout: 'ignore',
    stderr: 'inherit',
  })
  await until(
    () =>
      fetch(`${origin}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      ),
    'the start of the server',
  )
}

/** The data of an answer; throws where it is a refusal. */
async function dataOf<Data>(sending: Promise<Response>): Promise<Data> {
  const response = await sending
  const body = (await response.json()) as { data: Data }
  if (!response.ok) throw new Error(`${response.url}: ${response.status} ${JSON.stringify(body)}`)
  return body.data
}

type Member = Student & { email: string; browser: Browser }

/** Somebody joins as everybody does, with the code that is mailed. */
async function joined(number: number): Promise<Member> {
  const browser = new Browser(origin)
  const email = `2021${String(number).padStart(4, '0')}@campus.edu`
  const password = `student ${number} likes long walks`
  const post = <Data>(path: string, body: object = {}) => dataOf<Data>(browser.post(`/api/v1/${path}`, body))
  await post('auth/registration/initialize', { email, password })
  const mail = () => smtp.messages.find(({ envelopeTo }) => envelopeTo.includes(email))
  await until(() => mail() !== undefined, `the mail for ${email}`)
  await post('auth/registration/verify-otp', { otp: /^\s*(\d{6})\s*$/m.exec(mail()?.text ?? '')?.[1] })
  const { user } = await post<{ user: { id: string } }>('auth/registration/finalize', { password })
  await post('auth/login', { email, password })
  await post('auth/onboarding/complete', { branch: 'Computer Science' })
  await post('users/accept-terms')
  return {
    id: user.id,
    email,
    browser,
    async send(path, body) {
      const made = await post<Record<string, { id: string }>>(path, body)
      return (made.post ?? made.comment ?? made.report)!
    },
  }
}

async function joinAll(count: number): Promise<Member[]> {
  const members: Member[] = []
  for (let number = 1; number <= count; number++) members.push(await joined(number))
  return members
}

async function openDesk(browser: Chromium, member: Member, targets: readonly Target[]): Promise<Moderator> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, reducedMotion: 'reduce' })
  await context.addCookies([...member.browser.cookies].map(([name, value]) => ({ name, value, url: origin })))
  const page = await context.newPage()
  await page.goto(`${origin}/console/reports`)
  return new Moderator(page, member.id, targets)
}

const say = (what: string, value: string | number): void => console.log(`${what.padEnd(58)}${value}`)
const each = (one: number, other: number, digits = 0) =>
  `${one.toFixed(digits)} and ${other.toFixed(digits)}, together ${(one + other).toFixed(digits)}`

/** What is sent once the hours are over for which mails about decisions wait. */
async function mailsOfTheDayAfter(): Promise<string[]> {
  const db = new Database(join(dataDir, 'quad.db'))
  db.run("UPDATE moderation_mails SET due_at = '2020-01-01T00:00:00.000Z' WHERE due_at IS NOT NULL")
  db.close()
  const before = smtp.messages.length
  await serve()
  const open = new Database(join(dataDir, 'quad.db'), { readonly: true })
  const isIdle = () =>
    open
      .query<{ waiting: number }, []>(
        `SELECT (SELECT count(*) FROM moderation_mails WHERE due_at < '2021') + (SELECT count(*) FROM mail_queue) AS waiting`,
      )
      .get()?.waiting === 0
  await until(isIdle, 'the sending of the mails')
  open.close()
  await stop()
  return smtp.messages.slice(before).flatMap(({ envelopeTo }) => envelopeTo)
}

async function night(browsers: readonly [Chromium, Chromium]): Promise<void> {
  await serve()
  const members = await joinAll(2 + AUTHORS + REPORTERS)
  const moderators = members.slice(0, 2)
  const authors = members.slice(2, 2 + AUTHORS)
  const office = new Browser(origin)
  await dataOf(office.post('/api/v1/auth/login', ADMIN))
  for (const { id } of moderators) await dataOf(office.put(`/api/v1/admin/users/${id}/role`, { role: 'admin' }))
  const instance = await dataOf<{ reportReasons: string[] }>(office.get('/api/v1/instance'))
  const reporters = members.slice(2 + AUTHORS)
  const targets = await fillQueue({ authors, reporters, reasons: instance.reportReasons }, Number(given.reports))
  const comments = targets.filter(({ type }) => type === 'Comment').length
  say('reports, for as many reasons as there are', `${given.reports}, ${instance.reportReasons.length}`)
  say('about posts and comments', `${targets.length - comments} and ${comments}, by ${AUTHORS} authors`)

  const db = new Database(join(dataDir, 'quad.db'), { readonly: true })
  const open = db.query<{ count: number }, []>("SELECT count(*) AS count FROM reports WHERE status = 'pending'")
  const acquitted = new Set(authors.slice(0, ACQUITTED).map(({ id }) => id))
  const contested = new Set(targets.filter(({ number }) => number % CONTESTED === 5).map(({ code }) => code))
  const [first, second] = await Promise.all(browsers.map((browser, at) => openDesk(browser, moderators[at]!, targets)))
  if (first === undefined || second === undefined) throw new Error('two moderators are needed')
  const began = performance.now()
  const met = await workShift([first, second], {
    readMs: Number(given.read),
    reactMs: 200,
    acquitted,
    contested,
    looksUp: given['look-up'],
    countOpen: () => open.get()?.count ?? 0,
  })
  const minutes = (performance.now() - began) / 60_000
  const both = [first, second] as const
  const sum = (of: (moderator: Moderator) => number) => of(first) + of(second)
  say('minutes', minutes.toFixed(2))
  say('decisions of each', each(first.done.decided, second.done.decided))
  say('decisions a minute', each(first.done.decided / minutes, second.done.decided / minutes, 1))
  say('entries a minute, each once', (targets.length / minutes).toFixed(1))
  say('keystrokes an entry', (sum(({ effort }) => effort.keys) / targets.length).toFixed(2))
  say('other pages an entry', (sum(({ effort }) => effort.pages) / targets.length).toFixed(2))
  say(
    'decisions undone',
    sum(({ done }) => done.undone),
  )
  say(
    'entries passed because the other looked at them',
    sum(({ seen }) => seen.claims),
  )
  say('both at the same entry on purpose', met.length)
  const refused = both.flatMap(({ acts }) => acts).filter(({ isLate }) => isLate).length
  say(
    'refused because the other was faster, and shown',
    sum(({ seen }) => seen.late),
  )
  say('answers 409 to them, one a report at most', refused)
  say(
    'closed by the other while one read it, and shown',
    sum(({ seen }) => seen.gone),
  )
  const astray = both.flatMap((moderator) => moderator.astray)
  say('decisions about another entry than the one read', astray.length)
  for (const fault of astray.slice(0, 5)) console.log(`  ${fault}`)
  const standing = compare(
    db,
    targets,
    both.flatMap(({ acts }) => acts),
  )
  say('still open', standing.open)
  say('decided twice, the second over the first in silence', standing.overwritten.length)
  say('decisions that database or audit log hold otherwise', standing.faults.length)
  for (const fault of standing.faults.slice(0, 5)) console.log(`  ${fault}`)

  db.close()
  await stop()
  const mailed = await mailsOfTheDayAfter()
  const told = authors.filter(({ email }) => mailed.includes(email))
  say('mails, one to each author of whom something was removed', mailed.length)
  say('mails to those about whom all was undone', told.filter(({ id }) => acquitted.has(id)).length)
}

const browsers = await Promise.all([launch(), launch()])
try {
  await night([browsers[0], browsers[1]])
} finally {
  await stop()
  await Promise.all(browsers.map((browser) => browser.close()))
  await smtp.stop()
  rmSync(dataDir, { recursive: true, force: true })
}

function launch(): Promise<Chromium> {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell',
    args: ['--no-sandbox'],
  })
}
