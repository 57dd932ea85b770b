import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { atOnce } from '../../support/kit'
import { ADMIN, CAMPUS_VARIABLES, type Program, startProgram } from '../../support/program'
import { startSmtp } from '../../support/smtp'
import { until } from '../../support/until'

// 32 mails an hour: 16 for accounts, 8 for sign-ups, and 8 for whoever comes first.
const MAIL_PER_HOUR = 32
const PASSWORD = 'a long enough password'

let smtp: Awaited<ReturnType<typeof startSmtp>>
let quad: Program

beforeAll(async () => {
  smtp = await startSmtp()
  quad = await startProgram({
    ...CAMPUS_VARIABLES,
    SMTP_URL: smtp.url(),
    MAIL_PER_HOUR: `${MAIL_PER_HOUR}`,
    RATE_LIMITS: 'on',
    TRUST_PROXY: '1',
  })
})
afterAll(async () => {
  await quad.stop()
  await smtp.stop()
})

type Refusal = { code: string; meta: { challenge: Challenge } }

const ask = (ip: string, path: string, body: object, cookie = '') =>
  fetch(`${quad.origin}/api/v1/auth/${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', 'x-forwarded-for': ip, cookie },
  })

let enrolled = 1_000
const registered = '2301@campus.edu'
const newEmail = () => `${enrolled++}@campus.edu`
const begin = (ip: string, email = newEmail(), more: object = {}) =>
  ask(ip, 'registration/initialize', { email, password: PASSWORD, ...more })

const outcome = async (response: Response): Promise<string> =>
  response.ok ? 'mailed' : ((await response.json()) as Refusal).code

async function flood(times: number, request: (n: number) => Promise<Response>): Promise<Record<string, number>> {
  const outcomes = await atOnce(times, (n) => request(n).then(outcome))
  return Object.fromEntries([...Map.groupBy(outcomes, (each) => each)].map(([name, all]) => [name, all.length]))
}

async function solve(response: Response): Promise<string> {
  const { code, meta } = (await response.json()) as Refusal
  expect([response.status, code]).toEqual([429, 'PROOF_OF_WORK_REQUIRED'])
  const solution = await solveChallenge({ challenge: meta.challenge, deriveKey })
  return btoa(JSON.stringify({ challenge: meta.challenge, solution }))
}

async function codeMailedTo(email: string): Promise<string> {
  const mails = () => smtp.messages.filter(({ envelopeTo }) => envelopeTo.includes(email))
  await until(() => mails().length > 0, 'a mail to the address')
  return /^\d{6}$/m.exec(mails().at(-1)?.text ?? '')?.[0] ?? ''
}

test('a flood of sign-ups spends no more than its part of the mail, and work opens the way for others', async () => {
  let solved = ''

  const before = smtp.messages.length
  // From one IPv4 gets a part of what sign-ups may have.
  {
    const { mailed, ...refused } = await flood(40, () => begin('192.0.2.50'))
    expect(mailed).toBeWithin(5, 9)
    expect(refused).toEqual({ PROOF_OF_WORK_REQUIRED: 40 - mailed! })
  }
  await flood(40, (n) => begin(`2001:db8:bad:${n.toString(16)}::1`))
  expect(smtp.messages).toHaveLength(before + 8)
  // Others register: their browser works for it.
  {
    const email = registered
    solved = await solve(await begin('198.51.100.7', email))
    const begun = await begin('198.51.100.7', email, { proofOfWork: solved })
    expect(begun.status).toBe(201)
    const cookie = begun.headers.get('set-cookie')?.split(';')[0]
    const otp = await codeMailedTo(email)
    expect((await ask('198.51.100.7', 'registration/verify-otp', { otp }, cookie)).status).toBe(200)
    expect((await ask('198.51.100.7', 'registration/finalize', { password: PASSWORD }, cookie)).status).toBe(201)
    expect((await ask('198.51.100.7', 'login', { email, password: PASSWORD })).status).toBe(200)
  }
  // A solution works once, and nothing else works.
  {
    const [payload] = [JSON.parse(atob(solved))]
    const forged = { ...payload, challenge: { ...payload.challenge, signature: '0'.repeat(64) } }
    const guessed = { ...payload, solution: { ...payload.solution, counter: 1, derivedKey: '00'.repeat(32) } }
    for (const proofOfWork of [solved, btoa(JSON.stringify(forged)), btoa(JSON.stringify(guessed)), 'e30=', 'x', ''])
      expect(await outcome(await begin('198.51.100.8', newEmail(), { proofOfWork }))).toBe('PROOF_OF_WORK_REQUIRED')
  }
})

describe('a flood of requests for codes and links', () => {
  test('for addresses without an account mails nothing and keeps nobody from signing in', async () => {
    const unknown = Array.from({ length: 30 }, () => newEmail())
    const outcomes = await flood(unknown.length, (n) =>
      ask('192.0.2.1', n % 2 === 0 ? 'otp/login/send' : 'password/forgot', { email: unknown[n] }),
    )
    expect(outcomes.RATE_LIMITED).toBeGreaterThan(0)
    expect((await ask('203.0.113.77', 'otp/login/send', { email: ADMIN.email })).status).toBe(200)
    const otp = await codeMailedTo(ADMIN.email)
    expect((await ask('203.0.113.77', 'otp/login/verify', { email: ADMIN.email, otp })).status).toBe(200)
    expect(smtp.messages.flatMap(({ envelopeTo }) => envelopeTo).filter((to) => unknown.includes(to))).toEqual([])
  })
  test('says nothing about who has an account', async () => {
    for (const path of ['password/forgot', 'otp/login/send']) {
      const [known, unknown] = await Promise.all([
        ask('192.0.2.200', path, { email: registered }),
        ask('198.18.0.200', path, { email: newEmail() }),
      ])
      expect([known.status, await known.text()]).toEqual([unknown.status, await unknown.text()])
      for (const name of ['ratelimit-limit', 'ratelimit-remaining', 'content-length'])
        expect([name, known.headers.get(name)]).toEqual([name, unknown.headers.get(name)])
    }
  })
})
