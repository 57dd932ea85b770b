import { after } from '../../../lib/background'
import { BackupFailed, type Reason } from '../failure'
import type { Listed } from '../names'
import type { Store } from './store'

export type Bucket = { bucket: string; prefix: string }
export type Credentials = {
  accessKeyId: string
  secretAccessKey: string
  sessionToken?: string | undefined
  region: string
  endpoint?: string | undefined
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
  const reason: Reason = UNREACHABLE.has(shown)
    ? 'unreachable'
    : shown === 'NoSuchKey'
      ? 'stored-differently'
      : 'refused'
  return new BackupFailed(reason, `The bucket of BACKUP_TO cannot be used (${shown}).`)
}

/** A bucket, and the names in it that begin with the prefix. */
export function s3Store(
  { bucket, prefix }: Bucket,
  credentials: Credentials,
  { stalledMs = STALLED_MS, partSize = PART_BYTES } = {},
): Store {
  const client = new Bun.S3Client({ ...credentials, bucket, partSize, queueSize: 1, retry: 3 })
  const keyOf = (name: string) => (prefix === '' ? name : `${prefix}/${name}`)
  const attempt = async <T>(work: () => T | Promise<T>): Promise<T> => {
    const { promise: stalled, reject } = Promise.withResolvers<never>()
    const stop = after(stalledMs, 'waiting for a bucket', () =>
      reject(new BackupFailed('unreachable', 'The bucket of BACKUP_TO does not answer.')),
    )
    try {
      return await Promise.race([work(), stalled])
    } catch (error) {
      throw failure(error)
    } finally {
      stop()
    }
  }
  return {
    list: async () => {
      const listed: Listed[] = []
      let startAfter: string | undefined
      for (;;) {
        const options = { prefix: keyOf(''), ...(startAfter === undefined ? {} : { startAfter }) }
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
    mark: async (name) => {
      // Some servers refuse an empty object.
      await attempt(() => client.write(keyOf(name), 'unfinished\n'))
    },
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
