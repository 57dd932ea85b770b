import { openSync, writeSync } from 'node:fs'

/** Both copies of the header of the index of the log (https://sqlite.org/walformat.html). */
const indexHeader = new Uint8Array(96)

/**
 * Ends the process at once, without another byte to the database or its log. `unsynced` is the database whose log the
 * disk did not confirm. At every ordinary end, `process.exit`
 * included, Bun closes what SQLite has open, and the last connection that closes runs a checkpoint.
 */
export function endUnclosed(unsynced: string | undefined): void {
  if (unsynced !== undefined) voidIndex(unsynced)
  process.kill(process.pid, 'SIGKILL')
  // The kernel spares the first process of a container its own signals. Another program in its place ends, too.
  const bun = { ...process.env, BUN_BE_BUN: '1' }
  process.execve?.(process.execPath, [process.execPath, '-e', 'process.exit(70)'], bun)
}

/**
 * The index in shared memory lists frames that the disk may have dropped, and SQLite does not check what it lists. Without
 * its header, whoever has the database open reads the log anew, and takes only frames whose checksums are right. At once,
 * because a command may end before this process does, and move the log; and at the end, because one may have committed
 * meanwhile.
 */
export function voidIndex(database: string): void {
  try {
    // Stays open: closing it would release the locks of SQLite on this file.
    writeSync(openSync(`${database}-shm`, 'r+'), indexHeader, 0, indexHeader.length, 0)
  } catch {
    // The disk is out of order.
  }
}
