import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { Counter } from '../../../db/prometheus'
import * as timers from '../../../db/timers'
import { inActivity, inSpan } from '../tracing/spans'
import { log, sparingly } from './log'
import { gauge } from './metrics'

// The one place of timers and of work that nobody waits for: what that throws is logged and counted, and ends nothing.

const failures = new Counter({
  name: 'quad_background_failures_total',
  help: 'Failures of work that no request waits for, by task',
  labelNames: ['task'],
})

/** A full disk fails some tasks many times a second. */
const unlogged = sparingly()

/** Counts the failure of a task, and logs it at most once a minute. */
export function reportFailure(err: unknown, task = 'unknown work'): void {
  failures.inc({ task })
  const unloggedFailures = unlogged(task)
  if (unloggedFailures !== undefined) log.error({ err, task, unloggedFailures }, `${task} failed in the background`)
}

/** What a request starts is no part of it: neither its log nor a trace leads from one to the other. */
const apart = (task: string, work: () => unknown) => () => inActivity({ task, trace: undefined }, work)
const running = new Set<Promise<void>>()

/** Starts a task after the response, so that its time reveals nothing about the task. Shutdown waits for it. */
export function inBackground(task: string, work: () => Promise<void>): void {
  const { promise, resolve } = Promise.withResolvers<void>()
  running.add(promise)
  afterTurn(task, async () => {
    await attempt(task, () => inSpan(task, 'internal', {}, work))
    running.delete(promise)
    resolve()
  })
}

export async function backgroundIdle(): Promise<void> {
  while (running.size > 0) await Promise.all(running)
}

/** Waits for work, and for so long at most. Rejects if the work does. */
export async function within(ms: number, work: Promise<unknown>): Promise<void> {
  const { promise: late, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  await Promise.race([work, late]).finally(() => clearTimeout(timer))
}

/** What work comes to; rejects with what `late` returns if that takes longer. */
export async function unlessLate<T>(ms: number, task: string, work: T | Promise<T>, late: () => Error): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const forget = after(ms, task, () => reject(late()))
  return Promise.race([work, promise]).finally(forget)
}

export const attempt = (task: string, work: () => unknown): Promise<void> => timers.attempt(task, work, reportFailure)

export const afterTurn = (task: string, work: () => unknown): void =>
  timers.runNext(task, apart(task, work), reportFailure)

/** Runs a task once, after a time. The returned function prevents that. */
export const after = (ms: number, task: string, work: () => unknown): (() => void) =>
  timers.runAfter(ms, task, apart(task, work), reportFailure)

const orNull = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])

/** How a repeated task does, as commands read it, too. */
export const Job = Type.Object({
  task: Type.String(),
  everyMs: Type.Number(),
  isRunning: Type.Boolean(),
  startedAt: orNull(Type.String()),
  tookMs: orNull(Type.Number()),
  outcome: Type.Union([Type.Literal('done'), Type.Literal('failed'), Type.Null()]),
  nextAt: Type.String(),
})
export type Job = Static<typeof Job>

const jobs = new Map<string, Job>()

/** What looks more often whether there is something to do is no span: what it then does is one. */
const TRACED_EVERY_MS = 60_000
export const runningJobs = (): Job[] => [...jobs.values()].sort((a, b) => (a.task < b.task ? -1 : 1))

/** What is no number is not told. */
const TOLD: [name: string, help: string, said: (job: Job) => number][] = [
  [
    'last_run_timestamp_seconds',
    'When a repeated task last began, since 1970',
    (job) => Date.parse(job.startedAt ?? '') / 1000,
  ],
  [
    'last_duration_seconds',
    'How long the last run of a repeated task took',
    (job) => (job.tookMs ?? Number.NaN) / 1000,
  ],
  [
    'failed',
    'Whether the last run of a repeated task failed',
    ({ outcome }) => (outcome === null ? Number.NaN : Number(outcome === 'failed')),
  ],
]
for (const [name, help, said] of TOLD) {
  const read = () => Object.fromEntries(runningJobs().map((job) => [job.task, said(job)]))
  gauge(`quad_job_${name}`, help, read, 'task')
}

/** By so much more than the interval may lie between two runs. */
const GAP_MS = 60_000

type RepeatedWork = (isAfterGap: boolean, stopping: AbortSignal) => unknown

/**
 * Now and in every interval, never twice at once. The returned function stops that and waits for a run, which may end
 * early, by what it throws, once `stopping` is aborted. `isAfterGap`: none was done for a while, as each failed, or nothing
 * ran, or the clock jumped ahead.
 */
export function runEvery(ms: number, task: string, work: RepeatedWork): () => Promise<void> {
  const stopping = new AbortController()
  const none = { isRunning: false, startedAt: null, tookMs: null, outcome: null }
  const job: Job = { task, everyMs: ms, ...none, nextAt: new Date(Date.now() + ms).toISOString() }
  jobs.set(task, job)
  let lastDone = Number.NEGATIVE_INFINITY
  const run = async () => {
    const began = Date.now()
    job.isRunning = true
    job.startedAt = new Date(began).toISOString()
    job.nextAt = new Date(began + ms).toISOString()
    try {
      await work(began - lastDone > ms + GAP_MS, stopping.signal)
      lastDone = began
      job.outcome = 'done'
    } catch (error) {
      job.outcome = 'failed'
      if (!stopping.signal.aborted) throw error
    } finally {
      job.isRunning = false
      job.tookMs = Date.now() - began
    }
  }
  const traced = ms < TRACED_EVERY_MS ? run : () => inSpan(task, 'internal', {}, run)
  const stop = timers.runEvery(ms, task, apart(task, traced), reportFailure, 'now')
  return async () => {
    if (jobs.get(task) === job) jobs.delete(task)
    stopping.abort(new Error('Quad is stopping'))
    await stop()
  }
}

/** What begins such a task. */
export const every =
  (...repeated: Parameters<typeof runEvery>) =>
  () =>
    runEvery(...repeated)

/** Calls `run` for a key at once, then at most once in each pause, however often the key is touched. */
export class Throttle {
  /** Keys within their pause; true if they were touched again. */
  readonly #pausing = new Map<string, boolean>()

  /** `run` returns whether it did anything; if not, there is no pause. `task` names it where it fails. */
  constructor(
    private readonly task: string,
    private readonly pauseMs: number,
    private readonly run: (key: string) => boolean,
  ) {}

  touch(key: string): void {
    if (this.#pausing.has(key)) {
      this.#pausing.set(key, true)
      return
    }
    try {
      if (!this.run(key)) return
    } catch (err) {
      reportFailure(err, this.task)
      return
    }
    this.#pausing.set(key, false)
    after(this.pauseMs, this.task, () => {
      const again = this.#pausing.get(key)
      this.#pausing.delete(key)
      if (again) this.touch(key)
    })
  }
}
