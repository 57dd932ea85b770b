import { expect, test } from 'bun:test'
import { Semaphore } from '../../src/lib/semaphore'

test('no more than its permits run at once, in the order of their coming, and a failure frees its permit', async () => {
  const semaphore = new Semaphore(2)
  let running = 0
  let most = 0
  const order: number[] = []
  const work = (n: number) => async () => {
    most = Math.max(most, ++running)
    order.push(n)
    await Bun.sleep(1)
    running--
    if (n % 2) throw new Error(`${n}`)
    return n
  }
  const results = await Promise.allSettled([0, 1, 2, 3, 4, 5].map((n) => semaphore.run(work(n))))
  expect(results.map(({ status }) => status === 'fulfilled')).toEqual([true, false, true, false, true, false])
  expect([most, order]).toEqual([2, [0, 1, 2, 3, 4, 5]])
})

test('who is aborted while waiting leaves the line, and the next one enters', async () => {
  const semaphore = new Semaphore(1)
  const first = Promise.withResolvers<void>()
  const running = semaphore.run(() => first.promise)
  const controller = new AbortController()
  const aborted = semaphore.run(async () => 'aborted', controller.signal)
  const next = semaphore.run(async () => 'next')
  controller.abort(new Error('too late'))
  await expect(aborted).rejects.toThrow('too late')
  first.resolve()
  expect(await next).toBe('next')
  await running
  await expect(semaphore.run(async () => 'never', AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone')
})
