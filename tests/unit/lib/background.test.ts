import { afterEach, expect, setSystemTime, spyOn, test } from 'bun:test'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { version } from '../../../package.json'
import { config } from '../../../src/config'
import {
  after,
  afterTurn,
  attempt,
  backgroundIdle,
  inBackground,
  runEvery,
  runningJobs,
  Throttle,
} from '../../../src/lib/process/background'
import { log } from '../../../src/lib/process/log'
import { readServerNote, startServerNote } from '../../../src/lib/process/server-note'
import { sourcesUnder } from '../../support/conventions/source'
import { sample } from '../../support/metrics'
import { until } from '../../support/until'

const logged = spyOn(log, 'error')
afterEach(() => void logged.mockClear())

/** How often the task failed so far. */
const failuresOf = async (task: string): Promise<number> =>
  (await sample(`quad_background_failures_total{task="${task}"}`)) ?? 0

const expected = new Error('expected by the test')
const throwing = (): never => {
  throw expected
}
const rejecting = () => Promise.reject(expected)
const loggedFields = () => logged.mock.calls.map(([fields]) => fields as unknown)

test('repeated work never runs twice at once, and goes on after a failure', async () => {
  let [running, most, runs] = [0, 0, 0]
  const enough = Promise.withResolvers<void>()
  const stop = runEvery(1, 'a test', () => {
    most = Math.max(most, ++running)
    if (++runs === 4) enough.resolve()
    const end = () => {
      running--
      throw expected
    }
    // Also after one that throws before its first await.
    return runs === 1 ? end() : Bun.sleep(5).then(end)
  })
  await enough.promise
  await stop()
  expect({ running, most }).toEqual({ running: 0, most: 1 })
  const finished = runs
  await Bun.sleep(10)
  expect(runs).toBe(finished)
})

test('repeated work is told when none was done for a while: at first, after a jump of the clock, after failures', async () => {
  const run = Promise.withResolvers<void>()
  const told: boolean[] = []
  const jumpsAfter = [2, 4]
  const stop = runEvery(1, 'a test of gaps', (isAfterGap) => {
    told.push(isAfterGap)
    if (jumpsAfter.includes(told.length)) setSystemTime(new Date(Date.now() + 3_600_000))
    if (told.length === 5) throw expected
    if (told.length === 7) run.resolve()
  })
  await run.promise
  await stop()
  setSystemTime()
  expect(told.slice(0, 7)).toEqual([true, false, true, false, true, true, false])
})

test('repeated work is told that it is being stopped, and may end by what that throws: it is no failure', async () => {
  const task = 'a test of stopping'
  const begun = Promise.withResolvers<void>()
  const stop = runEvery(60_000, task, async (_, stopping) => {
    begun.resolve()
    for (;;) {
      await Bun.sleep(1)
      stopping.throwIfAborted()
    }
  })
  await begun.promise
  await stop()
  expect([await failuresOf(task), loggedFields()]).toEqual([0, []])
})

test.each<[string, (task: string, work: () => Promise<void>) => unknown]>([
  ['attempt', attempt],
  ['inBackground', inBackground],
  ['afterTurn', afterTurn],
  ['after', (task, work) => after(1, task, work)],
  ['runEvery', (task, work) => runEvery(60_000, task, work)],
  ['Throttle', (task, work) => new Throttle(task, 1, () => !work()).touch('a key')],
])('what fails in %s reaches nobody, is counted, and is logged', async (verb, start) => {
  const unguarded: unknown[] = []
  const note = (error: unknown) => void unguarded.push(error)
  process.on('uncaughtException', note).on('unhandledRejection', note)
  const task = `a test of ${verb}`
  start(task, throwing)
  await until(async () => (await failuresOf(task)) === 1, 'the first failure')
  if (verb !== 'Throttle') start(task, rejecting)
  await until(async () => (await failuresOf(task)) === (verb === 'Throttle' ? 1 : 2), 'the second failure')
  process.off('uncaughtException', note).off('unhandledRejection', note)
  expect(unguarded).toEqual([])
  expect(loggedFields()).toEqual([{ err: expected, task, unloggedFailures: 0 }])
})

test('a failure is logged once a minute for each task, with how many came since', async () => {
  const clock = spyOn(performance, 'now')
  const fail = async (task: string, at: number) => {
    clock.mockReturnValue(at)
    await attempt(task, throwing)
  }
  try {
    for (const at of [1_000, 2_000, 60_999]) await fail('failing often', at)
    await fail('failing, too', 3_000)
    await fail('failing often', 61_000)
  } finally {
    clock.mockRestore()
  }
  expect(loggedFields()).toMatchObject([
    { task: 'failing often', unloggedFailures: 0 },
    { task: 'failing, too', unloggedFailures: 0 },
    { task: 'failing often', unloggedFailures: 2 },
  ])
})

test('a task that was cancelled does not run, and one that succeeds is neither counted nor logged', async () => {
  const ran: string[] = []
  after(1, 'cancelled', () => ran.push('cancelled'))()
  after(2, 'kept', () => ran.push('kept'))
  inBackground('kept, too', async () => void ran.push('kept, too'))
  await until(() => ran.length === 2, 'both tasks')
  await backgroundIdle()
  expect(ran.sort()).toEqual(['kept', 'kept, too'])
  expect(await Promise.all(['cancelled', 'kept', 'kept, too'].map(failuresOf))).toEqual([0, 0, 0])
  expect(logged).not.toHaveBeenCalled()
})

/** The names that the sources give to what they run. */
const TASKS = [
  ...new Set(
    sourcesUnder('src', 'db').flatMap(({ text }) =>
      [
        ...text.matchAll(
          /\b(?:inBackground|after|afterTurn|runEvery|every|attempt|Throttle|writeBeside|guard)\((?:[\w.]+, )?'([^']+)'/g,
        ),
      ].map(([, task = '']) => task),
    ),
  ),
]

test('every task may throw: its name is a label of metrics, and nothing ends', async () => {
  expect(TASKS.length).toBeGreaterThan(20)
  const known = ['delayed texts', 'the mail queue', 'maintenance', 'sweeping limits.db', 'keeping the reserve']
  expect(TASKS).toEqual(expect.arrayContaining(known))
  const before = await Promise.all(TASKS.map(failuresOf))
  for (const task of TASKS) for (const work of [throwing, rejecting]) inBackground(task, work)
  await backgroundIdle()
  expect(await Promise.all(TASKS.map(failuresOf))).toEqual(before.map((failures) => failures + 2))
})

test('what runs in an interval says when it ran, how it ended and when it runs next, until it is stopped', async () => {
  // A copy: what is expected of any value takes the place of the value.
  const jobOf = (task: string) => structuredClone(runningJobs().find((job) => job.task === task))
  const waiting = Promise.withResolvers<void>()
  const stops = [
    runEvery(60_000, 'a test that ends', () => {}),
    runEvery(60_000, 'a test that fails', rejecting),
    runEvery(60_000, 'a test that goes on', () => waiting.promise),
  ]
  await until(async () => jobOf('a test that fails')?.isRunning === false, 'the end of the run')
  expect(jobOf('a test that ends')).toMatchObject({ isRunning: false, outcome: 'done', everyMs: 60_000 })
  expect(jobOf('a test that fails')).toMatchObject({ isRunning: false, outcome: 'failed', tookMs: expect.any(Number) })
  const { startedAt, nextAt, ...running } = jobOf('a test that goes on')!
  expect(running).toMatchObject({ isRunning: true, outcome: null, tookMs: null })
  expect(Date.parse(nextAt) - Date.parse(startedAt ?? '')).toBe(60_000)
  const told = (metric: string, task: string) => sample(`quad_job_${metric}{task="a test that ${task}"}`)
  expect(await Promise.all(['ends', 'fails', 'goes on'].map((task) => told('failed', task)))).toEqual([0, 1, undefined])
  expect(await told('last_duration_seconds', 'ends')).toBeGreaterThanOrEqual(0)
  expect(await told('last_run_timestamp_seconds', 'goes on')).toBe(Date.parse(startedAt ?? '') / 1000)
  waiting.resolve()
  for (const stop of stops) await stop()
  expect(runningJobs().filter(({ task }) => task.startsWith('a test that '))).toEqual([])
  expect(await told('failed', 'fails')).toBeUndefined()
})

test('the note of a server names it and its jobs, and goes with it; one of another server stays', async () => {
  mkdirSync(config.dataDir, { recursive: true })
  const noted = () => readServerNote(config.dataDir)
  const start = async () => {
    const stop = startServerNote('http://127.0.0.1:3000')
    await until(() => noted() !== undefined, 'the note')
    return stop
  }
  const stop = await start()
  expect(noted()).toMatchObject({ pid: process.pid, url: 'http://127.0.0.1:3000', version })
  await stop()
  expect(noted()).toBeUndefined()
  const stopOther = await start()
  const file = join(config.dataDir, 'server.json')
  writeFileSync(file, readFileSync(file, 'utf8').replace(`"pid":${process.pid}`, '"pid":1'))
  await stopOther()
  expect(noted()).toMatchObject({ pid: 1 })
  rmSync(file)
})
