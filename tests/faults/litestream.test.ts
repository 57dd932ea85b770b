import { expect, test } from 'bun:test'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { until } from '../support/until'
import { removeAtEnd } from './leftovers'
import { report } from './report'
import { signedIn } from './requests'
import { scratchFolder } from './scratch'
import { quad, startServer } from './server'
import { lost, writeUntil } from './writer'

const litestream = process.env.LITESTREAM ?? Bun.which('litestream')
if (litestream === null)
  console.warn(
    'SKIPPED: no litestream on this machine (LITESTREAM=<program>); nothing was replicated, nothing taken over',
  )

test.if(litestream !== null)(
  'what was replicated is there after both are killed, and another one takes over',
  async () => {
    const program = litestream ?? ''
    using folder = scratchFolder()
    const dataDir = join(folder.path, 'data')
    const database = join(dataDir, 'quad.db')
    const settings = join(folder.path, 'litestream.yml')
    const replica = `type: file\n      path: ${join(folder.path, 'replica')}\n      sync-interval: 1s`
    writeFileSync(settings, `dbs:\n  - path: ${database}\n    replica:\n      ${replica}\n`)
    const began = performance.now()
    await using server = await startServer({ dataDir })
    const replicate = Bun.spawn([program, 'replicate', '-config', settings], { stdout: 'ignore', stderr: 'ignore' })
    removeAtEnd(() => replicate.kill('SIGKILL'))
    const browser = await signedIn(server.url)
    const { acknowledged: first } = await writeUntil(browser, ({ acknowledged }) => acknowledged.length >= 100)
    let copies = 0
    const isReplicated = () => {
      const copy = join(folder.path, `copy-${++copies}`)
      Bun.spawnSync([program, 'restore', '-config', settings, '-o', join(copy, 'quad.db'), database], {
        stderr: 'ignore',
      })
      return existsSync(join(copy, 'quad.db')) && lost(copy, first).length === 0
    }
    await until(isReplicated, 'the replication')
    const { acknowledged: second } = await writeUntil(browser, ({ acknowledged }) => acknowledged.length >= 100)
    await server.kill()
    replicate.kill('SIGKILL')
    await replicate.exited
    const { status, said } = await quad(['takeover', '--config', settings, '--litestream', program], dataDir)
    expect([status, said]).toEqual([0, expect.stringContaining('in place')])
    expect(lost(dataDir, first)).toEqual([])
    await using next = await startServer({ dataDir })
    expect((await next.stop()).status).toBe(0)
    report({
      fault: 'both killed, taken over from a replica of a second before',
      runs: 1,
      acknowledged: first.length + second.length,
      lost: lost(dataDir, second).length,
      refused: 0,
      seconds: (performance.now() - began) / 1000,
    })
  },
)
