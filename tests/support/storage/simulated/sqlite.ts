import type { Database } from 'bun:sqlite'
import type { Connection } from '../../../../db/connection'

/** What a simulated fault can strike: a call of the connection, or one of the disk beside it. */
export const CALLS = [
  'begin',
  'savepoint',
  'statement',
  'release',
  'rollback to',
  'commit',
  'rollback',
  'open log',
  'sync log',
] as const
export type Call = (typeof CALLS)[number]

/** The calls of one kind that fail, from the `nth` on. */
export type Fault = {
  call: Call
  nth: number
  times: number
  code: string
  /** Whether SQLite rolls back the whole transaction, as it may on these errors (https://sqlite.org/lang_transaction.html). */
  endsTransaction: boolean
}

/** A fault that happened, and in what. */
export type Struck = { fault: Fault; error: Error; during?: During | undefined }
type During = { transaction: number; write: number | undefined; previous: Call | undefined }

class SimulatedError extends Error {
  override name = 'SQLiteError'
  constructor(
    readonly code: string,
    message = code,
  ) {
    super(message)
  }
}

/** Decides which calls fail, and keeps which did. */
export class Faults {
  readonly struck: Struck[] = []
  readonly #planned: readonly Fault[]
  readonly #calls = new Map<Call, number>()
  #isOver = false

  constructor(planned: readonly Fault[]) {
    this.#planned = planned
  }

  /** From now on every call succeeds. */
  end() {
    this.#isOver = true
  }

  next(call: Call, during?: During): Struck | undefined {
    const count = this.#calls.get(call) ?? 0
    this.#calls.set(call, count + 1)
    if (this.#isOver) return undefined
    const fault = this.#planned.find(({ call: of, nth, times }) => of === call && count >= nth && count < nth + times)
    if (fault === undefined) return undefined
    const struck = { fault, error: new SimulatedError(fault.code), during }
    this.struck.push(struck)
    return struck
  }
}

/** A row, named for the write that puts it. */
export type Row = { write: number; value: number }
type Savepoint = { name: string; rows: number; isOutermost: boolean }
type Transaction = { id: number; rows: Row[]; savepoints: Savepoint[] }
type Commit = { transaction: number; rows: readonly Row[] }

/**
 * As much of SQLite as a write queue uses: one connection in WAL mode whose rows are the writes' puts. The log is the
 * list of commits, of which a prefix is on disk.
 */
export class SimulatedSqlite {
  readonly commits: Commit[] = []
  /** The write whose callback uses the connection, as far as the scenario knows. */
  write: number | undefined
  readonly #faults: Faults
  readonly #onCall: () => void
  #transaction: Transaction | undefined
  #transactions = 0
  #previous: Call | undefined

  constructor(faults: Faults, onCall: () => void) {
    this.#faults = faults
    this.#onCall = onCall
  }

  /** What the queue takes for a connection; it uses no more of one. */
  get connection(): Connection {
    return { sqlite: this as unknown as Database, orm: undefined as never }
  }

  get inTransaction() {
    return this.#transaction !== undefined
  }

  /** The latest transaction, ended or not. */
  get transaction() {
    return this.#transactions
  }

  prepare(sql: string): { run(): void } {
    return { run: () => this.run(sql) }
  }

  run(sql: string) {
    this.#onCall()
    const call = callOf(sql)
    const { write } = this
    const transaction = this.#transaction?.id ?? this.#transactions + 1
    const struck = this.#faults.next(call, { transaction, write, previous: this.#previous })
    this.#previous = call
    if (struck !== undefined) {
      if (struck.fault.endsTransaction) this.#transaction = undefined
      throw struck.error
    }
    if (call === 'begin') this.#begin()
    else if (call === 'savepoint') this.#savepoint(lastWord(sql))
    else if (call === 'release') this.#release(lastWord(sql))
    else if (call === 'rollback to') this.#rollBackTo(lastWord(sql))
    else if (call === 'statement') this.#put(sql)
    else this.#end(call)
  }

  #begin() {
    if (this.#transaction !== undefined) throw logicError('cannot start a transaction within a transaction')
    this.#transaction = { id: ++this.#transactions, rows: [], savepoints: [] }
  }

  /** Outside a transaction it begins one, as in SQLite, and its release commits. */
  #savepoint(name: string) {
    const isOutermost = this.#transaction === undefined
    if (isOutermost) this.#begin()
    const { rows, savepoints } = this.#transaction!
    savepoints.push({ name, rows: rows.length, isOutermost })
  }

  #release(name: string) {
    const { savepoints } = this.#find(name)
    const [released] = savepoints.splice(savepoints.findLastIndex((savepoint) => savepoint.name === name))
    if (released?.isOutermost) this.#end('commit')
  }

  #rollBackTo(name: string) {
    const { rows, savepoints } = this.#find(name)
    savepoints.length = savepoints.findLastIndex((savepoint) => savepoint.name === name) + 1
    rows.length = savepoints.at(-1)!.rows
  }

  #find(name: string): Transaction {
    const transaction = this.#transaction
    if (!transaction?.savepoints.some((savepoint) => savepoint.name === name))
      throw logicError(`no such savepoint: ${name}`)
    return transaction
  }

  /** Outside a transaction a statement commits by itself. */
  #put(sql: string) {
    const [, write, value] = sql.split(' ').map(Number)
    const row = { write: write!, value: value! }
    if (this.#transaction === undefined) this.commits.push({ transaction: ++this.#transactions, rows: [row] })
    else this.#transaction.rows.push(row)
  }

  #end(call: Call) {
    if (this.#transaction === undefined) throw logicError(`cannot ${call} - no transaction is active`)
    const { id, rows } = this.#transaction
    this.#transaction = undefined
    if (call === 'commit') this.commits.push({ transaction: id, rows })
  }
}

const logicError = (message: string): Error => new SimulatedError('SQLITE_ERROR', message)

const lastWord = (sql: string) => sql.split(' ').at(-1)!

function callOf(sql: string): Call {
  const [first, second] = sql.toLowerCase().split(' ')
  if (first === 'put') return 'statement'
  if (first === 'rollback' && second === 'to') return 'rollback to'
  const call = CALLS.find((name) => name === first)
  if (call === undefined) throw new Error(`The simulated SQLite does not know: ${sql}`)
  return call
}
