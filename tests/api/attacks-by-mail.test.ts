/** One test an attack, named after it: what an attacker tries, and what comes of it. */
import { describe, expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { storage } from '../../db/storage'
import { config } from '../../src/config'
import { systemActor } from '../../src/core/audit/audit'
import { makeAdministrator } from '../../src/core/setup/administrators'
import { backgroundIdle } from '../../src/lib/background'
import { mailIdle } from '../../src/lib/mail/mail'
import { hashRuns } from '../../src/lib/password-hash'
import { rateLimiter } from '../../src/lib/rate-limiter'
import {
  type Answer,
  API,
  CAMPUS,
  configured,
  type Data,
  expectData,
  later,
  login,
  newEmail,
  PASSWORD,
  refusal,
  signUp,
  useQuad,
  Visitor,
} from '../support/kit'
import { freePort, startProgram } from '../support/program'
import { mailFor, mailsTo } from '../support/traces'

const MINUTE = 60_000

await useQuad()

/** Somebody whose requests reach the proxy from that address. */
const from = (address: string) => new Visitor({ 'x-forwarded-for': address })
const network = (n: number) => `198.${18 + (n >> 8)}.${n & 255}.1`

async function settled() {
  await backgroundIdle()
  await mailIdle()
}

describe('the mailed link', () => {
  test('used twice: the second is refused, and so is every link from before', async () => {
    const { email } = await signUp()
    const tokens: string[] = []
    for (let n = 1; n <= 2; n++) {
      expectData(await new Visitor().post('auth/password/forgot', { email }))
      tokens.push(/reset#(\S+)/.exec((await mailFor(email, n)).text)?.[1] ?? '')
    }
    const reset = (token: string) =>
      new Visitor().post('auth/password/reset', { token, newPassword: 'quite another one' })
    expectData(await reset(tokens[1]!))
    for (const token of tokens) expect(refusal(await reset(token))).toEqual([400, 'INVALID_TOKEN'])
  })

  test('what lies in the database opens nothing', async () => {
    const { email } = await signUp()
    expectData(await new Visitor().post('auth/password/forgot', { email }))
    await settled()
    const stored = storage.reader.sqlite
      .query<{ token_hash: string }, []>('select token_hash from password_resets')
      .all()
    expect(stored.length).toBeGreaterThan(0)
    for (const { token_hash } of stored)
      expect(
        refusal(
          await new Visitor().post('auth/password/reset', { token: token_hash, newPassword: 'quite another one' }),
        ),
      ).toEqual([400, 'INVALID_TOKEN'])
  })

  test.each(['\n', '\r\n', '\t', ' ', '\u2028', '"><a href="', '\\'])(
    'a redirectTo that hides a second link after %j makes none in the mail',
    async (gap) => {
      const { email } = await signUp()
      const answer = await new Visitor().post('auth/password/forgot', {
        email,
        redirectTo: `http://localhost:3000/x${gap}http://evil.example/y`,
      })
      if (answer.status === 400) return
      const { text, html } = await mailFor(email, 1)
      const links = text.match(/\S+:\/\/\S+/g) ?? []
      expect(links).toHaveLength(1)
      expect(links[0]).toMatch(/^http:\/\/localhost:3000\/x\S*#token=[\w-]{43}$/)
      for (const [, href] of html.matchAll(/href="([^"]*)"/g)) expect(href).toStartWith('http://localhost:3000/x')
    },
  )
})

describe('finding out who is registered', () => {
  const median = (times: number[]) => times.sort((a, b) => a - b)[times.length >> 1]!.toFixed(2)

  test('by the time of a sign-in: an unknown address costs exactly the one hash of a known one', async () => {
    const { email } = await signUp()
    const times = { known: [] as number[], unknown: [] as number[] }
    for (let n = 0; n < 30; n++) {
      for (const [kind, address] of [
        ['known', email],
        ['unknown', newEmail()],
      ] as const) {
        const [runs, began] = [hashRuns(), performance.now()]
        expect((await login(address, 'wrong but long')).status).toBe(401)
        times[kind].push(performance.now() - began)
        expect([kind, hashRuns() - runs]).toEqual([kind, 1])
      }
    }
    console.log(`auth/login refusal, median: known ${median(times.known)} ms, unknown ${median(times.unknown)} ms`)
  })

  test('by the time, the words or the headers of what mails a code or a link', async () => {
    const people = await Promise.all(Array.from({ length: 20 }, () => signUp()))
    for (const path of ['auth/otp/login/send', 'auth/password/forgot']) {
      const times = { known: [] as number[], unknown: [] as number[] }
      const shapes = new Set<string>()
      for (const person of people) {
        for (const [kind, email] of [
          ['known', person.email],
          ['unknown', newEmail()],
        ] as const) {
          const began = performance.now()
          const { status, text, headers } = await new Visitor().post(path, { email })
          times[kind].push(performance.now() - began)
          shapes.add(JSON.stringify([status, text, [...headers.keys()]]))
          await settled()
        }
      }
      expect([...shapes]).toEqual([expect.stringContaining('[200,')])
      console.log(`${path}, median: known ${median(times.known)} ms, unknown ${median(times.unknown)} ms`)
    }
  })

  test('by what is left of a ceiling: links use up the codes of an unknown address as well', async () => {
    const answers = async (email: string) => {
      rateLimiter.clear()
      for (let n = 1; n <= 6; n++) await new Visitor().post('auth/password/forgot', { email })
      await settled()
      return refusal(await new Visitor().post('auth/otp/login/send', { email }))
    }
    const { email } = await signUp()
    expect(await answers(email)).toEqual([403, 'OTP_EXHAUSTED'])
    expect(await answers(newEmail())).toEqual([403, 'OTP_EXHAUSTED'])
    rateLimiter.clear()
  })
})

describe('flooding a mailbox', () => {
  test('from one network: six mails an hour, whatever asks for them, though RATE_LIMITS is off', async () => {
    const { email } = await signUp()
    expect(config.rateLimits).toBe(false)
    rateLimiter.clear()
    const before = mailsTo(email).length
    for (let n = 0; n < 20; n++) {
      later(MINUTE)
      await new Visitor().post(n % 2 ? 'auth/password/forgot' : 'auth/otp/login/send', { email })
      await settled()
    }
    expect(mailsTo(email).length - before).toBe(6)
  })

  test('from many networks: twenty', async () => {
    const email = newEmail()
    await configured({ trustProxy: 1 }, async () => {
      const answers: Answer[] = []
      for (let n = 0; n < 30; n++)
        answers.push(await from(network(n)).post('auth/registration/initialize', { email, password: PASSWORD }))
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(20)
      const [last] = answers.slice(-1)
      expect(refusal(last!)).toEqual([429, 'OTP_COOLDOWN'])
      expect(Number(last?.headers.get('retry-after'))).toBeWithin(3_500, 3_601)
    })
    await settled()
    expect(mailsTo(email)).toHaveLength(20)
  })

  test('of everybody: MAIL_PER_HOUR bounds all mail, and says the same to known and unknown', async () => {
    const campus = { CAMPUS_NAME: 'Campus', CAMPUS_DOMAIN: CAMPUS, CAMPUS_CITY: 'Springfield', CAMPUS_STATE: 'Oregon' }
    const admin = { ADMIN_EMAIL: 'the.office@campus.edu', ADMIN_PASSWORD: PASSWORD }
    const program = await startProgram(freePort(), { ...campus, ...admin, MAIL_PER_HOUR: '3' })
    try {
      const post = async (path: string, body: object) => {
        const answer = await fetch(`${program.origin}${API}/${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        })
        const { code } = (await answer.json()) as Data
        return { code, status: answer.status, wait: Number(answer.headers.get('retry-after')) }
      }
      const statuses: number[] = []
      for (let n = 1; n <= 5; n++)
        statuses.push((await post('auth/registration/initialize', { email: newEmail(), password: PASSWORD })).status)
      expect(statuses).toEqual([201, 201, 201, 429, 429])
      for (const email of [admin.ADMIN_EMAIL, newEmail()]) {
        for (const path of ['auth/otp/login/send', 'auth/password/forgot']) {
          const { status, code, wait } = await post(path, { email })
          expect([status, code]).toEqual([429, 'RATE_LIMITED'])
          expect(wait).toBeWithin(3_500, 3_601)
        }
      }
      expect(readdirSync(join(program.dataDir, 'outbox'))).toHaveLength(3)
    } finally {
      await program.stop()
    }
  })

  test('an address with a path in it names no file', async () => {
    for (const email of [
      `../../etc/1@${CAMPUS}`,
      `/etc/1@${CAMPUS}`,
      `1@${CAMPUS}/../../x`,
      `..%2f1@${CAMPUS}`,
      `1\0@${CAMPUS}`,
    ])
      expect(refusal(await new Visitor().post('auth/registration/initialize', { email, password: PASSWORD }))).toEqual([
        400,
        'INVALID_EMAIL',
      ])
    // An administrator's address may hold a slash.
    const email = `etc/passwd@${CAMPUS}`
    await storage.write((tx) => makeAdministrator(tx, systemActor('cli'), { email, passwordHash: null, role: 'admin' }))
    expectData(await new Visitor().post('auth/password/forgot', { email }))
    expect((await mailFor(email)).text).toContain('/reset#')
    const entries = readdirSync(join(config.dataDir, 'outbox'), { withFileTypes: true })
    for (const entry of entries)
      expect([entry.name, entry.isFile()]).toEqual([expect.stringMatching(/^[\dTZ-]{24}-[0-9a-f]{8}\.eml$/), true])
    expect(readdirSync(config.dataDir)).not.toContain('etc')
  })
})
