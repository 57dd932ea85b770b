import type { Connection } from './connection'
import { isUnsynced } from './storage-unavailable'
import type { Report } from './timers'

/**
 * 0x10000: every table, because this connection runs only the writes' queries
 * (https://sqlite.org/pragma.html#pragma_optimize).
 */
const optimizePragma = 'PRAGMA optimize = 0x10002'

/** Renews the planner's statistics of tables that changed much. */
export function renewStatistics({ sqlite }: Connection): void {
  sqlite.run(optimizePragma)
}

/** As `renewStatistics`. On a full disk the planner goes on with the statistics that it has. */
export function tryRenewStatistics(writer: Connection, report: Report): void {
  try {
    renewStatistics(writer)
  } catch (error) {
    if (isUnsynced(error)) throw error
    report(error, 'renewing statistics')
  }
}

/** The reader keeps the statistics that it read when it opened. */
export function reloadStatistics({ sqlite }: Connection): void {
  const statistics = sqlite.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'sqlite_stat1'").get()
  // Without statistics ANALYZE would create their table. With them it writes nothing, but the reader may not run it.
  if (statistics === null) return
  sqlite.run('PRAGMA query_only = 0')
  try {
    sqlite.run('ANALYZE sqlite_schema')
  } finally {
    sqlite.run('PRAGMA query_only = 1')
  }
}
