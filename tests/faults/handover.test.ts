import { expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { whoServes } from '../../src/lib/handover/successor'
import { freePort } from '../support/program'
import { isUp, until } from '../support/until'
import { Random } from './random'
import { isLong, reporting } from './report'
import { signedIn } from './requests'
import { freshServer, type Server } from './server'
import { steadyLoad } from './steady-load'
import { end, handOver, stopWhoServes, upgrade } from './upgrade'
import { lost, writeUntil } from './writer'

// `quad upgrade` while the server runs: another process takes its port and its data.

test('no request fails while a server hands over, at 200 a second', async () => {
  const done = reporting('hand-over at 200 requests a second')
  const port = freePort()
  await using server = await freshServer({ variables: { PORT: `${port}` } })
  const { dataDir, folder } = server
  const load = await steadyLoad(server.url, port)
  const successor = await handOver(folder, port, server)
  const asked = await load.stop()
  expect(asked.failures).toEqual([])
  expect((await whoServes(dataDir))?.pid).toBe(successor)
  await stopWhoServes(dataDir)
  expect(asked.lost(dataDir)).toBe(0)
  done({ acknowledged: asked.written })
})

type Moment = 'the start' | 'the last answers' | 'the data'

/** Waits for a step of the hand-over. */
const MOMENTS: Record<Moment, (dataDir: string, server: Server) => Promise<void>> = {
  'the start': async () => {},
  'the last answers': (_, server) => until(() => server.said().includes('a successor is ready'), 'the last answers'),
  'the data': (dataDir) => until(() => !existsSync(join(dataDir, 'handover.sock')), 'the release'),
}

/** Whether it ended, where it would otherwise start again. */
const hasEnded = (server: Server) =>
  Promise.race([
    server.exited.then(() => true),
    until(() => server.said().includes('Quad starts again'), 'the new start').then(() => false),
  ])

async function killDuring(moment: Moment, victim: 'server' | 'successor', laterMs = 0) {
  const port = freePort()
  await using server = await freshServer({ variables: { PORT: `${port}` } })
  const { dataDir, folder } = server
  const browser = await signedIn(server.url)
  let isOver = false
  const load = writeUntil(browser, () => isOver)
  const { exited, successor } = upgrade(folder, port)
  await until(() => successor() !== undefined, 'the start of the successor')
  await MOMENTS[moment](dataDir, server)
  await Bun.sleep(laterMs)
  if (victim === 'successor') end(successor()!, 'SIGKILL')
  else await server.kill()
  await exited
  // The hand-over was over by then.
  if (victim === 'successor' && moment === 'the data' && laterMs > 0 && (await hasEnded(server))) return 0
  await until(() => isUp(`${server.url}/readyz`), `serving after the ${victim} was killed at ${moment}`)
  isOver = true
  const { acknowledged } = await load
  const serving = (await whoServes(dataDir))?.pid
  await stopWhoServes(dataDir)
  expect([victim, moment, lost(dataDir, acknowledged).length]).toEqual([victim, moment, 0])
  if (victim === 'successor' && moment !== 'the data') expect(serving).toBe(server.pid)
  return acknowledged.length
}

for (const victim of ['server', 'successor'] as const)
  test.each<Moment>(
    victim === 'server' ? ['the last answers', 'the data'] : ['the start', 'the last answers', 'the data'],
  )(`somebody serves all that was answered after the ${victim} is killed during %s`, async (moment) => {
    await killDuring(moment, victim)
  })

test.if(isLong)('the same at any moment', async () => {
  const done = reporting('killed: either process of a hand-over')
  const random = new Random('kills of a hand-over')
  let acknowledged = 0
  const runs = 40
  for (let run = 0; run < runs; run++) {
    const moment = random.pick<Moment>(['the last answers', 'the data'])
    acknowledged += await killDuring(moment, random.pick(['server', 'successor']), random.below(400))
  }
  done({ runs, acknowledged })
})
