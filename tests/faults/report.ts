import { appendFileSync } from 'node:fs'

/** What one fault did: a row of the report. */
export type Row = {
  fault: string
  runs: number
  /** Writes that were answered with 2xx, and how many of them were gone afterwards. */
  acknowledged: number
  lost: number
  /** Writes that were refused, which may be repeated. */
  refused: number
  /** Writes whose answer never came, which happened as a whole or not at all. */
  unknown?: number
  seconds: number
}

/** Whether `bun run faults --long` runs, which takes minutes for each fault. */
export const isLong = process.env.FAULTS_LONG === '1'

/** Adds a row to the report of this run; a test calls it whatever the outcome. */
export function report(row: Row): void {
  const line = JSON.stringify({ ...row, seconds: Math.round(row.seconds * 10) / 10 })
  if (process.env.FAULTS_ROWS) appendFileSync(process.env.FAULTS_ROWS, `${line}\n`)
  else console.log(line)
}
