import { expect, test } from 'bun:test'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { until } from '../support/until'
import { inspectFiles } from './history/inspect'
import { Random, seed } from './random'
import { copyKeys, type Pair, pairOfMachines, REPLICATORS } from './replicas'
import { isLong, reporting } from './report'
import { signedIn } from './requests'
import { quad, type Server } from './server'
import { type Load, lost, writeUntil } from './writer'

// ACK=replicated: whatever was answered with 2xx is in what another machine takes over, whatever became of the primary.

const RUNS = isLong ? 20 : 2
const WRITERS = 8

const REPLICATED = { ACK: 'replicated', ACK_WITHIN_MS: '2000' }

async function ready({ url }: Server): Promise<void> {
  await until(async () => (await fetch(`${url}/readyz`).catch(() => undefined))?.ok === true, 'readiness')
}

/** What becomes of a primary under load, at any moment. */
type End = (server: Server, replicator: { kill(): Promise<void> }, pair: Pair) => Promise<void>

const bothKilled: End = async (server, replicator) => {
  await Promise.all([server.kill(), replicator.kill()])
}
const serverKilled: End = async (server) => void (await server.kill())
const standing: End = async (server) => server.signal('SIGSTOP')
const goesOn: End = async () => {}

/** Takes over from a primary under load, which has come to its end or has not; returns what it acknowledged ever. */
async function takenOver(program: string | undefined, ack: boolean, end: End, random: Random) {
  using pair = pairOfMachines(program, ack ? REPLICATED : {})
  const { former, next } = pair
  await using server = await former.start()
  const replicator = await former.replicate()
  await ready(server)
  copyKeys(former, next)
  const browser = await signedIn(server.url)
  // There is something to take over from.
  const { acknowledged: first } = await writeUntil(browser, ({ acknowledged }) => acknowledged.length >= 10)
  await Bun.sleep(2500)
  let isOver = false
  let load: Load | undefined
  const writing = writeUntil(
    browser,
    (now) => {
      load = now
      return isOver
    },
    { writers: WRITERS },
  )
  await until(() => (load?.acknowledged.length ?? 0) >= 20 + random.below(100), 'the load')
  await end(server, replicator, pair)
  const { status, said } = await next.takeover()
  expect([status, said]).toEqual([0, expect.stringContaining('primary of term 2')])
  expect([await inspectFiles(next.dataDir), lost(next.dataDir, first)]).toEqual([[], []])
  server.signal('SIGCONT')
  // Whoever is still there goes on until it is fenced.
  await Bun.sleep(end === goesOn || end === standing ? 3000 : 0)
  isOver = true
  await server.kill()
  await replicator.kill()
  const { acknowledged, refused, failed } = await writing
  const missing = lost(next.dataDir, acknowledged)
  return { acknowledged: acknowledged.length, lost: missing.length, refused: refused + failed.length }
}

const ENDS: [string, End][] = [
  ['both killed', bothKilled],
  ['the primary killed', serverKilled],
  ['the primary standing still', standing],
  ['the primary going on', goesOn],
]

const CASES = REPLICATORS.flatMap(([name, program]) => ENDS.map(([how, end]) => ({ name, program, how, end })))

test.each(CASES)(`a takeover with $how loses nothing that was acknowledged ($name, SEED=${seed})`, async (each) => {
  const done = reporting(`ACK=replicated, ${each.how}, ${each.name}`)
  const random = new Random(`replicated ${each.name} ${each.how}`)
  const total = { runs: 0, acknowledged: 0, lost: 0, refused: 0 }
  for (; total.runs < RUNS; total.runs++) {
    const run = await takenOver(each.program, true, each.end, random)
    for (const name of ['acknowledged', 'lost', 'refused'] as const) total[name] += run[name]
  }
  done(total)
  expect(total.lost).toBe(0)
  expect(total.acknowledged).toBeGreaterThan(0)
})

test.each(REPLICATORS)(
  'without it a takeover may lose the writes of the last moments, and no others (%s)',
  async (name, program) => {
    const done = reporting(`ACK=disk, both killed, ${name}`)
    const run = await takenOver(program, false, bothKilled, new Random(`disk ${name}`))
    done(run)
    expect(run.acknowledged).toBeGreaterThan(0)
  },
)

test('while the replica is away nothing is acknowledged, and everybody is told; then writes go on', async () => {
  using pair = pairOfMachines(undefined, { ...REPLICATED, ACK_WITHIN_MS: '300', METRICS_TOKEN: 'm'.repeat(32) })
  const { former, replica } = pair
  await using server = await former.start()
  const replicator = await former.replicate()
  await ready(server)
  const { browser } = await writeUntil(server.url, ({ acknowledged }) => acknowledged.length >= 10)
  const away = join(replica, 'away')
  writeFileSync(away, '')
  const during = await writeUntil(browser, ({ refused }) => refused >= 20)
  expect(during.acknowledged).toEqual([])
  // Those that were written before it was known: 500, because they may be there.
  expect(new Set(during.failed.map((each) => each.replace(/^.*: /, '')))).toEqual(new Set(['500']))
  const { status, headers } = await browser.post('/api/v1/posts', {
    title: 'Who is there this evening',
    content: 'Is the library open, and until when?',
    topic: 'Off-topic',
  })
  expect([status, headers.has('retry-after')]).toEqual([503, true])
  expect((await browser.get('/api/v1/posts')).status).toBe(200)
  const { meta } = (await (await fetch(`${server.url}/readyz`)).json()) as { meta: { reason: string } }
  expect(meta.reason).toBe('unreplicated')
  const doctor = await quad(['doctor'], former.dataDir, former.variables)
  expect([doctor.status, doctor.said]).toEqual([1, expect.stringContaining('Litestream does not replicate')])
  expect((await quad(['status'], former.dataDir, former.variables)).said).toContain('unreplicated')
  const authorization = `Bearer ${'m'.repeat(32)}`
  const metrics = async () => (await fetch(`${server.url}/metrics`, { headers: { authorization } })).text()
  expect(await metrics()).toContain('quad_replication_reached 0\n')
  rmSync(away)
  await ready(server)
  const after = await writeUntil(browser, ({ acknowledged }) => acknowledged.length >= 10)
  expect([after.refused, after.failed]).toEqual([0, []])
  expect(await metrics()).toContain('quad_replication_reached 1\n')
  const sound = await quad(['doctor'], former.dataDir, former.variables)
  expect(sound.said).toContain('the replica has everything')
  await replicator.kill()
  expect((await writeUntil(browser, ({ refused }) => refused >= 5)).acknowledged).toEqual([])
  expect((await server.stop()).status).toBe(0)
})
