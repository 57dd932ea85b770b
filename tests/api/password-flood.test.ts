import { afterEach, describe, expect, mock, spyOn, test } from 'bun:test'
import {
  type Answer,
  configured,
  expectData,
  fails,
  login,
  newEmail,
  PASSWORD,
  refusal,
  signUp,
  useQuad,
  Visitor,
} from '../support/kit'

await useQuad()

/** Slow enough that hundreds of passwords wait. */
const HASH_MS = 10
afterEach(() => void mock.restore())

const from = (address: string) => new Visitor({ 'x-forwarded-for': address })
const network = (n: number) => `10.${n >> 8}.${n & 255}.7`
const WRONG = 'wrong but long'

const flooded = (work: () => Promise<void>) => () =>
  configured({ rateLimits: true, trustProxy: 1 }, async () => {
    spyOn(Bun.password, 'verify').mockImplementation(async (plain) => {
      await Bun.sleep(HASH_MS)
      return plain === PASSWORD
    })
    await work()
  })

describe('a flood of passwords', () => {
  test(
    'from as many networks: each attempt is answered, by 401 or 503 BUSY with Retry-After, and a right one is let in or asked to wait',
    flooded(async () => {
      const { email } = await signUp()
      const wrong = Array.from({ length: 400 }, (_, n) => login(newEmail(), WRONG, from(network(n))))
      const right = login(email, PASSWORD, from('192.0.2.2'))
      const answers = await Promise.all(wrong)
      const busy = answers.filter(({ status }) => status === 503)
      expect(answers.every(({ status }) => status === 401 || status === 503)).toBe(true)
      expect(busy.length).toBeGreaterThan(0)
      for (const answer of busy) {
        expect(refusal(answer)).toEqual([503, 'BUSY'])
        expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
        expect(answer.body).toEqual(busy[0]!.body)
      }
      expect([200, 503]).toContain((await right).status)
      expectData(await login(email, PASSWORD, from('192.0.2.2')))
      await fails(login(email, WRONG, from('192.0.2.2')), 401)
    }),
  )
  test(
    'does not keep out a browser that is known to the account, though the queue is full',
    flooded(async () => {
      const { email, visitor } = await signUp()
      await login(email, PASSWORD, visitor)
      const owner = from('192.0.2.2')
      owner.cookies.set('identity.device', visitor.cookies.get('identity.device')!)
      const wrong = Array.from({ length: 600 }, (_, n) => login(newEmail(), WRONG, from(network(n))))
      const busy = async (answer: Promise<Answer>) =>
        (await answer).status === 503 || Promise.reject(new Error('not yet'))
      await Promise.any(wrong.map(busy))
      expectData(await login(email, PASSWORD, owner))
      await Promise.all(wrong)
    }),
  )
  test(
    'from one network: a right one from another is let in, though it comes last',
    flooded(async () => {
      const { email } = await signUp()
      const wrong = Array.from({ length: 80 }, (_, n) => login(newEmail(), WRONG, from(`10.9.9.${n}`)))
      const more = Array.from({ length: 240 }, (_, n) => login(newEmail(), WRONG, from(`10.9.9.${n}`)))
      const right = login(email, PASSWORD, from('192.0.2.2'))
      const alsoWrong = login(newEmail(), WRONG, from('192.0.2.3'))
      expect([(await right).status, (await alsoWrong).status]).toEqual([200, 401])
      expect((await Promise.all([...wrong, ...more])).some(({ status }) => status === 503)).toBe(true)
    }),
  )
  test(
    'what was not tried is not counted: neither for the account nor for its network',
    flooded(async () => {
      const { email } = await signUp()
      const flood = Array.from({ length: 400 }, (_, n) => login(newEmail(), WRONG, from(network(n))))
      const tries = await Promise.all(Array.from({ length: 8 }, () => login(email, WRONG, from('192.0.2.9'))))
      const looked = tries.filter(({ status }) => status === 401).length
      await Promise.all(flood)
      for (let n = looked; n < 10; n++) await fails(login(email, WRONG, from('192.0.2.9')), 401)
      await fails(login(email, WRONG, from('192.0.2.9')), 429)
    }),
  )
})
