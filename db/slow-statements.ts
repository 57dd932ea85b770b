import type { Database, Statement } from 'bun:sqlite'

/** A statement that took long: its text as the program wrote it, with a sign for each parameter and no value. */
export type SlowStatement = { text: string; rows: number; ms: number }

let limitMs = Number.POSITIVE_INFINITY
let report: (slow: SlowStatement) => void = () => {}

/** From now on `noteSlow` is called with each statement that takes `ms` or longer. */
export function watchStatements(ms: number, noteSlow: (slow: SlowStatement) => void): void {
  limitMs = ms
  report = noteSlow
}

/**
 * To look at the clock twice costs a tenth of a microsecond, which is a hundredth of this. A statement that takes less, as
 * a rule, is timed once in so many times.
 */
const fastMs = 0.01
const timedOnceIn = 64
/** How much the last time counts. */
const weight = 0.25

type Method = 'get' | 'all' | 'values' | 'run'
const methods: readonly Method[] = ['get', 'all', 'values', 'run']

/** Times what is prepared on the connection from now on. What is iterated runs between other work, and is not timed. */
export function withTimes(database: Database): Database {
  const prepare = database.prepare.bind(database)
  database.prepare = ((text, params) => timed(prepare(text, params), text)) as Database['prepare']
  return database
}

function timed<S extends Pick<Statement, Method>>(statement: S, text: string): S {
  let usualMs = 0
  let untilTimed = 1
  for (const method of methods) {
    // Bound, or with `call`, it takes three times as long.
    const run = statement[method] as (...params: unknown[]) => unknown
    const timedRun = (...params: unknown[]) => {
      if (--untilTimed > 0) return run.apply(statement, params)
      const began = performance.now()
      const result = run.apply(statement, params)
      const ms = performance.now() - began
      usualMs += (ms - usualMs) * weight
      untilTimed = usualMs < fastMs ? timedOnceIn : 1
      if (ms >= limitMs) report({ text, rows: rowsIn(result), ms })
      return result
    }
    Object.defineProperty(statement, method, { value: timedRun })
  }
  return statement
}

/** That were read, or written. */
function rowsIn(result: unknown): number {
  if (Array.isArray(result)) return result.length
  if (typeof result !== 'object' || result === null) return 0
  return 'changes' in result && 'lastInsertRowid' in result ? Number(result.changes) : 1
}
