import { expect, test } from 'bun:test'
import { mkdtempSync, readFileSync, realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { appendPaced } from '../../../src/lib/files/durable-files'
import { canTrace, traced } from '../../support/strace'

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

test.skipIf(!canTrace).each(['writeDurably', 'writeDurablyAside'])('%s syncs a file, then its folder', (write) => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'quad-durable-')))
  const script = `await (await import('../../../src/lib/files/durable-files.ts')).${write}('${folder}/note', 'words')`
  const trace = join(folder, 'trace')
  expect(Bun.spawnSync(traced(trace, [process.execPath, '-e', script]), { cwd: import.meta.dir }).success).toBe(true)
  const synced = [...readFileSync(trace, 'utf8').matchAll(/fsync\(\d+<(.*?)>/g)].map(([, path]) => path)
  expect(synced).toEqual([join(folder, 'note.part'), folder])
})
