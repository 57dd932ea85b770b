import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { start, temporaryFolder } from '../../support/operator'
import { canReceiveDatagrams, receiveDatagrams } from '../../support/unix-datagrams'
import { until } from '../../support/until'

const UNIT = join(import.meta.dir, '../../../deploy/systemd/quad.service')
const analyze = (...args: string[]) => Bun.spawnSync(['systemd-analyze', ...args, UNIT])
/** Since systemd 250. */
const isRated =
  Bun.which('systemd-analyze') !== null &&
  Bun.spawnSync(['systemd-analyze', '--help']).stdout.toString().includes('--offline')

test.skipIf(!isRated)('systemd rates the exposure of the service below 2', () => {
  const { exitCode, stdout } = analyze('security', '--offline=true', '--no-pager', '--threshold=19')
  expect(stdout.toString()).toMatch(/Overall exposure level for quad\.service: [01]\.\d /)
  expect(exitCode).toBe(0)
})

test('the unit gives a stop its time, waits for several signs of life, tries no wrong configuration again, and opens nothing to others', () => {
  const unit = readFileSync(UNIT, 'utf8')
  const setting = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1]
  // Requests have ten seconds to end, and mail five.
  expect(Number(setting('TimeoutStopSec'))).toBeGreaterThan(15)
  expect(Number(setting('WatchdogSec'))).toBeGreaterThan(60)
  const found = [setting('RestartPreventExitStatus'), setting('UMask'), setting('StateDirectoryMode')]
  expect(found).toEqual(['2', '0077', '0700'])
  // JavaScript is compiled while it runs: with it nothing would start.
  expect(setting('MemoryDenyWriteExecute')).toBeUndefined()
})

test.skipIf(!canReceiveDatagrams)('a server tells systemd that it is ready, lives and stops', async () => {
  const folder = temporaryFolder()
  const path = join(folder.path, 'notify')
  const systemd = receiveDatagrams(path)
  try {
    const server = await start({ DATA_DIR: join(folder.path, 'data'), NOTIFY_SOCKET: path })
    await until(() => systemd.received().includes('WATCHDOG=1'), 'the sign of life')
    const [ready = ''] = systemd.received()
    expect(ready).toBe('READY=1')
    expect(systemd.received()).not.toContain('STOPPING=1')
    server.signal('SIGTERM')
    expect(await server.exited).toBe(0)
    expect(systemd.received()).toContain('STOPPING=1')
  } finally {
    systemd.stop()
    folder.remove()
  }
})
