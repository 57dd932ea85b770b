import type { Scheduler } from 'fast-check'
import type { LogSync } from '../../../../db/log-sync'
import type { Tx } from '../../../../db/transaction-callback'
import type { WriteQueue } from '../../../../db/write-queue'
import { SimulatedDisk } from './disk'
import { SimulatedEventLoop, settled } from './event-loop'
import type { CallbackPlan, Scenario } from './scenario'
import { Faults, SimulatedSqlite } from './sqlite'

/** The code under test: the program's own, or a mutant of it. */
export type Program = { WriteQueue: typeof WriteQueue; LogSync: typeof LogSync }

type Outcome = { status: 'resolved' } | { status: 'rejected'; error: unknown }

/** One call of `write`, and what became of it. */
export type Write = {
  id: number
  plan: CallbackPlan
  isAfterClose: boolean
  calledAt: number
  /** How often its callback ran, and in which transaction. */
  runs: number
  transaction: number
  /** The values that it put, as far as its connection took them. */
  put: number[]
  ownError: Error
  outcome: Outcome | undefined
}

export type Event = { kind: 'run' | 'effect' | 'resolved' | 'rejected'; write: Write }

const PROBE: CallbackPlan = {
  puts: 1,
  awaits: 0,
  effects: 1,
  isEffectFaulty: false,
  ending: 'returns',
  swallows: false,
}

/** Ten times as many as any scenario has. */
const MOST_EVENTS = 5000

/** For so long, and a little longer, a write waits for a lock; nothing else takes time here. */
const PATIENCE_MS = 5000

/** Runs a scenario; what happened is for `violations` to judge. */
export class Simulation {
  readonly faults: Faults
  readonly sqlite: SimulatedSqlite
  readonly disk: SimulatedDisk
  readonly writes: Write[] = []
  readonly events: Event[] = []
  /** What must not happen at all, as it happened. */
  readonly wrong: string[] = []
  /** Written once the faults are over, before the last close. */
  probe: Write | undefined
  /** Of each, so many wait. */
  closings = 0
  confirmations = 0
  tasks = 0
  readonly #scenario: Scenario
  readonly #scheduler: Scheduler
  readonly #loop: SimulatedEventLoop
  readonly #queue: WriteQueue
  readonly #log: LogSync
  #isClosing = false
  #isTaskRunning = false
  #hasClosed = false

  constructor({ WriteQueue, LogSync }: Program, scenario: Scenario, scheduler: Scheduler) {
    this.#scenario = scenario
    this.#scheduler = scheduler
    this.#loop = new SimulatedEventLoop(scheduler)
    this.faults = new Faults(scenario.faults)
    this.sqlite = new SimulatedSqlite(this.faults, () => this.#checkCall())
    this.disk = new SimulatedDisk(this.sqlite, this.faults, this.#loop)
    this.#log = new LogSync('simulated.db', this.disk)
    const [writer, report] = [this.sqlite.connection, () => undefined]
    this.#queue = new WriteQueue({ writer, log: this.#log, report, loop: this.#loop })
  }

  async run() {
    for (const [n, plans] of this.#scenario.calls.entries())
      this.#loop.some(`call ${n}`, () => {
        for (const plan of plans) this.#write(plan)
      })
    for (let n = 0; n < this.#scenario.confirmations; n++) this.#loop.some('confirmation', () => this.#confirm())
    for (const task of this.#scenario.tasks) this.#loop.some('task', () => this.#between(task))
    if (this.#scenario.closes) this.#loop.some('close', () => this.#close())
    await this.#idle()
    if (this.closings > 0) this.wrong.push('a close waits for ever')
    this.faults.end()
    this.probe = this.#write(PROBE)
    await this.#idle()
    this.#close()
    await this.#idle()
  }

  /** Lets every event come that is on its way. */
  async #idle() {
    await settled()
    for (let events = 0; this.#scheduler.count() > 0; events++) {
      if (events === MOST_EVENTS) return void this.wrong.push('it never comes to rest')
      await this.#scheduler.waitNext(1)
      await settled()
    }
  }

  #write(plan: CallbackPlan): Write {
    const id = this.writes.length
    const write: Write = {
      ...{ id, plan, isAfterClose: this.#isClosing, calledAt: this.#loop.now, runs: 0, transaction: 0, put: [] },
      ...{ ownError: new Error(`refused by ${id}`), outcome: undefined },
    }
    this.writes.push(write)
    this.#queue
      .write((tx) => this.#callback(write, tx))
      .then(
        (value) => this.#settle(write, { status: 'resolved' }, value),
        (error) => this.#settle(write, { status: 'rejected', error }, id),
      )
    return write
  }

  #settle(write: Write, outcome: Outcome, value: number) {
    write.outcome = outcome
    this.events.push({ kind: outcome.status, write })
    if (value !== write.id) this.wrong.push(`write ${write.id} got the value of ${value}`)
    if (this.#hasClosed && !write.isAfterClose) this.wrong.push(`write ${write.id} settled after the close`)
    if (outcome.status === 'resolved') this.#checkSynced(write)
    else this.#checkPatience(write, outcome.error)
    if (this.#loop.now - write.calledAt > PATIENCE_MS + 100) this.wrong.push(`write ${write.id} waited too long`)
  }

  /** At the moment when the promise resolves. */
  #checkSynced(write: Write) {
    const commit = this.sqlite.commits.findIndex(({ transaction }) => transaction === write.transaction)
    if (commit === -1) this.wrong.push(`write ${write.id} resolved without a commit`)
    else if (commit >= this.disk.synced) this.wrong.push(`write ${write.id} resolved before it was on disk`)
  }

  /** A write is refused for a lock only once it has waited for it. */
  #checkPatience({ id, calledAt, runs }: Write, error: unknown) {
    if (!(error instanceof Error && 'reason' in error && error.reason === 'busy') || runs > 0) return
    if (this.#loop.now - calledAt < PATIENCE_MS) this.wrong.push(`write ${id} did not wait for the lock`)
  }

  /** A task between batches, which takes some time and has the database to itself. */
  #between({ fails }: { fails: boolean }) {
    const own = new Error('a task failed')
    const [isAfterClose, isAfterFailure] = [this.#isClosing, this.disk.hasFailed]
    this.tasks++
    const task = async () => {
      if (isAfterClose || isAfterFailure) this.wrong.push('a task ran after the close or a failed sync')
      // Somebody beside the queue may sync at any time.
      const isSyncing = this.disk.isSyncing && this.#scenario.confirmations === 0
      // Where ROLLBACK failed, the next batch repeats it.
      const isOpen = this.sqlite.inTransaction && !this.faults.struck.some(({ fault }) => fault.call === 'rollback')
      if (isOpen || isSyncing) this.wrong.push('a task ran in the middle of a batch')
      this.#isTaskRunning = true
      await new Promise<void>((resolve) => this.#loop.some('what a task waits for', resolve))
      this.#isTaskRunning = false
      if (fails) throw own
    }
    this.#queue.between(task).then(
      () => this.tasks--,
      (error) => {
        this.tasks--
        if (error !== own && !isAfterClose && !this.disk.hasFailed) this.wrong.push(`a task was refused: ${error}`)
      },
    )
  }

  /** Somebody beside the queue asks whether what is committed now is on disk. */
  #confirm() {
    const committed = this.sqlite.commits.length
    this.confirmations++
    const answer = (isConfirmed: boolean) => {
      this.confirmations--
      if (isConfirmed && committed > this.disk.synced) this.wrong.push('a sync resolved before the commits before it')
      if (!isConfirmed && !this.disk.hasFailed) this.wrong.push('a sync was rejected without a cause')
    }
    this.#log.synced().then(
      () => answer(true),
      () => answer(false),
    )
  }

  async #callback(write: Write, tx: Tx) {
    const { id, plan } = write
    write.runs++
    write.transaction = this.sqlite.transaction
    this.sqlite.write = id
    this.events.push({ kind: 'run', write })
    for (let n = 0; n < plan.effects; n++) tx.afterCommit(() => this.#effect(write))
    for (let n = 0; n < plan.puts; n++) {
      this.#put(write, tx)
      for (let turn = 0; turn < plan.awaits; turn++) await undefined
    }
    if (plan.ending === 'throws') throw write.ownError
    if (plan.ending === 'hangs') await new Promise(() => undefined)
    if (plan.ending === 'writes') await this.#writeWithin(write)
    if (plan.ending === 'waits') {
      const { promise, resolve } = Promise.withResolvers<void>()
      this.#loop.some('what a callback waits for', resolve)
      await promise
      this.#put(write, tx)
    }
    return id
  }

  #put(write: Write, tx: Tx) {
    const value = write.put.length
    const { sqlite } = tx
    this.sqlite.write = write.id
    try {
      sqlite.run(`put ${write.id} ${value}`)
      write.put.push(value)
    } catch (error) {
      if (!write.plan.swallows) throw error
    }
  }

  /** A write that awaits another would wait for ever, where that is not refused at once. */
  async #writeWithin(write: Write) {
    await this.#queue.write(async () => undefined).catch(() => Promise.reject(write.ownError))
  }

  #effect(write: Write) {
    this.events.push({ kind: 'effect', write })
    if (write.plan.isEffectFaulty) throw new Error('effect')
  }

  #close() {
    this.#isClosing = true
    this.closings++
    this.#queue.close().then(() => {
      this.closings--
      this.#hasClosed = true
      const waiting = this.writes.filter(({ outcome, isAfterClose }) => !isAfterClose && outcome === undefined)
      for (const { id } of waiting) this.wrong.push(`closed before write ${id} settled`)
    })
  }

  #checkCall() {
    if (this.#isTaskRunning) this.wrong.push('the database was used during a task')
    if (this.disk.hasFailed) this.wrong.push('the database was used after a failed sync')
    if (this.#hasClosed) this.wrong.push('the database was used after the close')
  }
}
