import { describe, expect, test } from 'bun:test'
import { FairQueue, QueueBusy } from '../../../src/lib/net/fair-queue'

/** Work that ends when it is told to, and what came of it. */
function hasher(bounds: { concurrency?: number; length?: number; waitMs?: number } = {}) {
  const queue = new FairQueue({ concurrency: 1, length: 100, waitMs: 60_000, ...bounds })
  const started: string[] = []
  const refused: string[] = []
  const running: (() => void)[] = []
  const add = (key: string, name = key, preference: 'preferred' | 'ordinary' = 'ordinary') => {
    const work = () => {
      started.push(name)
      return new Promise<void>((resolve) => running.push(resolve))
    }
    return queue.run(key, work, preference).catch((error) => {
      expect(error).toBeInstanceOf(QueueBusy)
      refused.push(name)
    })
  }
  const finishAll = async () => {
    await Bun.sleep(0)
    for (let end = running.shift(); end; end = running.shift()) {
      end()
      await Bun.sleep(0)
    }
  }
  return { add, started, refused, running, finishAll }
}

const names = (key: string, count: number) => Array.from({ length: count }, (_, n) => `${key}${n}`)

describe('a queue of turns', () => {
  test('runs no more at once than it may, and everything in the end', async () => {
    const { add, started, refused, finishAll } = hasher({ concurrency: 3 })
    for (const name of names('a', 9)) add('a', name)
    await Bun.sleep(0)
    expect(started).toEqual(names('a', 3))
    await finishAll()
    expect([started, refused]).toEqual([names('a', 9), []])
  })
  test('one network’s many delay another’s one by one turn', async () => {
    const { add, started, finishAll } = hasher()
    for (const name of names('flood', 50)) add('flood', name)
    add('home')
    await finishAll()
    expect(started.indexOf('home')).toBe(2)
  })
  test('each network has its turn, and keeps its own order', async () => {
    const { add, started, finishAll } = hasher()
    for (const key of ['a', 'b', 'c']) for (const name of names(key, 3)) add(key, name)
    await finishAll()
    expect(started).toEqual(['a0', 'a1', 'b0', 'c0', 'a2', 'b1', 'c1', 'b2', 'c2'])
  })
  test('a task that fails lets the next one in', async () => {
    const queue = new FairQueue({ concurrency: 1, length: 9, waitMs: 60_000 })
    const failed = queue.run('a', () => Promise.reject(new Error('broken')))
    const next = queue.run('a', () => Promise.resolve('done'))
    expect(failed).rejects.toThrow('broken')
    expect(await next).toBe('done')
  })
})

describe('a full queue', () => {
  test('refuses what comes next, and says when to try again', async () => {
    const queue = new FairQueue({ concurrency: 1, length: 2, waitMs: 1_500 })
    const { promise, resolve } = Promise.withResolvers<void>()
    const running = Array.from({ length: 3 }, () => queue.run('a', () => promise))
    const refusal = await queue.run('a', () => promise).catch((error) => error)
    expect(refusal).toBeInstanceOf(QueueBusy)
    expect(refusal.retrySeconds).toBe(2)
    resolve()
    await Promise.all(running)
  })
  test('takes the newest of the longest line back for a network that has fewer', async () => {
    const { add, started, refused, finishAll } = hasher({ length: 4 })
    for (const name of names('flood', 5)) add('flood', name)
    add('home')
    await finishAll()
    expect(refused).toEqual(['flood4'])
    expect(started).toContain('home')
  })
  test('makes no room for a network that has as many', async () => {
    const { add, refused, finishAll } = hasher({ length: 4 })
    for (const key of ['busy', 'a', 'b', 'c', 'd', 'e', 'f']) add(key)
    await finishAll()
    expect(refused).toEqual(['e', 'f'])
  })
  test('is never longer than it may be, whoever comes', async () => {
    const { add, started, refused, finishAll } = hasher({ length: 10 })
    for (let n = 0; n < 300; n++) add(`network ${n % 40}`, String(n))
    await finishAll()
    expect([started.length, refused.length]).toEqual([11, 289])
  })
})

describe('what is preferred', () => {
  test('has every second turn, and no more: the rest goes on', async () => {
    const { add, started, finishAll } = hasher()
    for (const name of names('s', 4)) add(name)
    for (const name of names('known', 4)) add('known', name, 'preferred')
    await finishAll()
    expect(started).toEqual(['s0', 'known0', 's1', 'known1', 's2', 'known2', 's3', 'known3'])
  })
  test('gets into a queue that strangers fill, one from each network; one of theirs does not', async () => {
    const { add, started, refused, finishAll } = hasher({ length: 4 })
    for (const name of names('s', 6)) add(name)
    add('known', 'known', 'preferred')
    await finishAll()
    expect(started).toContain('known')
    expect(refused).toEqual(['s5', 's1'])
  })
  test('shares by turns among itself, and its full queue is full', async () => {
    const { add, refused, finishAll } = hasher({ length: 3 })
    for (const name of names('k', 6)) add('one', name, 'preferred')
    add('other', 'other', 'preferred')
    await finishAll()
    expect(refused).toEqual(['k4', 'k5', 'k3'])
  })
})

test('what waits too long is refused, and its place is free again', async () => {
  const { add, started, refused, running, finishAll } = hasher({ length: 1, waitMs: 5 })
  add('first')
  await add('late')
  expect(refused).toEqual(['late'])
  const again = add('again')
  running.shift()?.()
  await finishAll()
  await again
  expect(started).toEqual(['first', 'again'])
})
