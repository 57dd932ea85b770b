import { expect } from 'bun:test'
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

type Found = Partial<Row> & { problems?: readonly string[] }

/** Begins a row; the returned function adds it to the report of this run, and fails where something is wrong. */
export function reporting(fault: string): (found?: Found) => void {
  const began = performance.now()
  return ({ problems = [], ...counts } = {}) => {
    const seconds = Math.round((performance.now() - began) / 100) / 10
    const row: Row = { fault, runs: 1, acknowledged: 0, lost: problems.length, refused: 0, seconds, ...counts }
    if (process.env.FAULTS_ROWS) appendFileSync(process.env.FAULTS_ROWS, `${JSON.stringify(row)}\n`)
    else console.log(JSON.stringify(row))
    expect(problems.slice(0, 20)).toEqual([])
  }
}
