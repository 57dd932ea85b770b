import { expect, test } from 'bun:test'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { canTrace } from '../support/strace'
import { until } from '../support/until'
import { copyFolder } from './copy-folder'
import { inspectFiles } from './history/inspect'
import { callsOf, command, killedAt, spread } from './killed-at'
import { removeAtEnd } from './leftovers'
import { Random } from './random'
import { isLong, report } from './report'
import { signedIn } from './requests'
import { scratchFolder } from './scratch'
import { quad, startServer } from './server'
import { type Acknowledged, lost, writeUntil } from './writer'

const litestream = process.env.LITESTREAM ?? Bun.which('litestream')
if (litestream === null)
  console.warn(
    'SKIPPED: no litestream on this machine (LITESTREAM=<program>); nothing was replicated, nothing taken over',
  )

/**
 * Kills takeovers of a data directory at calls that are spread over all that one makes, and leaves it as it was. A start
 * then finds the database of before or the replica, whole.
 */
async function killTakeovers(args: string[], dataDir: string, acknowledged: readonly Acknowledged[]): Promise<number> {
  using folder = scratchFolder()
  const template = join(folder.path, 'template')
  copyFolder(dataDir, template)
  const reset = () => {
    rmSync(dataDir, { recursive: true })
    copyFolder(template, dataDir)
  }
  const moments = spread(await callsOf(args, dataDir), 25)
  const random = new Random('kills of a takeover')
  const chosen = isLong ? moments : Array.from({ length: 3 }, () => random.pick(moments))
  for (const at of chosen) {
    reset()
    await command(args, dataDir, killedAt(at))
    await using server = await startServer({ dataDir })
    expect((await server.stop()).status).toBe(0)
    expect([at, await inspectFiles(dataDir), lost(dataDir, acknowledged)]).toEqual([at, [], []])
    const { status, said } = await quad(args, dataDir)
    expect([at, status, said]).toEqual([at, 0, expect.stringContaining('in place')])
  }
  reset()
  return chosen.length
}

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
    const args = ['takeover', '--config', settings, '--litestream', program]
    const kills = canTrace ? await killTakeovers(args, dataDir, first) : 0
    const { status, said } = await quad(args, dataDir)
    expect([status, said]).toEqual([0, expect.stringContaining('in place')])
    expect(lost(dataDir, first)).toEqual([])
    await using next = await startServer({ dataDir })
    expect((await next.stop()).status).toBe(0)
    report({
      fault: 'both killed, taken over from a replica of a second before',
      runs: 1 + kills,
      acknowledged: first.length + second.length,
      lost: lost(dataDir, second).length,
      refused: 0,
      seconds: (performance.now() - began) / 1000,
    })
  },
)
