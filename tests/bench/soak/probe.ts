// Loaded into the server before its program: says over a socket of the file system what can be seen from inside alone,
// and leaks what `SOAK_LEAK` names, so that a soak can be seen to fail. Nothing of it is in the product.
import { heapStats } from 'bun:jsc'
import { openSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { LEAK_EVERY_MS, type Leak, type Seen } from './seen'

const { SOAK_PROBE = '', SOAK_LEAK, DATA_DIR = '' } = process.env
// Of this process alone, and not of those that it starts.
delete process.env.SOAK_PROBE
delete process.env.SOAK_LEAK

let server: ReturnType<typeof Bun.serve> | undefined
const { serve } = Bun
Object.assign(Bun, {
  serve: (options: Parameters<typeof serve>[0]) => {
    server = serve(options)
    return server
  },
})

createServer((request, response) => {
  const isCollected = request.url === '/collected'
  if (isCollected) Bun.gc(true)
  const { heapSize, extraMemorySize, objectTypeCounts } = heapStats()
  const seen: Seen = {
    heap: heapSize + extraMemorySize,
    sockets: server?.pendingWebSockets ?? 0,
    objects: isCollected ? objectTypeCounts : {},
  }
  response.setHeader('connection', 'close').end(JSON.stringify(seen))
})
  .listen(SOAK_PROBE)
  .unref()

const kept: unknown[] = []
const LEAKS: Record<Leak, () => void> = {
  memory: () => kept.push(Array.from({ length: 500 }, (_, n) => ({ text: `kept ${kept.length} ${n}` }))),
  handles: () => kept.push(openSync('/dev/null', 'r')),
  files: () => writeFileSync(join(DATA_DIR, `left-${kept.push(0)}.tmp`), ''),
}
if (SOAK_LEAK !== undefined) setInterval(LEAKS[SOAK_LEAK as Leak], LEAK_EVERY_MS)
