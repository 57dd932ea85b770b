import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The files of the mails in the outbox of a data directory, oldest first. A mail that is still being written has another
 * ending, and is none yet: it may be empty, and its file is gone a moment later.
 */
export function mailFiles(dataDir: string) {
  const outbox = join(dataDir, 'outbox')
  if (!existsSync(outbox)) return []
  const names = readdirSync(outbox).filter((name) => name.endsWith('.eml'))
  return names.sort().map((name) => join(outbox, name))
}
