import { Database } from 'bun:sqlite'
import { closeSync, existsSync, fsyncSync, openSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { copyFolder } from './copy-folder'
import { type Ended, EndedEarly, quad, startServer } from './server'
import { type Acknowledged, lost, writeUntil } from './writer'

const pictureOf = (text: string): [name: string, text: string] => [
  `${new Bun.CryptoHasher('sha256').update(text).digest('hex')}.webp`,
  text,
]
const [RESTORED_PICTURE, FORMER_PICTURE] = [pictureOf('restored'), pictureOf('former')]

/** A backup, and a data directory of a killed server to restore it into, with writes that the backup lacks in its log. */
export type Campuses = { backup: string; former: string; acknowledged: Acknowledged[] }

export async function makeCampuses(folder: string): Promise<Campuses> {
  const [source, former, backup] = [join(folder, 'source'), join(folder, 'former'), join(folder, 'backup.tar')]
  {
    await using server = await startServer({ dataDir: source })
    await writeUntil(server.url, ({ acknowledged }) => acknowledged.length >= 10)
    await server.stop()
  }
  copyFolder(source, former)
  writeFileSync(join(source, 'uploads', RESTORED_PICTURE[0]), RESTORED_PICTURE[1])
  writeFileSync(join(former, 'uploads', FORMER_PICTURE[0]), FORMER_PICTURE[1])
  const { status, said } = await quad(['backup', backup], source)
  if (status !== 0) throw new Error(said)
  await using server = await startServer({ dataDir: former })
  const { acknowledged } = await writeUntil(server.url, ({ acknowledged }) => acknowledged.length >= 20)
  await server.kill()
  if (!(statSync(join(former, 'quad.db-wal')).size > 0)) throw new Error('the former campus has nothing in its log')
  return { backup, former, acknowledged }
}

/** Syncs every file and folder, as after a while: a sync of a whole file system does not reach FUSE. */
export function syncTree(path: string): void {
  if (statSync(path).isDirectory()) for (const name of readdirSync(path)) syncTree(join(path, name))
  const opened = openSync(path, 'r')
  fsyncSync(opened)
  closeSync(opened)
}

/**
 * Starts the server on what a fault has left, and returns which campus it serves, and what is wrong with it: there must
 * be all of the former one or all of the restored one, with its pictures, and then the former one aside.
 */
export async function campusAt(
  dataDir: string,
  { acknowledged }: Campuses,
): Promise<{ campus: 'former' | 'restored'; problems: string[] }> {
  const problems: string[] = []
  try {
    await using server = await startServer({ dataDir })
    const { status }: Ended = await server.stop()
    if (status !== 0) problems.push(`stopped with ${status}: ${server.said()}`)
    if (server.said().includes('/setup#')) problems.push('the set-up is open')
  } catch (error) {
    return { campus: 'former', problems: [error instanceof EndedEarly ? error.message : `${error}`] }
  }
  const restored = wasRestored(dataDir)
  const missing = lost(dataDir, acknowledged).length
  const pictures = readdirSync(join(dataDir, 'uploads')).join()
  if (missing !== (restored ? acknowledged.length : 0))
    problems.push(`${missing} of ${acknowledged.length} are missing`)
  if (pictures !== (restored ? RESTORED_PICTURE : FORMER_PICTURE)[0]) problems.push(`the pictures are ${pictures}`)
  for (const name of readdirSync(dataDir)) {
    if (name === 'restore-under-way.json' || (restored && name === '.quad-restore')) problems.push(`${name} is left`)
    if (!name.startsWith('before-restore-')) continue
    const aside = join(dataDir, name)
    if (existsSync(join(aside, 'quad.db-wal'))) problems.push('the former log was not moved into its database')
    rollBack(aside)
    if (lost(aside, acknowledged).length > 0) problems.push('the former data aside is not whole')
    if (!existsSync(join(aside, 'uploads', FORMER_PICTURE[0]))) problems.push('the former picture is not aside')
  }
  return { campus: restored ? 'restored' : 'former', problems }
}

/** SQLite does, of a journal that a power cut has left, when somebody opens the database who may write. */
function rollBack(dataDir: string): void {
  const database = new Database(join(dataDir, 'quad.db'), { readwrite: true })
  database.query('SELECT 1 FROM sqlite_schema').get()
  database.close()
}

function wasRestored(dataDir: string): boolean {
  const database = new Database(join(dataDir, 'quad.db'), { readonly: true })
  try {
    return database.query("SELECT 1 FROM audit_log WHERE action = 'operator:restored:backup'").get() !== null
  } finally {
    database.close()
  }
}
