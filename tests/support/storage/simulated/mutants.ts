import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Program } from './simulation'

/** A planted fault: one place of the write queue or the log sync, changed. */
export type Mutant = { name: string; file: (typeof FILES)[number]; from: string; to: string }

/** Parts of the write queue, without those that its tests replace. */
const FILES = ['write-queue', 'group-commit', 'transaction-callback', 'turn', 'log-sync'] as const

const callback = (name: string, from: string, to: string): Mutant => ({ name, file: 'transaction-callback', from, to })
const queue = (name: string, from: string, to: string): Mutant => ({ name, file: 'write-queue', from, to })
const group = (name: string, from: string, to: string): Mutant => ({ name, file: 'group-commit', from, to })
const log = (name: string, from: string, to: string): Mutant => ({ name, file: 'log-sync', from, to })

export const MUTANTS: readonly Mutant[] = [
  queue('resolves before the sync', 'await this.#log?.synced()', 'this.#log?.synced().catch(() => undefined)'),
  group('takes a failed commit for a commit', 'this.#commit.run()', 'try { this.#commit.run() } catch {}'),
  group('keeps what a failed callback wrote', 'this.#rollbackTo.run()', ''),
  group('fails all for one callback', 'if (!this.#writer.sqlite.inTransaction)\n        throw', 'throw'),
  group(
    'gives all the error of one callback',
    "throw storageFault(error) ?? new StorageUnavailable('io', { cause: error })",
    'throw error',
  ),
  callback(
    'goes on writing where SQLite has rolled back',
    "if (!this.#writer.sqlite.inTransaction) throw new StorageUnavailable('io')",
    '',
  ),
  group(
    'begins in a transaction',
    'if (this.#writer.sqlite.inTransaction) this.#rollback.run()\n    this.#begin',
    'this.#begin',
  ),
  group(
    'runs the effects of a failed callback',
    'return () => callback.reject(reason)',
    'effects.push(...tx.effects); return () => callback.reject(reason)',
  ),
  callback('runs effects before the commit', 'this.effects.push(effect)', 'try { effect() } catch {}'),
  group(
    'runs effects some time after the commit',
    'for (const effect of effects) this.#runEffect(effect)',
    'setImmediate(() => { for (const effect of effects) this.#runEffect(effect) })',
  ),
  group(
    'forgets the other effects when one throws',
    'for (const effect of effects) this.#runEffect(effect)',
    'for (const effect of effects) try { effect() } catch { break }',
  ),
  group(
    'rejects one of a batch',
    'for (const { reject } of batch) reject(reason)\n      return undefined',
    'batch[0]?.reject(reason)\n      return undefined',
  ),
  queue('changes the order', 'this.#waiting.push(', 'this.#waiting.unshift('),
  queue(
    'forgets who came meanwhile',
    'if (this.#waiting.length > 0 || this.#tasks.length > 0) return this.#schedule()',
    '',
  ),
  {
    name: 'waits for a stalled callback',
    file: 'turn',
    from: 'this.#reject?.(new StalledWrite())',
    to: '',
  },
  group('lets a stalled callback go on', 'tx.end()', ''),
  queue('closes before all is settled', 'if (!this.#busy) this.#idle.resolve()', 'this.#idle.resolve()'),
  queue('never says that it has closed', 'if (this.#closed) this.#idle.resolve()', ''),
  queue('writes after the close', 'if (this.#closed) return Promise.reject(new StorageClosed())', ''),
  queue('gives up at the first lock', 'now - lockedSince < lockPatienceMs', 'now < lockedSince'),
  queue(
    'waits for a lock as long as it takes',
    'if (overdue.length === 0) return',
    'this.#waiting.unshift(...overdue); return',
  ),
  queue('loses who waits for a lock', 'return this.#waitForLock()', 'return'),
  queue('runs a task and a batch at once', 'await task?.run()', 'void task?.run()'),
  queue('takes writes after a failed sync', 'if (this.#isHalted()) return Promise.reject(this.#halted)', ''),
  group('rolls back after a failed sync', 'if (this.#halted() === undefined) this.#rollBack()', 'this.#rollBack()'),
  log('syncs again after a failed sync', 'this.#failure = new', 'const failure = new'),
  log(
    'lets commits join a sync that began before',
    'this.#next = undefined\n    this.#syncing = true',
    'this.#syncing = true',
  ),
]

const db = join(import.meta.dir, '../../../../db')

/** Imports the program with the mutant planted; its files go into `folder`. */
export async function plant(mutant: Mutant | undefined, folder: string): Promise<Program> {
  const copies = join(folder, `planted-${Bun.randomUUIDv7()}`)
  mkdirSync(copies)
  for (const file of FILES) {
    const source = readFileSync(join(db, `${file}.ts`), 'utf8')
    const planted = mutant?.file === file ? changed(source, mutant) : source
    const path = (name: string) => ((FILES as readonly string[]).includes(name) ? `./${name}` : `${db}/${name}`)
    writeFileSync(
      join(copies, `${file}.ts`),
      planted.replace(/from '\.\/([\w-]+)'/g, (_, name) => `from '${path(name)}'`),
    )
  }
  const { WriteQueue } = await import(join(copies, 'write-queue.ts'))
  const { LogSync } = await import(join(copies, 'log-sync.ts'))
  return { WriteQueue, LogSync }
}

function changed(source: string, { name, file, from, to }: Mutant) {
  if (source.split(from).length !== 2)
    throw new Error(`"${name}" is to change one place of db/${file}.ts, which is not there once: ${from}`)
  return source.replace(from, () => to)
}
