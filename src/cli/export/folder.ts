import { mkdirSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Written at once: so much is in memory. */
const BLOCK = 1024 * 1024

export type WrittenFile = { path: string; bytes: number; sha256: string }

/** A folder that is being filled (0700, its files 0600), which remembers what was written. */
export class ExportFolder {
  readonly files: WrittenFile[] = []
  readonly #root: string

  constructor(root: string) {
    this.#root = root
    mkdirSync(root, { mode: 0o700 })
  }

  /** Writes a file piece by piece. */
  async write(path: string, pieces: Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>): Promise<void> {
    const target = join(this.#root, path)
    mkdirSync(dirname(target), { recursive: true, mode: 0o700 })
    const hasher = new Bun.CryptoHasher('sha256')
    const file = await open(target, 'wx', 0o600)
    let bytes = 0
    let waiting: Uint8Array[] = []
    let waitingBytes = 0
    const flush = async () => {
      const block = Buffer.concat(waiting)
      waiting = []
      waitingBytes = 0
      hasher.update(block)
      bytes += block.length
      await file.writeFile(block)
    }
    try {
      for await (const piece of pieces) {
        const chunk = typeof piece === 'string' ? Buffer.from(piece) : piece
        waiting.push(chunk)
        waitingBytes += chunk.length
        if (waitingBytes >= BLOCK) await flush()
      }
      await flush()
    } finally {
      await file.close()
    }
    this.files.push({ path, bytes, sha256: hasher.digest('hex') })
  }

  /** As `sha256sum -c` reads it. */
  get checksums(): string {
    return this.files.map(({ path, sha256 }) => `${sha256}  ${path}\n`).join('')
  }
}
