import type { Simulation, Write } from './simulation'
import type { Struck } from './sqlite'

/** What the write queue promises and this run broke, each in words; none when all is well. */
export function violations(simulation: Simulation) {
  const { writes } = simulation
  return [
    ...simulation.wrong,
    ...(simulation.closings > 0 ? ['a close waits for ever'] : []),
    ...(simulation.disk.syncsAfterFailure > 0 ? ['the log was synced again after a failed sync'] : []),
    ...(simulation.tasks > 0 ? ['a task waits for ever'] : []),
    ...(simulation.confirmations > 0 ? ['a sync waits for ever'] : []),
    ...writes.flatMap((write) => [...outcomeViolations(write, simulation), ...rowViolations(write, simulation)]),
    ...effectViolations(simulation),
    ...orderViolations(simulation),
    ...probeViolations(simulation),
  ]
}

function* outcomeViolations(write: Write, simulation: Simulation): Iterable<string> {
  const { id, outcome, runs, isAfterClose, plan } = write
  if (runs > 1) yield `the callback of ${id} ran ${runs} times`
  if (isAfterClose && runs > 0) yield `the callback of ${id} ran after the close`
  if (outcome === undefined) return yield `write ${id} waits for ever`
  if (outcome.status === 'resolved') {
    if (runs === 0) yield `write ${id} resolved and its callback did not run`
    if (plan.ending === 'throws') yield `write ${id} resolved and its callback threw`
    if (plan.ending === 'hangs' || plan.ending === 'writes') yield `write ${id} resolved and its callback had not ended`
    return
  }
  if (!mayReject(write, outcome.error, simulation)) yield `write ${id} was rejected without a cause: ${outcome.error}`
}

/** Whether that error is this write's own, or of a fault that concerned it. */
function mayReject(write: Write, error: unknown, { faults, disk }: Simulation) {
  if (write.isAfterClose) return nameOf(error) === 'StorageClosed'
  const concerned = faults.struck.filter((struck) => concerns(struck, write))
  if (concerned.length > 0 && nameOf(error) === 'StorageUnavailable') return true
  if (concerned.some((struck) => struck.error === error)) return true
  // Its own refusal, even where the sync failed.
  if (error === write.ownError) return ['throws', 'writes'].includes(write.plan.ending)
  if (nameOf(error) === 'StalledWrite') return ['waits', 'hangs', 'writes'].includes(write.plan.ending)
  return disk.hasFailed && nameOf(error) === 'StorageUnavailable'
}

function concerns({ fault: { call, endsTransaction }, during }: Struck, write: Write) {
  if (during === undefined) return true
  // Its callback never ran: its transaction did not begin, or ended before its turn.
  if (write.runs === 0) return true
  if (during.write === write.id && (call === 'statement' || call === 'release')) return true
  const concernsAll = !['statement', 'release'].includes(call) || endsTransaction || during.previous === 'rollback to'
  return concernsAll && during.transaction === write.transaction
}

/** A mutant has error classes of its own. */
const nameOf = (error: unknown) => (error instanceof Error ? error.name : '')

function* rowViolations({ id, put, outcome }: Write, { sqlite, disk }: Simulation): Iterable<string> {
  const holding = sqlite.commits.filter(({ rows }) => rows.some(({ write }) => write === id))
  const rows = holding.flatMap((commit) => commit.rows.filter(({ write }) => write === id).map(({ value }) => value))
  const isWhole = holding.length <= 1 && rows.join() === put.join()
  if (outcome?.status === 'resolved') {
    if (!isWhole) yield `write ${id} resolved with the rows [${rows}] of [${put}]`
  } else if (rows.length > 0) {
    // A failed sync leaves open whether a commit is on disk, but not whether it is whole.
    const isUnknown = disk.hasFailed && holding.every((commit) => sqlite.commits.indexOf(commit) >= disk.synced)
    if (!isUnknown || !isWhole) yield `write ${id} was rejected and left the rows [${rows}] of [${put}]`
  }
}

function* effectViolations({ writes, events, sqlite }: Simulation): Iterable<string> {
  const effects = events.flatMap((event) => (event.kind === 'effect' ? [event.write.id] : []))
  if (effects.some((id, n) => id < (effects[n - 1] ?? 0))) yield `effects ran in the order ${effects}`
  const committed = new Set(sqlite.commits.map(({ transaction }) => transaction))
  for (const { id, plan, outcome, transaction } of writes) {
    const ran = effects.filter((other) => other === id).length
    if (outcome?.status === 'resolved' && ran !== plan.effects) yield `${ran} of ${plan.effects} effects of ${id} ran`
    if (ran > 0 && !committed.has(transaction)) yield `effects of ${id} ran without a commit`
    if (ran > 0 && plan.ending !== 'returns' && plan.ending !== 'waits') yield `effects of ${id} ran and it failed`
  }
  for (const [n, { kind, write }] of events.entries()) {
    const isEarly = (event: (typeof events)[number]) =>
      event.kind === 'effect' && event.write.transaction === write.transaction
    if (kind === 'resolved' && events.slice(n).some(isEarly))
      yield `write ${write.id} resolved before the effects of its batch`
  }
}

function* orderViolations({ events, sqlite }: Simulation): Iterable<string> {
  const runs = events.flatMap(({ kind, write }) => (kind === 'run' ? [write.id] : []))
  const rows = sqlite.commits.flatMap((commit) => commit.rows.map(({ write }) => write))
  for (const order of [runs, rows])
    if (order.some((id, n) => id < (order[n - 1] ?? 0))) yield `writes were called in order and made in ${order}`
}

/** Once the faults are over the queue writes again, unless a sync failed. */
function* probeViolations({ probe, disk }: Simulation): Iterable<string> {
  if (probe === undefined || probe.isAfterClose) return
  if (disk.hasFailed && probe.runs > 0) yield 'the queue wrote after a failed sync'
  if (!disk.hasFailed && probe.outcome?.status === 'rejected') yield 'the queue did not recover from its faults'
}
