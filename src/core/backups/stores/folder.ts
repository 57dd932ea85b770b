import { createReadStream } from 'node:fs'
import { open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { errorCode } from '../../../../db/error-code'
import { appendPaced, syncFolderAside } from '../../../lib/durable-files'
import { BackupFailed, type Reason } from '../failure'
import type { Store } from './store'

const REASONS: Record<string, Reason> = {
  ENOSPC: 'target-full',
  EDQUOT: 'target-full',
  EFBIG: 'target-full',
  ENOENT: 'unreachable',
  ENOTDIR: 'unreachable',
  EIO: 'unreachable',
  ESTALE: 'unreachable',
  ETIMEDOUT: 'unreachable',
}

/** A folder that somebody has made: a disk that is not mounted is no reason to fill the one below. */
export function folderStore(folder: string): Store {
  const attempt = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      if (error instanceof BackupFailed) throw error
      const code = errorCode(error) || 'unknown'
      throw new BackupFailed(REASONS[code] ?? 'refused', `The folder of BACKUP_TO cannot be used (${code}).`)
    }
  }
  const write = async (name: string, content: AsyncIterable<Uint8Array>) => {
    const target = await open(join(folder, name), 'wx', 0o600)
    const append = appendPaced(target)
    try {
      for await (const chunk of content) await append(chunk)
      await target.sync()
    } finally {
      await target.close()
    }
    await syncFolderAside(folder)
  }
  return {
    list: () =>
      attempt(async () => {
        const entries = await readdir(folder, { withFileTypes: true })
        const files = entries.filter((each) => each.isFile()).map(({ name }) => name)
        return Promise.all(files.map(async (name) => ({ name, bytes: (await stat(join(folder, name))).size })))
      }),
    put: (name, file, progress) =>
      attempt(() =>
        write(
          name,
          (async function* () {
            for await (const chunk of Bun.file(file).stream()) {
              yield chunk
              progress(chunk.length)
            }
          })(),
        ),
      ),
    mark: (name) => attempt(() => write(name, (async function* () {})())),
    async *read(name) {
      const stream = createReadStream(join(folder, name))
      const chunks = stream[Symbol.asyncIterator]()
      for (;;) {
        const { done, value } = await attempt(() => chunks.next())
        if (done) return
        yield value
      }
    },
    remove: (name) =>
      attempt(async () => {
        await rm(join(folder, name), { force: true })
        await syncFolderAside(folder)
      }),
  }
}
