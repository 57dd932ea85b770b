import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Connection, Synchronous } from '../../../db/connection'
import type { Disk } from '../../../db/log-sync'
import { sql } from '../../../db/sql'
import { INTEGER, TEXT } from '../../../db/statement'
import { Storage, type Tx } from '../../../db/storage'
import type { LogLimits } from '../../../db/watch'

/** A table of the tests' own, so that the storage is tested apart from the schema it carries. */
export const entrySchema = {
  '0000_entry':
    'CREATE TABLE entry (id TEXT PRIMARY KEY NOT NULL, seq INTEGER) STRICT;\nCREATE TABLE note (entry_id TEXT REFERENCES entry (id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED) STRICT;',
}

/** A temporary directory with a database file's place, its migrations, and storages that are closed with it. */
export class Fixture {
  readonly dir = mkdtempSync(join(tmpdir(), 'storage-'))
  readonly file = join(this.dir, 'test.db')
  readonly reported: unknown[] = []
  /** How often a storage would have ended the process. */
  ends = 0
  readonly #opened: Storage[] = []

  constructor(migrations: Record<string, string> = entrySchema) {
    this.migrations(migrations)
  }

  /** Writes a folder of migrations. */
  migrations(files: Record<string, string>) {
    const folder = join(this.dir, 'migrations')
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder)
    for (const [tag, text] of Object.entries(files)) writeFileSync(join(folder, `${tag}.sql`), text)
    return folder
  }

  async open({
    checkpointer = false,
    synchronous = 'full' as Synchronous,
    disk,
    logLimits,
    stalledAfterMs,
  }: {
    checkpointer?: boolean
    synchronous?: Synchronous
    disk?: Disk
    logLimits?: LogLimits
    stalledAfterMs?: number
  } = {}): Promise<Storage> {
    const storage = new Storage()
    await storage.open({
      file: this.file,
      synchronous,
      migrations: join(this.dir, 'migrations'),
      checkpointer,
      report: (error) => this.reported.push(error),
      end: () => this.ends++,
      ...(disk ? { disk } : {}),
      ...(logLimits ? { logLimits } : {}),
      ...(stalledAfterMs === undefined ? {} : { stalledAfterMs }),
    })
    this.#opened.push(storage)
    return storage
  }

  async remove() {
    await Promise.all(this.#opened.map((storage) => storage.close()))
    rmSync(this.dir, { recursive: true, force: true })
  }
}

export const insertEntry = (tx: Tx, id: string) => sql`INSERT INTO entry (id) VALUES (${id})`.run(tx)
export const entryIds = (db: Connection) => sql({ id: TEXT })`SELECT id FROM entry ORDER BY id`.all(db)
export const countEntries = (db: Connection) => sql({ n: INTEGER })`SELECT count(*) AS n FROM entry`.get(db)
