import { expect, test } from 'bun:test'
import { runEvery } from '../../src/lib/background'

test('repeated work never runs twice at once, and goes on after a failure', async () => {
  let [running, most, runs] = [0, 0, 0]
  const enough = Promise.withResolvers<void>()
  const stop = runEvery(1, 'a test', async () => {
    most = Math.max(most, ++running)
    await Bun.sleep(5)
    running--
    if (++runs === 3) enough.resolve()
    throw new Error('expected by the test')
  })
  await enough.promise
  await stop()
  expect({ running, most }).toEqual({ running: 0, most: 1 })
  const finished = runs
  await Bun.sleep(10)
  expect(runs).toBe(finished)
})

test('work that throws before its first await is tried again, too', async () => {
  const again = Promise.withResolvers<void>()
  let runs = 0
  const stop = runEvery(1, 'a test', () => {
    if (++runs === 3) again.resolve()
    throw new Error('expected by the test')
  })
  await again.promise
  await stop()
})
