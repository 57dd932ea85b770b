import { LRUCache } from 'lru-cache'
import { type SlowStatement, watchStatements } from '../../db/connection'
import { Counter } from '../../db/prometheus'
import { config } from '../config'
import { log } from './log'
import { currentActivity } from './tracing/activity'

/** A statement that is slow at every request must not fill the log. */
const LINES_A_MINUTE = 5
const MINUTE_MS = 60_000

/** For each text, since when its lines are counted, how many there were, and how many were left out before. */
const written = new LRUCache<string, { since: number; lines: number; unlogged: number }>({ max: 500 })

const counter = new Counter({
  name: 'quad_slow_statements_total',
  help: 'Statements of the database that took SLOW_QUERY_MS or longer',
})

/** Logs and counts slow statements, if the configuration says from when on one is. */
export function startSlowStatementLog(): void {
  if (config.slowQueryMs > 0) watchStatements(config.slowQueryMs, note)
}

/** The text has a sign for each parameter, which `tests/api/examples.test.ts` proves: no value is in it. */
function note({ text, rows, ms }: SlowStatement): void {
  counter.inc()
  const now = performance.now()
  let lines = written.get(text)
  if (lines === undefined || now - lines.since >= MINUTE_MS) {
    lines = { since: now, lines: 0, unlogged: lines?.unlogged ?? 0 }
    written.set(text, lines)
  }
  if (lines.lines >= LINES_A_MINUTE) {
    lines.unlogged++
    return
  }
  lines.lines++
  const { id, route, task } = currentActivity() ?? {}
  const of = { ...(id && { requestId: id }), ...(route && { route }), ...(task && { task }) }
  const statement = text.replace(/\s+/g, ' ').trim()
  log.warn({ statement, rows, ms: Math.round(ms * 10) / 10, ...of, unlogged: lines.unlogged }, 'a statement was slow')
  lines.unlogged = 0
}
