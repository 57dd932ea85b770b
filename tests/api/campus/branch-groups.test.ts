import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { storage } from '../../../db/storage'
import { reconcileBranchGroups, redrawFirstBranches } from '../../../src/campus/accounts/branch-groups'
import { setRoleByEmail } from '../../../src/campus/accounts/roles'
import { config } from '../../../src/config'
import { systemActor } from '../../../src/ground/audit/audit'
import { driftedCounters } from '../../../src/keeping/maintenance/recount'
import { backgroundIdle } from '../../../src/lib/process/background'
import { dropAllCaches } from '../../../src/lib/process/cache'
import { block, comment, execute, ids, publish, select } from '../../support/content'
import { deleteContent } from '../../support/delete-content'
import {
  administrator,
  collegeId,
  expectData,
  expectWithout,
  newEmail,
  type Person,
  student,
  useQuad,
  Visitor,
} from '../../support/kit'

await useQuad()
const anyone = new Visitor()
const admin = await administrator('superadmin')
const FEW = 3
const reader = await student({ branch: 'Physics' })

let serial = 0
let branch = ''
beforeEach(() => {
  config.minGroup = FEW
  branch = `Subject ${++serial}`
})
afterEach(async () => expect(await driftedCounters(storage.reader)).toEqual([]))

const study = (options: object = {}) => student({ branch, ...options })
const group = (size: number): Promise<Person[]> => Promise.all(Array.from({ length: size }, () => study()))

/** What others are shown of the branch of a person with a post, wherever they look. */
async function shown(person: Person, postId: string): Promise<unknown[]> {
  const [profile, found, post, feed, managed] = await Promise.all([
    reader.visitor.get(`users/id/${person.id}`),
    reader.visitor.get(`users/search/${person.user.username}`),
    anyone.get(`posts/${postId}`),
    reader.visitor.get('posts?limit=1'),
    admin.visitor.get(`moderation/users/search?username=${person.user.username}`),
  ])
  return [
    expectData(profile).user,
    expectData(found)[0],
    expectData(post).post.postedBy,
    expectData(feed).posts[0].postedBy,
    expectData(managed).users[0],
  ].map((each) => each.branch)
}
const byBranch = async (visitor: Visitor): Promise<[number, string[]]> => {
  const { posts, meta } = expectData(await visitor.get(`posts?branch=${encodeURIComponent(branch)}`))
  const other = expectData(await visitor.get(`posts/branch/${encodeURIComponent(branch)}`))
  expect(other.meta.total).toBe(meta.total)
  return [meta.total, ids(posts)]
}
const HIDDEN = [null, null, null, null, null]
/** What the author, others and administrators find of the branch. */
async function expectFound(author: Person, ...posts: string[]) {
  for (const { visitor } of [author, reader, admin]) expect(await byBranch(visitor)).toEqual([posts.length, posts])
}

describe('a branch that few have', () => {
  test('is shown to nobody but its owner, not by the audit log either, until enough have it, on what was written before, too; and hidden when one leaves', async () => {
    const [one] = await group(FEW - 1)
    const post = await publish(one!)
    expect(await shown(one!, post.id)).toEqual(HIDDEN)
    expectWithout((await admin.visitor.get('admin/manage/logs?limit=100')).text, branch)
    expect(post.postedBy?.branch).toBeNull()
    const remark = await comment(one!, post.id)
    expect(remark.commentedBy?.branch).toBeNull()
    expect((await reader.get(`comments/${remark.id}`)).comment.commentedBy.branch).toBeNull()
    await expectFound(one!)
    const own = (await one!.get('users/me')).user
    expect(own.branch).toBe(branch)
    await block(reader, one!.id)
    expect((await reader.get('users/blocked'))[0].branch).toBeNull()
    await reader.post(`users/unblock/${one!.id}`)
    const last = await study()
    expect(await shown(one!, post.id)).toEqual([branch, branch, branch, branch, branch])
    await expectFound(one!, post.id)
    await last.patch('users/me', { branch: 'Physics' })
    expect(await shown(one!, post.id)).toEqual(HIDDEN)
    await expectFound(one!)
    await last.patch('users/me', { branch })
    expect((await shown(one!, post.id))[0]).toBe(branch)
    await last.delete('auth/account')
    expect(await shown(one!, post.id)).toEqual(HIDDEN)
  })
  test('takes the posts of somebody who comes to it out of all branches', async () => {
    await group(FEW)
    const [post, mover] = [branch, await study()]
    const written = await publish(mover)
    expect((await byBranch(anyone))[1]).toEqual([written.id])
    branch = `${post} of my own`
    await mover.patch('users/me', { branch })
    expect(await byBranch(mover.visitor)).toEqual([0, []])
    expect(await shown(mover, written.id)).toEqual(HIDDEN)
    branch = post
    expect(await byBranch(anyone)).toEqual([0, []])
    await mover.patch('users/me', { branch: branch.toUpperCase() })
    expect((await shown(mover, written.id))[0]).toBe(branch.toUpperCase())
  })
  test('counts those who have finished onboarding, each college apart', async () => {
    const [one] = await group(FEW - 1)
    const post = await publish(one!)
    await study({ onboard: false })
    await collegeId(`college${serial}.edu`)
    await study({ domain: `college${serial}.edu` })
    expect(await shown(one!, post.id)).toEqual(HIDDEN)
    const joining = await student({ onboard: false })
    const promote = { email: joining.email, role: 'admin' } as const
    await execute('UPDATE users SET branch = ? WHERE id = ?', branch, joining.id)
    await storage.write((tx) => setRoleByEmail(tx, systemActor('cli'), promote))
    expect((await shown(one!, post.id))[0]).toBe(branch)
  })
})

test('a changed MIN_GROUP counts from the next start on', async () => {
  const [one] = await group(FEW)
  const post = await publish(one!)
  expect((await shown(one!, post.id))[0]).toBe(branch)
  for (const [minGroup, isShown] of [
    [FEW + 1, false],
    [FEW, true],
  ] as const) {
    config.minGroup = minGroup
    await reconcileBranchGroups()
    dropAllCaches()
    expect((await shown(one!, post.id))[0]).toBe(isShown ? branch : null)
    expect((await byBranch(anyone))[0]).toBe(isShown ? 1 : 0)
  }
})

test('a post that outlives its author has nobody’s branch', async () => {
  const members = await group(FEW + 1)
  const [one, two] = members as [Person, Person]
  const post = await publish(one)
  await comment(two, post.id)
  expect((await byBranch(anyone))[0]).toBe(1)
  await storage.write((tx) => deleteContent(tx, one.id))
  expect((await anyone.get(`posts/${post.id}`)).status).toBe(200)
  expect((await byBranch(anyone))[0]).toBe(0)
})

describe('an administrator who is older than the branches of the college', () => {
  const branchOf = (id: string) => select('SELECT branch FROM users WHERE id = ?', id)[0]?.branch
  const markAs = async (id: string, branch: string) => {
    await execute("UPDATE users SET role = 'admin', branch = ?, branch_id = NULL WHERE id = ?", branch, id)
    dropAllCaches()
  }
  test('looks like its students once one has a branch, with the posts, and after a start; whoever chose theirs keeps it', async () => {
    config.minGroup = 1
    const domain = 'hill.edu'
    await collegeId(domain)
    const [old, geologist] = [await student({ domain }), await student({ domain })]
    const { id } = await publish(old)
    await markAs(old.id, 'General')
    await markAs(geologist.id, 'Geology')
    await redrawFirstBranches()
    expect([branchOf(old.id), branchOf(geologist.id)]).toEqual(['General', 'Geology'])
    const fresh = await student({ domain, branch, email: newEmail(domain) })
    await backgroundIdle()
    expect([branchOf(old.id), branchOf(geologist.id)]).toEqual([branch, 'Geology'])
    expect((await fresh.get(`posts/${id}`)).post.postedBy.branch).toBe(branch)
    await markAs(old.id, 'General')
    await redrawFirstBranches()
    expect([branchOf(old.id), branchOf(fresh.id)]).toEqual([branch, branch])
  })
})
