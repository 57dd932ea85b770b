import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dir, '../..')

/** Where the program is built to: one file, beside it what it reads at run time, and what it was built from. */
export const BUILT = {
  folder: join(root, 'dist'),
  program: join(root, 'dist/program.js'),
  stamp: join(root, 'dist/program.stamp'),
}

const MADE_FROM = /\.(?:ts|sql)$|examples\.json$/

/** The commit that the program is built from; empty where the sources came without their history. */
export function builtFrom(): string {
  const git = Bun.which('git')
  if (git === null) return ''
  const { success, stdout } = Bun.spawnSync([git, 'rev-parse', '--short=12', 'HEAD'], { cwd: root, stderr: 'ignore' })
  return success ? stdout.toString().trim() : ''
}

/**
 * Changes with every source of the program, with what is installed, and with the Bun that compiles it. Contents count,
 * not times: copies and checkouts change those.
 */
export function fingerprint(): string {
  const hash = new Bun.CryptoHasher('sha256').update(Bun.version)
  const sources = ['src', 'db'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  )
  for (const name of [...sources.filter((each) => MADE_FROM.test(each)).sort(), 'package.json', 'bun.lock'])
    hash.update(`\0${name}\0`).update(readFileSync(join(root, name)))
  return hash.digest('hex')
}

/**
 * The program, built or from its sources. The built one starts in about 60 % of the time, and is used only if the
 * sources are those that it was built from.
 */
export async function program(): Promise<typeof import('./program')> {
  const isCurrent = existsSync(BUILT.stamp) && readFileSync(BUILT.stamp, 'utf8') === fingerprint()
  return isCurrent ? import(BUILT.program) : import('./program')
}
