import { setSystemTime } from 'bun:test'
import { learnTonight } from '../../src/parts/classifier/night'
import { execute } from './content'

/** Sets the clock to when that of this machine says so next. */
export function at(hour: number) {
  const then = new Date()
  then.setHours(hour, 30)
  if (then.getTime() <= Date.now()) then.setDate(then.getDate() + 1)
  setSystemTime(then)
}

/** Moves the decisions by so many days. */
export const shift = (days: number) =>
  execute(`UPDATE classifier_decisions SET decided_at = strftime('%Y-%m-%dT%H:%M:%fZ', decided_at, '${days} days')`)

/** The classifier learns from what was decided until a day before. */
export async function sleepOver() {
  at(3)
  await learnTonight()
  setSystemTime()
}
