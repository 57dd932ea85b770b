import { readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs'
import { basename, join } from 'node:path'

/** A file of the data directory that a process has open. */
export type OpenFile = {
  pid: number
  /** The name of the program. */
  program: string
  /** What leads to the file, though it has no name any more. */
  path: string
  name: string
  isRemoved: boolean
}

const REMOVED = ' (deleted)'

/** Which processes have files of the folder open, as far as Linux tells this user; on other systems none. */
export function openFiles(folder: string, names: readonly string[]): OpenFile[] {
  const wanted = new Set(names.map((name) => join(attempt(() => realpathSync(folder)) ?? folder, name)))
  const pids = (attempt(() => readdirSync('/proc')) ?? []).map(Number).filter((pid) => pid > 0 && pid !== process.pid)
  return pids.flatMap((pid) => {
    const descriptors = attempt(() => readdirSync(`/proc/${pid}/fd`)) ?? []
    return descriptors.flatMap((descriptor) => {
      const path = `/proc/${pid}/fd/${descriptor}`
      const target = attempt(() => readlinkSync(path)) ?? ''
      const isRemoved = target.endsWith(REMOVED)
      const file = isRemoved ? target.slice(0, -REMOVED.length) : target
      if (!wanted.has(file)) return []
      // Its arguments may hold a secret.
      const program = attempt(() => readFileSync(`/proc/${pid}/comm`, 'utf8').trim()) ?? 'unknown'
      return [{ pid, program, path, name: basename(file), isRemoved }]
    })
  })
}

/** Undefined for a process that has ended meanwhile, or belongs to somebody else. */
function attempt<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
