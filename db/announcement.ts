import type { Database } from 'bun:sqlite'

// How a command tells a running server that it has written: by a number in the header of the database, which nothing else
// uses. `data_version` also moves when a program writes nothing of Quad's: Litestream does so every second, and empties
// the log; each time the server would drop all caches.

/** The number, in a transaction of the command's own. */
export function announce(sqlite: Database): void {
  sqlite.run(`PRAGMA application_id = ${(readAnnouncement(sqlite)() + 1) & 0x7fffffff}`)
}

/** What reads the number; prepared once. */
export function readAnnouncement(sqlite: Database): () => number {
  const number = sqlite.prepare<{ application_id: number }, []>('PRAGMA application_id')
  return () => number.get()?.application_id ?? 0
}
