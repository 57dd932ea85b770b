import { Database } from 'bun:sqlite'
import { setSystemTime } from 'bun:test'
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/bun-sqlite'
import { openWriter } from '../../db/connection'
import { storage, type Tx } from '../../db/storage'
import { aloneOn } from '../../db/transaction-callback'
import { type Actor, type AuditEntry, audit, systemActor } from '../../src/ground/audit/audit'
import { DAY_NOTE } from '../../src/ground/audit/day-notes'
import { type Entry, readEntriesAfter, toEntry } from '../../src/ground/audit/entries'

export type LogEntry = Entry & { number: number; hash: string | null }

/** The whole log, oldest first. */
export const logEntries = ({ sqlite }: { sqlite: Database } = storage.reader): LogEntry[] =>
  readEntriesAfter({ sqlite, orm: drizzle(sqlite) }, 0, -1).map((entry) => ({
    ...toEntry(entry),
    number: entry.number,
    hash: entry.hash?.toHex() ?? null,
  }))

/** The log in a data directory; of a copy, because a closed connection lives on until it is collected. */
export function logIn(dataDir: string): LogEntry[] {
  const folder = mkdtempSync(join(tmpdir(), 'quad-log-'))
  try {
    for (const name of ['quad.db', 'quad.db-wal'])
      if (existsSync(join(dataDir, name))) copyFileSync(join(dataDir, name), join(folder, name))
    const sqlite = new Database(join(folder, 'quad.db'), { readwrite: true, strict: true })
    const entries = logEntries({ sqlite })
    sqlite.close()
    return entries
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Writes an entry as if it were that time. */
export async function auditAt(
  tx: Tx,
  time: Date | number,
  entry: Partial<AuditEntry> = {},
  actor: Actor = systemActor('system'),
): Promise<void> {
  setSystemTime(new Date(time))
  try {
    await audit(tx, actor, { action: 'admin:changed:settings', entityType: 'settings', entityId: null, ...entry })
  } finally {
    setSystemTime()
  }
}

/** Puts an entry into the log past its chain. */
export const intrude = (time: Date | number): Promise<void> =>
  storage.write((tx) => auditAt({ ...aloneOn(tx), beforeCommit: () => {} }, time))

/** Notes in a data directory that Quad ran at that time. */
export async function noteIn(dataDir: string, time: Date): Promise<void> {
  const db = openWriter(join(dataDir, 'quad.db'), 'normal', false)
  await auditAt(aloneOn(db), time, { action: DAY_NOTE, entityType: 'audit-log' })
  db.sqlite.close()
}
