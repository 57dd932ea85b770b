import { describe, expect, test } from 'bun:test'
import { storage } from '../../../db/storage'
import { config } from '../../../src/config'
import { startBranchMerges } from '../../../src/forum/branches/merge-branches'
import { dropAllCaches } from '../../../src/lib/process/cache'
import { ids, publish } from '../../support/content'
import type { Branch } from '../../support/contract'
import {
  administrator,
  expectData,
  fails,
  MISSING_ID,
  type Person,
  student,
  times,
  useQuad,
  Visitor,
} from '../../support/kit'
import { until } from '../../support/until'

await useQuad()
const anyone = new Visitor()
const admin = await administrator()
const FEW = 3

let serial = 0
const branch = (): Promise<Branch> =>
  admin.post('admin/branches/create', { name: `Studies ${++serial}`, code: `ST${serial}` })
const close = (id: string, isClosed = true): Promise<Branch> => admin.patch(`admin/branches/update/${id}`, { isClosed })
const merge = (id: string, into: string) => admin.visitor.post(`branches/${id}/merge`, { into })
const branches = (): Promise<Branch[]> => admin.get('admin/branches/all')
const college = (...branches: string[]): Promise<{ id: string; emailDomain: string }> => {
  const fields = { name: `College ${++serial}`, emailDomain: `c${serial}.edu`, city: 'Rivertown', state: 'Iowa' }
  return admin.post('admin/colleges/create', { ...fields, branches })
}
const found = async (code: string): Promise<[number, string[]]> => {
  const { posts, meta } = expectData(await anyone.get(`posts?branch=${encodeURIComponent(code)}`))
  return [meta.total, ids(posts).sort()]
}
const own = async (who: Person) => (await who.get('users/me')).user.branch
const bylineOf = async (id: string) => expectData(await anyone.get(`posts/${id}`)).post.postedBy.branch

describe('a closed branch', () => {
  test('is kept and filtered by, but not chosen any more; reopened, it is', async () => {
    const [closing, other] = [await branch(), await branch()]
    const { id, emailDomain: domain } = await college(closing.id, other.id)
    const owner = await student({ domain, branch: closing.code })
    const post = await publish(owner)
    const closed = await close(closing.id)
    expect(closed.closedAt).toBe(closed.updatedAt)
    expect(expectData(await anyone.get(`colleges/${id}/branches`))).toContainEqual(closed)
    const mover = await student({ domain, branch: other.code })
    await fails(mover.patch('users/me', { branch: closing.code }), 'VALIDATION_FAILED')
    expect(await own(mover)).toBe(other.code)
    const joining = await student({ domain, onboard: false })
    const onboard = ['auth/onboarding/complete', { branch: closing.name }] as const
    await fails(joining.post(...onboard), 'VALIDATION_FAILED')
    await owner.patch('users/me', { branch: closing.code.toLowerCase() })
    expect([await own(owner), await bylineOf(post.id)]).toEqual([closing.code, closing.code])
    expect(await found(closing.code)).toEqual([1, [post.id]])
    const written = await publish(owner)
    expect(await found(closing.code)).toEqual([2, [post.id, written.id].sort()])
    expect(await close(closing.id)).toEqual(closed)
    expect((await close(closing.id, false)).closedAt).toBeNull()
    await joining.post(...onboard)
    expect(await own(joining)).toBe(closing.name)
  })
  test('is not the last one: nobody could join any more; of a college that offers only closed ones, others are chosen', async () => {
    await branch()
    const [last, ...others] = [await branch(), ...(await branches()).filter(({ closedAt }) => closedAt === null)]
    for (const { id } of others) if (id !== last.id) await close(id)
    await fails(admin.patch(`admin/branches/update/${last.id}`, { isClosed: true }), 'CONFLICT')
    await fails(admin.delete(`admin/branches/delete/${last.id}`), 'CONFLICT')
    for (const { id } of others) await close(id, false)
    const [closing, other] = [await branch(), await branch()]
    const { emailDomain: domain } = await college(closing.id)
    await close(closing.id)
    expect(await own(await student({ domain, branch: other.code }))).toBe(other.code)
    const refused = await student({ domain, onboard: false })
    for (const text of [closing.code, 'Free text'])
      await fails(refused.post('auth/onboarding/complete', { branch: text }), 'VALIDATION_FAILED')
  })
})

describe('merging', () => {
  test('moves people, posts and colleges, in the form that they read in, and no others', async () => {
    const [from, into, third] = [await branch(), await branch(), await branch()]
    const both = await college(from.id, into.id, third.id)
    const one = await college(from.id)
    const domain = both.emailDomain
    const people = [
      await student({ domain, branch: from.code }),
      await student({ domain, branch: from.name }),
      await student({ domain: one.emailDomain, branch: from.code }),
      await student({ domain, branch: into.code }),
      await student({ domain, branch: third.code }),
    ]
    const posts: string[] = []
    for (const person of people) posts.push((await publish(person)).id)
    posts.push((await publish(people[0]!, { isPrivate: true })).id)
    const use = (id: string) => admin.get(`branches/${id}/use`)
    expect(await use(from.id)).toEqual({ people: 3, posts: 4 })
    expect(await bylineOf(posts[0]!)).toBe(from.code)
    expect(expectData(await merge(from.id, into.id))).toEqual(into)
    const moved = [into.code, into.name, into.code, into.code, third.code]
    expect(await Promise.all(people.map(own))).toEqual(moved)
    expect(await Promise.all(posts.slice(0, 5).map(bylineOf))).toEqual(moved)
    expect(await found(into.code)).toEqual([4, posts.slice(0, 4).sort()])
    expect(await found(third.code)).toEqual([1, [posts[4]!]])
    expect(await found(from.code)).toEqual([0, []])
    expect(await use(into.id)).toEqual({ people: 4, posts: 5 })
    expect((await branches()).map(({ id }) => id)).not.toContain(from.id)
    const offered = async (id: string) =>
      expectData(await anyone.get(`colleges/${id}/branches`)).map((each: Branch) => each.id)
    expect((await offered(both.id)).sort()).toEqual([into.id, third.id].sort())
    expect(await offered(one.id)).toEqual([into.id])
    const [entry] = (await admin.get('admin/manage/logs?limit=1')).data
    expect(entry).toMatchObject({ action: 'admin:merged:branch', entityId: from.id })
    await fails(merge(from.id, into.id), 'NOT_FOUND')
  })
  test('404 and 409: the other branch is another one, exists, and is open; nothing has changed', async () => {
    const [from, closed] = [await branch(), await branch()]
    const closedNow = await close(closed.id)
    for (const [id, into, code] of [
      [from.id, from.id, 'CONFLICT'],
      [from.id, closed.id, 'CONFLICT'],
      [from.id, MISSING_ID, 'NOT_FOUND'],
      [MISSING_ID, from.id, 'NOT_FOUND'],
      [from.id, 'CSE', 'VALIDATION_FAILED'],
    ] as const)
      await fails(merge(id, into), code)
    for (const each of [from, closedNow]) expect(await branches()).toContainEqual(each)
    expectData(await merge(closed.id, from.id))
  })
  test('shows the branch of two groups that are large enough together, and not who the few are, in either direction; two that stay small may be one', async () => {
    config.minGroup = FEW
    const [from, into] = [await branch(), await branch()]
    const { emailDomain: domain } = await college(from.id, into.id)
    const [one, two] = [await student({ domain, branch: from.code }), await student({ domain, branch: into.code })]
    const last = await student({ domain, branch: into.code })
    const posts = [(await publish(one)).id, (await publish(two)).id, (await publish(last)).id]
    expect(await admin.get(`branches/${into.id}/use`)).toEqual({ people: 0, posts: 0 })
    expect(await bylineOf(posts[0]!)).toBeNull()
    expectData(await merge(from.id, into.id))
    expect(await Promise.all(posts.map(bylineOf))).toEqual([into.code, into.code, into.code])
    expect(await found(into.code)).toEqual([3, posts.sort()])
    const [few, many, alone] = [await branch(), await branch(), await branch()]
    const { emailDomain: other } = await college(few.id, many.id, alone.id)
    const hidden = await student({ domain: other, branch: few.code })
    await times(FEW, () => student({ domain: other, branch: many.code }))
    await student({ domain: other, branch: alone.code })
    const post = await publish(hidden)
    for (const [from, into] of [
      [few, many],
      [many, few],
    ] as const)
      await fails(merge(from.id, into.id), 'CONFLICT')
    expect([await bylineOf(post.id), await own(hidden)]).toEqual([null, few.code])
    expectData(await merge(few.id, alone.id))
    expect([await bylineOf(post.id), await own(hidden)]).toEqual([null, alone.code])
    expect(await found(alone.code)).toEqual([0, []])
  })
  test('goes on after a process was killed in between; until then the branch cannot be changed', async () => {
    const [from, into] = [await branch(), await branch()]
    const { emailDomain: domain } = await college(from.id, into.id)
    const posts: string[] = []
    const author = await student({ domain, branch: from.code })
    for (let count = 0; count < 3; count++) posts.push((await publish(author)).id)
    await storage.write(async (tx) => {
      tx.sqlite.run('UPDATE branches SET merged_into = ?, closed_at = updated_at WHERE id = ?', [into.id, from.id])
      tx.sqlite.run('UPDATE users SET branch_id = ?, branch = ? WHERE branch_id = ?', [into.id, into.code, from.id])
    })
    dropAllCaches()
    expect(await found(from.code)).toEqual([3, posts.toSorted()])
    for (const { code } of [
      await admin.visitor.patch(`admin/branches/update/${from.id}`, { isClosed: false }),
      await merge(into.id, from.id),
      await merge(from.id, (await branch()).id),
      await admin.visitor.delete(`admin/branches/delete/${into.id}`),
    ])
      expect(code).toBe('CONFLICT')
    const stop = startBranchMerges()
    await until(async () => !(await branches()).some(({ id }) => id === from.id), 'the end of the merge')
    await stop()
    expect(await found(into.code)).toEqual([3, posts.toSorted()])
  })
})
