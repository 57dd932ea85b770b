import { createReadStream } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { errorCode } from '../../../db/error-code'
import type { BucketCredentials, Config } from '../../config'
import { syncFolderAside, writePieces } from '../../lib/files/durable-files'
import { unlessLate } from '../../lib/process/background'
import { BackupFailed } from './records'

/** Where backups are kept. Each function throws BackupFailed, without a secret. */
export type Store = {
  list: () => Promise<Listed[]>
  /** Copies a file there, and returns once it is said to be kept. */
  put: (name: string, file: string, progress: (bytes: number) => void) => Promise<void>
  /** A small one, of text. */
  mark: (name: string) => Promise<void>
  /** What is kept there now. */
  read: (name: string) => AsyncIterable<Uint8Array>
  remove: (name: string) => Promise<void>
}

// A name tells whose and when: `quad-quad.campus.edu-20261122T031500Z.tar`. One that is not proven yet has a mark
// beside it.

const UNFINISHED = '.unfinished'
const TIME = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.tar(?:\.age)?$/

const prefixOf = (host: string): string => `quad-${host.replace(/[^\w.-]/g, '_')}-`

export const backupName = (host: string, at: Date, isEncrypted: boolean): string =>
  `${prefixOf(host)}${at.toISOString().replace(/[-:]|\.\d+/g, '')}.tar${isEncrypted ? '.age' : ''}`

export const unfinishedMark = (name: string): string => `${name}${UNFINISHED}`

/** When a backup of this host was made; undefined for any other name. */
export function timeOf(host: string, name: string): number | undefined {
  if (!name.startsWith(prefixOf(host))) return undefined
  const [, year, month, day, hour, minute, second] = TIME.exec(name.slice(prefixOf(host).length)) ?? []
  const time = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  return Number.isNaN(time) ? undefined : time
}

export type Listed = { name: string; bytes: number }

/** What is in a place of backups, of this host: those that are whole, oldest first, and what a killed run left. */
export function sortOut(
  host: string,
  listed: readonly Listed[],
): { whole: (Listed & { at: number })[]; left: string[] } {
  const names = new Set(listed.map(({ name }) => name))
  const whole = listed.flatMap((each) => {
    const at = timeOf(host, each.name)
    return at === undefined || names.has(unfinishedMark(each.name)) ? [] : [{ ...each, at }]
  })
  const marks = [...names].filter(
    (name) => name.endsWith(UNFINISHED) && timeOf(host, name.slice(0, -UNFINISHED.length)) !== undefined,
  )
  // The mark last: what is killed between the two is found again.
  const left = marks.flatMap((mark) => [mark.slice(0, -UNFINISHED.length), mark]).filter((name) => names.has(name))
  return { whole: whole.toSorted((one, other) => one.at - other.at), left }
}

export const configuredStore = ({ to, s3 }: NonNullable<Config['backups']>): Store =>
  to.kind === 's3' ? s3Store(to, s3) : folderStore(to.path)

const FULL = ['ENOSPC', 'EDQUOT', 'EFBIG']
const AWAY = ['ENOENT', 'ENOTDIR', 'EIO', 'ESTALE', 'ETIMEDOUT']

/** A folder that somebody has made: a disk that is not mounted is no reason to fill the one below. */
export function folderStore(folder: string): Store {
  const attempt = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      if (error instanceof BackupFailed) throw error
      const code = errorCode(error) || 'unknown'
      const reason = FULL.includes(code) ? 'target-full' : AWAY.includes(code) ? 'unreachable' : 'refused'
      throw new BackupFailed(reason, `The folder of BACKUP_TO cannot be used (${code}).`)
    }
  }
  const write = async (name: string, content: AsyncIterable<Uint8Array> | [], progress = (_bytes: number) => {}) => {
    await writePieces(join(folder, name), content, ({ length }) => progress(length))
    await syncFolderAside(folder)
  }
  return {
    list: () =>
      attempt(async () => {
        const entries = await readdir(folder, { withFileTypes: true })
        const files = entries.filter((each) => each.isFile()).map(({ name }) => name)
        return Promise.all(files.map(async (name) => ({ name, bytes: (await stat(join(folder, name))).size })))
      }),
    put: (name, file, progress) => attempt(() => write(name, Bun.file(file).stream(), progress)),
    mark: (name) => attempt(() => write(name, [])),
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

/** Above 5 MB, the least that S3 takes, as 10,000 parts are the most: 160 GB. */
const PART_BYTES = 16 * 1024 * 1024

/** A step, such as the upload of a part, that takes longer goes nowhere. */
const STALLED_MS = 120_000

const UNREACHABLE = new Set(['ConnectionRefused', 'ConnectionClosed', 'FailedToOpenSocket', 'ECONNRESET', 'Timeout'])

/** The code alone: messages of servers may quote what was sent. */
function failure(error: unknown): BackupFailed {
  if (error instanceof BackupFailed) return error
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
  const shown = /^\w{1,60}$/.test(code) ? code : 'unknown'
  const other = shown === 'NoSuchKey' ? 'stored-differently' : 'refused'
  return new BackupFailed(
    UNREACHABLE.has(shown) ? 'unreachable' : other,
    `The bucket of BACKUP_TO cannot be used (${shown}).`,
  )
}

/** A bucket, and the names in it that begin with the prefix. */
export function s3Store(
  { bucket, prefix }: { bucket: string; prefix: string },
  credentials: BucketCredentials,
  { stalledMs = STALLED_MS, partSize = PART_BYTES } = {},
): Store {
  const client = new Bun.S3Client({ ...credentials, bucket, partSize, queueSize: 1, retry: 3 })
  const keyOf = (name: string) => (prefix === '' ? name : `${prefix}/${name}`)
  const silence = () => new BackupFailed('unreachable', 'The bucket of BACKUP_TO does not answer.')
  const attempt = async <T>(work: () => T | Promise<T>): Promise<T> => {
    try {
      return await unlessLate(stalledMs, 'waiting for a bucket', work(), silence)
    } catch (error) {
      throw failure(error)
    }
  }
  return {
    list: async () => {
      const listed: Listed[] = []
      let startAfter: string | undefined
      for (;;) {
        const options = { prefix: keyOf(''), ...(startAfter && { startAfter }) }
        const { contents = [], isTruncated } = await attempt(() => client.list(options))
        for (const { key, size } of contents) listed.push({ name: key.slice(keyOf('').length), bytes: size ?? 0 })
        startAfter = contents.at(-1)?.key
        if (isTruncated !== true || startAfter === undefined) return listed
      }
    },
    put: async (name, file, progress) => {
      const writer = client.file(keyOf(name)).writer()
      try {
        for await (const chunk of Bun.file(file).stream()) {
          await attempt(async () => {
            await writer.write(chunk)
            await writer.flush()
          })
          progress(chunk.length)
        }
      } catch (error) {
        // What was begun is withdrawn, so that the bucket keeps no parts; nobody waits for that.
        Promise.resolve(writer.end(new Error('given up'))).catch(() => {})
        throw error
      }
      await attempt(() => writer.end())
    },
    // Some servers refuse an empty object.
    mark: async (name) => void (await attempt(() => client.write(keyOf(name), 'unfinished\n'))),
    async *read(name) {
      const reader = client.file(keyOf(name)).stream().getReader()
      for (;;) {
        const { done, value } = await attempt(() => reader.read())
        if (done) return
        yield value
      }
    },
    remove: (name) => attempt(() => client.delete(keyOf(name))),
  }
}
