import { afterEach, beforeEach, describe, expect, spyOn, test } from 'bun:test'
import { storage } from '../../db/storage'
import { StorageUnavailable } from '../../db/storage-unavailable'
import { renewTokens } from '../../src/core/access/sessions'
import { backgroundIdle } from '../../src/lib/background'
import { metricsText } from '../../src/lib/metrics'
import { select } from '../support/content'
import { expectData, fails, later, student, useQuad, type Visitor } from '../support/kit'
import { refused } from '../support/traces'
import { until } from '../support/until'

const DAY = 86_400_000
const MINUTE = 60_000
const TOKEN = 'identity.session_token'

await useQuad()

const me = (visitor: Visitor) => visitor.get('auth/me')
const newcomer = () => student({ onboard: false })
const expectSignedIn = async (visitor: Visitor) => expectData(await me(visitor)).user
const expectSignedOut = (visitor: Visitor) => refused(() => me(visitor), 'UNAUTHENTICATED')
const rowsOf = (userId: string) => select('select * from sessions where user_id = ?', userId)

describe('a session while nothing can be written', () => {
  let write: ReturnType<typeof spyOn>
  let failures: () => Promise<number>
  const fail = (error: Error) => {
    write = spyOn(storage, 'write').mockRejectedValue(error)
  }
  afterEach(() => void write.mockRestore())
  beforeEach(async () => {
    const count = async () =>
      [...(await metricsText()).matchAll(/^quad_background_failures_total\{.*session.*\} (\d+)$/gm)].reduce(
        (sum, [, each]) => sum + Number(each),
        0,
      )
    const before = await count()
    failures = async () => (await count()) - before
  })

  test.each(['full', 'busy', 'unsynced'] as const)('(%s) its second half is for reading, too', async (reason) => {
    const { visitor, id } = await newcomer()
    later(16 * DAY)
    const end = rowsOf(id)[0]!.expires_at
    fail(new StorageUnavailable(reason))
    for (let times = 0; times < 3; times++) await expectSignedIn(visitor)
    await backgroundIdle()
    expect(await failures()).toBe(1)
    await fails(visitor.post('auth/refresh', {}), 'STORAGE_UNAVAILABLE')
    write.mockRestore()
    await expectSignedIn(visitor)
    await backgroundIdle()
    expect(rowsOf(id)[0]!.expires_at).toBe(end)
    // Half a minute later it is tried again.
    const clock = spyOn(performance, 'now').mockReturnValue(performance.now() + 31_000)
    await expectSignedIn(visitor)
    await backgroundIdle()
    clock.mockRestore()
    expect(Date.parse(rowsOf(id)[0]!.expires_at)).toBeGreaterThan(Date.parse(end))
  })

  test('no read waits for a renewal that hangs, and it ends when its time has come all the same', async () => {
    const { visitor, id } = await newcomer()
    later(16 * DAY)
    const hanging = Promise.withResolvers<never>()
    write = spyOn(storage, 'write').mockReturnValue(hanging.promise)
    await expectSignedIn(visitor)
    await until(() => write.mock.calls.length > 0, 'the renewal')
    await expectSignedIn(visitor)
    expect(write.mock.calls).toHaveLength(1)
    hanging.reject(new StorageUnavailable('busy'))
    await backgroundIdle()
    later(15 * DAY)
    await expectSignedOut(visitor)
    expect(rowsOf(id)).toHaveLength(1)
  })

  test('its last use goes unrecorded', async () => {
    const { visitor } = await newcomer()
    later(2 * 60 * MINUTE)
    fail(new StorageUnavailable('full'))
    await expectSignedIn(visitor)
    await backgroundIdle()
    expect(await failures()).toBe(1)
  })

  test('a cookie that is due for another one stays valid, and is replaced afterwards', async () => {
    const { visitor, id } = await newcomer()
    await storage.write((tx) => renewTokens(tx, id))
    const token = visitor.cookies.get(TOKEN)
    fail(new StorageUnavailable('full'))
    await expectSignedIn(visitor)
    expect(visitor.cookies.get(TOKEN)).toBe(token)
    write.mockRestore()
    const clock = spyOn(performance, 'now').mockReturnValue(performance.now() + 31_000)
    await expectSignedIn(visitor)
    clock.mockRestore()
    expect(visitor.cookies.get(TOKEN)).not.toBe(token)
    await expectSignedIn(visitor)
  })
})
