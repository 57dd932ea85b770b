import { afterEach, describe, expect, test } from 'bun:test'
import { storage } from '../../db/storage'
import type { Sanction } from '../../src/core/access/sanctions'
import { dropAllCaches } from '../../src/lib/cache'
import { maskedEmail } from '../../src/lib/email-address'
import { administrator, type Data, expectData, newEmail, type Person, sanction, student, useQuad } from '../support/kit'
import { expectRefused } from '../support/scenarios'
import { auditEntries } from '../support/traces'

const MANAGED = 'blocked branch collegeId createdAt email id karma role status suspension updatedAt username'.split(' ')

await useQuad()
const [admin, root] = [await administrator(), await administrator('superadmin')]
const people = [await student(), await student({ onboard: false }), await student()]

const users = ({ visitor }: Person, query = '') => visitor.get(`auth/users${query}`)
const searched = (who: Person, query: string) => users(who, `?query=${encodeURIComponent(query)}`)
const lay = ({ id }: Person, laid: Sanction) => sanction(id, laid, admin.id)

afterEach(async () => {
  await storage.write(async (tx) => tx.sqlite.run('DELETE FROM sanctions'))
  dropAllCaches()
})

describe('GET auth/admins', () => {
  test('administrators and superadministrators, nobody else', async () => {
    const answer = await root.visitor.get('auth/admins')
    const { admins } = expectData(answer)
    expect(admins).toHaveLength(2)
    for (const [{ id, email }, role] of [[admin, 'admin'] as const, [root, 'superadmin'] as const])
      expect(admins.find((each: Data) => each.id === id)).toMatchObject({ email: maskedEmail(email), role })
    for (const each of admins) expect(Object.keys(each).sort()).toEqual(MANAGED)
    for (const { id } of people) expect(answer.text).not.toContain(id)
  })
  test.each([['an admin', admin] as const, ['a superadmin', root] as const])(
    '%s sees no address in full, its own included',
    async (_, { visitor }) => {
      const { text } = await visitor.get('auth/admins')
      for (const { email } of [admin, root]) expect(text).not.toContain(email)
    },
  )
})

describe('GET auth/users', () => {
  test('everybody, those who joined in the latest month first, with what a moderator needs and nothing of the identity', async () => {
    const answer = await users(root)
    const listed = expectData(answer)
    const everybody = [...people, root, admin].map(({ id }) => id)
    // Within a month the order says nothing about who joined when: it is that of random ids.
    expect(listed.users.map(({ id }: Data) => id)).toEqual(everybody.toSorted().toReversed())
    expect(listed.pagination).toEqual({ total: 5, page: 1, limit: 20, totalPages: 1, hasMore: false })
    for (const each of listed.users) expect(Object.keys(each).sort()).toEqual(MANAGED)
    expect(listed.users.find(({ id }: Data) => id === people[1]?.id)).toMatchObject({
      email: maskedEmail(people[1]!.email),
      role: 'user',
      status: 'ONBOARDING',
      blocked: false,
      suspension: null,
      branch: null,
    })
    expect(answer.text).not.toMatch(/authId|password|argon2/)
    for (const { email } of [...people, admin, root]) expect(answer.text).not.toContain(email)
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })

  test('pages without gap or repetition', async () => {
    const pages = [1, 2, 3, 4].map(async (page) => expectData(await users(root, `?page=${page}&limit=2`)))
    const [one, two, three, four] = await Promise.all(pages)
    const ids = [one, two, three].flatMap((page) => page.users.map(({ id }: Data) => id))
    expect(new Set(ids).size).toBe(5)
    expect([one.users.length, two.users.length, three.users.length, four.users.length]).toEqual([2, 2, 1, 0])
    expect(one.pagination).toEqual({ total: 5, page: 1, limit: 2, totalPages: 3, hasMore: true })
    expect([three.pagination.hasMore, four.pagination.hasMore]).toEqual([false, false])
  })

  test.each([
    '?page=0',
    '?page=-1',
    '?page=x',
    '?page=1.5',
    '?limit=0',
    '?limit=101',
    '?limit=1e2',
    '?limit=',
    '?page=99999999999999999999',
  ])('400 for %s', async (query) => {
    await expectRefused(() => users(root, query), 'VALIDATION_FAILED')
  })

  test('query finds part of a username, in any case', async () => {
    const { id, user } = people[0]!
    for (const part of [user.username, user.username.slice(2, 9), user.username.toUpperCase()]) {
      const { users: found } = expectData(await searched(admin, part))
      expect(found.map((each: Data) => each.id)).toContain(id)
    }
    expect(expectData(await searched(admin, 'nobody-is-called-so'))).toEqual({
      users: [],
      pagination: { total: 0, page: 1, limit: 20, totalPages: 0, hasMore: false },
    })
  })

  test.each(['%', '_', "' or 1=1 --", '"', '\\', '%00', '🦦'])('query %j is a text like any other', async (query) => {
    expect(expectData(await searched(root, query)).users).toEqual([])
  })

  test('part of an address finds nobody: an admin must not spell addresses out', async () => {
    const { email } = people[0]!
    for (const part of [email.slice(0, -1), email.slice(1), email.split('@')[0]!, `@${email.split('@')[1]}`, '@'])
      expect(expectData(await searched(admin, part)).users).toEqual([])
  })

  test('a whole address finds its user, masked, and is in the log of actions', async () => {
    const { id, email } = people[0]!
    expect((await searched(root, email)).text).not.toContain(email)
    const answer = await searched(admin, ` ${email.toUpperCase()} `)
    expect(expectData(answer)).toMatchObject({ users: [{ id, email: maskedEmail(email) }], pagination: { total: 1 } })
    expect(answer.text).not.toContain(email)
    const searches = auditEntries(admin.id).filter(({ action }) => action === 'admin:searched:address')
    expect(searches.at(-1)).toMatchObject({ actorId: admin.id, entityType: 'user', entityId: null })
    expect(JSON.parse(searches.at(-1)!.metadata!)).toEqual({ matched: true, searched: expect.any(String) })
    for (const never of [email, id]) expect(JSON.stringify(searches)).not.toContain(never)
  })

  test('an address that nobody has is in the log as well; a name is not', async () => {
    const count = () => auditEntries(admin.id).filter(({ action }) => action === 'admin:searched:address').length
    const before = count()
    expect(expectData(await searched(admin, newEmail())).users).toEqual([])
    expect(count()).toBe(before + 1)
    await searched(admin, people[0]!.user.username)
    await users(admin)
    expect(count()).toBe(before + 1)
  })

  test('shows a block, and a suspension while it runs', async () => {
    const [blocked, suspended, bygone] = people as [Person, Person, Person]
    const ends = new Date(Date.now() + 3_600_000).toISOString()
    await lay(blocked, { kind: 'block', reason: 'Spam', endsAt: null })
    await lay(suspended, { kind: 'suspension', reason: 'Cool down', endsAt: ends })
    await lay(bygone, {
      kind: 'suspension',
      reason: 'Long ago',
      endsAt: new Date(Date.now() - 1_000).toISOString(),
    })
    const { users: listed } = expectData(await users(root))
    const shown = (person: Person) => {
      const found = listed.find(({ id }: Data) => id === person.id)
      return { blocked: found.blocked, suspension: found.suspension }
    }
    expect(shown(blocked)).toEqual({ blocked: true, suspension: null })
    expect(shown(suspended)).toEqual({ blocked: true, suspension: { ends, reason: 'Cool down' } })
    expect(shown(bygone)).toEqual({ blocked: false, suspension: null })
  })
})
