import { describe, expect, test } from 'bun:test'
import { storage } from '../../../db/storage'
import { FAILED_IN_ALL, FREE_FAILURES, LONGEST_WAIT, waitAfter } from '../../../src/campus/auth/otp-rate-limits'
import { backgroundIdle } from '../../../src/lib/process/background'
import { select } from '../../support/content'
import {
  type Answer,
  configured,
  expectData,
  expectWithout,
  fails,
  later,
  login,
  newEmail,
  PASSWORD,
  refusal,
  signedIn,
  signUp,
  student,
  times,
  useQuad,
  Visitor,
} from '../../support/kit'
import { mailsTo, otpFor } from '../../support/traces'

await useQuad()

const DEVICE = 'identity.device'
const WRONG = 'wrong but long'
const DAY = 86_400_000
const CAMPUS_NETWORK = '203.0.113.5'
const LIMITED = [429, 'RATE_LIMITED']

/** A browser in the network, which knows what another browser keeps. */
function browser(address: string, device?: string): Visitor {
  const visitor = new Visitor({ 'x-forwarded-for': address })
  if (device !== undefined) visitor.cookies.set(DEVICE, device)
  return visitor
}
const network = (n: number) => `198.${18 + (n >> 8)}.${n & 255}.1`
const retryAfter = ({ headers }: Answer) => Number(headers.get('retry-after'))
const limited = (name: string, work: () => Promise<void>) =>
  test(name, () => configured({ rateLimits: true, trustProxy: 1 }, work))

/** Somebody who has signed in once, and what the browser keeps of it. */
async function known() {
  const { email } = await signUp()
  const visitor = browser(CAMPUS_NETWORK)
  await signedIn(email, PASSWORD, visitor)
  return { email, device: visitor.cookies.get(DEVICE)! }
}

async function fail(email: string, count: number, from: (n: number) => string = network): Promise<Answer[]> {
  const answers = await times(count, (n) => login(email, WRONG, browser(from(n))))
  return answers
}

describe('wrong passwords from many networks', () => {
  limited('after twenty each makes the next wait, twice as long each time, a quarter of an hour at most', async () => {
    const { email } = await signUp()
    for (const answer of await fail(email, FREE_FAILURES)) expect(answer.status).toBe(401)
    for (let failures = FREE_FAILURES; failures < FREE_FAILURES + 12; failures++) {
      const early = await login(email, PASSWORD, browser('192.0.2.1'))
      expect([...refusal(early), retryAfter(early)]).toEqual([...LIMITED, waitAfter(failures)])
      later(waitAfter(failures) * 1000)
      await fails(login(email, WRONG, browser(network(failures))), 401)
    }
    expect(waitAfter(FREE_FAILURES + 12)).toBe(LONGEST_WAIT)
    later(LONGEST_WAIT * 1000)
    await signedIn(email, PASSWORD, browser('192.0.2.1'))
    await fails(login(email, WRONG, browser('192.0.2.1')), 401)
  })
  limited('an email without an account gets the very same answers', async () => {
    const { email } = await signUp()
    const [one, other] = [await fail(email, 25), await fail(newEmail(), 25)]
    const told = (answers: Answer[]) => answers.map((each) => [each.status, each.code, retryAfter(each)])
    expect(told(other)).toEqual(told(one))
    expect(told(one).at(-1)).toEqual([...LIMITED, 2])
  })
  limited('after a hundred in 30 days they are over; a code signs in, and makes the browser known', async () => {
    const { email, device } = await known()
    for (let n = 0; n < FAILED_IN_ALL.max; n++) {
      await fails(login(email, WRONG, browser(network(n))), 401)
      later(LONGEST_WAIT * 1000)
    }
    later(DAY)
    await fails(login(email, PASSWORD, browser('192.0.2.1')), 'RATE_LIMITED')
    await signedIn(email, PASSWORD, browser('192.0.2.2', device))
    const fresh = browser('192.0.2.1')
    const before = mailsTo(email).length
    expectData(await fresh.post('auth/otp/login/send', { email }))
    expectData(await fresh.post('auth/otp/login/verify', { email, otp: await otpFor(email, before) }))
    await signedIn(email, PASSWORD, browser('192.0.2.1', fresh.cookies.get(DEVICE)))
    await fails(login(email, PASSWORD, browser('192.0.2.1')), 'RATE_LIMITED')
    later(30 * DAY)
    await signedIn(email, PASSWORD, browser('192.0.2.1'))
  })
})

describe('a lock-out by a classmate on the same network', () => {
  limited('passes by the victim’s browser, and by nobody else’s', async () => {
    const { email, device } = await known()
    const other = await known()
    expect((await fail(email, 11, () => CAMPUS_NETWORK)).at(-1)?.status).toBe(429)
    for (const stranger of [undefined, other.device, `${device.slice(0, -1)}x`, 'x', '..', '~'.repeat(2000)])
      await fails(login(email, PASSWORD, browser(CAMPUS_NETWORK, stranger)), 'RATE_LIMITED')
    await signedIn(email, PASSWORD, browser(CAMPUS_NETWORK, device))
    await fails(login(email, PASSWORD, browser(CAMPUS_NETWORK)), 'RATE_LIMITED')
  })
  limited('who uses up all that the address has, by passwords and by codes', async () => {
    const { email, device } = await known()
    await times(100, () => fails(login(newEmail(), WRONG, browser(CAMPUS_NETWORK)), 401))
    const ask = (visitor: Visitor, to: string) => visitor.post('auth/otp/login/send', { email: to })
    await times(60, async () => expectData(await ask(browser(CAMPUS_NETWORK), newEmail())))
    await fails(login(email, PASSWORD, browser(CAMPUS_NETWORK)), 'RATE_LIMITED')
    await fails(login('no email', PASSWORD, browser(CAMPUS_NETWORK)), 'RATE_LIMITED')
    await fails(ask(browser(CAMPUS_NETWORK), email), 'RATE_LIMITED')
    expectData(await ask(browser(CAMPUS_NETWORK, device), email))
    await signedIn(email, PASSWORD, browser(CAMPUS_NETWORK, device))
    await signedIn(email, PASSWORD, browser('192.0.2.1'))
  })
  limited(
    'by codes does not either: the browser has codes of its own, which nobody else can try or use up',
    async () => {
      const { email, device } = await known()
      const send = (visitor: Visitor) => visitor.post('auth/otp/login/send', { email })
      const verify = (visitor: Visitor, otp: string) => visitor.post('auth/otp/login/verify', { email, otp })
      for (let n = 0; n < 21; n++) {
        later(61_000)
        await send(browser(network(n)))
        await backgroundIdle()
      }
      await fails(send(browser('192.0.2.1')), 'OTP_EXHAUSTED')
      const victim = browser(CAMPUS_NETWORK, device)
      const before = mailsTo(email).length
      expectData(await send(victim))
      await fails(send(victim), 'OTP_COOLDOWN')
      const otp = await otpFor(email, before)
      await times(7, (n) => fails(verify(browser(network(n)), otp), 403))
      expectData(await verify(victim, otp))
    },
  )
  limited('a known browser with ten wrong passwords of its own counts as a stranger', async () => {
    const { email, device } = await known()
    const guess = (password: string) => login(email, password, browser(CAMPUS_NETWORK, device))
    await times(20, () => fails(guess(WRONG), 401))
    await fails(guess(PASSWORD), 'RATE_LIMITED')
    later(15 * 60_000)
    expectData(await guess(PASSWORD))
  })
})

describe('what a browser is known by', () => {
  const isKnown = async (email: string, device: string | undefined) => {
    await fail(email, 11, () => '192.0.2.77')
    return (await login(email, PASSWORD, browser('192.0.2.77', device))).status === 200
  }

  /** Its nonce and its hash, without the day and the name of the key. */
  const secretsIn = (cookie: string) => [1, 3].map((at) => cookie.split('.')[at]!)
  test('is a cookie of a year, for the server alone', async () => {
    const { email } = await signUp()
    const visitor = new Visitor()
    await login(email, PASSWORD, visitor)
    const attributes = visitor.setCookies.get(DEVICE) ?? ''
    for (const part of ['httponly', 'samesite=lax', 'path=/', `max-age=${365 * 86_400}`])
      expect(attributes).toContain(part)
  })
  limited('names nobody, differs at each sign-in, and is nowhere on the server', async () => {
    const person = await student()
    const [one, two] = [new Visitor(), new Visitor()]
    for (const visitor of [one, two]) await signedIn(person.email, PASSWORD, visitor)
    const [first, second] = [one, two].map((visitor) => secretsIn(visitor.cookies.get(DEVICE)!))
    expectWithout(second, ...first!)
    const rows = storage.reader.sqlite.query<{ auth_id: string }, [string]>('select auth_id from users where id = ?')
    const readable = one.cookies
      .get(DEVICE)!
      .split('.')
      .map((part) => Buffer.from(part, 'base64url').toString('latin1'))
      .join()
    expectWithout(readable + one.cookies.get(DEVICE), person.id, person.email, rows.get(person.id)!.auth_id)
    const tables = storage.reader.sqlite.query<{ name: string }, []>(
      "select name from sqlite_master where type = 'table'",
    )
    for (const { name } of tables.all()) {
      const stored = JSON.stringify(select(`select * from "${name}"`))
      for (const part of first!) expect([name, stored.includes(part)]).toEqual([name, false])
    }
  })
  limited('ends with the password, wherever it is changed from; the browser that changes it stays known', async () => {
    const { email, device } = await known()
    const owner = browser('192.0.2.5')
    await signedIn(email, PASSWORD, owner)
    expectData(
      await owner.post('auth/password/set', { newPassword: 'another horse battery', currentPassword: PASSWORD }),
    )
    await fail(email, 11, () => '192.0.2.77')
    const again = (cookie: string | undefined) => login(email, 'another horse battery', browser('192.0.2.77', cookie))
    await fails(again(device), 'RATE_LIMITED')
    expectData(await again(owner.cookies.get(DEVICE)))
  })
  limited('ends after a year', async () => {
    const { email, device } = await known()
    later(364 * DAY)
    expect(await isKnown(email, device)).toBe(true)
    later(2 * DAY)
    expect(await isKnown(email, device)).toBe(false)
  })
  limited('ends with the account: a new one of the same email knows no browser', async () => {
    const person = await student()
    const device = person.visitor.cookies.get(DEVICE)
    await person.delete('auth/account')
    await signUp({ email: person.email })
    expect(await isKnown(person.email, device)).toBe(false)
  })
  limited('outlives signing out, which it is for', async () => {
    const person = await student()
    await person.post('auth/logout')
    expect(await isKnown(person.email, person.visitor.cookies.get(DEVICE))).toBe(true)
  })
  limited('covers the last three accounts of the browser', async () => {
    const emails: string[] = []
    const shared = browser(CAMPUS_NETWORK)
    for (let n = 0; n < 4; n++) {
      const { email } = await signUp()
      emails.push(email)
      await times(2, () => signedIn(email, PASSWORD, shared))
    }
    expect(shared.cookies.get(DEVICE)!.split('~')).toHaveLength(3)
    const seen: boolean[] = []
    for (const email of emails) seen.push(await isKnown(email, shared.cookies.get(DEVICE)))
    expect(seen).toEqual([false, true, true, true])
  })
})

limited(
  'when somebody guesses codes all over the campus, strangers get longer ones, at sign-in and sign-up; known browsers and sessions do not',
  async () => {
    const { email, device } = await known()
    const person = await student()
    const send = (visitor: Visitor, to = email) => visitor.post('auth/otp/login/send', { email: to })
    const verify = (visitor: Visitor, otp: string, to = email) =>
      visitor.post('auth/otp/login/verify', { email: to, otp })
    const codeFor = async (to: string, ask: () => Promise<Answer>) => {
      await backgroundIdle()
      const before = mailsTo(to).length
      const answer = await ask()
      if (answer.status >= 300) throw new Error(answer.text)
      return otpFor(to, before)
    }
    // Addresses without an account count as well: what codes look like must not tell which have one.
    for (let n = 0; n < 8; n++) {
      const nobody = newEmail()
      expectData(await send(browser(network(n)), nobody))
      await times(5, () => fails(verify(browser(network(n)), '11111a', nobody), 403))
    }
    const stranger = browser('192.0.2.1')
    const long = await codeFor(email, () => send(stranger))
    expect(long).toMatch(/^\d{4} \d{4}$/)
    expectData(await verify(stranger, long))
    const victim = browser('192.0.2.1', device)
    const short = await codeFor(email, () => send(victim))
    expect(short).toMatch(/^\d{6}$/)
    expectData(await verify(victim, short))
    const again = await codeFor(person.email, () => person.visitor.post('auth/reauthenticate/code'))
    expect(again).toMatch(/^\d{6}$/)
    await person.post('auth/reauthenticate', { otp: again })
    const [joining, newcomer] = [newEmail(), browser('192.0.2.1')]
    const otp = await codeFor(joining, () =>
      newcomer.post('auth/registration/initialize', { email: joining, password: PASSWORD }),
    )
    expect(otp).toMatch(/^\d{4} \d{4}$/)
    expectData(await newcomer.post('auth/registration/verify-otp', { otp: otp.replace(' ', '') }))
  },
)
