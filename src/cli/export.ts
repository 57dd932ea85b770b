import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { defineCommand } from 'citty'
import { storage } from '../../db/storage'
import { version } from '../../package.json'
import { campusName } from '../campus/colleges/directory'
import { config } from '../config'
import { audit, systemActor } from '../ground/audit/audit'
import { strangersRead } from '../ground/settings/settings'
import { isArchivable } from '../lib/files/archive'
import { databaseFile } from '../lib/files/data-directory'
import { filesIn } from '../lib/files/data-swap'
import { renameDurably } from '../lib/files/durable-files'
import { positional } from './args'
import { archivePages } from './export/archive'
import { EXPORTED, subjectOf } from './export/tables'
import { NOTICEABLE_MS, progressBar } from './progress'
import { type Answer, CommandFailed, megabytes } from './run'
import { withStorage } from './with-storage'

const exportCampus = defineCommand({
  args: {
    folder: positional('The new folder, such as /exports/quad-2026-11-21'),
  },
  async run({ args }): Promise<Answer> {
    const exported = await exportInto(resolve(args.folder))
    const { files, bytes, pages } = exported
    const text = [
      `Exported into ${args.folder}: ${files.toLocaleString('en')} files, ${megabytes(bytes)}.`,
      pages === 0
        ? 'It has no pages: only members read here.'
        : 'archive/ may be published. data/ may not: it says who voted, reported and blocked, by Quad names.',
    ]
    return { data: { folder: args.folder, ...exported }, text }
  },
})

export { exportCampus as export }

type Exported = { files: number; bytes: number; pages: number }

/**
 * Writes one moment; the folder appears when it is complete. @throws CommandFailed without data, or if the folder
 * exists
 */
async function exportInto(folder: string): Promise<Exported> {
  if (!existsSync(databaseFile())) throw new CommandFailed(`There is no database in ${config.dataDir}.`)
  if (existsSync(folder)) throw new CommandFailed(`${folder} exists already; an export overwrites nothing.`)
  if (!existsSync(dirname(folder))) throw new CommandFailed(`There is no directory ${dirname(folder)}.`, 2)
  const work = join(dirname(folder), `.${basename(folder)}.${crypto.randomUUID()}.part`)
  try {
    const exported = await withStorage(async () => {
      const written = await writeExport(new ExportFolder(work))
      await storage.write((tx) =>
        audit(tx, systemActor('cli'), { action: 'operator:exported:campus', entityType: 'system', entityId: null }),
      )
      return written
    })
    renameDurably(work, folder)
    return exported
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

export async function writeExport(folder: ExportFolder): Promise<Exported> {
  const [campus, arePublic] = [campusName(), strangersRead()]
  const bar = progressBar({ quietMs: NOTICEABLE_MS, lines: false })
  const lines: Record<string, number> = {}
  let pages = 0
  await storage.snapshot(async (db) => {
    for (const [at, subject] of EXPORTED.map(subjectOf).entries()) {
      const { name, schema, rows } = subject
      lines[name] = 0
      const toLines = function* () {
        for (const row of rows(db)) {
          lines[name]!++
          yield `${JSON.stringify(row)}\n`
        }
      }
      await folder.write(`data/${name}.jsonl`, toLines())
      await folder.write(`data/${name}.schema.json`, [`${JSON.stringify(schema, null, 2)}\n`])
      bar('Tables', at + 1, EXPORTED.length)
    }
    if (!arePublic) return
    for (const { path, text } of archivePages(db, campus)) {
      await folder.write(`archive/${path}`, [text])
      pages++
    }
  })
  for (const name of filesIn(config.dataDir).filter(isArchivable)) {
    const upload = Bun.file(join(config.dataDir, name))
    // Removed since it was listed.
    if (await upload.exists()) await folder.write(name, upload.stream())
  }
  const about = { quad: version, exportedAt: new Date().toISOString(), campus, lines, pages }
  await folder.write('export.json', [`${JSON.stringify(about, null, 2)}\n`])
  const { files, checksums } = folder
  const exported = { files: files.length, bytes: files.reduce((sum, { bytes }) => sum + bytes, 0), pages }
  await folder.write('SHA256SUMS', [checksums])
  return exported
}

type Pieces = Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>

/** Written at once: so much is in memory. */
const BLOCK = 1024 * 1024

async function* inBlocks(pieces: Pieces): AsyncGenerator<Buffer> {
  let [waiting, bytes]: [Uint8Array[], number] = [[], 0]
  for await (const piece of pieces) {
    const chunk = typeof piece === 'string' ? Buffer.from(piece) : piece
    waiting.push(chunk)
    bytes += chunk.length
    if (bytes < BLOCK) continue
    yield Buffer.concat(waiting)
    ;[waiting, bytes] = [[], 0]
  }
  yield Buffer.concat(waiting)
}

/** A folder that is being filled (0700, its files 0600), which remembers what was written. */
export class ExportFolder {
  readonly files: { path: string; bytes: number; sha256: string }[] = []
  readonly #root: string

  constructor(root: string) {
    this.#root = root
    mkdirSync(root, { mode: 0o700 })
  }

  async write(path: string, pieces: Pieces): Promise<void> {
    const target = join(this.#root, path)
    mkdirSync(dirname(target), { recursive: true, mode: 0o700 })
    const hasher = new Bun.CryptoHasher('sha256')
    const file = await open(target, 'wx', 0o600)
    let bytes = 0
    try {
      for await (const block of inBlocks(pieces)) {
        hasher.update(block)
        bytes += block.length
        await file.writeFile(block)
      }
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
