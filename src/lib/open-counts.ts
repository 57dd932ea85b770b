import { Database } from 'bun:sqlite'
import { existsSync, rmSync } from 'node:fs'
import { isDamage } from '../../db/error-code'
import { log } from './log'

/** Opens the file of counts, and how many it has; a broken one begins anew. Throws where it is locked or cannot be read. */
export function openCounts(path: string): { database: Database; rows: number } {
  if (!isSound(path)) for (const suffix of ['', '-wal', '-shm']) rmSync(`${path}${suffix}`, { force: true })
  const database = new Database(path, { create: true, strict: true })
  try {
    // Nobody waits for another process.
    database.run('pragma busy_timeout = 0')
    database.run('pragma journal_mode = wal')
    // A count survives the process. A sync, for what survives a power cut, would block the event loop.
    database.run('pragma synchronous = off')
    database.run(
      'create table if not exists counts (key text primary key, count integer not null, reset_at integer not null) strict, without rowid',
    )
    database.run('create index if not exists counts_reset_at on counts (reset_at)')
    const found = database.query<{ rows: number }, []>('select count(*) as rows from counts').get()
    return { database, rows: found?.rows ?? 0 }
  } catch (error) {
    database.close()
    throw error
  }
}

/** Whether the file is a sound database or not there yet; a power cut may have broken it. */
function isSound(path: string): boolean {
  if (!existsSync(path)) return true
  try {
    using database = new Database(path)
    const [first] = database.query<{ quick_check: string }, []>('pragma quick_check(1)').all()
    if (first?.quick_check === 'ok') return true
  } catch (error) {
    // What is locked, or has no room for its `-shm`, is not broken.
    if (!isDamage(error)) throw error
  }
  log.warn('limits.db was broken: counts of sign-ins, codes and mail begin anew')
  return false
}
