import { afterAll, expect, test } from 'bun:test'
import { beginsWithin } from '../../../src/lib/follower/primary'

// A primary that takes its time: before it begins to answer, or with what it says after that.

const WITHIN_MS = 600
const { promise: never, resolve: stop } = Promise.withResolvers<Response>()

const primary = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch: ({ url }) => (url.endsWith('/silent') ? never : new Response(slowly())),
})
afterAll(async () => {
  stop(new Response())
  await primary.stop(true)
})

const slowly = (): ReadableStream =>
  new ReadableStream({
    async start(controller) {
      controller.enqueue(Buffer.from('first'))
      await Bun.sleep(WITHIN_MS * 2)
      controller.enqueue(Buffer.from(', last'))
      controller.close()
    },
  })

const ask = (path: string) => beginsWithin(WITHIN_MS, (signal) => fetch(`${primary.url}${path}`, { signal }))

test('an answer that began may take longer than one may take to begin', async () => {
  const response = await ask('export')
  expect(await response.text()).toBe('first, last')
})

test('one that does not begin is not waited for', async () => {
  await expect(ask('silent')).rejects.toThrow('abort')
})
