import { beforeEach, describe, expect, test } from 'bun:test'
import { storage } from '../../../db/storage'
import { isBlockRelation } from '../../../src/ground/access/blocks'
import { block, execute, ids } from '../../support/content'
import { expectData, expectWithout, fails, MISSING_ID, type Person, student, useQuad } from '../../support/kit'
import { auditEntries } from '../../support/traces'

await useQuad()
const self = await student()
const other = await student()
const third = await student()
beforeEach(() => execute('DELETE FROM user_blocks'))

const unblock = (by: Person, id: string) => by.visitor.post(`users/unblock/${id}`)
const blocked = (by: Person) => by.get('users/blocked')
const idsBlocked = async (by: Person) => ids(await blocked(by))

/** What the log says of blocks that the person made since `work` began. */
async function logged(by: Person, work: () => Promise<unknown>): Promise<string[]> {
  const entries = () =>
    auditEntries(by.id).filter(({ action, actorId }) => actorId === by.id && /:(un)?blocked:user$/.test(action))
  const before = entries().length
  await work()
  return entries()
    .slice(before)
    .map(({ action, entityId }) => `${action} ${entityId}`)
}

describe('blocking', () => {
  test('answers {blocked: true}; twice is as good as once, in the log too', async () => {
    const entries = await logged(self, async () => {
      for (let n = 0; n < 2; n++) expect(expectData(await block(self, other.id))).toEqual({ blocked: true })
    })
    expect(entries).toEqual([`user:blocked:user ${other.id}`])
    expect(await idsBlocked(self)).toEqual([other.id])
  })
  test('both ways at once is two blocks, of which each lifts the own', async () => {
    await Promise.all([block(self, other.id), block(other, self.id)])
    expect([await idsBlocked(self), await idsBlocked(other)]).toEqual([[other.id], [self.id]])
    await unblock(self, other.id)
    expect(await isBlockRelation(storage.reader, self.id, other.id)).toBe(true)
    expect(await idsBlocked(other)).toEqual([self.id])
  })
  test('oneself is refused', async () => {
    const entries = await logged(self, async () => {
      expect(await block(self, self.id)).toMatchObject({
        status: 400,
        code: 'VALIDATION_FAILED',
        body: { errors: [{ field: 'userId' }] },
      })
    })
    expect([entries, await blocked(self)]).toEqual([[], []])
  })
  test('takes no name of nobody', async () => {
    for (const id of [MISSING_ID, 'nobody', '%00', '%F0%9F%A6%A6', '%27', 'x'.repeat(300)])
      for (const act of [block, unblock]) await fails(act(self, id), 'NOT_FOUND')
  })
})

test('unblocking answers {blocked: false}, and is in the log only where there was a block', async () => {
  await block(self, other.id)
  await block(self, third.id)
  const entries = await logged(self, async () => {
    for (let n = 0; n < 2; n++) expect(expectData(await unblock(self, other.id))).toEqual({ blocked: false })
  })
  expect(entries).toEqual([`user:unblocked:user ${other.id}`])
  expect(await idsBlocked(self)).toEqual([third.id])
})

test('the list of those blocked is the own one, latest first, with few details and no address', async () => {
  await block(self, other.id)
  await Bun.sleep(2)
  await block(self, third.id)
  await block(other, self.id)
  const answer = await self.visitor.get('users/blocked')
  const { username, branch, collegeId } = third.user
  expect(answer.data).toEqual([
    { id: third.id, username, branch, collegeId },
    { id: other.id, username: other.user.username, branch, collegeId },
  ])
  for (const { email } of [self, other, third]) expectWithout(answer.text, email, email.split('@')[0] ?? '')
  expectWithout(answer.text, '"email"', '"role"', '"authId"', '"status"', '"karma"')
})

test('the relation is seen by a write before it is committed', async () => {
  const inside = await storage.write(async (tx) => {
    tx.sqlite.run('INSERT INTO user_blocks VALUES (?, ?, ?)', [self.id, other.id, new Date().toISOString()])
    return isBlockRelation(tx, other.id, self.id)
  })
  expect(inside).toBe(true)
})
