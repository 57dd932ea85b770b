import { expect, test } from 'bun:test'
import { appendPaced } from '../../src/lib/durable-files'

test('no more than some megabytes of a large file wait for the disk', async () => {
  const calls: string[] = []
  let waiting = 0
  let mostWaiting = 0
  const append = appendPaced({
    writeFile: async (chunk) => {
      waiting += (chunk as Uint8Array).length
      mostWaiting = Math.max(mostWaiting, waiting)
    },
    datasync: async () => {
      calls.push(`synced ${waiting / 1e6}`)
      waiting = 0
    },
  })
  for (let megabytes = 0; megabytes < 100; megabytes++) await append(new Uint8Array(1e6))
  expect(calls.length).toBe(5)
  expect(mostWaiting).toBeLessThan(20e6)
})
