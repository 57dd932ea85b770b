import { expect, test } from 'bun:test'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { ADMIN } from '../support/program'
import { canTrace } from '../support/strace'
import { until } from '../support/until'
import { judge } from './image'
import { isLong, reporting } from './report'
import { signedIn } from './requests'
import { freshServer } from './server'
import { readsDuring, writeUntil } from './writer'

const WRITES = isLong ? 200 : 4
const SYNC_MS = 1000

/** FUSE locks a file while it syncs, which disks do not: so the calls themselves are delayed, of a running process. */
async function slowSyncs(pid: number): Promise<AsyncDisposable> {
  const inject = `inject=fsync,fdatasync:delay_enter=${SYNC_MS * 1000}`
  const command = ['strace', '-f', '-qq', '-o', '/dev/null', '-e', 'trace=fsync,fdatasync', '-e', inject]
  const tracer = Bun.spawn([...command, '-p', `${pid}`], { stdout: 'ignore', stderr: 'ignore' })
  const isTraced = () => !/TracerPid:\t0\n/.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  await until(isTraced, 'tracing')
  return {
    [Symbol.asyncDispose]: async () => {
      tracer.kill('SIGINT')
      await tracer.exited
    },
  }
}

test.skipIf(!canTrace)('while each sync takes a second, reads go on', async () => {
  const done = reporting('each sync takes a second')
  await using server = await freshServer()
  const { dataDir } = server
  const browser = await signedIn(server.url)
  let isOver = false
  const through = async () => {
    await using _ = await slowSyncs(server.pid)
    const [load, reads] = await Promise.all([
      writeUntil(browser, ({ acknowledged }) => acknowledged.length >= WRITES).finally(() => {
        isOver = true
      }),
      readsDuring(browser, () => isOver),
    ])
    return { load, reads }
  }
  const { load, reads } = await through()
  await server.stop()
  const { lost, problems } = await judge(dataDir, load.acknowledged)
  const acknowledged = load.acknowledged.length
  done({ acknowledged, lost, refused: load.refused, problems })
  expect([lost, load.failed, reads.failed]).toEqual([0, [], []])
  // One after another: had they waited for syncs, there would be three for each.
  expect(reads.answered).toBeGreaterThan(20 * acknowledged)
})

test.skipIf(!canTrace)('a stop waits for the disk when no connection is left, and closes the database', async () => {
  await using server = await freshServer()
  const { dataDir } = server
  // A slow one that nobody waits for: the link is mailed after the response.
  await using _ = await slowSyncs(server.pid)
  const { status } = await fetch(`${server.url}/api/v1/auth/password/forgot`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', connection: 'close' },
    body: JSON.stringify({ email: ADMIN.email }),
  })
  expect(status).toBe(200)
  await until(() => statSync(join(dataDir, 'quad.db-wal')).size > 0, 'the write')
  expect(await server.stop()).toEqual({ status: 0, signal: null })
  expect(readdirSync(dataDir).filter((name) => name.startsWith('quad.db'))).toEqual(['quad.db'])
})
