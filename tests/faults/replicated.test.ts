import { expect, test } from 'bun:test'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { until } from '../support/until'
import { CARRIERS, type Carrier, Pair } from './followers'
import { inspectFiles } from './history/inspect'
import { Random, seed } from './random'
import { isLong, reporting } from './report'
import { quad } from './server'
import { type Load, lost, writeUntil } from './writer'

// ACK=replicated: whatever was answered with 2xx is in what another machine takes over, whatever became of the primary.

const RUNS = isLong ? 20 : 1
const WRITERS = 8

const REPLICATED = { ACK: 'replicated' }

/** What becomes of a primary under load, at any moment. */
type End = (pair: Pair) => Promise<unknown>

const bothKilled: End = (pair) => pair.lose()
const standing: End = async ({ primary }) => primary.signal('SIGSTOP')
const goesOn: End = async () => {}

/** Takes over from a primary under load, which has come to its end or has not; returns what it acknowledged ever. */
async function takenOver(carrier: Carrier, variables: Record<string, string>, end: End, random: Random) {
  await using pair = await Pair.start(carrier, variables, true, 0)
  const next = pair.elsewhere('next')
  // There is something to take over from.
  const { browser, acknowledged: first } = await writeUntil(pair.primary.url, (load) => load.acknowledged.length >= 10)
  await until(() => lost(pair.restored(), first).length === 0, 'the replication')
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
  await until(() => (load?.acknowledged.length ?? 0) >= 20 + random.below(isLong ? 100 : 30), 'the load')
  await end(pair)
  const { status, said } = await pair.takeOver(next)
  expect([status, said]).toEqual([0, expect.stringContaining('primary of term 2')])
  expect([await inspectFiles(next), lost(next, first)]).toEqual([[], []])
  pair.primary.signal('SIGCONT')
  // Whoever is still there goes on until it is fenced.
  await Bun.sleep(end === goesOn || end === standing ? 3000 : 0)
  isOver = true
  await pair.lose()
  const { acknowledged, refused, failed } = await writing
  return { acknowledged: acknowledged.length, lost: lost(next, acknowledged).length, refused: refused + failed.length }
}

const ENDS: [string, End][] = [
  ['both killed', bothKilled],
  ['the primary killed', ({ primary }) => primary.kill()],
  ['the primary standing still', standing],
  ['the primary going on', goesOn],
]

const CASES = CARRIERS.flatMap((carrier) => ENDS.map(([how, end]) => ({ carrier, how, end })))

test.each(CASES)(`a takeover with $how loses nothing that was acknowledged ($carrier, SEED=${seed})`, async (each) => {
  const done = reporting(`ACK=replicated, ${each.how}, ${each.carrier}`)
  const random = new Random(`replicated ${each.carrier} ${each.how}`)
  const total = { runs: 0, acknowledged: 0, lost: 0, refused: 0 }
  for (; total.runs < RUNS; total.runs++) {
    const run = await takenOver(each.carrier, REPLICATED, each.end, random)
    for (const name of ['acknowledged', 'lost', 'refused'] as const) total[name] += run[name]
  }
  done(total)
  expect(total.lost).toBe(0)
  expect(total.acknowledged).toBeGreaterThan(0)
})

test.each(CARRIERS)('without it a takeover loses the last moments at most (%s)', async (carrier) => {
  const done = reporting(`ACK=disk, both killed, ${carrier}`)
  const run = await takenOver(carrier, {}, bothKilled, new Random(`disk ${carrier}`))
  done(run)
  expect(run.acknowledged).toBeGreaterThan(0)
})

test('while the replica is away nothing is acknowledged, and everybody is told; then writes go on', async () => {
  const given = { ...REPLICATED, METRICS_TOKEN: 'm'.repeat(32) }
  await using pair = await Pair.start('stand-in', given, true, 0)
  const { primary: server, dataDir } = pair
  const variables = { ...pair.variablesOf(dataDir), PORT: `${server.port}` }
  const { browser } = await writeUntil(server.url, ({ acknowledged }) => acknowledged.length >= 10)
  const away = join(pair.folder, 'replica/away')
  writeFileSync(away, '')
  const during = await writeUntil(browser, ({ refused }) => refused >= 20)
  expect(during.acknowledged).toEqual([])
  // Those that were written before it was known, by them or by a job: 500, because they may be there.
  expect(during.failed.filter((each) => !each.endsWith(': 500'))).toEqual([])
  const { status, headers } = await browser.post('/api/v1/posts', {
    title: 'Who is there this evening',
    content: 'Is the library open, and until when?',
    topic: 'Off-topic',
  })
  expect([status, headers.has('retry-after')]).toEqual([503, true])
  expect((await browser.get('/api/v1/posts')).status).toBe(200)
  const { meta } = (await (await fetch(`${server.url}/readyz`)).json()) as { meta: { reason: string } }
  expect(meta.reason).toBe('unreplicated')
  const doctor = await quad(['doctor'], dataDir, variables)
  expect([doctor.status, doctor.said]).toEqual([1, expect.stringContaining('Litestream does not replicate')])
  expect((await quad(['status'], dataDir, variables)).said).toContain('unreplicated')
  const authorization = `Bearer ${'m'.repeat(32)}`
  const metrics = async () => (await fetch(`${server.url}/metrics`, { headers: { authorization } })).text()
  expect(await metrics()).toContain('quad_replication_reached 0\n')
  rmSync(away)
  await until(async () => (await fetch(`${server.url}/readyz`)).ok, 'readiness')
  const after = await writeUntil(browser, ({ acknowledged }) => acknowledged.length >= 10)
  expect([after.refused, after.failed]).toEqual([0, []])
  expect(await metrics()).toContain('quad_replication_reached 1\n')
  const sound = await quad(['doctor'], dataDir, variables)
  expect(sound.said).toContain('the replica has everything')
  await pair.replication?.kill()
  expect((await writeUntil(browser, ({ refused }) => refused >= 5)).acknowledged).toEqual([])
  expect((await server.stop()).status).toBe(0)
})
