import { beforeEach, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { config } from '../../../src/config'
import { securityLimiter } from '../../../src/lib/net/security-limiter'
import { logEntries } from '../../support/audit-log'
import {
  administrator,
  atOnce,
  configured,
  expectData,
  expectWithout,
  fails,
  later,
  newEmail,
  refusal,
  useCampus,
  Visitor,
} from '../../support/kit'
import { auditEntries } from '../../support/traces'

const { ann, cat, admin, root } = await useCampus()
const other = await administrator()

const ENDPOINTS = ['auth/users', 'moderation/users/search', 'admin/manage/users/query']
const QUOTA = 10

type Asking = { visitor: Visitor }
const ask = ({ visitor }: Asking, query: Record<string, string>, endpoint = ENDPOINTS[1]) =>
  visitor.get(`${endpoint}?${new URLSearchParams(query)}`)
const limited = (name: string, work: () => Promise<void>) => test(name, () => configured({ rateLimits: true }, work))
const spend = async (who: Asking, times: number) => {
  for (let n = 0; n < times; n++) expectData(await ask(who, { email: newEmail() }))
}
const searches = (id: string) => auditEntries(id).filter(({ action }) => action === 'admin:searched:address')

beforeEach(() => securityLimiter.clear())

describe('ten searches by a whole address a day', () => {
  limited('then 429 until the day is over, for admins and superadmins; names go on', async () => {
    for (const who of [admin, root]) {
      await spend(who, QUOTA)
      const refused = await ask(who, { email: ann.email })
      expect(refusal(refused)).toEqual([429, 'RATE_LIMITED'])
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(86_000)
      expectWithout(refused.text, ann.id)
      expectData(await ask(who, { username: ann.user.username }))
    }
    expectData(await ask(other, { email: ann.email }))
  })
  limited('a part of an address, which finds nobody, is not counted', async () => {
    for (let n = 0; n <= QUOTA; n++) expect(expectData(await ask(admin, { query: `@${n}.edu` })).users).toEqual([])
    expectData(await ask(admin, { email: ann.email }))
  })
  test('and as many as they like where RATE_LIMITS is off', () => spend(admin, QUOTA + 2))

  const asked = ann.email.toUpperCase()
  limited('whichever endpoint, spelling, page, session and other filter is used', async () => {
    const again = new Visitor()
    expectData(await again.post('auth/login', { email: admin.email, password: admin.password }))
    const tries: [Asking, Record<string, string>, string?][] = [
      [admin, { query: asked }, 'auth/users'],
      [admin, { query: ` ${ann.email} `, page: '2' }, 'auth/users'],
      [admin, { email: asked }, 'admin/manage/users/query'],
      [admin, { email: ann.email, username: ann.user.username.slice(0, 3) }, 'admin/manage/users/query'],
      [admin, { email: ann.email, page: '7' }],
      [admin, { email: ann.email, query: 'quiet' }],
      [admin, { email: ann.email, query: cat.email }],
      [admin, { query: ann.email, role: 'superadmin', blocked: 'true' }],
      [{ visitor: again }, { query: ann.email, collegeId: cat.user.collegeId }],
      [{ visitor: again }, { email: ann.email, limit: '1' }],
    ]
    for (const each of tries) expectData(await ask(...each))
    for (const each of tries) await fails(ask(...each), 'RATE_LIMITED')
  })
  limited('after a restart, too; and anew the day after', async () => {
    const file = join(config.dataDir, `quota-${Bun.randomUUIDv7()}.db`)
    securityLimiter.open(file)
    await spend(admin, QUOTA)
    securityLimiter.open(file)
    await fails(ask(admin, { email: ann.email }), 'RATE_LIMITED')
    securityLimiter.close()
    await spend(admin, QUOTA)
    later(86_400_001)
    expect((await ask(admin, { email: ann.email })).code).not.toBe('RATE_LIMITED')
  })
  limited('simultaneous searches count one by one', async () => {
    const answers = await atOnce(14, () => ask(admin, { email: ann.email }))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(QUOTA)
  })
})

describe('the audit entry of a search', () => {
  test('says that it took place, whether it matched, and a keyed hash; not the address, nor whom it found', async () => {
    const known = searches(other.id).length
    for (const endpoint of ENDPOINTS) {
      const name = endpoint === 'auth/users' ? 'query' : 'email'
      for (const address of [ann.email, ` ${ann.email.toUpperCase()}`, newEmail()])
        await ask(other, { [name]: address }, endpoint)
    }
    const entries = searches(other.id).slice(known)
    const metadata = entries.map((entry) => JSON.parse(entry.metadata!))
    expect(metadata.map(({ matched }) => matched)).toEqual([true, true, false, true, true, false, true, true, false])
    expect(new Set(metadata.filter(({ matched }) => matched).map(({ searched }) => searched)).size).toBe(1)
    expect(new Set(metadata.map(({ searched }) => searched)).size).toBe(4)
    for (const entry of entries) expect(entry.entityId).toBeNull()
    expectWithout(entries, ann.email, ann.id, ann.user.username, ann.email.split('@')[0]!)
  })
  test('its hash is in no other entry: nobody finds by it what the searched person did', async () => {
    await ask(other, { email: ann.email })
    await new Visitor().post('auth/login', { email: ann.email, password: 'a wrong password' })
    const { searched } = JSON.parse(searches(other.id).at(-1)!.metadata!)
    expectWithout(
      logEntries().filter(({ action }) => action !== 'admin:searched:address'),
      searched,
    )
  })
})

test('no name tells whether an address has an account', async () => {
  for (const username of [ann.email, ann.email.split('@')[0]!])
    expect(expectData(await ask(other, { username })).users).toEqual([])
})
