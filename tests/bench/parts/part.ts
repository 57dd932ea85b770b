import type { Workspace } from '../data'
import type { Table } from '../report'

export type Settings = {
  /** Seconds of one run. */
  seconds: number
  /** Runs of each contender, whose medians count. */
  rounds: number
  connections: number
  /** Posts of the campus that most parts run on, and of those that growth is measured over. */
  posts: number
  sizes: readonly number[]
  /** Rows of `operations` to measure; all, where it says nothing. */
  rows?: readonly string[] | undefined
}

/** One section of the report: what was measured, as it is kept and as it is shown. */
export type Result = { values: unknown; tables: Table[] }

export type Part = { title: string; run(settings: Settings, workspace: Workspace): Promise<Result> }
