import fc from 'fast-check'
import { CALLS, type Call, type Fault } from './sqlite'

/** How a transaction callback ends. `waits`: it awaits an event of its own, in time or too late; `hangs`: for ever. */
const ENDINGS = ['returns', 'throws', 'waits', 'hangs', 'writes'] as const

export type CallbackPlan = {
  puts: number
  /** Awaits what is there already, as a query. */
  awaits: number
  effects: number
  isEffectFaulty: boolean
  ending: (typeof ENDINGS)[number]
  /** Goes on after a put that failed. */
  swallows: boolean
}

export type Scenario = {
  /** Writes that are called at once, each list at some time. */
  calls: CallbackPlan[][]
  /** The queue closes at some time, rather than at the end. */
  closes: boolean
  /** So often somebody beside the queue waits for a sync. */
  confirmations: number
  /** What runs between batches, and whether it fails. */
  tasks: { fails: boolean }[]
  faults: Fault[]
}

const callback: fc.Arbitrary<CallbackPlan> = fc.record({
  puts: fc.nat(3),
  awaits: fc.nat(3),
  effects: fc.nat(2),
  isEffectFaulty: weighted([7, false], [1, true]),
  ending: weighted([8, 'returns'], [2, 'throws'], [1, 'waits'], [1, 'hangs'], [1, 'writes']),
  swallows: weighted([3, false], [1, true]),
})

/** What each call may fail with, that ends the queue's transaction or leaves it (https://sqlite.org/rescode.html). */
export const CODES: Record<Call, readonly string[]> = {
  begin: ['SQLITE_BUSY', 'SQLITE_BUSY', 'SQLITE_BUSY', 'SQLITE_FULL', 'SQLITE_IOERR_READ'],
  savepoint: ['SQLITE_IOERR_WRITE', 'SQLITE_NOMEM'],
  statement: ['SQLITE_FULL', 'SQLITE_IOERR_WRITE', 'SQLITE_CONSTRAINT_UNIQUE'],
  release: ['SQLITE_FULL', 'SQLITE_IOERR_WRITE'],
  'rollback to': ['SQLITE_IOERR_READ', 'SQLITE_NOMEM'],
  commit: ['SQLITE_BUSY', 'SQLITE_FULL', 'SQLITE_IOERR_WRITE', 'SQLITE_IOERR_FSYNC', 'SQLITE_CONSTRAINT_FOREIGNKEY'],
  rollback: ['SQLITE_IOERR_READ'],
  'open log': ['EMFILE'],
  'sync log': ['EIO'],
}
/** So many times 25 ms a lock stays. */
const LONGER_THAN_PATIENCE = 250
const ENDS_TRANSACTION = /FULL|IOERR|NOMEM/

const fault: fc.Arbitrary<Fault> = fc.constantFrom(...CALLS.filter((call) => CODES[call].length > 0)).chain((call) =>
  fc
    .record({
      call: fc.constant(call),
      nth: fc.nat(call === 'statement' || call === 'release' ? 8 : 2),
      times: call === 'begin' ? weighted([6, 1], [6, 2], [6, 8], [1, LONGER_THAN_PATIENCE]) : fc.constantFrom(1, 1, 2),
      code: fc.constantFrom(...CODES[call]),
      endsTransaction: fc.boolean(),
    })
    .map((plan) => ({ ...plan, endsTransaction: plan.endsTransaction && ENDS_TRANSACTION.test(plan.code) })),
)

export const scenarios: fc.Arbitrary<Scenario> = fc
  .record({
    calls: fc.array(fc.array(callback, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 5 }),
    closes: weighted([2, false], [1, true]),
    confirmations: fc.nat(2),
    tasks: fc.array(fc.record({ fails: fc.boolean() }), { maxLength: 2 }),
    faults: fc.array(fault, { maxLength: 3 }),
  })
  // While the queue writes, nobody else syncs: a failure would reach it in the middle of a batch.
  .map((scenario) =>
    scenario.faults.some(({ call, code }) => call.endsWith(' log') || code.endsWith('FSYNC'))
      ? { ...scenario, confirmations: 0 }
      : scenario,
  )

function weighted<T>(...options: [weight: number, value: T][]): fc.Arbitrary<T> {
  return fc.oneof(...options.map(([weight, value]) => ({ weight, arbitrary: fc.constant(value) })))
}
