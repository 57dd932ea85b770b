/**
 * `bun run soak`: the built server on a seeded campus, under a mixed load at a steady rate, with sockets that come and
 * go, for half an hour; what it holds is looked at every five seconds, and must not grow. See docs/reliability.md.
 *
 *   bun run soak --minutes 2              a try
 *   bun run soak --minutes 2 --leak memory   must fail; also: handles, files
 */
import { mkdirSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { CAMPUS_VARIABLES, freePort } from '../../support/program'
import { isUp, until } from '../../support/until'
import { dataSet, Workspace } from '../data'
import { Crowd } from './requests'
import { LEAKS, type Quiet, type Sample, sample, straysIn, type Watched } from './seen'
import { grownFiles, grownObjects, type Soaked, verdict } from './verdict'
import { type End, Visitors } from './visitors'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    rate: { type: 'string', default: '40' },
    posts: { type: 'string', default: '2000' },
    sockets: { type: 'string', default: '40' },
    leak: { type: 'string' },
    /** Where the samples are kept, as JSON Lines. */
    samples: { type: 'string' },
  },
})
const leak = LEAKS.find((each) => each === values.leak)
if (values.leak !== undefined && leak === undefined) throw new Error(`--leak is one of ${LEAKS.join(', ')}`)

const SAMPLE_EVERY_MS = 5_000
/** Of so many samples one is taken after everything that nobody holds was collected. */
const COLLECTED_EVERY = 6
/** Of the time. Caches fill and code is compiled. */
const WARM_UP = 0.2
/** Longer than a server keeps what is silent. */
const QUIET_MS = 180_000
const MOST_AT_ONCE = 40
/** In turn, so many times in a run. */
const COMMANDS = 6

const root = join(import.meta.dir, '../../..')
const runsMs = Number(values.minutes) * 60_000

const workspace = new Workspace()
const data = await dataSet(Number(values.posts))
const dataDir = workspace.quad(data)
const scratch = join(dataDir, '../beside')
const backups = join(scratch, 'backups')
mkdirSync(backups, { recursive: true })
const log = join(scratch, 'quad.log')
const probe = join(scratch, 'probe')
const port = freePort()
const origin = `http://127.0.0.1:${port}`
const env = {
  ...{ PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', HOST: '127.0.0.1', PORT: `${port}` },
  ...{ DATA_DIR: dataDir, BACKUP_TO: backups, LOG_FORMAT: 'json', NOTIFICATIONS: 'on' },
  ...{ RATE_LIMITS: 'off', MAIL_PER_HOUR: '100000', PUBLIC_URL: origin, ...CAMPUS_VARIABLES },
}
const logFile = openSync(log, 'a')
const server = Bun.spawn([process.execPath, '--preload', join(import.meta.dir, 'probe.ts'), 'src/main.ts'], {
  cwd: root,
  env: { ...env, SOAK_PROBE: probe, ...(leak && { SOAK_LEAK: leak }) },
  stdio: ['ignore', logFile, logFile],
})
await until(async () => server.exitCode !== null || (await isUp(`${origin}/readyz`)), 'the server is ready')
if (server.exitCode !== null) throw new Error(`the server ended: ${await Bun.file(log).text()}`)

const began = performance.now()
const watched: Watched = { pid: server.pid, dataDir, log, probe, began }
const crowd = new Crowd(origin, data, dataDir)
const visitors = new Visitors(port, data)
const totalWeight = crowd.acts.reduce((total, [weight]) => total + weight, 0)
let skipped = 0

/** Requests at the rate and sockets for so long; returns when all are answered and have gone. */
async function load(ms: number, ends: readonly End[]): Promise<Sample[]> {
  const samples: Sample[] = []
  const underWay = new Set<Promise<unknown>>()
  const visits = visitors.come(Number(values.sockets), ends)
  const commands = operate(ms)
  const started = performance.now()
  // An act is more than one request.
  const [sentBefore, sampledAt] = [crowd.requests, { next: 0 }]
  while (performance.now() - started < ms) {
    const passed = performance.now() - started
    if (crowd.requests - sentBefore < (passed / 1000) * Number(values.rate)) {
      if (underWay.size >= MOST_AT_ONCE) skipped++
      else {
        const act = chosen()().catch((error) => crowd.failures.push(String(error)))
        underWay.add(act)
        void act.finally(() => underWay.delete(act))
      }
    }
    if (passed >= sampledAt.next) {
      sampledAt.next += SAMPLE_EVERY_MS
      samples.push(await sample(watched, samples.length % COLLECTED_EVERY === 0))
    }
    await Bun.sleep(5)
  }
  visitors.leave()
  await Promise.all([visits, commands, ...underWay])
  await crowd.settled()
  return samples
}

function chosen(): () => Promise<unknown> {
  let at = Math.random() * totalWeight
  for (const [weight, act] of crowd.acts) {
    at -= weight
    if (at < 0) return act
  }
  return async () => {}
}

/** What an operator does now and then: a backup into a file, one as the server makes them, an export. */
async function operate(ms: number) {
  for (let n = 0; n < COMMANDS; n++) {
    await Bun.sleep(ms / (COMMANDS + 1))
    const target = join(scratch, `made-${crypto.randomUUID()}`)
    const words = [['backup', target], ['backup'], ['export', target]][n % 3] ?? []
    const child = Bun.spawn([process.execPath, 'src/cli.ts', ...words], {
      cwd: root,
      env,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    const said = await new Response(child.stderr).text()
    if ((await child.exited) !== 0) crowd.failures.push(`quad ${words[0]}: ${said.slice(-300)}`)
    rmSync(target, { recursive: true, force: true })
  }
}

/** Everybody has gone: connections of this process, and what the server must notice by itself. */
async function quiet(): Promise<Quiet> {
  const deadline = performance.now() + QUIET_MS
  let last: Quiet | undefined
  let since = performance.now()
  while (performance.now() < deadline) {
    const now = await sample(watched, true)
    if (last?.files !== now.files || last.connections !== now.connections) since = performance.now()
    last = now
    if (now.sockets === 0 && performance.now() - since > 15_000) break
    await Bun.sleep(1_000)
  }
  return last ?? sample(watched, true)
}

let status = 1
try {
  console.log(`soak: ${values.minutes} minutes at ${values.rate} requests a second, ${values.sockets} sockets`)
  // The server keeps silent ones for minutes.
  await load(runsMs * WARM_UP, ['closed', 'cut'])
  const before = await quiet()
  const [sentBefore, failedBefore] = [crowd.requests, crowd.failures.length]
  const samples = await load(runsMs * (1 - WARM_UP), ['closed', 'closed', 'cut', 'cut', 'silent'])
  const after = await quiet()
  const soaked: Soaked = {
    ...{ samples, before, after },
    ...{ requests: crowd.requests - sentBefore, failed: crowd.failures.length - failedBefore },
  }
  if (values.samples !== undefined)
    writeFileSync(
      values.samples,
      [before, ...samples, after]
        .map((each) => `${JSON.stringify({ ...each, objects: undefined, open: undefined })}\n`)
        .join(''),
    )
  report(soaked)
  status = verdict(soaked).every(({ ok }) => ok) ? 0 : 1
} finally {
  visitors.dispose()
  server.kill('SIGTERM')
  await server.exited
  workspace.remove()
}
console.log(status === 0 ? 'soak: nothing leaks' : 'soak: FAILED')
process.exit(status)

function report(soaked: Soaked) {
  const { before, after, samples } = soaked
  const kinds = [...crowd.statuses].toSorted().map(([kind, count]) => `${count} ${kind}`)
  console.log(`${crowd.requests} requests: ${kinds.join(', ')}; ${skipped} moments in which too many were open`)
  console.log(
    `sockets: ${JSON.stringify(visitors.ended)}, ${Math.max(...samples.map(({ sockets }) => sockets))} at once`,
  )
  const megabytes = ({ rss, heap }: Sample) =>
    `${(rss / 1e6).toFixed(0)} MB resident, ${(heap / 1e6).toFixed(1)} MB heap`
  console.log(`when everybody had gone: before ${megabytes(before)}, after ${megabytes(after)}`)
  console.log(`more objects: ${grownObjects(soaked).join(', ') || 'none'}`)
  const opened = grownFiles(soaked)
  if (opened.length > 0) console.log(`open: ${opened.slice(0, 8).join(', ')}`)
  for (const failure of crowd.failures.slice(0, 5)) console.log(`failed: ${failure}`)
  const left = straysIn(dataDir)
  if (after.strays > before.strays) console.log(`in the data directory: ${left.slice(0, 8).join(', ')}`)
  for (const { ok, what, detail } of verdict(soaked)) console.log(`${ok ? 'ok  ' : 'FAIL'}  ${what}  — ${detail}`)
}
