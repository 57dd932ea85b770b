import { closeSync, copyFileSync, existsSync, mkdirSync, openSync, readFileSync, readSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { defineCommand } from 'citty'
import { getTableName } from 'drizzle-orm'
import type { Connection } from '../../db/connection'
import { acquireLock } from '../../db/lock'
import { aloneOn } from '../../db/transaction-callback'
import { config } from '../config'
import { recountCounters } from '../keeping/maintenance/recount'
import { describeFile, isArchivable } from '../lib/files/archive'
import { makeDataDirectory } from '../lib/files/data-directory'
import { FILE_FOLDERS, filesIn } from '../lib/files/data-swap'
import { positional } from './args'
import { EXPORTED, inserterOf, type Row } from './export/tables'
import { progressBar } from './progress'
import { type Answer, CommandFailed } from './run'
import { aloneWithDatabase, auditOperator } from './with-storage'

// Reads what `quad export` wrote. An export leads to no person: texts come back under names that belong to nobody.

const IMPORTED = new Set(
  `settings colleges branches college_branches users posts post_versions comments comment_versions pictures removed_pictures
  pinned_posts post_votes
  comment_votes reports moderation_records banned_words`.split(/\s+/),
)

const importCampus = defineCommand({
  args: { folder: positional('What `quad export` wrote') },
  async run({ args }): Promise<Answer> {
    const imported = await importFrom(resolve(args.folder))
    const [posts, comments, names] = [imported.posts, imported.comments, imported.users].map((count = 0) =>
      count.toLocaleString('en'),
    )
    const text = [
      `Imported ${posts} posts and ${comments} comments under ${names} names.`,
      'The names belong to nobody: everybody signs up anew, and `quad admin create` makes the first administrator.',
    ]
    return { data: imported, text }
  },
})

export { importCampus as import }

/**
 * All or nothing; returns rows by table. @throws CommandFailed if the folder is no whole export, or there is a campus
 */
async function importFrom(folder: string): Promise<Record<string, number>> {
  await refuseUnlessWhole(folder)
  makeDataDirectory()
  using locked = new DisposableStack()
  locked.defer(acquireLock(config.dataDir))
  return await aloneWithDatabase((connection) => {
    if (connection.sqlite.query('SELECT 1 FROM colleges UNION ALL SELECT 1 FROM users').get() !== null)
      throw new CommandFailed('There is a campus already; an import adds to none.')
    importUploads(folder)
    return connection.sqlite.transaction(() => importRows(connection, folder)).immediate()
  })
}

function importRows(connection: Connection, folder: string): Record<string, number> {
  const tx = aloneOn(connection)
  const tables = EXPORTED.filter(([table]) => IMPORTED.has(getTableName(table)))
  const progress = progressBar()
  const imported: Record<string, number> = {}
  for (const [at, exported] of tables.entries()) {
    const name = getTableName(exported[0])
    imported[name] = importTable(name, join(folder, `data/${name}.jsonl`), inserterOf(connection, exported))
    progress('tables', at + 1, tables.length)
  }
  // Without the votes of people on their own texts under an alias, which are in no export.
  recountCounters(tx)
  auditOperator(tx, 'operator:imported:campus', imported)
  return imported
}

function importTable(name: string, path: string, insert: (row: Row) => void): number {
  let [number, rows] = [0, 0]
  for (const line of linesOf(path)) {
    number++
    try {
      const row = name === 'users' ? asName(JSON.parse(line)) : JSON.parse(line)
      if (row === undefined) continue
      insert(row)
      rows++
    } catch (error) {
      throw new CommandFailed(`data/${name}.jsonl, line ${number}: ${(error as Error).message}`)
    }
  }
  return rows
}

/** As an alias whose account is gone. Undefined for who had not chosen a branch yet, and wrote nothing. */
function asName(user: Row): Row | undefined {
  if (user.status === 'ONBOARDING') return undefined
  const plain = { role: 'user', status: 'ALIAS', branch: '', branchId: null, branchShown: false, termsAcceptedAt: null }
  return { ...user, ...plain }
}

const BLOCK_BYTES = 1024 * 1024

function* linesOf(path: string): Generator<string> {
  const file = openSync(path, 'r')
  try {
    const [block, decoder] = [Buffer.alloc(BLOCK_BYTES), new TextDecoder()]
    let rest = ''
    for (let size = readSync(file, block); size > 0; size = readSync(file, block)) {
      const lines = (rest + decoder.decode(block.subarray(0, size), { stream: true })).split('\n')
      rest = lines.pop() ?? ''
      yield* lines
    }
    if (rest !== '') yield rest
  } finally {
    closeSync(file)
  }
}

async function refuseUnlessWhole(folder: string): Promise<void> {
  const sums = join(folder, 'SHA256SUMS')
  if (!existsSync(sums)) throw new CommandFailed(`${folder} is no export, or was not finished: SHA256SUMS is missing.`)
  const expected = new Map(
    readFileSync(sums, 'utf8')
      .split('\n')
      .map((line) => [line.slice(66), line.slice(0, 64)]),
  )
  for (const path of [...[...IMPORTED].map((name) => `data/${name}.jsonl`), ...filesIn(folder)]) {
    if (!existsSync(join(folder, path))) throw new CommandFailed(`The export has no ${path}.`)
    const { sha256 } = await describeFile(path, join(folder, path))
    if (sha256 !== expected.get(path))
      throw new CommandFailed(`${path} is not as it was exported: copy the folder again.`)
  }
}

function importUploads(folder: string): void {
  for (const name of FILE_FOLDERS) mkdirSync(join(config.dataDir, name), { recursive: true, mode: 0o700 })
  for (const path of filesIn(folder))
    if (isArchivable(path)) copyFileSync(join(folder, path), join(config.dataDir, path))
}
