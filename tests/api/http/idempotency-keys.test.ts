import { describe, expect, setSystemTime, test } from 'bun:test'
import { storage } from '../../../db/storage'
import { rememberCreation } from '../../../src/ground/access/create-once'
import { runMaintenance } from '../../../src/keeping/maintenance/maintenance'
import { addKey } from '../../../src/lib/crypto/keys'
import { select, students } from '../../support/content'
import { expectWithout, fails, HOUR, later, PASSWORD, student, useQuad } from '../../support/kit'
import { feedback, isReplay, keyed, keysOf, totalOf } from '../../support/repeats'

// What is kept of an `Idempotency-Key`, and how long.

await useQuad()

const KNOWN = 30 * 24 * HOUR

describe('thirty days later', () => {
  test('the key is forgotten, and no sooner', async () => {
    const [author, sent] = [await student(), feedback()]
    const { id } = (await author.post('feedbacks', sent, keyed('month'))).feedback
    const pass = async (ms: number) => {
      setSystemTime()
      later(ms)
      await author.visitor.post('auth/login', { email: author.email, password: PASSWORD })
    }
    await pass(KNOWN)
    expect((await author.post('feedbacks', sent, keyed('month'))).feedback.id).toBe(id)
    await pass(KNOWN + 60_001)
    const anew = await author.visitor.post('feedbacks', sent, keyed('month'))
    expect([anew.status, isReplay(anew)]).toEqual([201, false])
    expect(anew.data.feedback.id).not.toBe(id)
    expect(isReplay(await author.visitor.post('feedbacks', sent, keyed('month')))).toBe(true)
  })
  test('maintenance deletes what has expired, and nothing else', async () => {
    const author = await student()
    await author.post('feedbacks', feedback(), keyed('old'))
    later(KNOWN - HOUR)
    await author.post('feedbacks', feedback(), keyed('new'))
    await runMaintenance()
    expect(keysOf(author.id)).toBe(2)
    setSystemTime()
    later(KNOWN + HOUR)
    await runMaintenance()
    expect(keysOf(author.id)).toBe(1)
  })
})

test('a key is found after a rotation of the keys of the server', async () => {
  const [author, sent] = [await student(), feedback()]
  const first = await author.post('feedbacks', sent, keyed('rotated'))
  addKey()
  const again = await author.visitor.post('feedbacks', sent, keyed('rotated'))
  expect([again.status, isReplay(again), again.data]).toEqual([201, true, first])
  await fails(author.post('feedbacks', feedback(), keyed('rotated')), 'IDEMPOTENCY_KEY_REUSED')
})

describe('what is kept', () => {
  test('goes with the account, and is in clear nowhere', async () => {
    const author = await student()
    const key = `my-key-${crypto.randomUUID()}`
    await author.post('feedbacks', feedback('Please mend the third tap'), keyed(key))
    const rows = JSON.stringify(select('SELECT * FROM idempotency_keys'))
    expectWithout(rows, key, 'third tap')
    expect(keysOf(author.id)).toBe(1)
    await author.delete('auth/account')
    expect(keysOf(author.id)).toBe(0)
  })
  test('is equal for no two accounts', async () => {
    const before = totalOf('idempotency_keys')
    for (const each of await students(2)) await each.post('feedbacks', feedback('Word for word'), keyed('same'))
    const values = select('SELECT DISTINCT fingerprint FROM idempotency_keys')
    expect(totalOf('idempotency_keys')).toBe(before + 2)
    expect(values).toHaveLength(before + 2)
  })
  test('is bounded for each account: the oldest keys go', async () => {
    const author = await student()
    await author.post('feedbacks', feedback(), keyed('first'))
    later(2 * HOUR)
    await storage.write(async (tx) => {
      for (let at = 0; at < 1500; at++)
        rememberCreation(tx, { userId: author.id, key: `${at}`, request: '', isReplayed: false }, `${at}`)
    })
    expect(keysOf(author.id)).toBeGreaterThanOrEqual(1000)
    expect(keysOf(author.id)).toBeLessThan(1500)
    expect(isReplay(await author.visitor.post('feedbacks', feedback(), keyed('first')))).toBe(false)
  })
  test('is written once: who finds the key in use in the transaction creates nothing', async () => {
    const creation = { userId: null, key: crypto.randomUUID(), request: 'x', isReplayed: false }
    const remember = (id: string) => storage.write(async (tx) => rememberCreation(tx, creation, id))
    await remember('one')
    await expect(remember('two')).rejects.toMatchObject({ code: 'CONFLICT' })
  })
})
