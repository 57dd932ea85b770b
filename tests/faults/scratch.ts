import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { removeAtEnd } from './leftovers'

/** A folder that is gone when its block ends: `using folder = scratchFolder()`. */
export function scratchFolder(): { path: string } & Disposable {
  const path = mkdtempSync(join(tmpdir(), 'quad-faults-'))
  const remove = () => rmSync(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 })
  const isRemoved = removeAtEnd(remove)
  return {
    path,
    [Symbol.dispose]: () => {
      remove()
      isRemoved()
    },
  }
}
